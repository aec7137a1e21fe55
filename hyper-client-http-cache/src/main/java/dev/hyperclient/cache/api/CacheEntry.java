package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A stored response, without header fields and content, which may hold secrets.
 *
 * @param url the normalized URL
 * @param mediaRange the media type of the response, empty without one; for a response
 * that a {@code ServiceRoot} has stored, the media ranges that its request accepts (RFC
 * 9110, 12.5.1)
 * @param status the status code
 * @param freshnessLifetime the freshness lifetime (RFC 9111, 4.2.1), not negative
 * @param age the time since it was created or confirmed (RFC 9111, 4.2.3)
 * @param bytes the length of the content
 * @param selecting the lower-case names of the selecting header fields (RFC 9111, 4.1),
 * sorted; {@code authorization} stands for the identity of the user. Entries of one URL
 * that are otherwise equal differ in the values of these fields
 * @param rule the name of the {@link CacheRule} that decides on such a request for this
 * URL, or its number from 1; {@code null} without one
 * @param method the method of the request, {@code QUERY} or {@code POST} for the response
 * to a query, otherwise {@code GET}. Entries of one URL that are responses to queries
 * differ in their content too
 */
public record CacheEntry(String url, String mediaRange, int status, Duration freshnessLifetime, Duration age,
		long bytes, List<String> selecting, @Nullable String rule, String method) {

	/**
	 * Return whether the response is fresh. A request may be sent all the same, for
	 * instance for another identity.
	 * @return whether the freshness lifetime is longer than the age
	 */
	public boolean isFresh() {
		return this.freshnessLifetime.compareTo(this.age) > 0;
	}

}
