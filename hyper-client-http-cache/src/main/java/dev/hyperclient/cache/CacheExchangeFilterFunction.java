package dev.hyperclient.cache;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import dev.hyperclient.internal.transport.ClientInspector;
import dev.hyperclient.internal.transport.PrivateFields;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * An {@link HttpCache} as a filter of a {@code WebClient}. A fresh stored response is
 * served without a request; other bodies are streamed, and a copy is stored when they are
 * complete. Large bodies are never held in memory.
 * <p>
 * The filter serves and stores the responses to the requests that it receives, so the
 * order of filters matters. Filters that set {@code Authorization} or cookies belong
 * before this one; otherwise a GET ends with a {@link HiddenCredentialsException} before
 * it is sent, unless {@link #withIdentity} is set. A {@link CachingClientHttpConnector}
 * is behind all filters. Nothing is stored if the request that is sent is unknown,
 * because an exchange function other than that of a connector is used.
 * <p>
 * Equal requests at the same time are coalesced into one. A stale response may be served
 * while it is validated on another thread (RFC 5861, 3), or in place of an error, if that
 * is allowed.
 * <p>
 * Immutable and thread-safe. Files are read and written on the bounded elastic scheduler,
 * never on an event loop; a body completes when it is stored.
 */
public final class CacheExchangeFilterFunction implements ExchangeFilterFunction {

	private static final ClientInspector UNKNOWN_CLIENT = ClientInspector.ofConnector("", PrivateFields.SPRING);

	private final ReactiveCachingExchange caching;

	private final @Nullable Function<ClientRequest, String> identity;

	private final ExchangeStrategies strategies;

	/**
	 * Create a filter.
	 * @param cache the cache, which the caller closes
	 */
	public CacheExchangeFilterFunction(HttpCache cache) {
		// No limit: the stored body was received from the server before.
		this(new ReactiveCachingExchange(cache), null,
				ExchangeStrategies.builder().codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1)).build());
	}

	private CacheExchangeFilterFunction(ReactiveCachingExchange caching,
			@Nullable Function<ClientRequest, String> identity, ExchangeStrategies strategies) {
		this.caching = caching;
		this.identity = identity;
		this.strategies = Objects.requireNonNull(strategies, "'strategies' must not be null");
	}

	/**
	 * Return this filter with another source of identities. The default is a keyed hash
	 * of the {@code Authorization} and {@code Cookie} fields. With OAuth 1, whose field
	 * contains a nonce, or with a token that changes, no response would be reused.
	 * @param identity returns the opaque identity of a request, empty for anonymous. Only
	 * a hash of it is stored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withIdentity(Function<ClientRequest, String> identity) {
		Objects.requireNonNull(identity, "'identity' must not be null");
		return new CacheExchangeFilterFunction(this.caching, identity, this.strategies);
	}

	/**
	 * Return this filter with another maximum for stored bodies. The default is 10 MB.
	 * @param size the maximum; longer bodies are not stored
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withMaxBodySize(DataSize size) {
		return new CacheExchangeFilterFunction(this.caching.withMaxBodySize(size), this.identity, this.strategies);
	}

	/**
	 * Return this filter with other codecs for stored responses: those of the
	 * {@code WebClient} if they are customized, since a filter has no access to them. The
	 * default is Spring's, without a memory limit.
	 * @param strategies the codecs
	 * @return the derived filter
	 */
	public CacheExchangeFilterFunction withStrategies(ExchangeStrategies strategies) {
		return new CacheExchangeFilterFunction(this.caching, this.identity, strategies);
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return this.caching.exchange(exchange(request, next));
	}

	private FilterExchange exchange(ClientRequest request, ExchangeFunction next) {
		HttpHeaders fields = SentRequest.withCookies(request.headers(),
				request.cookies()
					.entrySet()
					.stream()
					.flatMap((cookie) -> cookie.getValue().stream().map((value) -> cookie.getKey() + "=" + value))
					.toList());
		String own = (this.identity != null) ? this.identity.apply(request) : "";
		CacheRequest key = new CacheRequest(request.method(), request.url(), fields,
				(this.identity != null) ? own : this.caching.cache().identityOf(fields));
		return new FilterExchange(request, next, key, !own.isEmpty(), this.strategies);
	}

	/**
	 * An exchange of the {@code WebClient}.
	 *
	 * @param original the request of the caller
	 * @param next the next filter
	 * @param request the request as the cache sees it
	 * @param isIdentified whether its identity does not depend on its header fields
	 * @param strategies the codecs for stored responses
	 */
	private record FilterExchange(ClientRequest original, ExchangeFunction next, CacheRequest request,
			boolean isIdentified, ExchangeStrategies strategies) implements ReactiveExchange<ClientResponse> {

		@Override
		public boolean hasHiddenInput() {
			return this.original.body() != BodyInserters.empty();
		}

		@Override
		public Mono<ClientResponse> forward(CacheRequest forwarded, SentRequest sent) {
			ClientRequest request = ClientRequest.from(this.original).method(forwarded.method()).headers((headers) -> {
				headers.clear();
				headers.addAll(SentRequest.withoutCookies(forwarded.headers(), this.original.headers()));
			})
				.httpRequest((message) -> sent.observe(message, UNKNOWN_CLIENT))
				// Also if a later filter copies the request without the consumer.
				.body((message, context) -> {
					sent.observe(message, UNKNOWN_CLIENT);
					return this.original.body().insert(message, context);
				})
				.build();
			return this.next.exchange(request)
				.onErrorMap(WebClientRequestException.class,
						(ex) -> (ex.getCause() instanceof HiddenCredentialsException hidden) ? hidden : ex);
		}

		@Override
		public boolean isDisconnection(Throwable ex) {
			return ex instanceof WebClientRequestException || ex instanceof IOException
					|| ex instanceof TimeoutException;
		}

		@Override
		public CacheResponse head(ClientResponse response) {
			return new CacheResponse(this.original.url(), response.statusCode().value(),
					response.headers().asHttpHeaders(), ResponseContent.EMPTY);
		}

		@Override
		public ClientResponse withBody(ClientResponse response, UnaryOperator<Flux<DataBuffer>> body) {
			return response.mutate().body(body::apply).build();
		}

		@Override
		public ClientResponse withHeaders(ClientResponse response, HttpHeaders headers) {
			return response.mutate().headers((fields) -> fields.putAll(headers)).build();
		}

		@Override
		public Flux<DataBuffer> body(ClientResponse response) {
			return response.bodyToFlux(DataBuffer.class);
		}

		@Override
		public Mono<ClientResponse> cached(CachedResponse cached, @Nullable ClientResponse received) {
			return ClientResponses.of(cached, (received != null) ? received.strategies() : this.strategies);
		}

		@Override
		public ClientResponse confirmed(CachedResponse cached, ClientResponse notModified) {
			return ClientResponses.builder(cached, notModified.strategies())
				.cookies((cookies) -> notModified.cookies().forEach((name, values) -> {
					// Not those that the stored fields contain.
					if (!cookies.containsKey(name)) {
						cookies.put(name, List.copyOf(values));
					}
				}))
				.build();
		}

	}

}
