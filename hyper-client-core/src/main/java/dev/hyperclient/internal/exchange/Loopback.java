package dev.hyperclient.internal.exchange;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The addresses of this machine, between which nobody can read along.
 */
public final class Loopback {

	private static final Pattern NAMES = Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

	private Loopback() {
	}

	/**
	 * Whether what is sent to an address leaves this machine without encryption.
	 * @param uri an address with scheme and host
	 * @return whether anybody on the way can read it
	 */
	public static boolean isLeftInPlain(URI uri) {
		return uri.getScheme().equalsIgnoreCase("http") && !isLoopback(uri.getHost().toLowerCase(Locale.ROOT));
	}

	/**
	 * By what is written, never by asking for the addresses of a name: they may be others
	 * by the time of the request.
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
