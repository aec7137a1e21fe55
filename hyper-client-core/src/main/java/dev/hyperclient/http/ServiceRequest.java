package dev.hyperclient.http;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request on its way through the exchange. Immutable: each step of the exchange derives
 * the request that the next one sees.
 *
 * @param method the HTTP method
 * @param uri the absolute address, sent exactly as it is
 * @param headers the header fields, read-only
 * @param body the content, or {@code null} for none. The array is not copied and must not
 * be changed
 * @param identity who is asking, as the authorizer tells it: opaque, empty for nobody in
 * particular. Never sent; the cache keeps apart what was answered to different identities
 * @param deadline when the call must be over
 * @param call what the request is about; never sent
 */
public record ServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
		Deadline deadline, CallDescription call) {

	public ServiceRequest {
		headers = HttpHeaders.readOnlyHttpHeaders(headers);
	}

	/**
	 * A request that nobody has described.
	 * @param method the HTTP method
	 * @param uri the absolute address
	 * @param headers the header fields
	 * @param body the content, or {@code null} for none
	 * @param identity who is asking
	 * @param deadline when the call must be over
	 */
	public ServiceRequest(HttpMethod method, URI uri, HttpHeaders headers, byte @Nullable [] body, String identity,
			Deadline deadline) {
		this(method, uri, headers, body, identity, deadline, CallDescription.UNKNOWN);
	}

	/**
	 * A GET for nobody in particular, without a deadline.
	 * @param uri the absolute address
	 * @param headers the header fields
	 * @return the request
	 */
	public static ServiceRequest get(URI uri, HttpHeaders headers) {
		return new ServiceRequest(HttpMethod.GET, uri, headers, null, "", Deadline.NONE);
	}

	/**
	 * The same request with another address.
	 * @param other what replaces the present one
	 * @return the request
	 */
	public ServiceRequest withUri(URI other) {
		return new ServiceRequest(this.method, other, this.headers, this.body, this.identity, this.deadline, this.call);
	}

	/**
	 * The same request with other header fields, in place of all of them.
	 * @param other what replaces the present one
	 * @return the request
	 */
	public ServiceRequest withHeaders(HttpHeaders other) {
		return new ServiceRequest(this.method, this.uri, other, this.body, this.identity, this.deadline, this.call);
	}

	/**
	 * The same request with another identity.
	 * @param other what replaces the present one
	 * @return the request
	 */
	public ServiceRequest withIdentity(String other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, other, this.deadline, this.call);
	}

	/**
	 * The same request with another deadline.
	 * @param other what replaces the present one
	 * @return the request
	 */
	public ServiceRequest withDeadline(Deadline other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, other, this.call);
	}

	public ServiceRequest withCall(CallDescription other) {
		return new ServiceRequest(this.method, this.uri, this.headers, this.body, this.identity, this.deadline, other);
	}

	/**
	 * Method and address alone, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.uri;
	}

}
