package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.internal.uri.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * Finds out what the HTTP client of a request factory or connector adds to requests and
 * does itself. The client of the JDK and {@code HttpURLConnection} show no credentials in
 * requests and responses, so they are asked before. Thread-safe.
 */
public final class ClientInspector {

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

	private ClientInspector(PrivateFields fields, Object transport, PrivateField client, boolean isDirect) {
		this.fields = fields;
		this.transport = transport;
		this.certificates = new ClientCertificates(transport);
		this.jdk = (HttpClient) fields.get(client, transport);
		this.isDirect = isDirect && transport.getClass().getName().startsWith("org.springframework.");
	}

	/**
	 * Return the inspector of a blocking client.
	 * @param factory its request factory, or a wrapper of it
	 * @param fields the private fields to read
	 */
	public static ClientInspector of(ClientHttpRequestFactory factory, PrivateFields fields) {
		Object innermost = innermost(factory);
		return new ClientInspector(fields, innermost, PrivateField.JDK_CLIENT, innermost == factory);
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
	 * Return the inspector of a reactive client.
	 * @param connector its connector
	 * @param fields the private fields to read
	 */
	public static ClientInspector ofConnector(Object connector, PrivateFields fields) {
		return new ClientInspector(fields, connector, PrivateField.JDK_CONNECTOR_CLIENT, true);
	}

	/**
	 * Return the private fields that are read.
	 */
	public PrivateFields fields() {
		return this.fields;
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
	 * Return the certificates that the client may present.
	 */
	public ClientCertificates certificates() {
		return this.certificates;
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
	 * Return what a blocking client has done to send a request.
	 * @param request the request of Spring's request factory, after it was executed
	 * @param response its response
	 * @param uri the URL of the request
	 */
	public NativeExchange exchange(ClientHttpRequest request, ClientHttpResponse response, URI uri) {
		return NativeExchange.of(this.fields, request, response, uri);
	}

	/**
	 * Return what a reactive client has done to send a request. The client of the JDK
	 * does not show its redirects.
	 * @param request the request of Spring's connector, after its response was received
	 */
	public NativeExchange exchange(org.springframework.http.client.reactive.ClientHttpRequest request) {
		return NativeExchange.of(this.fields, request,
				this.jdk != null && this.jdk.followRedirects() != HttpClient.Redirect.NEVER);
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

}
