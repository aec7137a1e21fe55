package dev.hyperclient.autoconfigure;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Details required to connect to the default service. A bean of this type replaces the
 * properties {@code hyper-client.base-url} and {@code hyper-client.version}, for instance
 * in a test that starts the service on a random port.
 */
public interface HyperClientConnectionDetails extends ConnectionDetails {

	/**
	 * Return the base URL of the service.
	 * @return an absolute HTTP URL, with or without the version segment
	 */
	URI getBaseUrl();

	/**
	 * Return the version of the service.
	 * @return the version segment, or {@code null} if the base URL contains it
	 */
	default @Nullable String getVersion() {
		return null;
	}

}
