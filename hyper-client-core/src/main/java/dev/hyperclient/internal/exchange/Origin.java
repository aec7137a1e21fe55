package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.Locale;

import dev.hyperclient.internal.document.HttpPort;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a URL: scheme, host and port (RFC 6454, 4).
 *
 * @param scheme the scheme, lower case
 * @param host the host, lower case
 * @param port the port, also if it is the default port
 */
record Origin(String scheme, String host, int port) {

	static Origin of(URI uri) {
		String scheme = lower(uri.getScheme());
		return new Origin(scheme, lower(uri.getHost()),
				(uri.getPort() != -1) ? uri.getPort() : HttpPort.ofScheme(scheme));
	}

	/**
	 * Return a URL with its user information masked.
	 */
	static URI maskingUser(URI uri) {
		String authority = uri.getRawAuthority();
		int at = (authority != null) ? authority.lastIndexOf('@') : -1;
		return (at < 0) ? uri : URI.create(uri.toString().replace(authority, "******" + authority.substring(at)));
	}

	/** Return the origin in the form of a property value. */
	@Override
	public String toString() {
		return this.scheme + "://" + this.host + ((this.port != HttpPort.ofScheme(this.scheme)) ? ":" + this.port : "");
	}

	private static String lower(@Nullable String part) {
		return (part != null) ? part.toLowerCase(Locale.ROOT) : "";
	}

}
