package dev.hyperclient.internal.transport;

import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.RedirectExec;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * The redirects that an HTTP client follows itself, as far as it shows them: it returns
 * the last response as that to the first URL. Thread-safe.
 */
public final class FollowedRedirects {

	private static final String JETTY_REQUEST = "org.springframework.http.client.reactive.JettyClientHttpRequest";

	private static final String APACHE_FACTORY = "org.springframework.http.client.HttpComponentsClientHttpRequestFactory";

	private FollowedRedirects() {
	}

	/**
	 * Return whether an HTTP client follows no redirects, or by a strategy of the
	 * application.
	 * @param transport a request factory or connector of Spring
	 * @return {@code true} if that is known
	 */
	public static boolean areOff(Object transport) {
		Object jdk = client(transport, HiddenField.JDK_CLIENT, HiddenField.JDK_CONNECTOR_CLIENT);
		if (jdk instanceof java.net.http.HttpClient client) {
			return client.followRedirects() == java.net.http.HttpClient.Redirect.NEVER;
		}
		Object jetty = client(transport, HiddenField.JETTY_CLIENT, HiddenField.JETTY_CONNECTOR_CLIENT);
		if (jetty != null) {
			return Jetty.areOff(jetty);
		}
		Object reactor = client(transport, HiddenField.REACTOR_CLIENT, HiddenField.REACTOR_CONNECTOR_CLIENT);
		if (reactor != null) {
			return ReactorNetty.areOff(reactor);
		}
		return transport.getClass().getName().equals(APACHE_FACTORY) && Apache.areOff(transport);
	}

	/**
	 * Return whether a connector follows redirects that its responses do not show.
	 * @param connector a connector of Spring
	 * @return {@code true} for that of the JDK's client, if it follows redirects
	 */
	public static boolean areHidden(Object connector) {
		return HiddenField.JDK_CONNECTOR_CLIENT.of(connector) instanceof java.net.http.HttpClient client
				&& client.followRedirects() != java.net.http.HttpClient.Redirect.NEVER;
	}

	/**
	 * Return whether the response of a blocking client is that to another request.
	 * @param request the request of Spring's request factory, after it was executed
	 * @param response its response
	 * @param uri the URL of the request
	 */
	public static boolean of(Object request, Object response, URI uri) {
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
	public static boolean ofReactive(Object request, Supplier<Object> nativeRequest) {
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
	public static boolean ofReactive(Object response) {
		Object reactor = HiddenField.REACTOR_REACTIVE_RESPONSE.of(response);
		return reactor != null && ReactorNetty.isRedirected(reactor);
	}

	private static @Nullable Object client(Object transport, HiddenField blocking, HiddenField reactive) {
		Object client = blocking.of(transport);
		return (client != null) ? client : reactive.of(transport);
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

	/** Loaded only if there is a context or request factory of Apache's client. */
	private static final class Apache {

		static boolean isRedirected(Object context) {
			RedirectLocations locations = (context instanceof HttpClientContext client) ? client.getRedirectLocations()
					: null;
			return locations != null && locations.size() > 0;
		}

		static boolean areOff(Object factory) {
			Object client = ((HttpComponentsClientHttpRequestFactory) factory).getHttpClient();
			RequestConfig config = (client instanceof Configurable configurable) ? configurable.getConfig() : null;
			return (config != null && !config.isRedirectsEnabled()) || hasOwnStrategy(client);
		}

		/** Without a strategy, redirects are off. */
		private static boolean hasOwnStrategy(Object client) {
			Object first = HiddenField.APACHE_CHAIN.of(client);
			Object strategy = null;
			for (Object element = first; element != null; element = HiddenField.APACHE_NEXT.of(element)) {
				Object handler = HiddenField.APACHE_HANDLER.of(element);
				if (handler instanceof RedirectExec) {
					strategy = HiddenField.APACHE_STRATEGY.of(handler);
				}
			}
			return first != null && (strategy == null || strategy.getClass() != DefaultRedirectStrategy.class);
		}

	}

	/** Loaded only if there is a request, response or client of Jetty. */
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

		static boolean areOff(Object client) {
			return !((org.eclipse.jetty.client.HttpClient) client).isFollowRedirects();
		}

	}

	/** Loaded only if there is a response or client of Reactor Netty. */
	private static final class ReactorNetty {

		static boolean isRedirected(Object response) {
			String[] urls = ((HttpClientResponse) response).redirectedFrom();
			return urls != null && urls.length > 0;
		}

		static boolean areOff(Object client) {
			return ((HttpClient) client).configuration().followRedirectPredicate() == null;
		}

	}

}
