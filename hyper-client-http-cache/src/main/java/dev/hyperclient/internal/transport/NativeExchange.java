package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSession;

import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.NameValuePair;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClientResponse;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;

/**
 * What an HTTP client shows of one request that it has sent, and of its response. The
 * types of each client are loaded only if there is a message of it. Thread-safe.
 *
 * @param isRedirected whether the response is, or may be, that to another request
 * @param sent returns the values of a header field that was really sent, for instance of
 * credentials and cookies that the client has added, or {@code null} if they are unknown
 * @param session returns the TLS session of the response, or {@code null} if there is
 * none or it is unknown
 * @param closing closes the response and its connection
 * @param isSingleThreaded whether another thread that waits for the content could not be
 * ended
 */
record NativeExchange(boolean isRedirected, Function<String, @Nullable List<String>> sent,
		Supplier<@Nullable SSLSession> session, Closing closing, boolean isSingleThreaded) {

	private static final String REACTIVE_PACKAGE = "org.springframework.http.client.reactive";

	private NativeExchange(boolean isRedirected, Function<String, @Nullable List<String>> sent,
			Supplier<@Nullable SSLSession> session) {
		this(isRedirected, sent, session, NativeExchange::closeContent, false);
	}

	private NativeExchange(boolean isRedirected) {
		this(isRedirected, (name) -> null, () -> null);
	}

	/**
	 * Return the exchange of a blocking client.
	 * @param uri the URL of the request before it was sent: that of
	 * {@code HttpURLConnection} changes
	 */
	static NativeExchange of(PrivateFields fields, ClientHttpRequest request, ClientHttpResponse response, URI uri) {
		Object apache = fields.get(PrivateField.APACHE_CONTEXT, request);
		if (apache != null) {
			return Apache.of(apache, fields.get(PrivateField.APACHE_REQUEST, request));
		}
		Object jetty = fields.get(PrivateField.JETTY_RESPONSE, response);
		if (jetty != null) {
			return Jetty.ofResponse(jetty);
		}
		Object reactor = fields.get(PrivateField.REACTOR_RESPONSE, response);
		if (reactor != null) {
			return ReactorNetty.of(reactor);
		}
		if (fields.get(PrivateField.JDK_RESPONSE, response) instanceof HttpResponse<?> jdk) {
			// What its authenticator and cookie handler add is not shown.
			return new NativeExchange(isRedirected(jdk), jdk.request().headers()::allValues,
					() -> jdk.sslSession().orElse(null));
		}
		return (fields.get(PrivateField.SIMPLE_CONNECTION, response) instanceof HttpURLConnection connection)
				? of(connection, uri) : new NativeExchange(false);
	}

	/**
	 * Return the exchange of a reactive client.
	 * @param message the request, after its response was received
	 */
	static NativeExchange of(PrivateFields fields, org.springframework.http.client.reactive.ClientHttpRequest message,
			boolean hidesRedirects) {
		org.springframework.http.client.reactive.ClientHttpRequest request = message;
		while (request instanceof ClientHttpRequestDecorator decorator) {
			request = decorator.getDelegate();
		}
		Object apache = fields.get(PrivateField.APACHE_REACTIVE_CONTEXT, request);
		if (apache != null) {
			return Apache.of(apache, null);
		}
		if (request.getClass().getPackageName().equals(REACTIVE_PACKAGE)) {
			Object sent = request.getNativeRequest();
			String type = sent.getClass().getName();
			if (type.startsWith("org.eclipse.jetty.")) {
				return Jetty.of(sent);
			}
			if (type.startsWith("reactor.netty.")) {
				return ReactorNetty.of(sent);
			}
		}
		return new NativeExchange(hidesRedirects);
	}

	private static NativeExchange of(HttpURLConnection connection, URI uri) {
		return new NativeExchange(isRedirected(connection, uri), (name) -> null, () -> session(connection),
				(response, isRead) -> {
					response.getBody().close();
					connection.disconnect();
					response.close();
				}, true);
	}

	private static @Nullable SSLSession session(HttpURLConnection connection) {
		try {
			return (connection instanceof HttpsURLConnection secure) ? secure.getSSLSession().orElse(null) : null;
		}
		catch (IllegalStateException ex) {
			// The connection has ended.
			return null;
		}
	}

	/**
	 * Close a response and its connection. Unlike {@link ClientHttpResponse#close()},
	 * this does not wait for the content.
	 * @param response the response
	 * @param isRead whether its content has been asked for
	 */
	void abort(ClientHttpResponse response, boolean isRead) {
		try {
			this.closing.close(response, isRead);
		}
		catch (IOException | IllegalStateException ex) {
			// It is not read.
		}
	}

	private static void closeContent(ClientHttpResponse response, boolean isRead) throws IOException {
		response.getBody().close();
		response.close();
	}

	private static boolean isRedirected(HttpURLConnection connection, URI uri) {
		try {
			return !connection.getURL().toString().equals(uri.toURL().toString());
		}
		catch (MalformedURLException | IllegalArgumentException ex) {
			return true;
		}
	}

	/** Also after an authentication challenge, there is a previous response. */
	private static boolean isRedirected(HttpResponse<?> response) {
		return response.previousResponse()
			.map((previous) -> isRedirect(previous.statusCode()) || isRedirected(previous))
			.orElse(false);
	}

	private static boolean isRedirect(int status) {
		return status >= 300 && status < 400;
	}

	/**
	 * Closes a response and its connection.
	 */
	@FunctionalInterface
	interface Closing {

		void close(ClientHttpResponse response, boolean isRead) throws IOException;

	}

	private static final class Apache {

		static NativeExchange of(Object context, @Nullable Object request) {
			HttpRequest sent = (context instanceof HttpClientContext client) ? client.getRequest() : null;
			// A proxy that refuses a tunnel has received no other request than CONNECT.
			if (sent == null || Method.CONNECT.isSame(sent.getMethod())) {
				return new NativeExchange(true);
			}
			HttpClientContext known = (HttpClientContext) context;
			RedirectLocations locations = known.getRedirectLocations();
			return new NativeExchange(locations != null && locations.size() > 0,
					(name) -> Arrays.stream(sent.getHeaders(name)).map(NameValuePair::getValue).toList(),
					known::getSSLSession, (response, isRead) -> {
						if (request instanceof Cancellable cancellable) {
							cancellable.cancel();
						}
						response.close();
					}, false);
		}

	}

	/** Sends copies of the first request. */
	private static final class Jetty {

		static NativeExchange ofResponse(Object response) {
			return of(((Response) response).getRequest());
		}

		static NativeExchange of(Object request) {
			if (!(request instanceof org.eclipse.jetty.client.transport.HttpRequest first)
					|| first.getConversation().getExchanges().isEmpty()) {
				return new NativeExchange(true);
			}
			Deque<HttpExchange> exchanges = first.getConversation().getExchanges();
			HttpExchange last = exchanges.getLast();
			boolean isRedirected = exchanges.stream()
				.anyMatch((exchange) -> exchange != last && isRedirect(exchange.getResponse().getStatus()));
			return new NativeExchange(isRedirected, (name) -> last.getRequest().getHeaders().getValuesList(name),
					() -> session(last.getRequest().getConnection()));
		}

		private static @Nullable SSLSession session(org.eclipse.jetty.client.@Nullable Connection connection) {
			EndPoint.SslSessionData data = (connection != null) ? connection.getSslSessionData() : null;
			return (data != null) ? data.sslSession() : null;
		}

	}

	private static final class ReactorNetty {

		/** Unlike the stream of the content, the connection can be cancelled at once. */
		static NativeExchange of(Object received) {
			if (!(received instanceof HttpClientResponse message)) {
				return new NativeExchange(true);
			}
			String[] urls = message.redirectedFrom();
			return new NativeExchange(urls != null && urls.length > 0, (name) -> message.requestHeaders().getAll(name),
					() -> null, (response, isRead) -> {
						if (!isRead && message instanceof Connection connection) {
							connection.inbound().receive().subscribe((buffer) -> {
							}, (ex) -> {
							}).dispose();
						}
						else {
							closeContent(response, isRead);
						}
					}, false);
		}

	}

}
