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
 * them}, derived from that of the transport, which does not change. Jetty's client itself
 * is made to skip them.
 */
public final class ProtectedTransport {

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
		Jetty.protect(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		return ReactorNetty.CONNECTOR.equals(connector.getClass().getName()) ? ReactorNetty.protect(connector)
				: connector;
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

	/** Refers to types of Jetty only where there is a client of it. */
	private static final class Jetty {

		static void protect(@Nullable Object client) {
			if (client != null) {
				JettyInterimResponses.skip((org.eclipse.jetty.client.HttpClient) client);
			}
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
