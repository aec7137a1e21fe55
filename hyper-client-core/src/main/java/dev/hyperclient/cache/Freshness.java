package dev.hyperclient.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * How old a response is, and how old it may become (RFC 9111, 4.2). Nothing is guessed
 * unless the settings ask for it: a response that says nothing of its lifetime has none.
 *
 * @param lifetime the freshness lifetime (4.2.1): {@code max-age}, else what lies between
 * {@code Date} and {@code Expires}, else zero. Zero as well if there is no {@code Date}
 * to count from, or if the response says {@code no-cache}
 * @param age the current age (4.2.3): the time since {@code Date}, and not less than the
 * {@code Age} field says and the time since the response was asked for
 */
record Freshness(Duration lifetime, Duration age) {

	private static final Duration LONGEST_GUESS = Duration.ofDays(1);

	/**
	 * The freshness of a response, without guessing.
	 * @param headers its header fields
	 * @param now the present
	 */
	static Freshness of(HttpHeaders headers, Instant now) {
		return of(200, headers, now, Rules.SERVICE);
	}

	/**
	 * The freshness of a response.
	 * @param status its status code
	 * @param headers its header fields
	 * @param now the present
	 * @param rules whether a lifetime may be guessed
	 */
	static Freshness of(int status, HttpHeaders headers, Instant now, Rules rules) {
		Duration told = toldAge(headers, now);
		Optional<Instant> date = HttpDates.find(headers, HttpHeaders.DATE);
		if (date.isEmpty()) {
			return new Freshness(Duration.ZERO, told);
		}
		if (OwnFields.isFromFuture(headers, date.get(), now)) {
			// The clock was set back, so the age is unknown.
			return new Freshness(Duration.ZERO, told);
		}
		Duration apparent = Duration.between(date.get(), now);
		return new Freshness(lifetime(status, headers, date.get(), rules),
				(apparent.compareTo(told) > 0) ? apparent : told);
	}

	/**
	 * Whether a response says itself how long it is fresh.
	 */
	static boolean isExplicit(HttpHeaders headers) {
		return CacheControl.of(headers).maxAge() != null || headers.containsHeader(HttpHeaders.EXPIRES);
	}

	/**
	 * Whether a response would be fresh for any time at all.
	 */
	static boolean hasLifetime(HttpHeaders headers) {
		return HttpDates.find(headers, HttpHeaders.DATE)
			.map((date) -> lifetime(200, headers, date, Rules.SERVICE).compareTo(Duration.ZERO) > 0)
			.orElse(false);
	}

	/**
	 * Whether the lifetime is longer than the age: a response is stale in the very moment
	 * in which both are equal.
	 */
	boolean isFresh() {
		return this.lifetime.compareTo(this.age) > 0;
	}

	/**
	 * Whether it is also young enough for a request with a {@code max-age} (5.2.1.1), and
	 * fresh for long enough for one with {@code min-fresh} (5.2.1.3).
	 */
	boolean satisfies(CacheControl request) {
		return isFresh() && isYoungEnough(request) && this.lifetime.minus(this.age).compareTo(request.minFresh()) >= 0;
	}

	/**
	 * Whether the lifetime was exceeded by no more than this, and the request asks for
	 * nothing younger.
	 * @param longest how stale it may be; zero or {@code null} for not at all
	 */
	boolean isStaleFor(@Nullable Duration longest, CacheControl request) {
		return longest != null && !longest.isZero() && isYoungEnough(request) && request.minFresh().isZero()
				&& this.age.minus(this.lifetime).compareTo(longest) <= 0;
	}

	private boolean isYoungEnough(CacheControl request) {
		Duration maxAge = request.maxAge();
		return maxAge == null || maxAge.compareTo(this.age) > 0;
	}

	private static Duration lifetime(int status, HttpHeaders headers, Instant date, Rules rules) {
		CacheControl cacheControl = CacheControl.of(headers);
		if (cacheControl.noCache()) {
			return Duration.ZERO;
		}
		Duration maxAge = cacheControl.maxAge();
		if (maxAge != null) {
			return maxAge;
		}
		if (headers.containsHeader(HttpHeaders.EXPIRES)) {
			// An Expires that cannot be read, such as "0", lies in the past (5.3).
			return HttpDates.find(headers, HttpHeaders.EXPIRES)
				.map((expires) -> Duration.between(date, expires))
				.orElse(Duration.ZERO);
		}
		boolean guess = rules.isAlone() && (cacheControl.isPublic() || StoragePolicy.isHeuristicallyCacheable(status));
		return guess ? guessed(headers, date, rules.settings().heuristicFraction()) : Duration.ZERO;
	}

	private static Duration guessed(HttpHeaders headers, Instant date, double fraction) {
		Duration unchanged = HttpDates.find(headers, HttpHeaders.LAST_MODIFIED)
			.map((modified) -> Duration.between(modified, date))
			.orElse(Duration.ZERO);
		Duration guess = Duration.ofSeconds(Math.max(0, (long) (unchanged.toSeconds() * fraction)));
		return (guess.compareTo(LONGEST_GUESS) < 0) ? guess : LONGEST_GUESS;
	}

	/**
	 * The first member counts; what is no number is ignored (5.1).
	 */
	private static Duration toldAge(HttpHeaders headers, Instant now) {
		String age = headers.getFirst(HttpHeaders.AGE);
		int comma = (age != null) ? age.indexOf(',') : -1;
		String first = (age == null) ? "" : ((comma < 0) ? age : age.substring(0, comma));
		return DeltaSeconds.parse(first.strip()).orElse(Duration.ZERO).plus(OwnFields.timeSinceAsked(headers, now));
	}

}
