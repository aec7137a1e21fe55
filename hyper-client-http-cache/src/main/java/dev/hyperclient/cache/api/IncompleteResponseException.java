package dev.hyperclient.cache.api;

import java.io.IOException;
import java.net.URI;
import java.util.OptionalLong;

import dev.hyperclient.internal.error.IncompleteContent;
import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * The content of a response, or its coding, ended before it was complete (RFC 9112, 8).
 * Only a part could be read. It is not stored.
 */
public class IncompleteResponseException extends IOException {

	private static final long serialVersionUID = 1L;

	private final URI uri;

	/**
	 * Create an exception.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param length the number of bytes that were read
	 * @param expected the number of bytes of the complete content, if it is known
	 * @param cause the cause, or {@code null} if the server ended the content
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
