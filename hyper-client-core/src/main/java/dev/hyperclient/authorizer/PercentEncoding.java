package dev.hyperclient.authorizer;

import java.nio.charset.StandardCharsets;

import org.springframework.web.util.UriUtils;

/**
 * Percent-encoding of OAuth: everything but the unreserved characters, in upper case (RFC
 * 5849, 3.6).
 */
final class PercentEncoding {

	private static final int HEX = 16;

	private PercentEncoding() {
	}

	static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Return a form-encoded text in the encoding of OAuth. Works on bytes, as ISO 8859-1
	 * characters, so that a text that is not UTF-8 is signed as it is sent. A percent
	 * sign that does not start an escape is literal.
	 */
	static String encodeForm(String formEncoded) {
		StringBuilder bytes = new StringBuilder(formEncoded.length());
		for (int i = 0; i < formEncoded.length(); i++) {
			char c = formEncoded.charAt(i);
			if (c == '%' && isHex(formEncoded, i + 1) && isHex(formEncoded, i + 2)) {
				bytes.append((char) Integer.parseInt(formEncoded, i + 1, i + 3, HEX));
				i += 2;
			}
			else {
				bytes.append((c == '+') ? ' ' : c);
			}
		}
		return UriUtils.encode(bytes.toString(), StandardCharsets.ISO_8859_1);
	}

	private static boolean isHex(String text, int index) {
		return index < text.length() && "0123456789abcdefABCDEF".indexOf(text.charAt(index)) >= 0;
	}

}
