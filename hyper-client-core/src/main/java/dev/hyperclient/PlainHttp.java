package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.internal.exchange.Loopback;
import dev.hyperclient.internal.exchange.SettingNames;
import org.jspecify.annotations.Nullable;

/**
 * Who may send secrets without encryption: nobody, except to the same machine.
 */
final class PlainHttp {

	private PlainHttp() {
	}

	static void refuseSecrets(URI root, @Nullable HttpAuthorizer authorizer, SettingNames names) {
		if (authorizer != null && authorizer.sendsSecrets() && Loopback.isLeftInPlain(root)) {
			throw new IllegalArgumentException(
					"%s must begin with https:// because the credentials would be readable by anybody on the way, but is '%s'; %s sends them nevertheless"
						.formatted(names.of("serviceRoot", "base-url"), root,
								names.of("allowPlainHttpCredentials", "allow-plain-http-credentials")));
		}
	}

}
