package dev.hyperclient.internal.description;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The encoding of a document. Checks that its bytes are valid, since the JDK's parser
 * prints invalid ones to standard error. Encodings other than UTF-8 and US-ASCII are left
 * to the parser.
 */
final class DocumentEncoding {

	/** The declaration is ASCII, optionally after a byte order mark of UTF-8. */
	private static final Pattern DECLARED = Pattern
		.compile("^(?:\u00ef\u00bb\u00bf)?<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

	private static final int DECLARATION_LENGTH = 200;

	private static final int PIECE = 8 * 1024;

	private DocumentEncoding() {
	}

	static void requireValid(byte[] document, DocumentUri url) {
		Charset charset = charset(document);
		if (!charset.equals(StandardCharsets.UTF_8) && !charset.equals(StandardCharsets.US_ASCII)) {
			return;
		}
		CharsetDecoder decoder = charset.newDecoder()
			.onMalformedInput(CodingErrorAction.REPORT)
			.onUnmappableCharacter(CodingErrorAction.REPORT);
		CharBuffer characters = CharBuffer.allocate(PIECE);
		ByteBuffer bytes = ByteBuffer.wrap(document);
		CoderResult result;
		do {
			result = decoder.decode(bytes, characters.clear(), true);
		}
		while (result.isOverflow());
		if (result.isError()) {
			throw url.failure(line(document, bytes.position()),
					"it is not well-formed XML: its bytes are not " + charset, null);
		}
	}

	/** Return the encoding, any other one for what Java does not support. */
	static Charset charset(byte[] document) {
		if (document.length >= 2 && (document[0] == 0 || document[1] == 0 || (document[0] & 0xFE) == 0xFE)) {
			return StandardCharsets.UTF_16;
		}
		String begin = new String(document, 0, Math.min(document.length, DECLARATION_LENGTH),
				StandardCharsets.ISO_8859_1);
		Matcher declared = DECLARED.matcher(begin);
		if (!declared.find()) {
			return StandardCharsets.UTF_8;
		}
		try {
			return Charset.forName(declared.group(1));
		}
		catch (IllegalArgumentException ex) {
			return StandardCharsets.ISO_8859_1;
		}
	}

	private static int line(byte[] document, int end) {
		int line = 1;
		for (int i = 0; i < end; i++) {
			line += (document[i] == '\n') ? 1 : 0;
		}
		return line;
	}

}
