package dev.hyperclient.internal.exchange;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Recognizes the loopback hosts of this machine, for which plain HTTP is safe.
 */
public final class Loopback {

	private static final Pattern NAMES = Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

	private Loopback() {
	}

	/**
	 * Return whether requests to a URL leave this machine without encryption.
	 * @param uri a URL with scheme and host
	 * @return {@code true} for plain HTTP to another host
	 */
	public static boolean isLeftInPlain(URI uri) {
		return uri.getScheme().equalsIgnoreCase("http") && !isLoopback(uri.getHost().toLowerCase(Locale.ROOT));
	}

	/**
	 * Whether a host is a loopback host by its text. A name is not resolved, since the
	 * result may differ at the time of the request.
	 */
	private static boolean isLoopback(String host) {
		if (!host.startsWith("[")) {
			return NAMES.matcher(host).matches();
		}
		try {
			return InetAddress.getByName(host).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

}
