package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;

/**
 * What the caller should get. Its content may be an open file, so it must be read or
 * closed once.
 *
 * @param uri the address that answered
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the whole content, decoded
 */
public record CacheAnswer(URI uri, int status, HttpHeaders headers, StoredBody body) {

	public CacheAnswer {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * The answer of a server.
	 * @param response the response
	 * @return the same as an answer
	 */
	static CacheAnswer of(ServiceResponse response) {
		return new CacheAnswer(response.uri(), response.status(), response.headers(), StoredBody.of(response.body()));
	}

	/**
	 * This answer with other content.
	 */
	CacheAnswer withBody(StoredBody other) {
		return new CacheAnswer(this.uri, this.status, this.headers, other);
	}

	/**
	 * Reads the content into memory; may block.
	 * @return the answer with its content
	 * @throws UncheckedIOException if the content can no longer be read
	 */
	public ServiceResponse toServiceResponse() {
		try {
			return new ServiceResponse(this.uri, this.status, this.headers, this.body.bytes());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The stored content of " + this.status + " cannot be read", ex);
		}
	}

	/**
	 * Status and size alone, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " with " + this.body.length() + " bytes";
	}

}
