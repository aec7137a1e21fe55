package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Function;

import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;

/**
 * Transports of Spring whose HTTP clients take interim responses for final ones. Requests
 * over Reactor Netty are sent by a client that {@linkplain InterimResponses#skip skips
 * them}, derived from that of the transport, which does not change. Jetty's client itself
 * is made to skip them. It and Apache's asynchronous client are also given decoders that
 * notice content whose coding ends early.
 */
public final class ProtectedTransport {

	private static final String JETTY_REQUEST = "org.springframework.http.client.reactive.JettyClientHttpRequest";

	private ProtectedTransport() {
	}

	/**
	 * Protect the requests of a blocking client.
	 * @param factory any request factory
	 * @return a protected factory, or the same one if none of its requests are sent by
	 * Reactor Netty
	 * @throws IllegalArgumentException if the factory is a wrapper around an unprotected
	 * client, whose requests it may hide
	 */
	public static ClientHttpRequestFactory of(ClientHttpRequestFactory factory) {
		ClientHttpRequestFactory innermost = factory;
		while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			innermost = wrapper.getDelegate();
		}
		Jetty.protect(HiddenField.JETTY_CLIENT.of(innermost));
		Object client = HiddenField.REACTOR_CLIENT.of(innermost);
		if (innermost != factory && client != null && !ReactorNetty.isProtected(client)) {
			throw new IllegalArgumentException(("Reactor Netty below %s returns interim responses as final ones, which "
					+ "mixes up later responses. Create its request factory with "
					+ "new ReactorClientHttpRequestFactory(InterimResponses.skip(httpClient))")
				.formatted(factory.getClass().getSimpleName()));
		}
		return HiddenField.REACTOR_REQUEST_CLIENT.exists() ? ReactorNetty.protect(factory) : factory;
	}

	/**
	 * Protect the requests of a reactive client.
	 * @param connector any connector
	 * @return a protected connector, or the same one if it is not Spring's for Reactor
	 * Netty
	 */
	public static ClientHttpConnector of(ClientHttpConnector connector) {
		protect(connector);
		return ReactorNetty.CONNECTOR.equals(connector.getClass().getName()) ? ReactorNetty.protect(connector)
				: connector;
	}

	/**
	 * Protect the client of a {@code WebClient} where it can be changed, that is Apache's
	 * and Jetty's. Requests over Reactor Netty are protected one by one.
	 * @param <T> the type of the client
	 * @param client any {@code WebClient}
	 * @return the client
	 */
	public static <T> T ofWebClient(T client) {
		@Nullable Object exchange = HiddenField.WEB_CLIENT_EXCHANGE.of(client);
		@Nullable Object connector = (exchange != null) ? HiddenField.EXCHANGE_CONNECTOR.of(exchange) : null;
		if (connector != null) {
			protect(connector);
		}
		return client;
	}

	/**
	 * Protect the client of a request, if it is Jetty's.
	 * @param message a request that was not sent
	 */
	public static void ofRequest(org.springframework.http.client.reactive.ClientHttpRequest message) {
		if (message.getClass().getName().equals(JETTY_REQUEST)) {
			Jetty.protect(HiddenField.JETTY_REQUEST_CLIENT.of(message.getNativeRequest()));
		}
	}

	/**
	 * Return the failure of the content of a blocking client's response that it does not
	 * show. To be called at the end of the content.
	 * @param response the response of Spring
	 * @return the failure, or {@code null} if there is none
	 */
	public static @Nullable IOException failure(Object response) {
		Object jetty = HiddenField.JETTY_RESPONSE.of(response);
		return (jetty != null) ? Jetty.failure(jetty) : null;
	}

	private static void protect(Object transport) {
		Object connector = (transport instanceof CachedTransport<?> cached) ? cached.uncached() : transport;
		Jetty.protect(HiddenField.JETTY_CONNECTOR_CLIENT.of(connector));
		@Nullable Object apache = HiddenField.APACHE_CONNECTOR_CLIENT.of(connector);
		if (apache != null) {
			ApacheContentDecoder.use(apache);
		}
	}

	/** Refers to types of Jetty only where there is a client of it. */
	private static final class Jetty {

		static void protect(@Nullable Object client) {
			if (client != null) {
				JettyInterimResponses.skip((org.eclipse.jetty.client.HttpClient) client);
			}
		}

		static @Nullable IOException failure(Object response) {
			return JettyContentDecoder.failure((org.eclipse.jetty.client.Response) response);
		}

	}

	/** Loaded only if there is a request or connector of Reactor Netty. */
	private static final class ReactorNetty {

		/** A constant, which does not load this class. */
		static final String CONNECTOR = "org.springframework.http.client.reactive.ReactorClientHttpConnector";

		static boolean isProtected(Object client) {
			return client instanceof HttpClient netty && InterimResponses.skip(netty) == netty;
		}

		static ClientHttpRequestFactory protect(ClientHttpRequestFactory factory) {
			Derivation<ReactorClientHttpRequestFactory> derivation = new Derivation<>(
					ReactorClientHttpRequestFactory::new);
			return (uri, method) -> {
				ClientHttpRequest request = factory.createRequest(uri, method);
				Object client = HiddenField.REACTOR_REQUEST_CLIENT.of(request);
				if (client == null || isProtected(client)) {
					return request;
				}
				ReactorClientHttpRequestFactory derived = derivation.of(client);
				if (HiddenField.REACTOR_REQUEST_EXECUTOR.of(request) instanceof Executor executor) {
					derived.setExecutor(executor);
				}
				return derived.createRequest(uri, method);
			};
		}

		static ClientHttpConnector protect(ClientHttpConnector connector) {
			Derivation<ReactorClientHttpConnector> derivation = new Derivation<>(ReactorClientHttpConnector::new);
			return (method, uri, callback) -> {
				Object client = HiddenField.REACTOR_CONNECTOR_CLIENT.of(connector);
				ClientHttpConnector chosen = (client == null || isProtected(client)) ? connector
						: derivation.of(client);
				return chosen.connect(method, uri, callback);
			};
		}

	}

	/**
	 * The transport that was derived last.
	 *
	 * @param <T> the type of the transport
	 */
	private static final class Derivation<T> {

		private final Function<HttpClient, T> factory;

		private volatile @Nullable Derived<T> last;

		Derivation(Function<HttpClient, T> factory) {
			this.factory = factory;
		}

		T of(Object client) {
			Derived<T> derived = this.last;
			if (derived == null || derived.client() != client) {
				derived = new Derived<>(client, this.factory.apply(InterimResponses.skip((HttpClient) client)));
				this.last = derived;
			}
			return derived.transport();
		}

	}

	private record Derived<T>(Object client, T transport) {
	}

}
