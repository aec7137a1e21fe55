package dev.hyperclient.http;

import java.net.URI;

import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request to the service. Immutable: each step of the exchange derives the request for
 * the next one.
 *
 * @param method the HTTP method
 * @param uri the absolute URL, sent unchanged
 * @param headers the header fields, read-only
 * @param body the content, or {@code null} for none. The array is not copied and must not
 * be changed
 * @param identity the opaque identity of the authorizer, empty for anonymous. Never sent;
 * the cache keeps responses to different identities apart
 * @param deadline the deadline of the call
 * @param call the tags of the request; never sent
 * @param redirected whether the URL is the target of a redirect, whose query may be a
 * secret
 */
public record ServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
		Deadline deadline, CallTags call, boolean redirected) {

	public ServiceRequest {
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Create an anonymous request without deadline and tags.
	 * @param method the HTTP method
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @param body the content, or {@code null} for none
	 * @return the request
	 */
	public static ServiceRequest of(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body) {
		return new ServiceRequest(method, uri, headers, body, "", Deadline.NONE, CallTags.UNKNOWN, false);
	}

	/**
	 * Create an anonymous GET without deadline and tags.
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @return the request
	 */
	public static ServiceRequest get(URI uri, HttpHeaders headers) {
		return of(HttpMethod.GET, uri, headers, null);
	}

	/**
	 * Return this request for the target of a redirect.
	 * @param target the absolute URL
	 * @return the request, marked as {@link #redirected}
	 */
	public ServiceRequest redirectedTo(URI target) {
		return new ServiceRequest(this.method, target, this.headers, this.body, this.identity, this.deadline, this.call,
				true);
	}

	/**
	 * Return this request with another form of its URL.
	 * @param uri the absolute URL
	 * @return the request
	 */
	public ServiceRequest withUri(URI uri) {
		return uri.equals(this.uri) ? this : new ServiceRequest(this.method, uri, this.headers, this.body,
				this.identity, this.deadline, this.call, this.redirected);
	}

	/**
	 * Return the URL for messages and log lines.
	 * @return the text of one line, without user information, and without the query of
	 * the target of a redirect
	 */
	public String shownUri() {
		return this.redirected ? UrlText.withoutQuery(this.uri) : UrlText.of(this.uri);
	}

	/**
	 * Return this request with other header fields, in place of all of its own.
	 * @param headers the header fields
	 * @return the request
	 */
	public ServiceRequest withHeaders(HttpHeaders headers) {
		return new ServiceRequest(this.method, this.uri, headers, this.body, this.identity, this.deadline, this.call,
				this.redirected);
	}

	/**
	 * Return this request with another identity.
	 * @param identity the identity, empty for anonymous
	 * @return the request
	 */
	public ServiceRequest withIdentity(String identity) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, identity, this.deadline, this.call,
				this.redirected);
	}

	/**
	 * Return this request with another deadline.
	 * @param deadline the deadline
	 * @return the request
	 */
	public ServiceRequest withDeadline(Deadline deadline) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, deadline, this.call,
				this.redirected);
	}

	/**
	 * Return this request with other tags.
	 * @param call the tags
	 * @return the request
	 */
	public ServiceRequest withCall(CallTags call) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, this.deadline, call,
				this.redirected);
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
