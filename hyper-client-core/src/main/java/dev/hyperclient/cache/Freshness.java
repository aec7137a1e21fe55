package dev.hyperclient.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.springframework.http.HttpHeaders;

/**
 * How old a response is, and how old it may become (RFC 9111, 4.2). Nothing is guessed: a
 * response that says nothing of its lifetime has none.
 *
 * @param lifetime the freshness lifetime (4.2.1): {@code max-age}, else what lies between
 * {@code Date} and {@code Expires}, else zero. Zero as well if there is no {@code Date}
 * to count from, or if the response says {@code no-cache}
 * @param age the current age (4.2.3): the time since {@code Date}, and not less than the
 * {@code Age} field says
 */
record Freshness(Duration lifetime, Duration age) {

	/**
	 * The freshness of a response.
	 * @param headers its header fields
	 * @param now the present
	 */
	static Freshness of(HttpHeaders headers, Instant now) {
		Duration told = toldAge(headers);
		Optional<Instant> date = HttpDates.find(headers, HttpHeaders.DATE);
		if (date.isEmpty()) {
			return new Freshness(Duration.ZERO, told);
		}
		Duration apparent = Duration.between(date.get(), now);
		return new Freshness(lifetime(headers, date.get()), (apparent.compareTo(told) > 0) ? apparent : told);
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
			.map((date) -> lifetime(headers, date).compareTo(Duration.ZERO) > 0)
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
	 * Whether it is also young enough for a request with a {@code max-age} (5.2.1.1).
	 */
	boolean satisfies(CacheControl request) {
		return isFresh() && (request.maxAge() == null || request.maxAge().compareTo(this.age) > 0);
	}

	private static Duration lifetime(HttpHeaders headers, Instant date) {
		CacheControl cacheControl = CacheControl.of(headers);
		if (cacheControl.noCache()) {
			return Duration.ZERO;
		}
		if (cacheControl.maxAge() != null) {
			return cacheControl.maxAge();
		}
		// An Expires that cannot be read, such as "0", lies in the past (5.3).
		return HttpDates.find(headers, HttpHeaders.EXPIRES)
			.map((expires) -> Duration.between(date, expires))
			.orElse(Duration.ZERO);
	}

	private static Duration toldAge(HttpHeaders headers) {
		String age = headers.getFirst(HttpHeaders.AGE);
		return (age != null) ? DeltaSeconds.parse(age.strip()).orElse(Duration.ZERO) : Duration.ZERO;
	}

}
