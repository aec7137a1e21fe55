package dev.hyperclient.autoconfigure;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Details required to connect to a service: a named service if the bean is qualified with
 * its name, otherwise the default service. A bean of this type replaces the properties
 * {@code base-url} and {@code version} of the service, for instance in a test that starts
 * the service on a random port. Implementations must be thread-safe.
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

	/**
	 * Return the SSL bundle for connections to the service.
	 * @return the bundle, or {@code null} to use the bundle that the property
	 * {@code ssl.bundle} names, if any. It is used as long as the client exists
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
