package dev.hyperclient.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

import dev.hyperclient.cache.ResponseContent;

import org.springframework.http.HttpHeaders;

/**
 * A response of the service or of the cache. Only the content of a download is streamed;
 * it must be read or closed.
 *
 * @param uri the URL that responded: after redirects, the last one
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the decoded content
 * @param reused whether a stored response contributed: its content, fresh or confirmed by
 * a 304, or a stored redirect
 */
public record ServiceResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused) {

	public ServiceResponse {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * Create a response of the service with collected content.
	 * @param uri the URL that responded
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the whole content, decoded. The array is not copied and must not be
	 * changed
	 */
	public ServiceResponse(URI uri, int status, HttpHeaders headers, byte[] body) {
		this(uri, status, headers, ResponseContent.of(body), false);
	}

	/**
	 * Return the whole content. A streamed body is read to its end and closed.
	 * @return the content, which must not be changed
	 * @throws UncheckedIOException if a streamed body cannot be read
	 */
	public byte[] bytes() {
		try {
			return this.body.bytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The content of %s cannot be read: %s".formatted(this.uri, ex.getMessage()),
					ex);
		}
	}

	/**
	 * Return this response, marked as {@link #reused}.
	 * @return the response
	 */
	public ServiceResponse asReused() {
		return this.reused ? this : new ServiceResponse(this.uri, this.status, this.headers, this.body, true);
	}

	/**
	 * Return status and URL only, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + this.uri;
	}

}
