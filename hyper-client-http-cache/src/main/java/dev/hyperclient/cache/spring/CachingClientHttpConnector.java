package dev.hyperclient.cache.spring;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.internal.transaction.Invalidation;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.transaction.ReactiveCacheDriver;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.util.unit.DataSize;

/**
 * An {@link HttpCache} around the connector of a {@code WebClient}. It is behind all
 * filters, so it sees the header fields and cookies that are sent. A fresh stored
 * response is served without a request. Bodies of requests and responses are streamed; a
 * copy of a response body is stored when it is complete.
 * <p>
 * A request that is answered by the cache never reaches the HTTP client. If a consumer of
 * the {@code WebClient} uses the {@linkplain ClientHttpRequest#getNativeRequest() native
 * request}, the request is sent without the cache, but invalidates stored responses if it
 * is unsafe. A GET or HEAD with a body bypasses the cache. Credentials that the HTTP
 * client itself adds, by an authenticator or a cookie store, do not separate users. The
 * clients of Reactor Netty, Jetty and Apache show whether they have added any; then the
 * response is not stored. With the client of the JDK, a GET or HEAD bypasses the cache if
 * the cookie handler has cookies for it. If that client has an authenticator, the GET or
 * HEAD fails with a {@link HiddenCredentialsException}, the cause of the
 * {@code WebClientRequestException}. None of this applies to a request with an identity
 * that is not empty ({@link #withIdentity}). Private fields of Spring are read by
 * reflection, with hints for native images. If a version of Spring lacks such a field,
 * nothing is stored, which is logged.
 * <p>
 * Equal requests at the same time are coalesced into one. A stale response may be served
 * while it is validated on another thread (RFC 5861, 3), or in place of an error, if that
 * is allowed.
 * <p>
 * Immutable and thread-safe. Files are read and written on the bounded elastic scheduler,
 * never on an event loop; a body completes when it is stored. <pre class="code">{@code
 * WebClient client = WebClient.builder()
 * 	.clientConnector(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector()))
 * 	.build();
 * }</pre>
 */
public final class CachingClientHttpConnector implements ClientHttpConnector, Closeable {

	private final ClientHttpConnector delegate;

	private final ClientOptions<ClientHttpRequest> options;

	private final ClientHttpConnector sending;

	/**
	 * Create a connector.
	 * @param cache the cache, which the caller closes
	 * @param delegate sends the requests that the cache does not answer. If it has a
	 * cache, this one replaces it
	 * @throws IllegalStateException if the client is one of Reactor Netty from which no
	 * client that skips interim responses can be derived, since this version of Spring
	 * lacks a field
	 */
	public CachingClientHttpConnector(HttpCache cache, ClientHttpConnector delegate) {
		this(uncached(delegate), ClientOptions.of(cache, ObservedClient.of(uncached(delegate)), 0,
				delegate instanceof CachingClientHttpConnector caching && caching.options.followsRedirects()));
	}

	CachingClientHttpConnector(ClientHttpConnector delegate, ClientOptions<ClientHttpRequest> options) {
		this.delegate = delegate;
		this.options = options;
		this.sending = options.client().protect(delegate);
	}

	/**
	 * Return this connector with another source of identities. The default is a keyed
	 * hash of the fields that name a user, such as {@code Authorization}. With OAuth 1,
	 * whose field contains a nonce, or with a token that changes, no response would be
	 * reused.
	 * @param identity returns the identity of a request
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withIdentity(HttpCacheIdentity identity) {
		return new CachingClientHttpConnector(this.delegate, this.options.withIdentity(identity));
	}

	/**
	 * Return this connector with a choice of the cache for each request, for instance
	 * derived with a listener for that request.
	 * @param selector returns the cache of a request, or {@code null} to send it uncached
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withCacheSelector(Function<ClientHttpRequest, @Nullable HttpCache> selector) {
		return new CachingClientHttpConnector(this.delegate, this.options.withSelector(selector));
	}

	/**
	 * Return this connector with another maximum for stored bodies. The default is 10 MB.
	 * @param size the maximum; longer bodies are not stored
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withMaxBodySize(DataSize size) {
		return new CachingClientHttpConnector(this.delegate, this.options.withMaxBodySize(size));
	}

	/**
	 * Return this connector with redirects that are followed above the cache, so that
	 * each response is stored under its own URL and invalidates what it has changed. The
	 * HTTP client must not follow redirects itself. By default, redirects are returned.
	 * <p>
	 * At most ten redirects are followed, never one from https to http or to a URL with
	 * user information that the request does not have. After a 301 or 302, a POST becomes
	 * a GET, as in browsers, and only GET, HEAD, POST and QUERY are followed; after a
	 * 303, any other method than HEAD becomes GET. {@code Authorization}, {@code Cookie},
	 * {@code Proxy-Authorization} and fields with keys such as {@code X-Api-Key} are not
	 * sent to another origin. A 307 or 308 is returned if the body is streamed without
	 * {@code Content-Length}, since it may be readable only once. A redirect to another
	 * origin is returned if a consumer uses the native request, from which credentials
	 * cannot be removed.
	 * @return the derived connector
	 */
	public CachingClientHttpConnector withRedirects() {
		return new CachingClientHttpConnector(this.delegate, this.options.withRedirects());
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

	private static ClientHttpConnector uncached(ClientHttpConnector delegate) {
		Objects.requireNonNull(delegate, "'delegate' must not be null");
		if (delegate instanceof CachingClientHttpConnector caching) {
			return caching.delegate;
		}
		return (delegate instanceof ObservedClient.Cached<?> cached
				&& cached.uncached() instanceof ClientHttpConnector connector) ? connector : delegate;
	}

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return this.options.followsRedirects()
				? new RedirectingConnector(this::connectOnce, this::isForOther).connect(method, uri, requestCallback)
				: connectOnce(method, uri, requestCallback);
	}

	private Mono<ClientHttpResponse> connectOnce(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return Mono.defer(() -> {
			CapturedRequest captured = new CapturedRequest(method, uri);
			return Mono.defer(() -> requestCallback.apply(captured))
				.thenReturn(true)
				.onErrorResume(CapturedRequest.NativeRequestException.class, (ex) -> Mono.just(false))
				.flatMap((complete) -> complete ? exchange(captured) : connectNative(captured, requestCallback));
		});
	}

	/**
	 * Send a request whose consumer needs the native request. If it is unsafe, it still
	 * invalidates.
	 */
	private Mono<ClientHttpResponse> connectNative(CapturedRequest captured,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		Mono<ClientHttpResponse> sent = send(captured, requestCallback);
		@Nullable HttpCache selected = Invalidation.isUnsafe(captured.getMethod()) ? this.options.selector().apply(captured)
				: null;
		return (selected == null) ? sent : sent.flatMap((response) -> {
			ReactiveRequestSender sender = sender(captured, "", selected);
			return driver(captured, selected, sender).receiveUncached(sender, response);
		});
	}

	private Mono<ClientHttpResponse> exchange(CapturedRequest captured) {
		@Nullable HttpCache selected = this.options.selector().apply(captured);
		if (selected == null) {
			return send(captured, (message) -> captured.writeTo(message, captured.getHeaders()));
		}
		long maximum = CacheContext.of(selected).maxQueryLength(captured.getMethod(), captured.getURI());
		if (maximum < 0) {
			return exchange(captured, "", selected);
		}
		return captured.buffer(maximum)
			.map((content) -> content
				.map((bytes) -> QueryContent.digest(captured.getMethod(), captured.getHeaders(), bytes))
				.orElse(""))
			.flatMap((digest) -> exchange(captured, digest, selected));
	}

	private Mono<ClientHttpResponse> exchange(CapturedRequest captured, String digest, HttpCache cache) {
		ReactiveRequestSender sender = sender(captured, digest, cache);
		return driver(captured, cache, sender).exchange(sender);
	}

	/** Send a request without the cache, on a connection that others use with it. */
	private Mono<ClientHttpResponse> send(CapturedRequest captured,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return this.sending.connect(captured.getMethod(), captured.getURI(), (message) -> {
			ObservedClient.skipInterimResponses(message);
			captured.sentAs(message);
			return requestCallback.apply(message);
		});
	}

	/**
	 * Return whether what was received is the response to another request than this one.
	 */
	private boolean isForOther(ClientHttpRequest request) {
		ClientHttpRequest sent = (request instanceof CapturedRequest captured) ? captured.sent() : request;
		return sent != null && this.options.client().isRedirected(sent);
	}

	private ReactiveCacheDriver driver(CapturedRequest captured, HttpCache cache, ReactiveRequestSender sender) {
		return new ReactiveCacheDriver(this.options.context(cache, captured, sender.seen()), this.options.coalescer(),
				this.options.limits());
	}

	private ReactiveRequestSender sender(CapturedRequest captured, String digest, HttpCache cache) {
		HttpHeaders fields = ReactiveRequestSender.fields(captured);
		HttpRequest identified = new HttpRequestWrapper(captured) {

			@Override
			public HttpHeaders getHeaders() {
				return fields;
			}

		};
		SeenRequest seen = this.options.see(identified, fields, digest, CacheContext.of(cache), captured);
		return new ReactiveRequestSender(captured, this.sending, seen);
	}

}
