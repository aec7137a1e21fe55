package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The freshness lifetime and the age of a response (RFC 9111, 4.2).
 *
 * @param lifetime the freshness lifetime (4.2.1): {@code max-age}, else the time from
 * {@code Date} to {@code Expires}, else a heuristic lifetime (4.2.2) or zero. Also zero
 * without {@code Date} and with {@code no-cache}
 * @param age the current age (4.2.3): the time since {@code Date}, and at least the value
 * of {@code Age} plus the time since the request
 */
public record Freshness(Duration lifetime, Duration age) {

	private static final Duration MAX_HEURISTIC_LIFETIME = Duration.ofDays(1);

	/**
	 * Return the freshness of a response without a heuristic lifetime.
	 * @param headers its header fields
	 * @param now the current time
	 */
	public static Freshness of(HttpHeaders headers, Instant now) {
		return of(200, headers, now, 0);
	}

	/**
	 * Return the freshness of a response.
	 * @param status its status code
	 * @param headers its header fields
	 * @param now the current time
	 * @param heuristicFraction the fraction of the time since the last modification that
	 * is the lifetime if there is no explicit one, zero for none
	 */
	public static Freshness of(int status, HttpHeaders headers, Instant now, double heuristicFraction) {
		Duration ageValue = ageValue(headers, now);
		Optional<Instant> date = HttpDates.find(headers, HttpHeaders.DATE);
		if (date.isEmpty()) {
			return new Freshness(Duration.ZERO, ageValue);
		}
		if (StoredHeaders.isFromFuture(headers, date.get(), now)) {
			// The clock has been set back, so the age is unknown.
			return new Freshness(Duration.ZERO, ageValue);
		}
		Duration apparent = Duration.between(date.get(), now);
		return new Freshness(lifetime(status, headers, date.get(), heuristicFraction),
				(apparent.compareTo(ageValue) > 0) ? apparent : ageValue);
	}

	/**
	 * Whether a response has an explicit lifetime.
	 */
	public static boolean isExplicit(HttpHeaders headers) {
		return CacheControl.of(headers).seconds("max-age") != null || headers.containsHeader(HttpHeaders.EXPIRES);
	}

	/**
	 * Whether a response has an explicit lifetime that may be used without validation.
	 */
	public static boolean isUsable(HttpHeaders headers) {
		return isExplicit(headers) && !CacheControl.of(headers).has("no-cache");
	}

	/**
	 * Whether a response has an explicit lifetime that is positive.
	 */
	public static boolean hasLifetime(HttpHeaders headers) {
		return HttpDates.find(headers, HttpHeaders.DATE)
			.map((date) -> lifetime(200, headers, date, 0).compareTo(Duration.ZERO) > 0)
			.orElse(false);
	}

	/**
	 * Return the lifetime without the age, negative if it is over.
	 */
	public Duration remaining() {
		return this.lifetime.minus(this.age);
	}

	/**
	 * Whether the lifetime is longer than the age.
	 */
	public boolean isFresh() {
		return this.lifetime.compareTo(this.age) > 0;
	}

	/**
	 * Whether the response is fresh and meets {@code max-age} (5.2.1.1) and
	 * {@code min-fresh} (5.2.1.3) of a request.
	 */
	boolean satisfies(CacheControl request) {
		return isFresh() && meetsMaxAge(request) && this.lifetime.minus(this.age).compareTo(request.minFresh()) >= 0;
	}

	/**
	 * Whether the staleness does not exceed a maximum, and the request permits the age.
	 * @param maximum the maximum; {@code null} and zero do not permit any staleness
	 */
	boolean isStaleWithin(@Nullable Duration maximum, CacheControl request) {
		return maximum != null && !maximum.isZero() && meetsMaxAge(request) && request.minFresh().isZero()
				&& this.age.minus(this.lifetime).compareTo(maximum) <= 0;
	}

	private boolean meetsMaxAge(CacheControl request) {
		Duration maxAge = request.seconds("max-age");
		return maxAge == null || maxAge.compareTo(this.age) > 0;
	}

	private static Duration lifetime(int status, HttpHeaders headers, Instant date, double heuristicFraction) {
		CacheControl cacheControl = CacheControl.of(headers);
		if (cacheControl.has("no-cache") || cacheControl.forbidsStoring()) {
			return Duration.ZERO;
		}
		Duration maxAge = cacheControl.seconds("max-age");
		if (maxAge != null) {
			return maxAge;
		}
		if (headers.containsHeader(HttpHeaders.EXPIRES)) {
			// An invalid Expires, such as "0", is in the past (5.3).
			return HttpDates.find(headers, HttpHeaders.EXPIRES)
				.map((expires) -> Duration.between(date, expires))
				.orElse(Duration.ZERO);
		}
		return StoragePolicy.isHeuristicallyCacheable(status, cacheControl)
				? heuristicLifetime(headers, date, heuristicFraction) : Duration.ZERO;
	}

	private static Duration heuristicLifetime(HttpHeaders headers, Instant date, double fraction) {
		Duration unchanged = HttpDates.find(headers, HttpHeaders.LAST_MODIFIED)
			.map((modified) -> Duration.between(modified, date))
			.orElse(Duration.ZERO);
		Duration lifetime = Duration.ofSeconds(Math.max(0, (long) (unchanged.toSeconds() * fraction)));
		return (lifetime.compareTo(MAX_HEURISTIC_LIFETIME) < 0) ? lifetime : MAX_HEURISTIC_LIFETIME;
	}

	/**
	 * Return the value of {@code Age} plus the time since the request. The first member
	 * counts; an invalid value is ignored (5.1).
	 */
	private static Duration ageValue(HttpHeaders headers, Instant now) {
		String age = headers.getFirst(HttpHeaders.AGE);
		int comma = (age != null) ? age.indexOf(',') : -1;
		String first = (age == null) ? "" : ((comma < 0) ? age : age.substring(0, comma));
		return CacheControl.deltaSeconds(first.strip())
			.orElse(Duration.ZERO)
			.plus(StoredHeaders.timeSinceRequest(headers, now));
	}

}
