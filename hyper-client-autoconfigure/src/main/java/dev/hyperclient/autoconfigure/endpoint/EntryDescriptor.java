package dev.hyperclient.autoconfigure.endpoint;

import java.time.Duration;
import java.util.List;

import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.internal.message.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Description of a stored response.
 *
 * @param url the URL; in the list of the most recent responses with {@code ?...} in place
 * of the query and {@code ;...} in place of parameters of the path, which may be secrets
 * @param mediaType the requested media type
 * @param status the status code
 * @param fresh whether the response is fresh
 * @param freshnessLifetime the freshness lifetime (RFC 9111, 4.2.1)
 * @param age the current age (RFC 9111, 4.2.3)
 * @param bytes the length of the content in bytes
 * @param selecting the lower-case names of the selecting header fields (RFC 9111, 4.1),
 * in which entries that are otherwise equal differ; {@code authorization} stands for the
 * user
 * @param rule the name or number of the cache rule for such a request, {@code null}
 * without one
 * @param method the method of the request: {@code GET}, or {@code QUERY} or {@code POST}
 * for the response to a query
 */
record EntryDescriptor(String url, String mediaType, int status, boolean fresh, Duration freshnessLifetime,
		Duration age, long bytes, List<String> selecting, @Nullable String rule, String method) {

	static EntryDescriptor of(CacheEntry entry) {
		return of(entry, entry.url());
	}

	static EntryDescriptor listed(CacheEntry entry) {
		return of(entry, PrintableText.url(entry.url()));
	}

	private static EntryDescriptor of(CacheEntry entry, String url) {
		return new EntryDescriptor(url, entry.mediaType(), entry.status(), entry.isFresh(), entry.freshnessLifetime(),
				entry.age(), entry.bytes(), entry.selecting(), entry.rule(), entry.method());
	}

}
