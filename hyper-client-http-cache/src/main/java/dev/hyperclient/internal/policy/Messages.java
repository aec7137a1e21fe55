package dev.hyperclient.internal.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.CacheKey;

import org.springframework.http.HttpHeaders;

/**
 * Keys, lengths and fields of requests and responses.
 */
public final class Messages {

	private static final byte[] NO_BYTES = new byte[0];

	private Messages() {
	}

	/**
	 * Return the cache key of a request without variants: the URL and the {@code Accept}
	 * field.
	 */
	public static CacheKey key(CacheRequest request) {
		List<String> accept = request.headers().getOrEmpty(HttpHeaders.ACCEPT);
		return CacheKey.of(request.uri(), switch (accept.size()) {
			case 0 -> "*/*";
			case 1 -> accept.get(0);
			default -> String.join(", ", accept);
		});
	}

	/**
	 * Whether the URL of a request can be part of a cache key. A URL with user
	 * information cannot, since file names are derived from keys.
	 */
	public static boolean hasKey(CacheRequest request) {
		return request.uri().getScheme() != null && request.uri().getRawAuthority() != null
				&& request.uri().getRawAuthority().indexOf('@') < 0;
	}

	/**
	 * Whether a status code is an error in place of which a stale response may be served
	 * (RFC 5861, 4).
	 */
	public static boolean isError(int status) {
		return status == 500 || (status >= 502 && status <= 504);
	}

	/**
	 * Return a response with collected content.
	 */
	public static CacheResponse withContent(CacheResponse response, byte[] content) {
		return CacheResponse.of(response.uri(), response.status(), response.headers(), content);
	}

	/**
	 * Return the length of the complete content (RFC 9111, 3.3), if it can be compared
	 * with the length of the received content. With {@code Transfer-Encoding}, and if the
	 * content was encoded, {@code Content-Length} is another length.
	 */
	public static OptionalLong declaredLength(CacheResponse response) {
		return response.headers().containsHeader(HttpHeaders.TRANSFER_ENCODING) ? OptionalLong.empty()
				: ResponseContent.contentLength(response.headers());
	}

	/**
	 * Whether collected content is complete, as far as that is known.
	 */
	public static boolean hasDeclaredLength(CacheResponse response) {
		long length = collected(response).length;
		return length == declaredLength(response).orElse(length);
	}

	/**
	 * Return the content in memory, which is empty for a streamed body.
	 */
	public static byte[] collected(CacheResponse response) {
		try {
			return response.body().isStreamed() ? NO_BYTES : response.body().bytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Split a field at its commas, but for those in quotations.
	 * @param value the value of the field
	 * @param members receives each part, without spaces around it
	 * @return whether a quotation has no end
	 */
	static boolean split(String value, Consumer<String> members) {
		boolean quoted = false;
		int start = 0;
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (quoted && c == '\\') {
				i++;
			}
			else if (c == '"') {
				quoted = !quoted;
			}
			else if (c == ',' && !quoted) {
				members.accept(value.substring(start, i).strip());
				start = i + 1;
			}
		}
		members.accept(value.substring(start).strip());
		return quoted;
	}

}
