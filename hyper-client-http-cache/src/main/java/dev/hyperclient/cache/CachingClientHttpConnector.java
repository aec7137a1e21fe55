package dev.hyperclient.cache;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponseDecorator;
import org.springframework.util.unit.DataSize;

/**
 * An {@link HttpCache} around the connector of a {@code WebClient}. It is behind all
 * filters, so it sees the header fields and cookies that are sent. A fresh stored
 * response is served without a request. Request bodies are streamed, and so are response
 * bodies, of which a copy is stored when they are complete.
 * <p>
 * A request that is answered by the cache never reaches the HTTP client. If a consumer of
 * the {@code WebClient} uses the {@linkplain ClientHttpRequest#getNativeRequest() native
 * request}, the request is sent without the cache. Credentials that the HTTP client
 * itself adds, by an authenticator or a cookie store, do not separate users. A response
 * is not stored if the HTTP client shows that it has added any, as those of Reactor Netty
 * and Jetty do.
 * <p>
 * Equal requests at the same time are coalesced into one. A stale response may be served
 * while it is validated on another thread (RFC 5861, 3), or in place of an error, if that
 * is allowed.
 * <p>
 * Immutable and thread-safe. Files are read and written on the bounded elastic scheduler,
 * never on an event loop; a body completes when it is stored.
 */
public final class CachingClientHttpConnector implements ClientHttpConnector, Closeable {

	private final ReactiveCachingExchange caching;

	private final ClientHttpConnector delegate;

	private final Function<ClientHttpRequest, @Nullable HttpCache> selector;

	private final Function<ClientHttpRequest, @Nullable String> identity;

	/**
	 * Create a connector.
	 * @param cache the cache, which the caller closes
	 * @param delegate sends the requests that the cache does not answer. If it has a
	 * cache, this one replaces it
	 */
	public CachingClientHttpConnector(HttpCache cache, ClientHttpConnector delegate) {
		this(new ReactiveCachingExchange(cache),
				(delegate instanceof CachingClientHttpConnector caching) ? caching.delegate
						: Objects.requireNonNull(delegate, "'delegate' must not be null"),
				(request) -> cache, (request) -> null);
	}

	private CachingClientHttpConnector(ReactiveCachingExchange caching, ClientHttpConnector delegate,
			Function<ClientHttpRequest, @Nullable HttpCache> selector,
			Function<ClientHttpRequest, @Nullable String> identity) {
		this.caching = caching;
		this.delegate = delegate;
		this.selector = selector;
		this.identity = identity;
	}

	/**
	 * Return this connector with another source of identities. The default is a keyed
	 * hash of the {@code Authorization} and {@code Cookie} fields. With OAuth 1, whose
	 * field contains a nonce, or with a token that changes, no response would be reused.
	 * @param identity returns the opaque identity of a request, empty for anonymous,
	 * {@code null} for the default, for instance from the attributes of the request. Only
	 * a hash of it is stored
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withIdentity(Function<ClientHttpRequest, @Nullable String> identity) {
		Objects.requireNonNull(identity, "'identity' must not be null");
		return new CachingClientHttpConnector(this.caching, this.delegate, this.selector, identity);
	}

	/**
	 * Return this connector with a choice of the cache for each request, for instance
	 * derived with a listener for that request.
	 * @param selector returns the cache of a request, or {@code null} to send it uncached
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withCacheSelector(Function<ClientHttpRequest, @Nullable HttpCache> selector) {
		Objects.requireNonNull(selector, "'selector' must not be null");
		return new CachingClientHttpConnector(this.caching, this.delegate, selector, this.identity);
	}

	/**
	 * Return this connector with another maximum for stored bodies. The default is 10 MB.
	 * @param size the maximum; longer bodies are not stored
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withMaxBodySize(DataSize size) {
		return new CachingClientHttpConnector(this.caching.withMaxBodySize(size), this.delegate, this.selector,
				this.identity);
	}

	/**
	 * Close the delegate, if it can be closed, but not the cache.
	 */
	@Override
	public void close() throws IOException {
		if (this.delegate instanceof Closeable closeable) {
			closeable.close();
		}
	}

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return Mono.defer(() -> {
			CapturedRequest captured = new CapturedRequest(method, uri) {

				@Override
				public <T> T getNativeRequest() {
					throw new NativeRequestException();
				}

			};
			return Mono.defer(() -> requestCallback.apply(captured))
				.thenReturn(true)
				.onErrorResume(NativeRequestException.class, (ex) -> Mono.just(false))
				.flatMap((complete) -> complete ? exchange(captured)
						: this.delegate.connect(method, uri, requestCallback));
		});
	}

	private Mono<ClientHttpResponse> exchange(CapturedRequest captured) {
		@Nullable HttpCache selected = this.selector.apply(captured);
		if (selected == null) {
			return this.delegate.connect(captured.getMethod(), captured.getURI(),
					(message) -> captured.writeTo(message, captured.getHeaders()));
		}
		return this.caching.withCache(selected).exchange(connectorExchange(captured, selected));
	}

	private ConnectorExchange connectorExchange(CapturedRequest captured, HttpCache cache) {
		HttpHeaders fields = SentRequest.fields(captured);
		@Nullable String own = this.identity.apply(captured);
		CacheRequest key = new CacheRequest(captured.getMethod(), captured.getURI(), fields,
				(own != null) ? own : cache.identityOf(fields));
		return new ConnectorExchange(captured, this.delegate, key, own != null && !own.isEmpty());
	}

	/**
	 * An exchange of the delegate.
	 *
	 * @param original the request of the caller
	 * @param delegate sends it
	 * @param request the request as the cache sees it
	 * @param isIdentified whether its identity does not depend on its header fields
	 */
	private record ConnectorExchange(CapturedRequest original, ClientHttpConnector delegate, CacheRequest request,
			boolean isIdentified) implements ReactiveExchange<ClientHttpResponse> {

		@Override
		public Mono<ClientHttpResponse> forward(CacheRequest forwarded, SentRequest sent) {
			HttpHeaders headers = SentRequest.withoutCookies(forwarded.headers(), this.original.getHeaders());
			return this.delegate.connect(forwarded.method(), forwarded.uri(), (message) -> {
				sent.observe(message);
				return this.original.writeTo(message, headers);
			});
		}

		/**
		 * Any failure of the delegate, as in {@code WebClient}, whose request exception
		 * is its cause.
		 */
		@Override
		public boolean isDisconnection(Throwable ex) {
			return ex instanceof Exception && !(ex instanceof HiddenCredentialsException)
					&& !(ex instanceof UnexpectedInterimResponseException);
		}

		@Override
		public CacheResponse head(ClientHttpResponse response) {
			return new CacheResponse(this.original.getURI(), response.getStatusCode().value(), response.getHeaders(),
					ResponseContent.EMPTY);
		}

		@Override
		public ClientHttpResponse withBody(ClientHttpResponse response, UnaryOperator<Flux<DataBuffer>> body) {
			Flux<DataBuffer> derived = body.apply(response.getBody());
			return new ClientHttpResponseDecorator(response) {

				@Override
				public Flux<DataBuffer> getBody() {
					return derived;
				}

			};
		}

		@Override
		public ClientHttpResponse withHeaders(ClientHttpResponse response, HttpHeaders headers) {
			return new ClientHttpResponseDecorator(response) {

				@Override
				public HttpHeaders getHeaders() {
					return headers;
				}

			};
		}

		@Override
		public Flux<DataBuffer> body(ClientHttpResponse response) {
			return response.getBody();
		}

		@Override
		public Mono<ClientHttpResponse> cached(CachedResponse cached, @Nullable ClientHttpResponse received) {
			return Mono.just(new CachedHttpResponse(cached));
		}

		@Override
		public ClientHttpResponse confirmed(CachedResponse cached, ClientHttpResponse notModified) {
			return new CachedHttpResponse(cached);
		}

	}

	/**
	 * A response of the cache.
	 */
	private static final class CachedHttpResponse extends AbstractClientHttpResponse {

		CachedHttpResponse(CachedResponse cached) {
			super(HttpStatusCode.valueOf(cached.status()), cached.headers(), ResponseCookies.of(cached.headers()),
					ReactiveCachingExchange.content(cached.body()));
		}

	}

}
