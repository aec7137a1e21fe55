package dev.hyperclient.cookbook.service;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict decoding of what clients escape: what does not decode is refused, never guessed.
 */
final class Percent {

	private Percent() {
	}

	static byte[] decode(String escaped, boolean plusIsBlank) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
		for (int i = 0; i < escaped.length(); i++) {
			char character = escaped.charAt(i);
			if (character == '%') {
				bytes.write(octet(escaped, i));
				i += 2;
			}
			else if (character > 0x7e || character <= 0x20) {
				throw RequestRefusedException
					.badRequest("Characters like U+%04X must be percent-encoded as UTF-8.".formatted((int) character));
			}
			else {
				bytes.write((character == '+' && plusIsBlank) ? ' ' : character);
			}
		}
		return bytes.toByteArray();
	}

	static String utf8(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw RequestRefusedException.badRequest("The request is not well-formed UTF-8.");
		}
	}

	private static int octet(String escaped, int at) {
		int high = (at + 2 < escaped.length()) ? Character.digit(escaped.charAt(at + 1), 16) : -1;
		int low = (high >= 0) ? Character.digit(escaped.charAt(at + 2), 16) : -1;
		if (low < 0) {
			throw RequestRefusedException.badRequest("A percent sign must be followed by two hexadecimal digits.");
		}
		return high << 4 | low;
	}

}
