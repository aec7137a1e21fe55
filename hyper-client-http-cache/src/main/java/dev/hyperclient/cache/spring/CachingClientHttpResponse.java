package dev.hyperclient.cache.spring;

import java.io.InputStream;

import dev.hyperclient.cache.api.CacheResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * A response of a {@link CachingClientHttpRequestFactory}, from the server or from the
 * cache. Must be closed. Not thread-safe.
 */
final class CachingClientHttpResponse implements ClientHttpResponse {

	private final CacheResponse response;

	private final @Nullable String sentText;

	private @Nullable InputStream body;

	/**
	 * Create a response.
	 * @param sentText the reason phrase of the server's response, or {@code null}
	 */
	CachingClientHttpResponse(CacheResponse response, @Nullable String sentText) {
		this.response = response;
		this.sentText = sentText;
	}

	@Override
	public HttpStatusCode getStatusCode() {
		return HttpStatusCode.valueOf(this.response.status());
	}

	/**
	 * Return the reason phrase that the server sent. A stored response has the phrase of
	 * the standard, since it is not stored (RFC 9110, 15).
	 */
	@Override
	public String getStatusText() {
		if (this.sentText != null && !this.response.reused()) {
			return this.sentText;
		}
		HttpStatus standard = HttpStatus.resolve(this.response.status());
		return (standard != null) ? standard.getReasonPhrase() : "";
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.response.headers();
	}

	@Override
	public InputStream getBody() {
		InputStream opened = (this.body != null) ? this.body : this.response.body().stream();
		this.body = opened;
		return opened;
	}

	@Override
	public void close() {
		this.response.body().close();
	}

}
