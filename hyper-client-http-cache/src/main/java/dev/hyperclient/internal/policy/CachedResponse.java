package dev.hyperclient.internal.policy;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A response that the cache serves. Its body may be an open file, so it must be read or
 * closed once.
 *
 * @param uri the URL of the request
 * @param status the status code
 * @param headers the header fields
 * @param body the decoded content
 * @param reused whether it is a stored response, not one that the cache has generated
 * @param stale whether it is a stored response that is not fresh
 */
public record CachedResponse(URI uri, int status, HttpHeaders headers, StoredBody body, boolean reused, boolean stale) {

	/**
	 * Create a stored response that is fresh, or that a 304 has confirmed.
	 */
	public CachedResponse(URI uri, int status, HttpHeaders headers, StoredBody body) {
		this(uri, status, headers, body, true, false);
	}

	/**
	 * Create the response to a request that must not be forwarded, without a stored
	 * response for it (RFC 9111, 5.2.1.7).
	 */
	public static CachedResponse gatewayTimeout(CacheRequest request) {
		return new CachedResponse(request.uri(), 504, new HttpHeaders(), StoredBody.EMPTY, false, false);
	}

	/**
	 * Create the response to a request from a stored response (RFC 9111, 4): a 304 if the
	 * request has a condition that the stored response meets (4.3.2), the requested range
	 * (RFC 9110, 14.2), otherwise the whole response.
	 * @param request the request
	 * @param stored the stored response, whose body is not held yet
	 * @param freshness the freshness, for the {@code Age} field (5.1)
	 */
	public static CachedResponse of(CacheRequest request, StoredResponse stored, Freshness freshness) {
		HttpHeaders headers = headers(stored, freshness);
		boolean notModified = isRepresentation(stored) && RequestCondition.of(request.headers())
			.filter((condition) -> condition.isNotModified(stored.headers()))
			.isPresent();
		if (notModified) {
			return new CachedResponse(request.uri(), 304, headers, StoredBody.EMPTY);
		}
		Optional<ByteRange> range = ByteRange.requested(request, stored);
		if (range.isPresent()) {
			return partial(request, stored, range.get().first(), range.get(), headers);
		}
		boolean head = HttpMethod.HEAD.equals(request.method());
		return new CachedResponse(request.uri(), stored.status(), headers, head ? StoredBody.EMPTY : stored.body());
	}

	/**
	 * Whether conditions and ranges apply to a stored response.
	 */
	public static boolean isRepresentation(StoredResponse stored) {
		return stored.status() == 200 || stored.status() == 203;
	}

	public static HttpHeaders headers(StoredResponse stored, Freshness freshness) {
		HttpHeaders headers = StoredHeaders.toResponse(stored);
		headers.set(HttpHeaders.AGE, String.valueOf(Math.max(0, freshness.age().toSeconds())));
		return headers;
	}

	public CachedResponse asStale() {
		return new CachedResponse(this.uri, this.status, this.headers, this.body, this.reused, true);
	}

	public CachedResponse withBody(StoredBody body) {
		return new CachedResponse(this.uri, this.status, this.headers, body, this.reused, this.stale);
	}

	/**
	 * Return a part of a representation.
	 * @param offset the first byte in the stored content
	 */
	public static CachedResponse partial(CacheRequest request, StoredResponse stored, long offset, ByteRange range,
			HttpHeaders headers) {
		StoredBody part = new PartialBody(stored.body(), offset, range.size());
		headers.set(HttpHeaders.CONTENT_RANGE, range.toString());
		headers.setContentLength(part.length());
		return new CachedResponse(request.uri(), 206, headers, part);
	}

	/**
	 * Return status and size only, since header fields may hold secrets.
	 */
	@Override
	public String toString() {
		return this.status + " with " + this.body.length() + " bytes";
	}

}
