package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.ClassUtils;

/**
 * Transports of Spring whose HTTP clients take interim responses for final ones. Requests
 * over Reactor Netty are sent by a client that skips them, derived from the client of the
 * transport, which does not change. Jetty's client itself is made to skip them. It and
 * Apache's asynchronous client are also given decoders that notice content whose coding
 * ends early.
 */
final class ProtectedTransport {

	static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			ProtectedTransport.class.getClassLoader());

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
	static void known(Object transport) {
		KNOWN.add(transport);
	}

	/**
	 * Return what a builder that is not known has built, with a protected client. Its
	 * type remains.
	 * @param factory a new request factory
	 * @return the same one, or another one with a client that is derived from its own
	 */
	static ClientHttpRequestFactory built(ClientHttpRequestFactory factory) {
		protectJetty(PrivateField.JETTY_CLIENT.of(factory));
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
	static ClientHttpConnector built(ClientHttpConnector connector) {
		protectJetty(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
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
	static ClientHttpRequestFactory of(ClientHttpRequestFactory factory, PrivateFields fields) {
		Object innermost = ObservedClient.innermost(factory);
		protectJetty(PrivateField.JETTY_CLIENT.of(innermost));
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
	static ClientHttpConnector of(ClientHttpConnector connector, PrivateFields fields) {
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
	 * Protect the client or the connection of a request.
	 * @param message a request that was not sent
	 */
	static void protect(org.springframework.http.client.reactive.ClientHttpRequest message) {
		skipInterimResponses(message);
		if (message.getClass().getName().equals(JETTY_REQUEST)) {
			protectJetty(PrivateField.JETTY_REQUEST_CLIENT.of(message.getNativeRequest()));
		}
	}

	/**
	 * Make the connection of a request over Reactor Netty skip interim responses.
	 */
	static void skipInterimResponses(org.springframework.http.client.reactive.ClientHttpRequest message) {
		if (REACTOR_NETTY) {
			InterimResponseHandler.addTo(message);
		}
	}

	/**
	 * Return a request over Reactor Netty by another client.
	 */
	static ClientHttpRequest derived(ClientHttpRequest request, HttpClient client) throws IOException {
		return ReactorNetty.factory(request, client).createRequest(request.getURI(), request.getMethod());
	}

	/**
	 * Protect the client of a connector where it can be changed.
	 */
	static void protect(Object transport) {
		Object connector = (transport instanceof ObservedClient.Cached<?> cached) ? cached.uncached() : transport;
		protectJetty(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		@Nullable Object apache = PrivateField.APACHE_CONNECTOR_CLIENT.of(connector);
		if (apache != null) {
			ApacheContentDecoder.use(apache);
		}
	}

	private static void protectJetty(@Nullable Object client) {
		// Types of Jetty are loaded only where there is a client of it.
		if (client != null) {
			JettyContentDecoder.protect(client);
		}
	}

	/** Loaded only if there is a request or connector of Reactor Netty. */
	private static final class ReactorNetty {

		/** Constants, which do not load this class. */
		static final String FACTORY = "org.springframework.http.client.ReactorClientHttpRequestFactory";

		static final String CONNECTOR = "org.springframework.http.client.reactive.ReactorClientHttpConnector";

		static boolean isProtected(Object client) {
			return client instanceof HttpClient netty && InterimResponseHandler.isAddedBy(netty);
		}

		static ClientHttpRequestFactory copy(ClientHttpRequestFactory factory, Object client) {
			try {
				return factory(factory.createRequest(URI.create("http://localhost"), HttpMethod.GET),
						InterimResponseHandler.skip((HttpClient) client));
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
			return new ReactorClientHttpConnector(InterimResponseHandler.skip((HttpClient) client));
		}

		static ClientHttpRequestFactory protect(ClientHttpRequestFactory factory) {
			return (uri, method) -> {
				ClientHttpRequest request = factory.createRequest(uri, method);
				Object client = PrivateField.REACTOR_REQUEST_CLIENT.of(request);
				return (client == null || isProtected(client)) ? request
						: derived(request, InterimResponseHandler.skip((HttpClient) client));
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
