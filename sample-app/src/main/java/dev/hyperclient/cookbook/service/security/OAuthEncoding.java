package dev.hyperclient.cookbook.service.security;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The escaping of OAuth (RFC 5849, section 3.6), and strict decoding: what does not
 * decode is refused, never guessed.
 */
final class OAuthEncoding {

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private OAuthEncoding() {
	}

	static String encode(String text) {
		StringBuilder encoded = new StringBuilder(text.length() + 16);
		for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
			if (isUnreserved(octet)) {
				encoded.append((char) octet);
			}
			else {
				encoded.append('%').append(HEX.toHexDigits(octet));
			}
		}
		return encoded.toString();
	}

	/**
	 * Decode a value.
	 * @param escaped the value as sent
	 * @param plusIsBlank whether it comes from a query or a form
	 * @return the text
	 * @throws BadAuthorizationException if it is not well-formed
	 */
	static String decode(String escaped, boolean plusIsBlank) {
		ByteArrayOutputStream octets = new ByteArrayOutputStream(escaped.length());
		for (int i = 0; i < escaped.length(); i++) {
			char character = escaped.charAt(i);
			if (character == '%') {
				octets.write(octet(escaped, i));
				i += 2;
			}
			else if (character > 0x7e) {
				throw malformed();
			}
			else {
				octets.write((character == '+' && plusIsBlank) ? ' ' : character);
			}
		}
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets.toByteArray())).toString();
		}
		catch (CharacterCodingException ex) {
			throw malformed();
		}
	}

	private static boolean isUnreserved(byte octet) {
		return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z') || (octet >= '0' && octet <= '9')
				|| octet == '-' || octet == '.' || octet == '_' || octet == '~';
	}

	private static int octet(String escaped, int at) {
		if (at + 2 >= escaped.length() || !HexFormat.isHexDigit(escaped.charAt(at + 1))
				|| !HexFormat.isHexDigit(escaped.charAt(at + 2))) {
			throw malformed();
		}
		return HexFormat.fromHexDigits(escaped, at + 1, at + 3);
	}

	private static BadAuthorizationException malformed() {
		return BadAuthorizationException.badRequest("A signed value must be percent-encoded UTF-8.");
	}

}
