package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.error.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * A request failed at the proxy, so the service is not the cause.
 */
class ProxyException extends TransportException {

	ProxyException(URI uri, String message, @Nullable Throwable cause) {
		super(uri, message, cause);
	}

}
