package dev.hyperclient.http;

import java.util.OptionalLong;

import org.springframework.http.HttpHeaders;

/**
 * How long content is, as far as header fields tell.
 */
public final class ContentLength {

	private ContentLength() {
	}

	/**
	 * The length of the content as it will be read. Where it is encoded, the field may
	 * speak of the encoded length or of the decoded one.
	 * @param headers the header fields of an answer
	 * @return the number of bytes, or empty if nobody knows
	 */
	public static OptionalLong of(HttpHeaders headers) {
		if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			return OptionalLong.empty();
		}
		try {
			long length = headers.getContentLength();
			return (length >= 0) ? OptionalLong.of(length) : OptionalLong.empty();
		}
		catch (NumberFormatException ex) {
			return OptionalLong.empty();
		}
	}

}
