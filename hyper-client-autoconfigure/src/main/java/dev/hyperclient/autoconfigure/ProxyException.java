package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.error.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a request fails at the proxy, so that the service is not the cause.
 */
class ProxyException extends TransportException {

	ProxyException(URI uri, String problem, String advice, @Nullable Throwable cause) {
		super(uri, problem, advice, cause);
	}

}
