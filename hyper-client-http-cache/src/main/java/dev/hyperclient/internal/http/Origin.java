package dev.hyperclient.internal.http;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The origin of a URL: scheme, host and port (RFC 6454, 4).
 *
 * @param scheme the scheme, lower case
 * @param host the host, lower case
 * @param port the port, also if it is the default port of http or https (RFC 9110, 4.2);
 * -1 if the URL has none and another scheme
 */
public record Origin(String scheme, String host, int port) {

	private static final int MAX_PORT = 0xFFFF;

	/** An authority without user information, whose host may have an underscore. */
	private static final Pattern AUTHORITY = Pattern.compile("([A-Za-z0-9._~-]+)(?::([0-9]{0,5}))?");

	/**
	 * Return the origin of a URL.
	 * @param uri the URL
	 * @return the origin, with an empty string for a missing scheme, and for a host that
	 * is missing or that {@link URI} does not parse for another reason than an underscore
	 */
	public static Origin of(URI uri) {
		String scheme = lower(uri.getScheme());
		if (uri.getHost() == null && uri.getRawAuthority() != null) {
			Matcher parsed = AUTHORITY.matcher(uri.getRawAuthority());
			if (parsed.matches()) {
				return of(scheme, parsed.group(1), parsed.group(2));
			}
		}
		return of(scheme, uri.getHost(), uri.getPort());
	}

	private static Origin of(String scheme, String host, @Nullable String port) {
		int number = (port == null || port.isEmpty()) ? -1 : Integer.parseInt(port);
		return of(scheme, (number <= MAX_PORT) ? host : null, number);
	}

	private static Origin of(String scheme, @Nullable String host, int port) {
		return new Origin(scheme, lower(host), (port != -1) ? port : defaultPort(scheme));
	}

	/**
	 * Return a URL with its user information masked.
	 * @param uri the URL
	 * @return the URL, for messages
	 */
	public static URI maskingUser(URI uri) {
		String authority = uri.getRawAuthority();
		int at = (authority != null) ? authority.lastIndexOf('@') : -1;
		return (at < 0) ? uri : URI.create(uri.toString().replace(authority, "******" + authority.substring(at)));
	}

	/**
	 * Return a URL without its user information, which is no part of the origin.
	 * @param uri the URL
	 * @return the URL
	 */
	public static URI withoutUser(URI uri) {
		String authority = uri.getRawAuthority();
		int at = (authority != null) ? authority.lastIndexOf('@') : -1;
		if (at < 0) {
			return uri;
		}
		String text = uri.toString();
		int start = text.indexOf(authority);
		return URI.create(text.substring(0, start) + text.substring(start + at + 1));
	}

	/** Written out: what a record generates takes milliseconds of each start. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Origin origin && this.port == origin.port && this.host.equals(origin.host)
				&& this.scheme.equals(origin.scheme);
	}

	@Override
	public int hashCode() {
		return 31 * (31 * this.scheme.hashCode() + this.host.hashCode()) + this.port;
	}

	/** Return the beginning of a normalized URL: without the default port. */
	@Override
	public String toString() {
		return this.scheme + "://" + this.host + ((this.port != defaultPort(this.scheme)) ? ":" + this.port : "");
	}

	private static int defaultPort(String scheme) {
		return switch (scheme) {
			case "http" -> 80;
			case "https" -> 443;
			default -> -1;
		};
	}

	private static String lower(@Nullable String part) {
		return (part != null) ? part.toLowerCase(Locale.ROOT) : "";
	}

}
