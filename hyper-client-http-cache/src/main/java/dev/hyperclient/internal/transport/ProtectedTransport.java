package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.util.concurrent.Executor;

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
 * them}, derived from the client of the transport, which does not change. Jetty's client
 * itself is made to skip them. It and Apache's asynchronous client are also given
 * decoders that notice content whose coding ends early.
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
		Jetty.protect(PrivateField.JETTY_CLIENT.of(innermost));
		Object client = PrivateField.REACTOR_CLIENT.of(innermost);
		if (innermost != factory && client != null && !ReactorNetty.isProtected(client)) {
			throw new IllegalArgumentException(("Reactor Netty below %s returns interim responses as final ones, which "
					+ "mixes up later responses. Create its request factory with "
					+ "new ReactorClientHttpRequestFactory(InterimResponses.skip(httpClient))")
				.formatted(factory.getClass().getSimpleName()));
		}
		return PrivateFields.SPRING.has(PrivateField.REACTOR_REQUEST_CLIENT) ? ReactorNetty.protect(factory) : factory;
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
		@Nullable Object exchange = PrivateField.WEB_CLIENT_EXCHANGE.of(client);
		@Nullable Object connector = (exchange != null) ? PrivateField.EXCHANGE_CONNECTOR.of(exchange) : null;
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
			Jetty.protect(PrivateField.JETTY_REQUEST_CLIENT.of(message.getNativeRequest()));
		}
	}

	/**
	 * Return the failure of the content of a blocking client's response that it does not
	 * show. To be called at the end of the content.
	 * @param response the response of Spring
	 * @return the failure, or {@code null} if there is none
	 */
	public static @Nullable IOException failure(Object response) {
		Object jetty = PrivateField.JETTY_RESPONSE.of(response);
		return (jetty != null) ? Jetty.failure(jetty) : null;
	}

	/**
	 * Return a request over Reactor Netty by another client.
	 */
	static ClientHttpRequest derived(ClientHttpRequest request, HttpClient client) throws IOException {
		ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory(client);
		if (PrivateField.REACTOR_REQUEST_EXECUTOR.of(request) instanceof Executor executor) {
			factory.setExecutor(executor);
		}
		return factory.createRequest(request.getURI(), request.getMethod());
	}

	private static void protect(Object transport) {
		Object connector = (transport instanceof CachedTransport<?> cached) ? cached.uncached() : transport;
		Jetty.protect(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		@Nullable Object apache = PrivateField.APACHE_CONNECTOR_CLIENT.of(connector);
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
			return (uri, method) -> {
				ClientHttpRequest request = factory.createRequest(uri, method);
				Object client = PrivateField.REACTOR_REQUEST_CLIENT.of(request);
				return (client == null || isProtected(client)) ? request
						: derived(request, InterimResponses.skip((HttpClient) client));
			};
		}

		static ClientHttpConnector protect(ClientHttpConnector connector) {
			return (method, uri, callback) -> {
				Object client = PrivateField.REACTOR_CONNECTOR_CLIENT.of(connector);
				ClientHttpConnector chosen = (client == null || isProtected(client)) ? connector
						: new ReactorClientHttpConnector(InterimResponses.skip((HttpClient) client));
				return chosen.connect(method, uri, callback);
			};
		}

	}

}
