package dev.hyperclient;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.internal.exchange.SettingNames;
import org.jspecify.annotations.Nullable;

/**
 * Who may send secrets without encryption: nobody, except to the same machine.
 */
final class PlainHttp {

	private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

	private PlainHttp() {
	}

	static void refuseSecrets(URI root, @Nullable HttpAuthorizer authorizer, SettingNames names) {
		if (authorizer != null && authorizer.sendsSecrets() && root.getScheme().equalsIgnoreCase("http")
				&& !isLoopback(root.getHost().toLowerCase(Locale.ROOT))) {
			throw new IllegalArgumentException(
					"%s must begin with https:// because the credentials would be readable by anybody on the way, but is '%s'; %s sends them nevertheless"
						.formatted(names.of("serviceRoot", "base-url"), root,
								names.of("allowPlainHttpCredentials", "allow-plain-http-credentials")));
		}
	}

	/**
	 * By what is written, never by asking for the addresses of a name: they may be others
	 * by the time of the request.
	 */
	private static boolean isLoopback(String host) {
		if (!host.startsWith("[")) {
			return LOOPBACK.matcher(host).matches();
		}
		try {
			return InetAddress.getByName(host).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

}
