package dev.hyperclient.cache.store;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

import dev.hyperclient.internal.http.FieldValues;
import dev.hyperclient.internal.http.Host;

/**
 * The key of a stored response (RFC 9111, 2): the URL and a text for the variant.
 * Immutable.
 * <p>
 * There is one stored response for each key. Without variants, other selecting header
 * fields are stored in the {@link StoredResponse} and compared; with variants, a hash of
 * all of them is part of the key.
 *
 * @param url the normalised URL
 * @param variant a text that distinguishes responses of the URL: the {@code Accept} field
 * of the request, {@code *}{@code /*} without one, or a hash of selecting header fields
 * and identity
 */
public record CacheKey(String url, String variant) {

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	/**
	 * Create the key of a URL. Scheme and host are converted to lower case, a host is
	 * decoded, a non-ASCII one is converted to its IDNA form, an IPv6 address to its
	 * shortest form, and a dot at the end of the host is removed. An empty path is
	 * converted to {@code "/"}; the fragment is removed, and non-ASCII characters are
	 * percent-encoded as UTF-8. Percent-escapes and the query are not changed, so
	 * {@code %27} and {@code '} are different keys.
	 * @param uri an absolute, hierarchical URL
	 * @param variant a text that distinguishes responses of the URL
	 * @return the key
	 * @throws IllegalArgumentException if the URL has no scheme or no authority
	 */
	public static CacheKey of(URI uri, String variant) {
		if (uri.getScheme() == null || uri.getRawAuthority() == null) {
			throw new IllegalArgumentException("Not an absolute URL with a host: '" + uri + "'");
		}
		String text = uri.toString();
		if (isNormalised(uri, text)) {
			return new CacheKey(text, variant);
		}
		StringBuilder url = new StringBuilder(text.length() + 8);
		url.append(uri.getScheme().toLowerCase(Locale.ROOT)).append("://").append(authority(uri.getRawAuthority()));
		String path = uri.getRawPath();
		url.append((path == null || path.isEmpty()) ? "/" : ascii(path));
		String query = uri.getRawQuery();
		if (query != null && !query.isEmpty()) {
			url.append('?').append(ascii(query));
		}
		return new CacheKey(url.toString(), variant);
	}

	/**
	 * Return the text of the key, which file names are derived from.
	 * @return URL, hyphen, variant
	 */
	public String text() {
		// Without a builder, which copies the URL as it grows.
		return this.url.concat("-").concat(this.variant);
	}

	private static String authority(String authority) {
		int colon = authority.lastIndexOf(':');
		boolean hasPort = colon > authority.lastIndexOf(']');
		String host = hasPort ? authority.substring(0, colon) : authority;
		return ascii(Host.normalise(host) + (hasPort ? authority.substring(colon) : ""));
	}

	private static String ascii(String text) {
		if (FieldValues.isAscii(text)) {
			return text;
		}
		// Not URI.toASCIIString(), which normalises accents and so changes the key.
		StringBuilder encoded = new StringBuilder(text.length() + 16);
		for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
			if (b >= 0) {
				encoded.append((char) b);
			}
			else {
				encoded.append('%').append(HEX.toHexDigits(b));
			}
		}
		return encoded.toString();
	}

	/** Whether a character of scheme or host may be converted. */
	private static boolean isConverted(char c, char next) {
		return (c >= 'A' && c <= 'Z') || c == '[' || c == '%' || (c == '.' && (next == ':' || next == '/'));
	}

	/**
	 * Whether the text of a URL is the one in its key. Most are, so that nothing is
	 * copied.
	 */
	private static boolean isNormalised(URI uri, String text) {
		int beforePath = uri.getScheme().length() + 3 + uri.getRawAuthority().length();
		if (text.length() <= beforePath || text.charAt(beforePath) != '/' || text.charAt(text.length() - 1) == '?') {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c >= 0x80 || c == '#' || (i < beforePath && isConverted(c, text.charAt(i + 1)))) {
				return false;
			}
		}
		return true;
	}

}
