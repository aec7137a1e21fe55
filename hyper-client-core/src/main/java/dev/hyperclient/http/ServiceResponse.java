package dev.hyperclient.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.text.UrlText;

import org.springframework.http.HttpHeaders;

/**
 * A response of the service or of the cache. Only the content of a download is streamed;
 * it must be read or closed. Only the library implements it. Immutable except for the
 * content.
 */
public sealed interface ServiceResponse {

	/**
	 * Create a response of the service with collected content.
	 * @param uri the URL that responded
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the whole content, decoded. The array is not copied and must not be
	 * changed
	 * @return the response
	 */
	static ServiceResponse of(URI uri, int status, HttpHeaders headers, byte[] body) {
		return new DefaultServiceResponse(uri, status, headers, ResponseContent.of(body), false, false, false);
	}

	/**
	 * Return the response to a request, marked as {@link #redirected} if the request is.
	 * @param request the request
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 * @return the response of the URL of the request
	 */
	static ServiceResponse to(ServiceRequest request, int status, HttpHeaders headers, ResponseContent body) {
		return new DefaultServiceResponse(request.uri(), status, headers, body, false, request.redirected(), false);
	}

	/**
	 * Return the response of the cache to a request, marked as {@link #redirected} if the
	 * request is.
	 * @param request the request
	 * @param response the response
	 * @param content the decoded content
	 * @return the response with this content
	 */
	static ServiceResponse to(ServiceRequest request, CacheResponse response, ResponseContent content) {
		return new DefaultServiceResponse(response.uri(), response.status(), response.headers(), content,
				response.reused(), request.redirected(), response.stale());
	}

	/**
	 * Return the URL that responded.
	 * @return the URL; after redirects, the last one
	 */
	URI uri();

	/**
	 * Return the status code.
	 * @return the status code
	 */
	int status();

	/**
	 * Return the header fields.
	 * @return the header fields, read-only
	 */
	HttpHeaders headers();

	/**
	 * Return the content.
	 * @return the decoded content
	 */
	ResponseContent body();

	/**
	 * Return whether a stored response was used: its content, fresh or confirmed by a
	 * 304, or a stored redirect.
	 * @return whether one was used
	 */
	boolean reused();

	/**
	 * Return whether the URL is the target of a redirect, whose query may be a secret.
	 * @return whether it is
	 */
	boolean redirected();

	/**
	 * Return whether this is a stored response that is not fresh and that the service has
	 * not confirmed.
	 * @return whether it is
	 */
	boolean stale();

	/**
	 * Return the URL for messages and log lines.
	 * @return the text of one line, without user information, and without the query of
	 * the target of a redirect
	 */
	default String shownUri() {
		return redirected() ? UrlText.withoutQuery(uri()) : UrlText.of(uri());
	}

	/**
	 * Return the whole content. A streamed body is read to its end and closed.
	 * @return the content, which must not be changed
	 * @throws UncheckedIOException if a streamed body cannot be read
	 */
	default byte[] bytes() {
		try {
			return body().bytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"The content of %s cannot be read: %s".formatted(shownUri(), ex.getMessage()), ex);
		}
	}

	/**
	 * Return this response, marked as {@link #reused}.
	 * @return the response
	 */
	default ServiceResponse asReused() {
		return reused() ? this
				: new DefaultServiceResponse(uri(), status(), headers(), body(), true, redirected(), stale());
	}

	/**
	 * Return the time at which the service sent this response, if it is {@link #stale}.
	 * @return the time, by the {@code Date} field or the age of the response
	 */
	default Optional<Instant> staleTime() {
		if (!stale()) {
			return Optional.empty();
		}
		long date = -1;
		try {
			date = headers().getFirstDate(HttpHeaders.DATE);
		}
		catch (IllegalArgumentException ex) {
			// One that the cache can read, but not Spring.
		}
		// The cache adds the age.
		String age = Objects.requireNonNullElse(headers().getFirst(HttpHeaders.AGE), "0");
		return Optional.of((date != -1) ? Instant.ofEpochMilli(date) : Instant.now().minusSeconds(Long.parseLong(age)));
	}

}

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
