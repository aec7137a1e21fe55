package dev.hyperclient.cache;

import java.time.Duration;

/**
 * What a cache tells of one stored response: no header fields and no content, which may
 * hold secrets.
 *
 * @param mediaType what the {@code Accept} field of the request said; {@code any} and
 * what follows it for a response to a {@link CacheExchangeFilterFunction}
 * @param status the status code
 * @param freshnessLifetime how long it is fresh after it was made (RFC 9111, 4.2.1), not
 * negative
 * @param age how long ago it was made or confirmed (RFC 9111, 4.2.3)
 * @param bytes the length of the content
 */
public record CacheEntry(String mediaType, int status, Duration freshnessLifetime, Duration age, long bytes) {

	/**
	 * Whether it is still fresh. Even then a request may have to be sent: for another
	 * identity, for instance.
	 * @return whether the freshness lifetime is longer than the age
	 */
	public boolean isFresh() {
		return this.freshnessLifetime.compareTo(this.age) > 0;
	}

}
