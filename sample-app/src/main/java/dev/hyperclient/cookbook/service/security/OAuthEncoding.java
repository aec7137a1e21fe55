package dev.hyperclient.cookbook.service.security;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.springframework.web.util.UriUtils;

/**
 * Percent-encoding of OAuth (RFC 5849, section 3.6). Decoding is strict: malformed values
 * are refused.
 */
final class OAuthEncoding {

	private OAuthEncoding() {
	}

	static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Decode a value.
	 * @param encoded the value as sent
	 * @param plusIsSpace whether the value is part of a query or form
	 * @return the text
	 * @throws BadAuthorizationException if the value is malformed
	 */
	static String decode(String encoded, boolean plusIsSpace) {
		ByteArrayOutputStream octets = new ByteArrayOutputStream(encoded.length());
		for (int i = 0; i < encoded.length(); i++) {
			char character = encoded.charAt(i);
			if (character == '%') {
				octets.write(octet(encoded, i));
				i += 2;
			}
			else if (character > 0x7e) {
				throw malformed();
			}
			else {
				octets.write((character == '+' && plusIsSpace) ? ' ' : character);
			}
		}
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets.toByteArray())).toString();
		}
		catch (CharacterCodingException ex) {
			throw malformed();
		}
	}

	private static int octet(String encoded, int at) {
		if (at + 2 >= encoded.length() || !HexFormat.isHexDigit(encoded.charAt(at + 1))
				|| !HexFormat.isHexDigit(encoded.charAt(at + 2))) {
			throw malformed();
		}
		return HexFormat.fromHexDigits(encoded, at + 1, at + 3);
	}

	private static BadAuthorizationException malformed() {
		return BadAuthorizationException.badRequest("A signed value must be percent-encoded UTF-8.");
	}

}
