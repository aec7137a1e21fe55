package dev.hyperclient.cache.spring;

import java.net.URI;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.hyperclient.internal.transport.ObservedExchange;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.http.client.reactive.ClientHttpResponse;

/**
 * Follows redirects, each of which is a request to the cache. A body is sent again if its
 * length was announced, as for a value or a form; others may be readable only once.
 * Thread-safe.
 *
 * @param delegate sends one request
 * @param isForOther whether the response to a request is that to another one, such as to
 * the CONNECT that a proxy has refused: its redirect is not followed
 */
record RedirectingConnector(ClientHttpConnector delegate,
		Predicate<ClientHttpRequest> isForOther) implements ClientHttpConnector {

	/** How much of a redirect's content is read, so that its connection can be used. */
	private static final int READ_AHEAD = 64 * 1024;

	/** How long it is waited for, before the connection is closed. */
	private static final Duration MAX_WAIT = Duration.ofSeconds(1);

	@Override
	public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
		return Mono.defer(() -> connect(method, uri, requestCallback, new Hop(0, true, true)));
	}

	private Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
			Function<? super ClientHttpRequest, Mono<Void>> requestCallback, Hop hop) {
		return this.delegate
			.connect(method, uri, (message) -> requestCallback.apply(new RedirectedRequest(message, hop)))
			.flatMap((response) -> {
				ClientHttpRequest message = hop.request;
				Redirect redirect = (hop.number < Redirect.MAX)
						? Redirect.of(method, uri, response.getStatusCode().value(), response.getHeaders()) : null;
				if (redirect == null || (redirect.keepsBody() && !hop.isRepeatable)
						|| (hop.usesNativeRequest && !redirect.keepsOrigin())
						|| (message != null && this.isForOther.test(message))) {
					return Mono.just(response);
				}
				Hop next = new Hop(hop.number + 1, hop.keepsBody && redirect.keepsBody(),
						hop.keepsCredentials && redirect.keepsOrigin());
				return ObservedExchange.beginning(response.getBody(), READ_AHEAD)
					.doOnNext(DataBufferUtils::release)
					.then()
					.timeout(MAX_WAIT, Mono.empty())
					.onErrorComplete()
					.then(Mono.defer(() -> connect(redirect.method(), redirect.uri(), requestCallback, next)));
			});
	}

	/**
	 * One of the requests.
	 */
	private static final class Hop {

		private final int number;

		private final boolean keepsBody;

		private final boolean keepsCredentials;

		/** Whether the body of the request that was sent can be sent again. */
		private volatile boolean isRepeatable = true;

		/** Whether the caller may have set credentials that cannot be removed. */
		private volatile boolean usesNativeRequest;

		private volatile @Nullable ClientHttpRequest request;

		Hop(int number, boolean keepsBody, boolean keepsCredentials) {
			this.number = number;
			this.keepsBody = keepsBody;
			this.keepsCredentials = keepsCredentials;
		}

	}

	/**
	 * A request that the caller writes as the first one, without what must not be sent
	 * with this one.
	 */
	private static final class RedirectedRequest extends ClientHttpRequestDecorator {

		private final Hop hop;

		RedirectedRequest(ClientHttpRequest delegate, Hop hop) {
			super(delegate);
			this.hop = hop;
			hop.request = delegate;
		}

		@Override
		public <T> T getNativeRequest() {
			this.hop.usesNativeRequest = true;
			return super.getNativeRequest();
		}

		/**
		 * Return a factory without a pool if the body is not sent, since nothing releases
		 * its buffers then.
		 */
		@Override
		public DataBufferFactory bufferFactory() {
			return this.hop.keepsBody ? super.bufferFactory() : DefaultDataBufferFactory.sharedInstance;
		}

		@Override
		public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
			prepare(true);
			return this.hop.keepsBody ? super.writeWith(body) : super.setComplete();
		}

		@Override
		public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			prepare(true);
			return this.hop.keepsBody ? super.writeAndFlushWith(body) : super.setComplete();
		}

		@Override
		public Mono<Void> setComplete() {
			prepare(false);
			return super.setComplete();
		}

		/**
		 * Register the last action before the header fields are read.
		 */
		private void prepare(boolean hasBody) {
			beforeCommit(() -> Mono.fromRunnable(() -> {
				this.hop.isRepeatable = !hasBody || !this.hop.keepsBody || getHeaders().getContentLength() >= 0;
				new Redirect(getMethod(), getURI(), this.hop.keepsBody, this.hop.keepsCredentials)
					.removeFrom(getHeaders());
				if (!this.hop.keepsCredentials) {
					getCookies().clear();
				}
			}));
		}

	}

}
