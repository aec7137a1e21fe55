package dev.hyperclient.http;

import java.net.URI;

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
 * @param call the description of the request; never sent
 */
public record ServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
		Deadline deadline, CallDescription call) {

	public ServiceRequest {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * Create a request without description.
	 * @param method the HTTP method
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @param body the content, or {@code null} for none
	 * @param identity the opaque identity, empty for anonymous
	 * @param deadline the deadline of the call
	 */
	public ServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
			Deadline deadline) {
		this(method, uri, headers, body, identity, deadline, CallDescription.UNKNOWN);
	}

	/**
	 * Create an anonymous GET without deadline.
	 * @param uri the absolute URL
	 * @param headers the header fields
	 * @return the request
	 */
	public static ServiceRequest get(URI uri, HttpHeaders headers) {
		return new ServiceRequest(HttpMethod.GET, uri, headers, null, "", Deadline.NONE);
	}

	/**
	 * Return this request with another URL.
	 * @param other the absolute URL
	 * @return the request
	 */
	public ServiceRequest withUri(URI other) {
		return new ServiceRequest(this.method, other, this.headers, this.body, this.identity, this.deadline, this.call);
	}

	/**
	 * Return this request with other header fields, in place of all of its own.
	 * @param other the header fields
	 * @return the request
	 */
	public ServiceRequest withHeaders(HttpHeaders other) {
		return new ServiceRequest(this.method, this.uri, other, this.body, this.identity, this.deadline, this.call);
	}

	/**
	 * Return this request with another identity.
	 * @param other the identity, empty for anonymous
	 * @return the request
	 */
	public ServiceRequest withIdentity(String other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, other, this.deadline, this.call);
	}

	/**
	 * Return this request with another deadline.
	 * @param other the deadline
	 * @return the request
	 */
	public ServiceRequest withDeadline(Deadline other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, other, this.call);
	}

	/**
	 * Return this request with another description.
	 * @param other the description
	 * @return the request
	 */
	public ServiceRequest withCall(CallDescription other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, this.deadline, other);
	}

	/**
	 * Return method and URL only, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.uri;
	}

}
