package dev.hyperclient.token;

import java.net.URI;

import dev.hyperclient.internal.uri.Origin;

import org.springframework.util.Assert;

/**
 * Normalizes the URL of a service or of its web site.
 */
final class ServiceUri {

	private ServiceUri() {
	}

	/**
	 * Return the URL with a slash at its end, scheme and host in lower case, and without
	 * a default port (RFC 3986, 6.2.2.1 and 6.2.3).
	 * @throws IllegalArgumentException if it is not an http or https URL without user
	 * name, query and fragment
	 */
	static URI normalize(String name, URI url) {
		Origin origin = Origin.of(url);
		boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
		// The URL is not part of the message, since it may contain a password.
		Assert.isTrue(
				(origin.scheme().equals("http") || origin.scheme().equals("https")) && url.getHost() != null && plain,
				() -> "'%s' must begin with http:// or https://, name a host, and have neither user name, query nor fragment"
					.formatted(name));
		String path = url.getRawPath();
		return URI.create(origin + path + (path.endsWith("/") ? "" : "/"));
	}

}
