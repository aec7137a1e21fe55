package dev.hyperclient.internal.policy;

import java.util.Optional;

import dev.hyperclient.cache.api.CacheResponse;

import org.springframework.http.HttpHeaders;

/**
 * The limits of streamed content that is stored.
 *
 * @param maxLength the maximum number of bytes; longer content is not stored
 * @param storesEncoded whether content with {@code Content-Encoding} is stored
 * @param readAhead the maximum number of bytes that are read when a caller closes content
 * before its end, so that it can still be stored
 */
public record StorageLimits(long maxLength, boolean storesEncoded, int readAhead) {

	/**
	 * The limits of decoded content, so that one response cannot fill a disk.
	 */
	public static final StorageLimits DECODED = new StorageLimits(100L * 1024 * 1024, false, 0);

	/**
	 * Return why the content of a response is not stored, as far as its header fields
	 * tell.
	 */
	public Optional<String> refusal(CacheResponse head) {
		if (Messages.declaredLength(head).orElse(0) > this.maxLength) {
			return Optional.of(tooLong());
		}
		return (!this.storesEncoded && head.headers().containsHeader(HttpHeaders.CONTENT_ENCODING))
				? Optional.of("encoded content") : Optional.empty();
	}

	/**
	 * Return why content beyond the limit is not stored.
	 */
	public String tooLong() {
		return "more than the maximum of %d bytes".formatted(this.maxLength);
	}

}
