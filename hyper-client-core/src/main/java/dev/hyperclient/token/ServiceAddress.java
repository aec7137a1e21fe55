package dev.hyperclient.token;

import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The URL of a service or of its web site, in one spelling.
 */
final class ServiceAddress {

	private static final int HTTP = 80;

	private static final int HTTPS = 443;

	private ServiceAddress() {
	}

	/**
	 * Return the URL with a slash at its end, scheme and host in lower case, and without
	 * the port that goes without saying (RFC 3986, 6.2.2.1 and 6.2.3).
	 * @throws IllegalArgumentException if no service can be there
	 */
	static URI normalize(String name, URI url) {
		String scheme = lower(url.getScheme());
		boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
		if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null || !plain) {
			// It may hold a password.
			throw new IllegalArgumentException(
					"'%s' must begin with http:// or https://, name a host, and have neither user name, query nor fragment"
						.formatted(name));
		}
		int port = url.getPort();
		boolean usual = port == -1 || port == (scheme.equals("http") ? HTTP : HTTPS);
		String path = url.getRawPath();
		return URI.create(scheme + "://" + lower(url.getHost()) + (usual ? "" : ":" + port) + path
				+ (path.endsWith("/") ? "" : "/"));
	}

	private static String lower(@Nullable String part) {
		return (part != null) ? part.toLowerCase(Locale.ROOT) : "";
	}

}
