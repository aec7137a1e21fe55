package dev.hyperclient.cache.store;

import java.net.IDN;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What a response is stored under: the address and the media type that were asked for
 * (RFC 9111, 2). Immutable.
 * <p>
 * There is one stored response per key. Other request fields that a response varies on do
 * not belong to the key; they are kept in the {@link StoredResponse} and compared.
 *
 * @param url the normalised address
 * @param mediaType what the {@code Accept} field of the request said
 */
public record CacheKey(String url, String mediaType) {

	/**
	 * The media type of a request that says nothing about it.
	 */
	public static final String ANY_MEDIA_TYPE = "*/*";

	/**
	 * The key for an address. Scheme and host become lower case, a host in other letters
	 * its IDNA form, an empty path {@code "/"}; the fragment is left out, characters
	 * outside ASCII are percent-encoded as UTF-8. Percent-escapes and the query stay as
	 * they are, so {@code %27} and {@code '} are two keys.
	 * @param uri an absolute, hierarchical address
	 * @param mediaType the value of the {@code Accept} field
	 * @return the key
	 * @throws IllegalArgumentException if the address has no scheme or no authority
	 */
	public static CacheKey of(URI uri, String mediaType) {
		if (uri.getScheme() == null || uri.getRawAuthority() == null) {
			throw new IllegalArgumentException("Not an absolute address with a host: '" + uri + "'");
		}
		StringBuilder url = new StringBuilder(uri.toString().length() + 8);
		url.append(uri.getScheme().toLowerCase(Locale.ROOT)).append("://").append(authority(uri.getRawAuthority()));
		String path = uri.getRawPath();
		url.append((path == null || path.isEmpty()) ? "/" : ascii(path));
		String query = uri.getRawQuery();
		if (query != null && !query.isEmpty()) {
			url.append('?').append(ascii(query));
		}
		return new CacheKey(url.toString(), mediaType);
	}

	/**
	 * The key as one text, from which file names are made.
	 * @return address, hyphen, media type
	 */
	public String text() {
		return this.url + "-" + this.mediaType;
	}

	private static String authority(String authority) {
		if (isAscii(authority)) {
			return authority.toLowerCase(Locale.ROOT);
		}
		int colon = authority.lastIndexOf(':');
		String host = (colon < 0) ? authority : authority.substring(0, colon);
		String port = (colon < 0) ? "" : authority.substring(colon);
		try {
			return (IDN.toASCII(host) + ascii(port)).toLowerCase(Locale.ROOT);
		}
		catch (IllegalArgumentException ex) {
			// No domain name, so no server either, but a key all the same.
			return ascii(authority.toLowerCase(Locale.ROOT));
		}
	}

	private static String ascii(String text) {
		if (isAscii(text)) {
			return text;
		}
		// Not URI.toASCIIString(), which composes accents first and so changes the key.
		StringBuilder encoded = new StringBuilder(text.length() + 16);
		for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
			if (b >= 0) {
				encoded.append((char) b);
			}
			else {
				encoded.append('%')
					.append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xF, 16)))
					.append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
			}
		}
		return encoded.toString();
	}

	private static boolean isAscii(String text) {
		return text.chars().allMatch((c) -> c < 0x80);
	}

}
