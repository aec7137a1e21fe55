package dev.hyperclient.internal.transport;

import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Detects redirects that an HTTP client follows itself, as far as it shows them: it
 * returns the last response as that to the first URL. Thread-safe.
 */
public final class RedirectDetector {

	private static final String JETTY_REQUEST = "org.springframework.http.client.reactive.JettyClientHttpRequest";

	private RedirectDetector() {
	}

	/**
	 * Return whether a connector follows redirects that its responses do not show.
	 * @param connector a connector of Spring
	 * @return {@code true} for that of the JDK's client, if it follows redirects
	 */
	public static boolean isUndetectable(Object connector) {
		return HiddenField.JDK_CONNECTOR_CLIENT.of(connector) instanceof java.net.http.HttpClient client
				&& client.followRedirects() != java.net.http.HttpClient.Redirect.NEVER;
	}

	/**
	 * Return whether the response of a blocking client is that to another request.
	 * @param request the request of Spring's request factory, after it was executed
	 * @param response its response
	 * @param uri the URL of the request
	 */
	public static boolean isFollowed(Object request, Object response, URI uri) {
		Object context = HiddenField.APACHE_CONTEXT.of(request);
		if (context != null) {
			return Apache.isRedirected(context);
		}
		Object jetty = HiddenField.JETTY_RESPONSE.of(response);
		if (jetty != null) {
			return Jetty.isRedirectedTo(jetty);
		}
		Object reactor = HiddenField.REACTOR_RESPONSE.of(response);
		if (reactor != null) {
			return ReactorNetty.isRedirected(reactor);
		}
		if (HiddenField.JDK_RESPONSE.of(response) instanceof HttpResponse<?> jdk) {
			return isRedirected(jdk);
		}
		return HiddenField.SIMPLE_CONNECTION.of(response) instanceof HttpURLConnection connection
				&& isRedirected(connection, uri);
	}

	/**
	 * Return whether the request of a reactive client was followed by another one.
	 * @param request the request of Spring's connector, after its response was received
	 * @param nativeRequest returns that of the HTTP client
	 */
	public static boolean isFollowed(Object request, Supplier<Object> nativeRequest) {
		Object context = HiddenField.APACHE_REACTIVE_CONTEXT.of(request);
		if (context != null) {
			return Apache.isRedirected(context);
		}
		return request.getClass().getName().equals(JETTY_REQUEST) && Jetty.isRedirected(nativeRequest.get());
	}

	/**
	 * Return whether the response of a reactive client is that to another request.
	 * @param response the response of Spring's connector
	 */
	public static boolean isFollowed(Object response) {
		Object reactor = HiddenField.REACTOR_REACTIVE_RESPONSE.of(response);
		return reactor != null && ReactorNetty.isRedirected(reactor);
	}

	/** Also after an authentication challenge, there is a previous response. */
	private static boolean isRedirected(HttpResponse<?> response) {
		Optional<? extends HttpResponse<?>> previous = response.previousResponse();
		while (previous.isPresent()) {
			if (isRedirect(previous.get().statusCode())) {
				return true;
			}
			previous = previous.get().previousResponse();
		}
		return false;
	}

	private static boolean isRedirected(HttpURLConnection connection, URI uri) {
		try {
			return !connection.getURL().toString().equals(uri.toURL().toString());
		}
		catch (MalformedURLException | IllegalArgumentException ex) {
			return true;
		}
	}

	private static boolean isRedirect(int status) {
		return status >= 300 && status < 400;
	}

	/** Loaded only if there is a context of Apache's client. */
	private static final class Apache {

		static boolean isRedirected(Object context) {
			RedirectLocations locations = (context instanceof HttpClientContext client) ? client.getRedirectLocations()
					: null;
			return locations != null && locations.size() > 0;
		}

	}

	/** Loaded only if there is a request or response of Jetty. */
	private static final class Jetty {

		static boolean isRedirected(Object request) {
			if (!(request instanceof HttpRequest sent)) {
				return false;
			}
			Deque<HttpExchange> exchanges = sent.getConversation().getExchanges();
			HttpExchange last = exchanges.peekLast();
			return exchanges.stream()
				.anyMatch((exchange) -> exchange != last && isRedirect(exchange.getResponse().getStatus()));
		}

		static boolean isRedirectedTo(Object response) {
			return isRedirected(((Response) response).getRequest());
		}

	}

	/** Loaded only if there is a response of Reactor Netty. */
	private static final class ReactorNetty {

		static boolean isRedirected(Object response) {
			String[] urls = ((HttpClientResponse) response).redirectedFrom();
			return urls != null && urls.length > 0;
		}

	}

}
