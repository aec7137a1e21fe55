package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.ClassUtils;

/**
 * The HTTP client of a request factory or connector of Spring: what it adds to requests
 * and does itself. The client of the JDK and {@code HttpURLConnection} show no
 * credentials in requests and responses, so they are asked before. Thread-safe.
 * <p>
 * Some clients take interim responses for final ones. Requests over Reactor Netty are
 * sent by a client that skips them, derived from the client of the transport, which does
 * not change. Jetty's client itself is made to skip them. It and Apache's asynchronous
 * client are also given decoders that notice content whose coding ends early.
 */
public final class ObservedClient {

	static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			ObservedClient.class.getClassLoader());

	private static final String JETTY_REQUEST = "org.springframework.http.client.reactive.JettyClientHttpRequest";

	/** Request factories and connectors whose client skips interim responses. */
	private static final Set<Object> KNOWN = Collections
		.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

	/**
	 * Origins whose interim response may have left a final one on a connection that is
	 * kept. All {@code HttpURLConnection}s share connections.
	 */
	private static final Set<Origin> MIXED_UP = ConcurrentHashMap.newKeySet();

	/** Requests to more origins are not known to be without credentials. */
	private static final int MAX_ORIGINS = 1_000;

	private final PrivateFields fields;

	private final Object transport;

	private final @Nullable HttpClient jdk;

	private final ClientCertificates certificates;

	/** Whether nothing between the cache and the HTTP client can add header fields. */
	private final boolean isDirect;

	/** The origins of requests that were seen without {@code Authorization}. */
	private final Set<Origin> anonymous = ConcurrentHashMap.newKeySet();

	private volatile boolean addsAuthorization;

	private ObservedClient(PrivateFields fields, Object transport, boolean isDirect) {
		this.fields = fields;
		this.transport = transport;
		this.certificates = new ClientCertificates(transport);
		Object client = fields.get(PrivateField.JDK_CLIENT, transport);
		this.jdk = (HttpClient) ((client != null) ? client : fields.get(PrivateField.JDK_CONNECTOR_CLIENT, transport));
		this.isDirect = isDirect && transport.getClass().getName().startsWith("org.springframework.");
	}

	/**
	 * Return the client of a request factory or connector.
	 * @param transport the request factory, a wrapper of it, or the connector
	 */
	public static ObservedClient of(Object transport) {
		return of(transport, PrivateFields.SPRING);
	}

	static ObservedClient of(Object transport, PrivateFields fields) {
		Object innermost = innermost(transport);
		return new ObservedClient(fields, innermost, innermost == transport);
	}

	/**
	 * Return what is below all wrappers of a request factory.
	 */
	static Object innermost(Object transport) {
		Object innermost = transport;
		while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			innermost = wrapper.getDelegate();
		}
		return innermost;
	}

	/**
	 * Return whether a request factory or connector is one of Spring, whose HTTP client
	 * shows what it adds. An extension of {@link SimpleClientHttpRequestFactory} may add
	 * header fields, which are not shown.
	 * @param transport the request factory or connector
	 */
	public static boolean isKnown(Object transport) {
		return (transport instanceof SimpleClientHttpRequestFactory)
				? transport.getClass().getName().startsWith("org.springframework.")
				: Arrays.stream(PrivateField.values()).anyMatch((field) -> field.adapterClass(transport) != null);
	}

	/**
	 * Return the request factory below the interceptors of a request.
	 * @param request any request
	 * @return the factory, or {@code null} if the request has no interceptors or does not
	 * show it
	 */
	public static @Nullable ClientHttpRequestFactory belowInterceptors(ClientHttpRequest request) {
		return (ClientHttpRequestFactory) PrivateField.INTERCEPTED_FACTORY.of(request);
	}

	/**
	 * Declare which certificates a client of Spring Boot may present.
	 * @param <T> the type of the transport
	 * @param transport the request factory or connector
	 * @param certificates the result of {@link #certificates} for its SSL bundle, or
	 * {@code null} if it has none
	 * @param context the context that the client of the JDK has by its bundle
	 * @return the same request factory or connector
	 */
	public static <T> T declare(T transport, @Nullable String certificates, @Nullable SSLContext context) {
		ClientCertificates.declare(innermost(transport), certificates, context);
		return transport;
	}

	/**
	 * Return a text that stands for the end-entity certificates of key managers, and for
	 * them alone: one with the same subject may be another user's.
	 * @param managers the key managers of a client
	 * @return their hashes, empty without certificates. A key manager that does not list
	 * them is a user of its own
	 */
	public static String certificates(KeyManager... managers) {
		return ClientCertificates.of(managers);
	}

	/**
	 * Note that a request factory or connector was created with a client that skips
	 * interim responses, whether or not that can be read.
	 * @param transport the request factory or connector
	 */
	public static void known(Object transport) {
		KNOWN.add(transport);
	}

	/**
	 * Return what a builder that is not known has built, with a client that skips interim
	 * responses. Its type remains.
	 * @param factory a new request factory
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpRequestFactory built(ClientHttpRequestFactory factory) {
		protectIfPresent(PrivateField.JETTY_CLIENT.of(factory));
		Object client = PrivateField.REACTOR_CLIENT.of(factory);
		return (client != null && factory.getClass().getName().equals(ReactorNetty.FACTORY))
				? ReactorNetty.copy(factory, client) : factory;
	}

	/**
	 * Return what a builder that is not known has built, with a client that skips interim
	 * responses. Its type remains.
	 * @param connector a new connector
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpConnector built(ClientHttpConnector connector) {
		protectIfPresent(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		Object client = PrivateField.REACTOR_CONNECTOR_CLIENT.of(connector);
		return (client != null && connector.getClass().getName().equals(ReactorNetty.CONNECTOR))
				? ReactorNetty.connector(client) : connector;
	}

	/**
	 * Make a client of Jetty skip interim responses and notice content whose coding ends
	 * early, also after it has been restarted.
	 * @param client the client, which is changed
	 */
	public static void protectJetty(Object client) {
		JettyContentDecoder.protect(client);
	}

	/**
	 * Return a client that skips interim responses.
	 * @param client the client, which is not changed
	 * @return the derived client, or the same one if it was derived this way
	 */
	public static reactor.netty.http.client.HttpClient skipInterimResponses(
			reactor.netty.http.client.HttpClient client) {
		return InterimResponseHandler.skip(client);
	}

	/**
	 * Return a client that does not log failures of the TLS handshake.
	 * @param client the client, which is not changed
	 * @return the derived client, whose requests fail as before
	 */
	public static reactor.netty.http.client.HttpClient reportTlsFailuresOnce(
			reactor.netty.http.client.HttpClient client) {
		return TlsFailures.reportOnce(client);
	}

	/**
	 * Make the connection of a request over Reactor Netty skip interim responses.
	 * @param request a request that was not sent, over any HTTP client
	 */
	public static void skipInterimResponses(org.springframework.http.client.reactive.ClientHttpRequest request) {
		if (REACTOR_NETTY) {
			InterimResponseHandler.addTo(request);
		}
	}

	/**
	 * Protect the requests of this client from interim responses.
	 * @param factory its request factory, or a wrapper of it
	 * @return a protected factory, or the same one if none of its requests are sent by
	 * Reactor Netty
	 * @throws IllegalArgumentException if the factory is a wrapper around an unprotected
	 * client, whose requests it may hide
	 * @throws IllegalStateException if the client is one of Reactor Netty that cannot be
	 * read
	 */
	public ClientHttpRequestFactory protect(ClientHttpRequestFactory factory) {
		protectIfPresent(PrivateField.JETTY_CLIENT.of(this.transport));
		Object client = this.fields.get(PrivateField.REACTOR_CLIENT, this.transport);
		boolean isProtected = KNOWN.contains(this.transport) || (client != null && ReactorNetty.isProtected(client));
		if (!isProtected && PrivateField.REACTOR_CLIENT.adapterClass(this.transport) != null) {
			if (this.transport != factory && client != null) {
				throw new IllegalArgumentException(
						("Reactor Netty below %s returns interim responses as final ones, which "
								+ "mixes up later responses. Create its request factory with "
								+ "new ReactorClientHttpRequestFactory(InterimResponses.skip(httpClient))")
							.formatted(factory.getClass().getSimpleName()));
			}
			// A wrapper may hide the request, from which a client would be derived.
			requireReadable(
					(this.transport != factory) ? PrivateField.REACTOR_CLIENT : PrivateField.REACTOR_REQUEST_CLIENT);
		}
		return PrivateFields.SPRING.has(PrivateField.REACTOR_REQUEST_CLIENT) ? ReactorNetty.protect(factory) : factory;
	}

	/**
	 * Protect the requests of this client from interim responses.
	 * @param connector its connector
	 * @return a protected connector, or the same one if it is not Spring's for Reactor
	 * Netty
	 * @throws IllegalStateException if the client is one of Reactor Netty that cannot be
	 * read
	 */
	public ClientHttpConnector protect(ClientHttpConnector connector) {
		protectConnector(connector);
		if (!ReactorNetty.CONNECTOR.equals(connector.getClass().getName()) || KNOWN.contains(connector)) {
			return connector;
		}
		requireReadable(PrivateField.REACTOR_CONNECTOR_CLIENT);
		return ReactorNetty.protect(connector);
	}

	private void requireReadable(PrivateField field) {
		if (!this.fields.has(field)) {
			throw new IllegalStateException(
					("%s cannot be used with the cache: Reactor Netty returns interim responses "
							+ "(RFC 9110, 15.2) as final ones, which mixes up later responses, and no client that skips them can "
							+ "be derived, since %s has no field '%s'. Let a builder of Spring Boot create it, use another HTTP "
							+ "client, or use it without the cache, with InterimResponses.skip(httpClient)")
						.formatted(this.transport.getClass().getSimpleName(), field.className(), field.fieldName()));
		}
	}

	/**
	 * Protect the client or the connection of a request.
	 * @param message a request that was not sent
	 */
	static void protectRequest(org.springframework.http.client.reactive.ClientHttpRequest message) {
		skipInterimResponses(message);
		if (message.getClass().getName().equals(JETTY_REQUEST)) {
			protectIfPresent(PrivateField.JETTY_REQUEST_CLIENT.of(message.getNativeRequest()));
		}
	}

	/**
	 * Protect the client of a connector where it can be changed.
	 */
	static void protectConnector(Object transport) {
		Object connector = (transport instanceof Cached<?> cached) ? cached.uncached() : transport;
		protectIfPresent(PrivateField.JETTY_CONNECTOR_CLIENT.of(connector));
		@Nullable Object apache = PrivateField.APACHE_CONNECTOR_CLIENT.of(connector);
		if (apache != null) {
			ApacheContentDecoder.use(apache);
		}
	}

	private static void protectIfPresent(@Nullable Object jetty) {
		// Types of Jetty are loaded only where there is a client of it.
		if (jetty != null) {
			JettyContentDecoder.protect(jetty);
		}
	}

	/**
	 * Return the identity of a request, with the certificates that may be presented.
	 * @param uri the URL of the request
	 * @param identity its identity otherwise
	 */
	public String identity(URI uri, String identity) {
		return this.certificates.identity(uri, identity);
	}

	/**
	 * Return whether the response to a request may depend on a certificate that is not
	 * part of its identity.
	 * @param uri the URL of the request
	 */
	public boolean isCertificateHidden(URI uri) {
		return this.certificates.isHidden(uri);
	}

	/**
	 * Return whether requests present no other certificate than the one in their
	 * identity.
	 * @param uri the URL of the requests
	 */
	public boolean isCertificateKnown(URI uri) {
		return this.certificates.isKnown(uri);
	}

	/**
	 * Return why a response must not be stored, for the certificate that was presented.
	 * Logged once for each class of transports.
	 * @param uri the URL of the request
	 * @param exchange the exchange with the response
	 */
	public Optional<String> certificateNotToStore(URI uri, ObservedExchange exchange) {
		return this.certificates.reasonNotToStore(uri, exchange.session());
	}

	/**
	 * Return whether nothing may be stored, since what the HTTP client adds cannot be
	 * read.
	 * @param request a request of the client
	 */
	public boolean isUnreadable(Object request) {
		return this.fields.isUnreadable(this.transport) || this.fields.isUnreadable(request);
	}

	/**
	 * Create the exchange of a request. The client of the JDK does not show its redirects
	 * to a reactive one.
	 * @param needsNewConnection whether the request must not be sent on a connection that
	 * has been used; such a connection is closed
	 */
	public ObservedExchange exchange(boolean needsNewConnection) {
		return new ObservedExchange(this.fields, hidesRedirects(), needsNewConnection);
	}

	/**
	 * Return whether the response to a request of a connector is, or may be, that to
	 * another request.
	 * @param request the request, after its response was received
	 */
	public boolean isRedirected(org.springframework.http.client.reactive.ClientHttpRequest request) {
		return NativeExchange.of(this.fields, request, hidesRedirects()).isRedirected();
	}

	private boolean hidesRedirects() {
		return this.jdk != null && this.jdk.followRedirects() != HttpClient.Redirect.NEVER;
	}

	/**
	 * Return whether there is an authenticator. It may add {@code Authorization} to any
	 * request, and replaces it in one that the server has refused.
	 */
	public boolean hasAuthenticator() {
		return (this.transport instanceof SimpleClientHttpRequestFactory) ? Authenticator.getDefault() != null
				: this.jdk != null && this.jdk.authenticator().isPresent();
	}

	/**
	 * Note what was sent for a request that shows no {@code Authorization}.
	 * @param uri the URL of the request
	 * @param isAdded whether the field was added
	 * @param sent the values that were really sent, or {@code null} if they are unknown
	 */
	public void sentAuthorization(URI uri, boolean isAdded, @Nullable List<String> sent) {
		if (isAdded) {
			this.addsAuthorization = true;
		}
		else if (this.isDirect && sent != null && this.anonymous.size() < MAX_ORIGINS) {
			this.anonymous.add(Origin.of(uri));
		}
	}

	/**
	 * Return whether requests are known to be sent without {@code Authorization} if they
	 * do not show it: over the client of the JDK without an authenticator, and over
	 * others if a request to the origin was seen without the field, and none with it.
	 * @param uri the URL of the request
	 */
	public boolean isAnonymous(URI uri) {
		if (!this.isDirect || this.addsAuthorization) {
			return false;
		}
		return (this.jdk != null)
				? this.jdk.authenticator().isEmpty() && this.jdk.getClass().getName().startsWith("jdk.internal.")
				: this.anonymous.contains(Origin.of(uri));
	}

	/**
	 * Return whether a cookie handler would add cookies to a request sent now.
	 * @param uri the URL of the request
	 * @return whether there are cookies, or the handler has failed
	 */
	public boolean hasCookies(URI uri) {
		CookieHandler handler = (this.jdk != null) ? this.jdk.cookieHandler().orElse(null) : null;
		if (this.transport instanceof SimpleClientHttpRequestFactory) {
			handler = CookieHandler.getDefault();
		}
		try {
			Map<String, List<String>> cookies = (handler != null) ? handler.get(uri, Map.of()) : null;
			return cookies != null && cookies.values().stream().anyMatch((values) -> !values.isEmpty());
		}
		catch (IOException ex) {
			return true;
		}
	}

	/**
	 * Note an interim response that the client has returned as a final one.
	 * {@code HttpURLConnection} of JDK 17 keeps its connection, which cannot be found to
	 * close it, once its content has ended.
	 * @param method the method of the request
	 * @param uri the URL of the request
	 * @param response the header fields of the response
	 */
	public void receivedInterim(HttpMethod method, URI uri, HttpHeaders response) {
		boolean mayEnd = HttpMethod.HEAD.equals(method) || response.containsHeader(HttpHeaders.CONTENT_LENGTH)
				|| response.containsHeader(HttpHeaders.TRANSFER_ENCODING);
		if (mayEnd && this.transport instanceof SimpleClientHttpRequestFactory) {
			MIXED_UP.add(Origin.of(uri));
		}
	}

	/**
	 * Require that a response belongs to its request. To be called before the request is
	 * sent, and when its response has begun, since another thread may have
	 * {@linkplain #receivedInterim received an interim response} in between.
	 * @param uri the URL of the request
	 * @throws IOException if it may be that to another request
	 */
	public void requireOwnResponse(URI uri) throws IOException {
		if (this.transport instanceof SimpleClientHttpRequestFactory && MIXED_UP.contains(Origin.of(uri))) {
			throw new IOException(
					("No response of %s is accepted over HttpURLConnection: an interim response (RFC 9110, "
							+ "15.2) may have mixed up those that follow. Use another HTTP client")
						.formatted(Origin.of(uri)));
		}
	}

	/**
	 * Return a request over Reactor Netty by another client.
	 */
	static ClientHttpRequest derived(ClientHttpRequest request, reactor.netty.http.client.HttpClient client)
			throws IOException {
		return ReactorNetty.factory(request, client).createRequest(request.getURI(), request.getMethod());
	}

	/** Loaded only if there is a request or connector of Reactor Netty. */
	private static final class ReactorNetty {

		/** Constants, which do not load this class. */
		static final String FACTORY = "org.springframework.http.client.ReactorClientHttpRequestFactory";

		static final String CONNECTOR = "org.springframework.http.client.reactive.ReactorClientHttpConnector";

		static boolean isProtected(Object client) {
			return client instanceof reactor.netty.http.client.HttpClient netty
					&& InterimResponseHandler.isAddedBy(netty);
		}

		static ClientHttpRequestFactory copy(ClientHttpRequestFactory factory, Object client) {
			try {
				return factory(factory.createRequest(URI.create("http://localhost"), HttpMethod.GET),
						InterimResponseHandler.skip((reactor.netty.http.client.HttpClient) client));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** Connect and read timeouts are those of the client. */
		static ReactorClientHttpRequestFactory factory(ClientHttpRequest request,
				reactor.netty.http.client.HttpClient client) {
			ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory(client);
			if (PrivateField.REACTOR_REQUEST_EXECUTOR.of(request) instanceof Executor executor) {
				factory.setExecutor(executor);
			}
			return factory;
		}

		static ClientHttpConnector connector(Object client) {
			return new ReactorClientHttpConnector(
					InterimResponseHandler.skip((reactor.netty.http.client.HttpClient) client));
		}

		static ClientHttpRequestFactory protect(ClientHttpRequestFactory factory) {
			return (uri, method) -> {
				ClientHttpRequest request = factory.createRequest(uri, method);
				Object client = PrivateField.REACTOR_REQUEST_CLIENT.of(request);
				return (client == null || isProtected(client)) ? request
						: derived(request, InterimResponseHandler.skip((reactor.netty.http.client.HttpClient) client));
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

	/**
	 * A request factory or connector that sends some requests by the cache. A cache
	 * around it replaces that cache.
	 *
	 * @param <T> the type of the transport
	 */
	public interface Cached<T> {

		/**
		 * Return the transport without a cache.
		 */
		T uncached();

	}

}
