package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;

/**
 * Determines how long a response stays in Redis. This does not decide about reuse, so an
 * approximation suffices.
 */
final class RedisLifetime {

	private static final Pattern MAX_AGE = Pattern.compile("(?:^|[\\s,])max-age\\s*=\\s*\"?(\\d{1,9})",
			Pattern.CASE_INSENSITIVE);

	/** Larger ones are records of the cache, not responses. */
	private static final int LAST_STATUS = 599;

	private RedisLifetime() {
	}

	/**
	 * Return the time to live of a response: its freshness lifetime and the grace, at
	 * most the maximum age.
	 */
	static Duration of(StoredResponse response, RedisStoreSettings settings) {
		if (response.status() > LAST_STATUS) {
			return settings.maxAge();
		}
		Duration lifetime = freshness(response.headers()).plus(settings.grace());
		Duration bounded = (lifetime.compareTo(settings.maxAge()) < 0) ? lifetime : settings.maxAge();
		return (bounded.toMillis() > 0) ? bounded : Duration.ofMillis(1);
	}

	private static Duration freshness(HttpHeaders headers) {
		Matcher maxAge = MAX_AGE.matcher(String.join(",", headers.getOrEmpty(HttpHeaders.CACHE_CONTROL)));
		if (maxAge.find()) {
			return Duration.ofSeconds(Long.parseLong(maxAge.group(1)));
		}
		try {
			long lifetime = headers.getExpires() - headers.getDate();
			return (headers.getExpires() >= 0 && lifetime > 0) ? Duration.ofMillis(lifetime) : Duration.ZERO;
		}
		catch (IllegalArgumentException ex) {
			// An invalid date.
			return Duration.ZERO;
		}
	}

}
