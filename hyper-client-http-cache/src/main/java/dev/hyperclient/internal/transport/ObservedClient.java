package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

import dev.hyperclient.internal.uri.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;

/**
 * The HTTP client of a request factory or connector of Spring: what it adds to requests
 * and does itself. The client of the JDK and {@code HttpURLConnection} show no
 * credentials in requests and responses, so they are asked before. Thread-safe.
 */
public final class ObservedClient {

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

	private ObservedClient(PrivateFields fields, Object transport, PrivateField client, boolean isDirect) {
		this.fields = fields;
		this.transport = transport;
		this.certificates = new ClientCertificates(transport);
		this.jdk = (HttpClient) fields.get(client, transport);
		this.isDirect = isDirect && transport.getClass().getName().startsWith("org.springframework.");
	}

	/**
	 * Return the client of a request factory.
	 * @param factory the request factory, or a wrapper of it
	 */
	public static ObservedClient of(ClientHttpRequestFactory factory) {
		return of(factory, PrivateFields.SPRING);
	}

	static ObservedClient of(ClientHttpRequestFactory factory, PrivateFields fields) {
		Object innermost = innermost(factory);
		return new ObservedClient(fields, innermost, PrivateField.JDK_CLIENT, innermost == factory);
	}

	/**
	 * Return the client of a connector.
	 * @param connector the connector
	 */
	public static ObservedClient ofConnector(Object connector) {
		return ofConnector(connector, PrivateFields.SPRING);
	}

	static ObservedClient ofConnector(Object connector, PrivateFields fields) {
		return new ObservedClient(fields, connector, PrivateField.JDK_CONNECTOR_CLIENT, true);
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
		ProtectedTransport.known(transport);
	}

	/**
	 * Return what a builder that is not known has built, with a client that skips interim
	 * responses. Its type remains.
	 * @param factory a new request factory
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpRequestFactory built(ClientHttpRequestFactory factory) {
		return ProtectedTransport.built(factory);
	}

	/**
	 * Return what a builder that is not known has built, with a client that skips interim
	 * responses. Its type remains.
	 * @param connector a new connector
	 * @return the same one, or another one with a client that is derived from its own
	 */
	public static ClientHttpConnector built(ClientHttpConnector connector) {
		return ProtectedTransport.built(connector);
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
	 * Make the connection of a request over Reactor Netty skip interim responses.
	 * @param request a request that was not sent, over any HTTP client
	 */
	public static void skipInterimResponses(org.springframework.http.client.reactive.ClientHttpRequest request) {
		ProtectedTransport.skipInterimResponses(request);
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
		return ProtectedTransport.of(factory, this.fields);
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
		return ProtectedTransport.of(connector, this.fields);
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
