package dev.hyperclient.testservice;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes percent-encoding strictly: malformed input is refused with status 400.
 */
final class PercentDecoder {

	private static final Pattern MALFORMED = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^\\x21-\\x7e]");

	private PercentDecoder() {
	}

	static byte[] decode(String encoded, boolean plusIsSpace) {
		String text = plusIsSpace ? encoded : encoded.replace("+", "%2B");
		Matcher malformed = MALFORMED.matcher(text);
		if (malformed.find()) {
			char character = text.charAt(malformed.start());
			throw RequestRefusedException
				.badRequest((character == '%') ? "A percent sign must be followed by two hexadecimal digits."
						: "Characters like U+%04X must be percent-encoded as UTF-8.".formatted((int) character));
		}
		return URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
	}

	static String utf8(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw RequestRefusedException.badRequest("The request is not well-formed UTF-8.");
		}
	}

}
