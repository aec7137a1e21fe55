package dev.hyperclient.docs.httpcache;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A row of the table of responses.
 */
// tag::jdbc-store-row[]
record ResponseRow(String urlHash, String variantHash, String url, String variant, int status, String headers,
		String varied, @Nullable String identityHash, @Nullable String permanentRedirect, byte[] content, long stored) {

	static final String INSERT = """
			insert into response values (:urlHash, :variantHash, :url, :variant, :status, :headers, :varied,
			:identityHash, :permanentRedirect, :content, :stored)""";

	static final String UPDATE = """
			update response set status = :status, headers = :headers, varied = :varied, identity_hash = :identityHash,
			permanent_redirect = :permanentRedirect, content = :content, stored = :stored
			where url_hash = :urlHash and variant_hash = :variantHash""";

	static ResponseRow of(CacheKey key, StoredResponse response) throws IOException {
		HttpHeaders varied = new HttpHeaders();
		response.varied().forEach(varied::set);
		return new ResponseRow(JdbcResponseStore.hash(key.url()), JdbcResponseStore.hash(key.variant()), key.url(),
				key.variant(), response.status(), lines(response.headers()), lines(varied), response.identityHash(),
				response.permanentRedirect(), response.body().bytes(), System.currentTimeMillis());
	}

	StoredResponse response() {
		return StoredResponse.of(this.status, fields(this.headers), this.content,
				fields(this.varied).toSingleValueMap(), this.identityHash, this.permanentRedirect);
	}

	/** There are no line breaks in names and values. */
	private static String lines(HttpHeaders fields) {
		StringBuilder lines = new StringBuilder();
		fields.forEach(
				(name, values) -> values.forEach((value) -> lines.append(name).append(':').append(value).append('\n')));
		return lines.toString();
	}

	private static HttpHeaders fields(String lines) {
		HttpHeaders fields = new HttpHeaders();
		lines.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0) {
				fields.add(line.substring(0, colon), line.substring(colon + 1));
			}
		});
		return fields;
	}

	/** The columns that decide about groups. */
	record Head(String url, String variant, String headers) {

		CacheKey key() {
			return new CacheKey(this.url, this.variant);
		}

		boolean isInOneOf(Set<CacheGroup> groups) {
			StoredResponse response = StoredResponse.of(200, fields(this.headers), new byte[0], Map.of(), null, null);
			return !Collections.disjoint(CacheGroup.of(key(), response), groups);
		}

	}

}
// end::jdbc-store-row[]
