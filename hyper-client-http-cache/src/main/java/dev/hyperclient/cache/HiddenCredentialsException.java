package dev.hyperclient.cache;

import java.net.URI;

import dev.hyperclient.internal.uri.Origin;

/**
 * Credentials were set in a request after it had passed the cache, so that the responses
 * to different users cannot be kept apart. The request is not sent, and nothing is
 * stored.
 * <p>
 * A fresh stored response is served before any later filter runs. A cache that did store
 * such a response would serve it to every user.
 */
public class HiddenCredentialsException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String fieldName;

	/**
	 * Create an exception.
	 * @param uri the URL of the request, for the message
	 * @param fieldName the name of the field that was set or changed
	 */
	HiddenCredentialsException(URI uri, String fieldName) {
		super(("'%s' of the request for %s was set after the request had passed the cache, so responses to different users"
				+ " cannot be kept apart. Register the filter that sets it before the filter of the cache,"
				+ " use a caching connector instead, or set an identity that is not empty")
			.formatted(fieldName, Origin.maskingUser(uri)));
		this.fieldName = fieldName;
	}

	/**
	 * Return the name of the request field.
	 * @return {@code Authorization} or {@code Cookie}
	 */
	public String fieldName() {
		return this.fieldName;
	}

}
