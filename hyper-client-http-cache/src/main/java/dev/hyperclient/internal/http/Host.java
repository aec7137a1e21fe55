package dev.hyperclient.internal.http;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

import org.springframework.util.StringUtils;

/**
 * The spelling of hosts.
 */
public final class Host {

	private static final Pattern DECODED = Pattern.compile("[^%/?#@:\\[\\]\\s]+");

	private Host() {
	}

	/**
	 * Return the one spelling of a host: in lower case, decoded, a domain name in its
	 * IDNA form and without the dot at its end, and an IPv6 address in its shortest form
	 * (RFC 5952).
	 * @param host the host of a URL, an IPv6 address in brackets
	 * @return the host, in lower case only if it is neither a name nor an address
	 */
	public static String normalise(String host) {
		if (host.startsWith("[")) {
			return address(host);
		}
		String decoded = (host.indexOf('%') < 0) ? host : decode(host);
		String name = decoded.toLowerCase(Locale.ROOT);
		if (!FieldValues.isAscii(decoded)) {
			try {
				name = IDN.toASCII(decoded).toLowerCase(Locale.ROOT);
			}
			catch (IllegalArgumentException ex) {
				// Not a domain name, such as one with an empty label.
				return name;
			}
		}
		return (name.length() > 1 && name.endsWith(".")) ? name.substring(0, name.length() - 1) : name;
	}

	private static String decode(String host) {
		try {
			String decoded = StringUtils.uriDecode(host, StandardCharsets.UTF_8);
			return DECODED.matcher(decoded).matches() ? decoded : host;
		}
		catch (IllegalArgumentException ex) {
			return host;
		}
	}

	private static String address(String literal) {
		try {
			// Within brackets, nothing is looked up.
			String address = InetAddress.getByName(literal).getHostAddress();
			if (address.indexOf(':') < 0) {
				return address;
			}
			String shortest = address;
			for (int zeros = 8; zeros > 1 && shortest.equals(address); zeros--) {
				shortest = address.replaceFirst("(^|:)0(:0){" + (zeros - 1) + "}(:|$)", "::");
			}
			return "[" + shortest + "]";
		}
		catch (UnknownHostException ex) {
			return literal.toLowerCase(Locale.ROOT);
		}
	}

}
