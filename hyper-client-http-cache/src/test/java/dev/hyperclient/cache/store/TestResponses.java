package dev.hyperclient.cache.store;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.hyperclient.cache.Fields;

import org.springframework.util.function.ThrowingSupplier;

/**
 * Keys and responses for the tests of stores.
 */
public final class TestResponses {

	public static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	public static final CacheKey OTHER = new CacheKey("http://cookbooks.dev/1.0/", "text/plain");

	public static final CacheKey ELSEWHERE = new CacheKey("http://cookbooks.dev/1.0/2", "application/json");

	private TestResponses() {
	}

	public static StoredResponse response(String body) {
		return response("", body);
	}

	/**
	 * Return a response with fields for {@link Fields#of}.
	 */
	public static StoredResponse response(String fields, String body) {
		return StoredResponse.of(200, Fields.of(fields), body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	public static String body(ResponseStore store, CacheKey key) {
		byte[] body = ThrowingSupplier.of(store.find(key).orElseThrow().body()::bytes).get();
		return new String(body, StandardCharsets.UTF_8);
	}

}
