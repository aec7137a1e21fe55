package dev.hyperclient.authorizer;

import java.nio.charset.StandardCharsets;

import org.springframework.web.util.UriUtils;

/**
 * Percent-encoding as OAuth wants it: everything but the unreserved characters, in upper
 * case (RFC 5849, 3.6).
 */
final class PercentEncoding {

	private static final int HEX = 16;

	private PercentEncoding() {
	}

	static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	/**
	 * Return a form-encoded text in the encoding of OAuth. Works on bytes, kept as ISO
	 * 8859-1, so that what is no UTF-8 is signed as it is sent. A percent sign that
	 * begins no escape stands for itself.
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
