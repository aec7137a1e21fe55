package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.NameValuePair;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClientResponse;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * What an HTTP client has sent and received for one request, as far as it shows it. A
 * client that is known but shows something else is taken for one that was redirected, so
 * that nothing is stored. Thread-safe.
 */
public abstract sealed class NativeExchange {

	private static final String REACTIVE_PACKAGE = "org.springframework.http.client.reactive";

	/**
	 * Return that of a blocking client. The types of each client are loaded only if there
	 * is a message of it.
	 */
	static NativeExchange of(PrivateFields fields, ClientHttpRequest request, ClientHttpResponse response, URI uri) {
		Object apache = fields.get(PrivateField.APACHE_CONTEXT, request);
		if (apache != null) {
			return new Apache(apache, fields.get(PrivateField.APACHE_REQUEST, request));
		}
		Object jetty = fields.get(PrivateField.JETTY_REQUEST, request);
		if (jetty != null) {
			return new Jetty(jetty);
		}
		Object reactor = fields.get(PrivateField.REACTOR_RESPONSE, response);
		if (reactor != null) {
			return new ReactorNetty(reactor);
		}
		if (fields.get(PrivateField.JDK_RESPONSE, response) instanceof HttpResponse<?> jdk) {
			return new Jdk(jdk);
		}
		return (fields.get(PrivateField.SIMPLE_CONNECTION, response) instanceof HttpURLConnection connection)
				? new Simple(connection, uri) : new Other(false);
	}

	/**
	 * Return that of a reactive client.
	 */
	static NativeExchange of(PrivateFields fields, org.springframework.http.client.reactive.ClientHttpRequest request,
			boolean hidesRedirects) {
		Object apache = fields.get(PrivateField.APACHE_REACTIVE_CONTEXT, request);
		if (apache != null) {
			return new Apache(apache, null);
		}
		if (request.getClass().getPackageName().equals(REACTIVE_PACKAGE)) {
			Object sent = request.getNativeRequest();
			String type = sent.getClass().getName();
			if (type.startsWith("org.eclipse.jetty.")) {
				return new Jetty(sent);
			}
			if (type.startsWith("reactor.netty.")) {
				return new ReactorNetty(sent);
			}
		}
		return new Other(hidesRedirects);
	}

	/**
	 * Return whether the response is that to another request.
	 */
	public abstract boolean isRedirected();

	/**
	 * Return the values of a header field that was really sent, for instance of
	 * credentials and cookies that the client has added.
	 * @param name the name of the field
	 * @return the values, or {@code null} if they are unknown
	 */
	public @Nullable List<String> values(String name) {
		return null;
	}

	/**
	 * Return whether another thread that waits for the content could not be ended.
	 */
	public boolean isSingleThreaded() {
		return false;
	}

	/**
	 * Close a response and its connection. Unlike {@link ClientHttpResponse#close()},
	 * this does not wait for the content.
	 * @param response the response
	 * @param isOpened whether the content has been read
	 */
	public final void abort(ClientHttpResponse response, boolean isOpened) {
		try {
			end(response, isOpened);
		}
		catch (IOException | IllegalStateException ex) {
			// It is not read.
		}
	}

	void end(ClientHttpResponse response, boolean isOpened) throws IOException {
		response.getBody().close();
		response.close();
	}

	private static boolean isRedirect(int status) {
		return status >= 300 && status < 400;
	}

	/** A client that shows nothing. */
	private static final class Other extends NativeExchange {

		private final boolean isRedirected;

		Other(boolean isRedirected) {
			this.isRedirected = isRedirected;
		}

		@Override
		public boolean isRedirected() {
			return this.isRedirected;
		}

	}

	/** The JDK's client. */
	private static final class Jdk extends NativeExchange {

		private final HttpResponse<?> response;

		Jdk(HttpResponse<?> response) {
			this.response = response;
		}

		/** Also after an authentication challenge, there is a previous response. */
		@Override
		public boolean isRedirected() {
			Optional<? extends HttpResponse<?>> previous = this.response.previousResponse();
			while (previous.isPresent() && !isRedirect(previous.get().statusCode())) {
				previous = previous.get().previousResponse();
			}
			return previous.isPresent();
		}

	}

	/** {@code HttpURLConnection}. */
	private static final class Simple extends NativeExchange {

		private final HttpURLConnection connection;

		private final URI uri;

		Simple(HttpURLConnection connection, URI uri) {
			this.connection = connection;
			this.uri = uri;
		}

		@Override
		public boolean isRedirected() {
			try {
				return !this.connection.getURL().toString().equals(this.uri.toURL().toString());
			}
			catch (MalformedURLException | IllegalArgumentException ex) {
				return true;
			}
		}

		@Override
		public boolean isSingleThreaded() {
			return true;
		}

		@Override
		void end(ClientHttpResponse response, boolean isOpened) throws IOException {
			response.getBody().close();
			this.connection.disconnect();
			response.close();
		}

	}

	/** Apache's client. */
	private static final class Apache extends NativeExchange {

		private final @Nullable HttpClientContext context;

		private final @Nullable Object request;

		Apache(Object context, @Nullable Object request) {
			this.context = (context instanceof HttpClientContext known) ? known : null;
			this.request = request;
		}

		@Override
		public boolean isRedirected() {
			return this.context == null || this.context.getRequest() == null
					|| (this.context.getRedirectLocations() != null && this.context.getRedirectLocations().size() > 0);
		}

		@Override
		public @Nullable List<String> values(String name) {
			HttpRequest sent = (this.context != null) ? this.context.getRequest() : null;
			return (sent != null) ? Arrays.stream(sent.getHeaders(name)).map(NameValuePair::getValue).toList() : null;
		}

		@Override
		void end(ClientHttpResponse response, boolean isOpened) throws IOException {
			if (this.request instanceof Cancellable cancellable) {
				cancellable.cancel();
			}
			response.close();
		}

	}

	/** Jetty's client, which sends copies of the first request. */
	private static final class Jetty extends NativeExchange {

		private final Deque<HttpExchange> exchanges;

		Jetty(Object request) {
			this.exchanges = (request instanceof org.eclipse.jetty.client.transport.HttpRequest known)
					? known.getConversation().getExchanges() : new ArrayDeque<>();
		}

		@Override
		public boolean isRedirected() {
			HttpExchange last = this.exchanges.peekLast();
			return last == null || this.exchanges.stream()
				.anyMatch((exchange) -> exchange != last && isRedirect(exchange.getResponse().getStatus()));
		}

		@Override
		public @Nullable List<String> values(String name) {
			HttpExchange last = this.exchanges.peekLast();
			return (last != null) ? last.getRequest().getHeaders().getValuesList(name) : null;
		}

	}

	/** Reactor Netty's client. */
	private static final class ReactorNetty extends NativeExchange {

		private final @Nullable HttpClientResponse response;

		ReactorNetty(Object response) {
			this.response = (response instanceof HttpClientResponse known) ? known : null;
		}

		@Override
		public boolean isRedirected() {
			String[] urls = (this.response != null) ? this.response.redirectedFrom() : null;
			return this.response == null || (urls != null && urls.length > 0);
		}

		@Override
		public @Nullable List<String> values(String name) {
			return (this.response != null) ? this.response.requestHeaders().getAll(name) : null;
		}

		/** Unlike the stream of the content, the connection can be cancelled at once. */
		@Override
		void end(ClientHttpResponse response, boolean isOpened) throws IOException {
			if (!isOpened && this.response instanceof Connection connection) {
				connection.inbound().receive().subscribe((buffer) -> {
				}, (ex) -> {
				}).dispose();
			}
			else {
				super.end(response, isOpened);
			}
		}

	}

}
