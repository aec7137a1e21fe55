package dev.hyperclient.cache.spring;

import java.net.URI;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.reactive.AbstractClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequest;

/**
 * A request whose header fields are known before it is decided whether it is sent. Its
 * body is not read until then, but streamed, unless it is part of the cache key. Used by
 * one exchange.
 */
final class CapturedRequest extends AbstractClientHttpRequest implements HttpRequest {

	private final HttpMethod method;

	private final URI uri;

	private @Nullable Publisher<? extends DataBuffer> body;

	private @Nullable Publisher<? extends Publisher<? extends DataBuffer>> flushedBody;

	private volatile @Nullable ClientHttpRequest sent;

	CapturedRequest(HttpMethod method, URI uri) {
		this.method = method;
		this.uri = uri;
	}

	/**
	 * Note the request of the HTTP client that this one is sent as.
	 */
	void sentAs(ClientHttpRequest request) {
		this.sent = request;
	}

	/**
	 * Return the request of the HTTP client that this one was last sent as.
	 * @return the request, or {@code null} if the cache has answered this one
	 */
	@Nullable ClientHttpRequest sent() {
		return this.sent;
	}

	/**
	 * Write this request to one of an HTTP client.
	 * @param request the request of the HTTP client
	 * @param headers the header fields in place of its own
	 * @return completes when it has been written
	 */
	Mono<Void> writeTo(ClientHttpRequest request, HttpHeaders headers) {
		headers.forEach((name, values) -> request.getHeaders().put(name, values));
		getCookies().forEach((name, cookies) -> request.getCookies().addAll(name, cookies));
		request.getAttributes().putAll(getAttributes());
		if (this.body != null) {
			return request.writeWith(this.body);
		}
		return (this.flushedBody != null) ? request.writeAndFlushWith(this.flushedBody) : request.setComplete();
	}

	/**
	 * Read the body in memory, so that it can be written several times: one that is a
	 * value, as it has a length that is known, and no stream, which might have no end.
	 * @param maximum the maximum length
	 * @return the content, or empty if it is longer or may be readable only once
	 */
	Mono<Optional<byte[]>> buffer(long maximum) {
		if (!hasBody()) {
			return Mono.just(Optional.of(new byte[0]));
		}
		long length = getHeaders().getContentLength();
		if (!(this.body instanceof Mono<? extends DataBuffer> value) || length < 0 || length > maximum) {
			return Mono.just(Optional.empty());
		}
		return value.map(CapturedRequest::read).defaultIfEmpty(new byte[0]).map((content) -> {
			// No body has the length 0. An empty buffer would be the end of chunked
			// content for the JDK's client.
			this.body = (content.length > 0) ? Mono.fromSupplier(() -> bufferFactory().wrap(content)) : null;
			return (content.length <= maximum) ? Optional.of(content) : Optional.empty();
		});
	}

	private static byte[] read(DataBuffer buffer) {
		byte[] content = new byte[buffer.readableByteCount()];
		buffer.read(content);
		DataBufferUtils.release(buffer);
		return content;
	}

	/**
	 * Return whether a body has been written, which may be empty.
	 */
	boolean hasBody() {
		return this.body != null || this.flushedBody != null;
	}

	@Override
	public HttpMethod getMethod() {
		return this.method;
	}

	@Override
	public URI getURI() {
		return this.uri;
	}

	@Override
	public DataBufferFactory bufferFactory() {
		return DefaultDataBufferFactory.sharedInstance;
	}

	/**
	 * Fail, since the request of the HTTP client does not exist yet.
	 */
	@Override
	public <T> T getNativeRequest() {
		throw new NativeRequestException();
	}

	@Override
	public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
		return doCommit(() -> {
			this.body = content;
			return Mono.empty();
		});
	}

	@Override
	public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> content) {
		return doCommit(() -> {
			this.flushedBody = content;
			return Mono.empty();
		});
	}

	@Override
	public Mono<Void> setComplete() {
		return doCommit();
	}

	@Override
	protected void applyHeaders() {
		// They are read by the cache.
	}

	@Override
	protected void applyCookies() {
		// They are read by the cache.
	}

	/**
	 * Thrown within this package if a consumer of a request needs the request of the HTTP
	 * client. That request exists only if it is sent without the cache.
	 */
	static final class NativeRequestException extends RuntimeException {

		NativeRequestException() {
			super("The request of the HTTP client is not available", null, false, false);
		}

	}

}
