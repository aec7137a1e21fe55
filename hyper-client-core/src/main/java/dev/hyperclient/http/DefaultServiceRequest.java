package dev.hyperclient.http;

import java.net.URI;

import dev.hyperclient.internal.http.HeaderFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The only implementation of {@link ServiceRequest}.
 *
 * @param method the HTTP method
 * @param uri the absolute URL
 * @param headers the header fields, read-only
 * @param body the content, or {@code null} for none
 * @param identity the opaque identity of the authorizer
 * @param deadline the deadline of the call
 * @param call the tags of the request
 * @param redirected whether the URL is the target of a redirect
 */
record DefaultServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
		Deadline deadline, CallTags call, boolean redirected) implements ServiceRequest {

	DefaultServiceRequest {
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Return the method and the {@linkplain #shownUri() shown URL} only, since header
	 * fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + shownUri();
	}

}
