package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A stored response, without header fields and content, which may hold secrets.
 * Immutable. Not to be implemented by applications.
 */
public interface CacheEntry {

	/**
	 * Return the URL.
	 * @return the normalized URL
	 */
	String url();

	/**
	 * Return the media type of the response, empty without one; for a response that a
	 * {@code ServiceRoot} has stored, the media ranges that its request accepts (RFC
	 * 9110, 12.5.1).
	 * @return the media type or the media ranges
	 */
	String mediaRange();

	/**
	 * Return the status code.
	 * @return the status code
	 */
	int status();

	/**
	 * Return the freshness lifetime (RFC 9111, 4.2.1).
	 * @return the lifetime, not negative
	 */
	Duration freshnessLifetime();

	/**
	 * Return the time since the response was created or confirmed (RFC 9111, 4.2.3).
	 * @return the age
	 */
	Duration age();

	/**
	 * Return the length of the content.
	 * @return the length in bytes
	 */
	long bytes();

	/**
	 * Return the lower-case names of the selecting header fields (RFC 9111, 4.1);
	 * {@code authorization} stands for the identity of the user. Entries of one URL that
	 * are otherwise equal differ in the values of these fields.
	 * @return the names, sorted
	 */
	List<String> selecting();

	/**
	 * Return the name of the {@link CacheRule} that applies to such a request for this
	 * URL, or its number, counted from 1.
	 * @return the rule, {@code null} without one
	 */
	@Nullable String rule();

	/**
	 * Return the method of the request. Entries of one URL that are responses to queries
	 * differ in their content too.
	 * @return {@code QUERY} or {@code POST} for the response to a query, otherwise
	 * {@code GET}
	 */
	String method();

	/**
	 * Return whether the response is fresh. A request may be sent nevertheless, for
	 * instance for another identity.
	 * @return whether the freshness lifetime is longer than the age
	 */
	default boolean isFresh() {
		return freshnessLifetime().compareTo(age()) > 0;
	}

}
