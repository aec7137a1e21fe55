package dev.hyperclient.internal.document;

import java.net.URI;
import java.util.Locale;

/**
 * Ports of http and https URLs (RFC 9110, 4.2).
 */
public final class HttpPort {

	private static final int HTTP = 80;

	private static final int HTTPS = 443;

	private HttpPort() {
	}

	/**
	 * Return the port of a URL, or else the default port of its scheme.
	 * @param uri an absolute URL
	 * @return the port, -1 if it has none and the scheme is neither http nor https
	 */
	public static int of(URI uri) {
		return (uri.getPort() != -1) ? uri.getPort() : ofScheme(uri.getScheme());
	}

	/**
	 * Return the default port of a scheme.
	 * @param scheme the scheme, in any case
	 * @return the port, -1 if the scheme is neither http nor https
	 */
	public static int ofScheme(String scheme) {
		return switch (scheme.toLowerCase(Locale.ROOT)) {
			case "http" -> HTTP;
			case "https" -> HTTPS;
			default -> -1;
		};
	}

	/**
	 * Return the port to write in a URL.
	 * @param uri an absolute URL
	 * @return the port after a colon, empty if it is the default port
	 */
	public static String suffix(URI uri) {
		return (of(uri) == ofScheme(uri.getScheme())) ? "" : ":" + uri.getPort();
	}

}
