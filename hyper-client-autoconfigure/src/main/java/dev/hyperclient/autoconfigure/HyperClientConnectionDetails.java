package dev.hyperclient.autoconfigure;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the service is. A bean of this type takes the place of the properties
 * {@code hyper-client.base-url} and {@code hyper-client.version}, for instance because a
 * test has started the service on a port of its own.
 */
public interface HyperClientConnectionDetails extends ConnectionDetails {

	/**
	 * The address of the service.
	 * @return an absolute HTTP address, with the version segment or without
	 */
	URI getBaseUrl();

	/**
	 * The version of the service.
	 * @return the version segment, {@code null} if the address carries it
	 */
	default @Nullable String getVersion() {
		return null;
	}

}
