package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;

import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
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

	/** Request factories and connectors whose client is protected. */
	private static final Set<Object> KNOWN = Collections
		.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

	private ProtectedTransport() {
	}

	/**
	 * Note that a request factory or connector was created with a protected client,
	 * whether or not that can be read.
	 * @param transport the request factory or connector
	 */
	public static void known(Object transport) {
		KNOWN.add(transport);
	}

	/**
	 * Return what a builder that is not known has built, with a protected client. Its
	 * type remains.
	 * @param factory a new request factory
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpRequestFactory built(ClientHttpRequestFactory factory) {
		Jetty.protect(PrivateField.JETTY_CLIENT.of(factory));
		Object client = PrivateField.REACTOR_CLIENT.of(factory);
		return (client != null && factory.getClass().getName().equals(ReactorNetty.FACTORY))
				? ReactorNetty.copy(factory, client) : factory;
	}

	/**
	 * Return what a builder that is not known has built, with a protected client. Its
	 * type remains.
	 * @param connector a new connector
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpConnector built(ClientHttpConnector connector) {
		Jetty.protect(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		Object client = PrivateField.REACTOR_CONNECTOR_CLIENT.of(connector);
		return (client != null && connector.getClass().getName().equals(ReactorNetty.CONNECTOR))
				? ReactorNetty.connector(client) : connector;
	}

	/**
	 * Protect the requests of a blocking client.
	 * @param factory any request factory
	 * @param fields the private fields to read
	 * @return a protected factory, or the same one if none of its requests are sent by
	 * Reactor Netty
	 * @throws IllegalArgumentException if the factory is a wrapper around an unprotected
	 * client, whose requests it may hide
	 * @throws IllegalStateException if its client is one of Reactor Netty that cannot be
	 * read
	 */
	public static ClientHttpRequestFactory of(ClientHttpRequestFactory factory, PrivateFields fields) {
		ClientHttpRequestFactory innermost = factory;
		while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			innermost = wrapper.getDelegate();
		}
		Jetty.protect(PrivateField.JETTY_CLIENT.of(innermost));
		Object client = fields.get(PrivateField.REACTOR_CLIENT, innermost);
		boolean isProtected = KNOWN.contains(innermost) || (client != null && ReactorNetty.isProtected(client));
		if (!isProtected && PrivateField.REACTOR_CLIENT.adapterClass(innermost) != null) {
			if (innermost != factory && client != null) {
				throw new IllegalArgumentException(
						("Reactor Netty below %s returns interim responses as final ones, which "
								+ "mixes up later responses. Create its request factory with "
								+ "new ReactorClientHttpRequestFactory(InterimResponses.skip(httpClient))")
							.formatted(factory.getClass().getSimpleName()));
			}
			// A wrapper may hide the request, from which a client would be derived.
			requireReadable(innermost, fields,
					(innermost != factory) ? PrivateField.REACTOR_CLIENT : PrivateField.REACTOR_REQUEST_CLIENT);
		}
		return PrivateFields.SPRING.has(PrivateField.REACTOR_REQUEST_CLIENT) ? ReactorNetty.protect(factory) : factory;
	}

	/**
	 * Protect the requests of a reactive client.
	 * @param connector any connector
	 * @param fields the private fields to read
	 * @return a protected connector, or the same one if it is not Spring's for Reactor
	 * Netty
	 * @throws IllegalStateException if its client is one of Reactor Netty that cannot be
	 * read
	 */
	public static ClientHttpConnector of(ClientHttpConnector connector, PrivateFields fields) {
		protect(connector);
		if (!ReactorNetty.CONNECTOR.equals(connector.getClass().getName()) || KNOWN.contains(connector)) {
			return connector;
		}
		requireReadable(connector, fields, PrivateField.REACTOR_CONNECTOR_CLIENT);
		return ReactorNetty.protect(connector);
	}

	private static void requireReadable(Object transport, PrivateFields fields, PrivateField field) {
		if (!fields.has(field)) {
			throw new IllegalStateException(
					("%s cannot be used with the cache: Reactor Netty returns interim responses "
							+ "(RFC 9110, 15.2) as final ones, which mixes up later responses, and no client that skips them can "
							+ "be derived, since %s has no field '%s'. Let a builder of Spring Boot create it, use another HTTP "
							+ "client, or use it without the cache, with InterimResponses.skip(httpClient)")
						.formatted(transport.getClass().getSimpleName(), field.className(), field.fieldName()));
		}
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
	 * Execute a cached request of a blocking client.
	 * @param request the request
	 * @return its response
	 * @throws IOException if there is none
	 */
	public static ClientHttpResponse execute(ClientHttpRequest request) throws IOException {
		Object apache = PrivateField.APACHE_REQUEST_CLIENT.of(request);
		return (apache != null) ? ApacheEntityDecoder.execute(request, apache) : request.execute();
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
		return ReactorNetty.factory(request, client).createRequest(request.getURI(), request.getMethod());
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

		/** Constants, which do not load this class. */
		static final String FACTORY = "org.springframework.http.client.ReactorClientHttpRequestFactory";

		static final String CONNECTOR = "org.springframework.http.client.reactive.ReactorClientHttpConnector";

		static boolean isProtected(Object client) {
			return client instanceof HttpClient netty && InterimResponses.skip(netty) == netty;
		}

		static ClientHttpRequestFactory copy(ClientHttpRequestFactory factory, Object client) {
			try {
				return factory(factory.createRequest(URI.create("http://localhost"), HttpMethod.GET),
						InterimResponses.skip((HttpClient) client));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** Connect and read timeouts are those of the client. */
		static ReactorClientHttpRequestFactory factory(ClientHttpRequest request, HttpClient client) {
			ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory(client);
			if (PrivateField.REACTOR_REQUEST_EXECUTOR.of(request) instanceof Executor executor) {
				factory.setExecutor(executor);
			}
			return factory;
		}

		static ClientHttpConnector connector(Object client) {
			return new ReactorClientHttpConnector(InterimResponses.skip((HttpClient) client));
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
				ClientHttpConnector chosen = (client == null || isProtected(client)) ? connector : connector(client);
				return chosen.connect(method, uri, callback);
			};
		}

	}

}
