package dev.hyperclient.http;

import java.net.URI;

import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request to the service. Immutable: each step of the exchange derives the request for
 * the next one. Only the library implements it.
 */
public sealed interface ServiceRequest {

	/**
	 * Create an anonymous request without deadline and tags.
	 * @param method the HTTP method
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @param body the content, or {@code null} for none
	 * @return the request
	 */
	static ServiceRequest of(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body) {
		return new DefaultServiceRequest(method, uri, headers, body, "", Deadline.NONE, CallTags.UNKNOWN, false);
	}

	/**
	 * Create an anonymous GET without deadline and tags.
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @return the request
	 */
	static ServiceRequest get(URI uri, HttpHeaders headers) {
		return of(HttpMethod.GET, uri, headers, null);
	}

	/**
	 * Return the HTTP method.
	 * @return the method
	 */
	HttpMethod method();

	/**
	 * Return the URL.
	 * @return the absolute URL, sent unchanged
	 */
	URI uri();

	/**
	 * Return the header fields.
	 * @return the header fields, read-only
	 */
	HttpHeaders headers();

	/**
	 * Return the content.
	 * @return the content, or {@code null} for none. The array is not copied and must not
	 * be changed
	 */
	byte @Nullable [] body();

	/**
	 * Return the opaque identity of the authorizer. Never sent; the cache keeps responses
	 * to different identities apart.
	 * @return the identity, empty for anonymous
	 */
	String identity();

	/**
	 * Return the deadline of the call.
	 * @return the deadline
	 */
	Deadline deadline();

	/**
	 * Return the tags of the request. Never sent.
	 * @return the tags
	 */
	CallTags call();

	/**
	 * Return whether the URL is the target of a redirect, whose query may be a secret.
	 * @return whether it is
	 */
	boolean redirected();

	/**
	 * Return this request for the target of a redirect.
	 * @param target the absolute URL
	 * @return the request, marked as {@link #redirected}
	 */
	default ServiceRequest redirectedTo(URI target) {
		return new DefaultServiceRequest(method(), target, headers(), body(), identity(), deadline(), call(), true);
	}

	/**
	 * Return this request with another form of its URL.
	 * @param uri the absolute URL
	 * @return the request
	 */
	default ServiceRequest withUri(URI uri) {
		return uri.equals(uri()) ? this : new DefaultServiceRequest(method(), uri, headers(), body(), identity(),
				deadline(), call(), redirected());
	}

	/**
	 * Return the URL for messages and log lines.
	 * @return the text of one line, without user information, and without the query of
	 * the target of a redirect
	 */
	default String shownUri() {
		return redirected() ? UrlText.withoutQuery(uri()) : UrlText.of(uri());
	}

	/**
	 * Return this request with other header fields, in place of all of its own.
	 * @param headers the header fields
	 * @return the request
	 */
	default ServiceRequest withHeaders(HttpHeaders headers) {
		return new DefaultServiceRequest(method(), uri(), headers, body(), identity(), deadline(), call(),
				redirected());
	}

	/**
	 * Return this request with another identity.
	 * @param identity the identity, empty for anonymous
	 * @return the request
	 */
	default ServiceRequest withIdentity(String identity) {
		return new DefaultServiceRequest(method(), uri(), headers(), body(), identity, deadline(), call(),
				redirected());
	}

	/**
	 * Return this request with another deadline.
	 * @param deadline the deadline
	 * @return the request
	 */
	default ServiceRequest withDeadline(Deadline deadline) {
		return new DefaultServiceRequest(method(), uri(), headers(), body(), identity(), deadline, call(),
				redirected());
	}

	/**
	 * Return this request with other tags.
	 * @param call the tags
	 * @return the request
	 */
	default ServiceRequest withCall(CallTags call) {
		return new DefaultServiceRequest(method(), uri(), headers(), body(), identity(), deadline(), call,
				redirected());
	}

}

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
