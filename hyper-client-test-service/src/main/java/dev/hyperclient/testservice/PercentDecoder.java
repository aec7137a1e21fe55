package dev.hyperclient.testservice;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Decodes percent-encoding strictly: malformed input is refused with status 400.
 */
final class PercentDecoder {

	private PercentDecoder() {
	}

	static byte[] decode(String encoded, boolean plusIsSpace) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
		for (int i = 0; i < encoded.length(); i++) {
			char character = encoded.charAt(i);
			if (character == '%') {
				bytes.write(octet(encoded, i));
				i += 2;
			}
			else if (character > 0x7e || character <= 0x20) {
				throw RequestRefusedException
					.badRequest("Characters like U+%04X must be percent-encoded as UTF-8.".formatted((int) character));
			}
			else {
				bytes.write((character == '+' && plusIsSpace) ? ' ' : character);
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

	private static int octet(String encoded, int at) {
		int high = (at + 2 < encoded.length()) ? Character.digit(encoded.charAt(at + 1), 16) : -1;
		int low = (high >= 0) ? Character.digit(encoded.charAt(at + 2), 16) : -1;
		if (low < 0) {
			throw RequestRefusedException.badRequest("A percent sign must be followed by two hexadecimal digits.");
		}
		return high << 4 | low;
	}

}
