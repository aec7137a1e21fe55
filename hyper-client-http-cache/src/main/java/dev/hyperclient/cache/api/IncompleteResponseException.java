package dev.hyperclient.cache.api;

import java.io.IOException;
import java.net.URI;
import java.util.OptionalLong;

import dev.hyperclient.internal.error.IncompleteContent;
import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * The content of a response ended before it was complete (RFC 9112, 8), or before its
 * coding was: what was read is only a part. It is not stored.
 */
public class IncompleteResponseException extends IOException {

	private static final long serialVersionUID = 1L;

	private final URI uri;

	/**
	 * Create an exception.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param length how many bytes were read
	 * @param expected how many bytes there should be, if it is known
	 * @param cause why there are no more, or {@code null} if the server has ended them
	 */
	public IncompleteResponseException(HttpMethod method, URI uri, long length, OptionalLong expected,
			@Nullable IOException cause) {
		super(IncompleteContent.describe(method + " " + Origin.maskingUser(uri), length, expected,
				(cause != null) ? cause.getMessage() : null), cause);
		this.uri = uri;
	}

	/**
	 * Return the URL of the request.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.uri;
	}

}
