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
 */
public record ServiceResponse(URI uri, int status, HttpHeaders headers, byte[] body) {

	public ServiceResponse {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * Status and address alone, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + this.uri;
	}

}
