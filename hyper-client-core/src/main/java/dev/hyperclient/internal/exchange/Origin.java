package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.Locale;

import dev.hyperclient.internal.document.HttpPort;
import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and port of an address (RFC 6454, 4).
 *
 * @param scheme the scheme, lower case
 * @param host the host, lower case
 * @param port the port, also where it is the scheme's own
 */
record Origin(String scheme, String host, int port) {

	static Origin of(URI uri) {
		String scheme = lower(uri.getScheme());
		return new Origin(scheme, lower(uri.getHost()),
				(uri.getPort() != -1) ? uri.getPort() : HttpPort.ofScheme(scheme));
	}

	/**
	 * The address, the user name and password that its authority may begin with masked.
	 */
	static URI maskingUser(URI uri) {
		String authority = uri.getRawAuthority();
		int at = (authority != null) ? authority.lastIndexOf('@') : -1;
		return (at < 0) ? uri : URI.create(uri.toString().replace(authority, "******" + authority.substring(at)));
	}

	/** As one writes it, so that it can be copied into a property. */
	@Override
	public String toString() {
		return this.scheme + "://" + this.host + ((this.port != HttpPort.ofScheme(this.scheme)) ? ":" + this.port : "");
	}

	private static String lower(@Nullable String part) {
		return (part != null) ? part.toLowerCase(Locale.ROOT) : "";
	}

}
