package dev.hyperclient.cache.spring;

import java.net.URI;

import dev.hyperclient.internal.http.Origin;

/**
 * Credentials were set in a request after it had passed the cache, or the authenticator
 * of the HTTP client may set some, so the responses to different users cannot be kept
 * apart. The request is not sent, and nothing is stored.
 * <p>
 * If the cache stored such a response, it would serve it to every user.
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
		this(fieldName,
				("'%s' of the request for %s was set after the request had passed the cache, so responses to different users"
						+ " cannot be kept apart. Set it in a filter of the WebClient, not in a connector below the cache,"
						+ " or set an identity that is not empty")
					.formatted(fieldName, Origin.maskingUser(uri)));
	}

	private HiddenCredentialsException(String fieldName, String message) {
		super(message);
		this.fieldName = fieldName;
	}

	/**
	 * Create an exception for an HTTP client with an authenticator.
	 * @param uri the URL of the request, for the message
	 */
	static HiddenCredentialsException ofAuthenticator(URI uri) {
		return new HiddenCredentialsException("Authorization",
				("The request for %s is sent by an HTTP client of the JDK with an authenticator, whose credentials the"
						+ " cache does not see, so responses to different users cannot be kept apart."
						+ " Remove the authenticator and set 'Authorization' on the RestClient or WebClient,"
						+ " for instance with setBasicAuth,"
						+ " or set an identity that is not empty (withIdentity, or an HttpCacheIdentity bean)")
					.formatted(Origin.maskingUser(uri)));
	}

	/**
	 * Return the name of the request field.
	 * @return {@code Authorization}, {@code Cookie} or the name of a field with a key
	 */
	public String fieldName() {
		return this.fieldName;
	}

}
