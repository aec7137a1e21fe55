package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.DataBufferDecoder;
import org.springframework.http.codec.DecoderHttpMessageReader;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The settings of an {@link ExchangeClient}.
 *
 * @param service the service and the credentials for it
 * @param caching the cache
 * @param events the observer and the listener of calls
 * @param retryPolicy the retry policy
 * @param transport the limits of requests, and what sends them
 * @param names the names of settings in messages
 */
public record ExchangeSettings(Service service, Caching caching, Events events, RetryPolicy retryPolicy,
		Transport transport, SettingNames names) {

	/**
	 * A service.
	 *
	 * @param baseUrl the base URL, whose origin credentials are sent to
	 * @param origins the allowed origins
	 * @param authorizer the authorizer, or {@code null} for none
	 * @param certificates returns the client certificates that requests may present now
	 */
	public record Service(URI baseUrl, AllowedOrigins origins, @Nullable HttpAuthorizer authorizer,
			Supplier<String> certificates) {
	}

	/**
	 * A cache.
	 *
	 * @param cache the cache
	 * @param owned whether the cache is closed with the client
	 * @param staleIfError how long after its lifetime a stored response may be read if
	 * the service is away, zero for never
	 * @param pauseAfterFailures the interval at which a service that has failed is tried,
	 * zero to try it with each request
	 */
	public record Caching(HttpCache cache, boolean owned, Duration staleIfError, Duration pauseAfterFailures) {
	}

	/**
	 * The observer and the listener of calls.
	 *
	 * @param observer the observer of calls
	 * @param listener the listener
	 * @param log the log of the service
	 */
	public record Events(CallObserver observer, ClientListeners listener, CallLog log) {

		HttpCache observe(HttpCache cache) {
			HttpCache logged = cache.withAdditionalListener(this.log);
			return (this.observer != CallObservers.NONE) ? logged.withAdditionalListener(this.observer::onResult)
					: logged;
		}

	}

	/**
	 * The transport of requests.
	 *
	 * @param webClient creates the {@code WebClient} when it is first needed
	 * @param callTimeout the timeout of a call with all its requests and waits, or
	 * {@code null} for none
	 * @param maxResponseSize the maximum length of collected content, in bytes
	 */
	public record Transport(Supplier<WebClient> webClient, @Nullable Duration callTimeout, int maxResponseSize) {
	}

	/**
	 * Codecs of a {@code WebClient} that sends and receives bytes only, as this client
	 * does. Those that are used by default, for JSON and others, take a part of each
	 * start. Thread-safe.
	 */
	public static final class ByteStrategies implements ExchangeStrategies {

		private final List<HttpMessageReader<?>> readers = List
			.of(new DecoderHttpMessageReader<>(new DataBufferDecoder()));

		private final List<HttpMessageWriter<?>> writers = List
			.of(new EncoderHttpMessageWriter<>(new ByteArrayEncoder()));

		@Override
		public List<HttpMessageReader<?>> messageReaders() {
			return this.readers;
		}

		@Override
		public List<HttpMessageWriter<?>> messageWriters() {
			return this.writers;
		}

	}

}
