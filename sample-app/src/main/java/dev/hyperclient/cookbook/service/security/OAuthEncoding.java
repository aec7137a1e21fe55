package dev.hyperclient.cookbook.service.security;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.RequestRefusedException;
import org.springframework.web.util.UriUtils;

/**
 * Percent-encoding of OAuth (RFC 5849, section 3.6). Decoding is strict: malformed values
 * are refused.
 */
final class OAuthEncoding {

	private static final Pattern MALFORMED = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^\\x00-\\x7e]");

	private OAuthEncoding() {
	}

	static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Decode a value.
	 * @param encoded the value as sent
	 * @return the text
	 * @throws RequestRefusedException if the value is malformed
	 */
	static String decode(String encoded) {
		String text = encoded.replace("+", "%2B");
		if (MALFORMED.matcher(text).find()) {
			throw malformed();
		}
		byte[] octets = URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
		}
		catch (CharacterCodingException ex) {
			throw malformed();
		}
	}

	private static RequestRefusedException malformed() {
		return RequestRefusedException.badRequest("A signed value must be percent-encoded UTF-8.");
	}

}
