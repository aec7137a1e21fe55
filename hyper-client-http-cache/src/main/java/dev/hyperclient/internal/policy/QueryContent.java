package dev.hyperclient.internal.policy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

import dev.hyperclient.cache.api.CacheRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Requests whose content is part of the cache key: QUERY (RFC 10008, 2.7), and POST that
 * a rule declares to be a query.
 */
public final class QueryContent {

	/** The method, for which Spring has no constant. */
	public static final HttpMethod QUERY = HttpMethod.valueOf("QUERY");

	/** What content means depends on its metadata (RFC 9110, 8.3 to 8.7). */
	private static final List<String> METADATA = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_ENCODING,
			HttpHeaders.CONTENT_LANGUAGE, HttpHeaders.CONTENT_LOCATION);

	private QueryContent() {
	}

	/**
	 * Return a digest of method, content and its metadata. The length of each part
	 * precedes it, so that different parts never have the same encoding.
	 */
	public static String digest(HttpMethod method, HttpHeaders headers, byte[] content) {
		MessageDigest digest = sha256();
		update(digest, method.name().getBytes(StandardCharsets.UTF_8));
		for (String name : METADATA) {
			List<String> values = headers.getOrEmpty(name);
			digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(values.size()).flip());
			values.forEach((value) -> update(digest, value.getBytes(StandardCharsets.UTF_8)));
		}
		update(digest, content);
		return HexFormat.of().formatHex(digest.digest());
	}

	/**
	 * Whether the content of a request is part of the cache key.
	 */
	public static boolean isKeyed(CacheRequest request) {
		return !request.contentDigest().isEmpty();
	}

	/**
	 * Whether a request is a query, even if its content is too long to be part of the
	 * cache key.
	 */
	static boolean isQuery(CacheRequest request) {
		return QUERY.equals(request.method()) || isKeyed(request);
	}

	/**
	 * Whether the server would answer a condition of the request with 412 in place of 304
	 * (RFC 9110, 13.1.2).
	 */
	public static boolean isUnconditional(CacheRequest request) {
		return HttpMethod.POST.equals(request.method());
	}

	private static void update(MessageDigest digest, byte[] part) {
		digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
		digest.update(part);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
