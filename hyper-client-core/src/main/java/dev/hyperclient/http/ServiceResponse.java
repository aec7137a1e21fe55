package dev.hyperclient.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.text.UrlText;

import org.springframework.http.HttpHeaders;

/**
 * A response of the service or of the cache. Only the content of a download is streamed;
 * it must be read or closed.
 *
 * @param uri the URL that responded: after redirects, the last one
 * @param status the status code
 * @param headers the header fields, read-only
 * @param body the decoded content
 * @param reused whether a stored response contributed: its content, fresh or confirmed by
 * a 304, or a stored redirect
 * @param redirected whether the URL is the target of a redirect, whose query may be a
 * secret
 * @param stale whether it is a stored response that is not fresh, and that the service
 * has not confirmed
 */
public record ServiceResponse(URI uri, int status, HttpHeaders headers, ResponseContent body, boolean reused,
		boolean redirected, boolean stale) {

	public ServiceResponse {
		headers = HeaderFields.readOnly(headers);
	}

	/**
	 * Create a response of the service with collected content.
	 * @param uri the URL that responded
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the whole content, decoded. The array is not copied and must not be
	 * changed
	 */
	public ServiceResponse(URI uri, int status, HttpHeaders headers, byte[] body) {
		this(uri, status, headers, ResponseContent.of(body), false, false, false);
	}

	/**
	 * Return the response to a request, marked as {@link #redirected} if the request is.
	 * @param request the request
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the decoded content
	 * @return the response of the URL of the request
	 */
	public static ServiceResponse to(ServiceRequest request, int status, HttpHeaders headers, ResponseContent body) {
		return new ServiceResponse(request.uri(), status, headers, body, false, request.redirected(), false);
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
	 * Return the whole content. A streamed body is read to its end and closed.
	 * @return the content, which must not be changed
	 * @throws UncheckedIOException if a streamed body cannot be read
	 */
	public byte[] bytes() {
		try {
			return this.body.bytes();
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
	public ServiceResponse asReused() {
		return this.reused ? this : new ServiceResponse(this.uri, this.status, this.headers, this.body, true,
				this.redirected, this.stale);
	}

	/**
	 * Return when the service sent this response, if it is {@link #stale}.
	 * @return the time, by the {@code Date} field or the age of the response
	 */
	public Optional<Instant> staleTime() {
		if (!this.stale) {
			return Optional.empty();
		}
		long date = -1;
		try {
			date = this.headers.getFirstDate(HttpHeaders.DATE);
		}
		catch (IllegalArgumentException ex) {
			// One that the cache can read, but not Spring.
		}
		// The cache adds the age.
		String age = Objects.requireNonNullElse(this.headers.getFirst(HttpHeaders.AGE), "0");
		return Optional.of((date != -1) ? Instant.ofEpochMilli(date) : Instant.now().minusSeconds(Long.parseLong(age)));
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
