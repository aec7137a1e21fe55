package dev.hyperclient.internal.policy;

import java.net.URI;
import java.util.function.Predicate;

/**
 * Knows which credentials the requests of an HTTP client may have without showing them.
 * Asked at the lookup and after the response.
 */
@FunctionalInterface
public interface HiddenCredentials extends Predicate<URI> {

	/**
	 * Return whether requests for a URL are known to have no {@code Authorization} that
	 * they do not show.
	 */
	@Override
	boolean test(URI uri);

	/**
	 * Return whether the client certificate of requests for a URL is known to be the one
	 * in their identity. Otherwise no response that was stored for the identity is
	 * served.
	 * @param uri the URL
	 */
	default boolean isCertificateKnown(URI uri) {
		return true;
	}

}
