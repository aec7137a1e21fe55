package dev.hyperclient.http;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * An answer on its way back through the exchange. Immutable.
 *
 * @param uri the address that answered: after redirects, the last one
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the whole content, decoded; empty if there is none. The array is not copied
 * and must not be changed
 * @param reused whether a stored response had a part in it: its content, which was fresh
 * or confirmed by a 304, or a stored redirect
 */
public record ServiceResponse(URI uri, int status, HttpHeaders headers, byte[] body, boolean reused) {

	public ServiceResponse {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * A response that comes from the server alone.
	 * @param uri the URL that answered
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the whole content, decoded
	 */
	public ServiceResponse(URI uri, int status, HttpHeaders headers, byte[] body) {
		this(uri, status, headers, body, false);
	}

	/**
	 * The same response, marked as {@link #reused}.
	 * @return the response
	 */
	public ServiceResponse asReused() {
		return this.reused ? this : new ServiceResponse(this.uri, this.status, this.headers, this.body, true);
	}

	/**
	 * Status and address alone, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + this.uri;
	}

}
