package dev.hyperclient.internal.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Converts URLs as services and applications write them to the form in which they are
 * sent: ASCII only (RFC 3986). Other characters, and those that a URL must not contain,
 * are percent-encoded as UTF-8 (RFC 3987, 3.1, without normalization). Percent-escapes
 * are kept. A host is not encoded, so that one with other characters is rejected.
 */
public final class UriEncoding {

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private static final String ILLEGAL = " \"<>\\^`{|}";

	private UriEncoding() {
	}

	/**
	 * Return the URL for a text.
	 * @param text the text, absolute or relative
	 * @return the URL
	 * @throws URISyntaxException if the text is not a URL
	 */
	public static URI parse(String text) throws URISyntaxException {
		if (!isWellFormed(text)) {
			throw new URISyntaxException(text, "It contains an unpaired surrogate");
		}
		return new URI(encoded(text, StandardCharsets.UTF_8));
	}

	/**
	 * Return the URL that a header field contains.
	 * @param value the value of the field. HTTP clients decode each byte of a header
	 * field as one character, so these bytes are encoded
	 * @return the URL
	 * @throws URISyntaxException if the text is not a URL
	 */
	public static URI parseField(String value) throws URISyntaxException {
		return value.chars().allMatch((c) -> c <= 0xFF) ? new URI(encoded(value, StandardCharsets.ISO_8859_1))
				: parse(value);
	}

	/**
	 * Return a URL as it is sent.
	 * @param uri a URL
	 * @return the same one if it is ASCII
	 * @throws IllegalArgumentException if it has an unpaired surrogate
	 */
	public static URI encode(URI uri) {
		String text = uri.toString();
		if (!isWellFormed(text)) {
			throw new IllegalArgumentException("'%s' contains an unpaired surrogate".formatted(uri));
		}
		String encoded = encoded(text, StandardCharsets.UTF_8);
		return encoded.equals(text) ? uri : URI.create(encoded);
	}

	/**
	 * Return whether a text can be written as UTF-8.
	 * @param text the text
	 * @return {@code false} if it has an unpaired surrogate
	 */
	public static boolean isWellFormed(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isSurrogate(text.charAt(i)) && Character.charCount(text.codePointAt(i++)) == 1) {
				return false;
			}
		}
		return true;
	}

	private static String encoded(String text, Charset charset) {
		if (isPlain(text)) {
			return text;
		}
		int authority = endOfAuthority(text);
		int query = indexOfAny("?#", text, authority);
		StringBuilder encoded = new StringBuilder(text.length() + 16);
		for (int i = 0; i < text.length(); i++) {
			if ((i < authority) ? ILLEGAL.indexOf(text.charAt(i)) < 0 : isLegal(text, i, query)) {
				encoded.append(text.charAt(i));
			}
			else {
				int end = i + Character.charCount(text.codePointAt(i));
				for (byte b : text.substring(i, end).getBytes(charset)) {
					HEX.toHexDigits(encoded.append('%'), b);
				}
				i = end - 1;
			}
		}
		return encoded.toString();
	}

	/**
	 * Whether no character could need an encoding, as in most links of services.
	 */
	private static boolean isPlain(String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c >= 0x80 || c == '%' || c == '[' || c == ']' || ILLEGAL.indexOf(c) >= 0) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Brackets in a query are kept, since services use them there. Control characters are
	 * not encoded but rejected.
	 */
	private static boolean isLegal(String text, int position, int query) {
		char c = text.charAt(position);
		return switch (c) {
			case '%' -> isHexDigit(text, position + 1) && isHexDigit(text, position + 2);
			case '[', ']' -> position > query;
			default -> c < 0x80 && ILLEGAL.indexOf(c) < 0;
		};
	}

	private static boolean isHexDigit(String text, int position) {
		return position < text.length() && HexFormat.isHexDigit(text.charAt(position));
	}

	private static int endOfAuthority(String text) {
		int scheme = text.indexOf("://");
		return (scheme > 0 && isScheme(text, scheme)) ? indexOfAny("/?#", text, scheme + 3) : 0;
	}

	/** RFC 3986, 3.1. */
	private static boolean isScheme(String text, int end) {
		return text.chars()
			.limit(end)
			.allMatch((c) -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+'
					|| c == '-' || c == '.');
	}

	/**
	 * Return the index of the first of some characters, or else the length of the text.
	 */
	private static int indexOfAny(String characters, String text, int begin) {
		int position = begin;
		while (position < text.length() && characters.indexOf(text.charAt(position)) < 0) {
			position++;
		}
		return position;
	}

}
