package dev.hyperclient.http;

import java.net.URI;

import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.http.HeaderFields;

import org.springframework.http.HttpHeaders;

/**
 * The only implementation of {@link ServiceResponse}.
 *
 * @param uri the URL that responded
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the decoded content
 * @param reused whether a stored response contributed
 * @param redirected whether the URL is the target of a redirect
 * @param stale whether it is a stored response that is not fresh
 */
record DefaultServiceResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused,
		boolean redirected, boolean stale) implements ServiceResponse {

	DefaultServiceResponse {
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Return the status and the {@linkplain #shownUri() shown URL} only, since header
	 * fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " " + shownUri();
	}

}
