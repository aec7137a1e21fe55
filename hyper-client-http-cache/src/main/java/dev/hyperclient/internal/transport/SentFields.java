package dev.hyperclient.internal.transport;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The header fields that an HTTP client has really sent, with those that it has added
 * itself: credentials, default fields, cookies of a cookie store, and fields that its
 * listeners have set. Apache's client, Jetty's and Reactor Netty's show them.
 * Thread-safe.
 */
public final class SentFields {

	private static final String JETTY_REQUEST = "org.springframework.http.client.reactive.JettyClientHttpRequest";

	private SentFields() {
	}

	/**
	 * Return the values of a field that was sent by a blocking client.
	 * @param request the request of Spring's request factory, after it was executed
	 * @param response its response
	 * @param name the name of the field
	 * @return the values, or {@code null} if they are unknown
	 */
	public static @Nullable List<String> of(Object request, Object response, String name) {
		Object context = HiddenField.APACHE_CONTEXT.of(request);
		if (context != null) {
			return Apache.values(context, name);
		}
		Object jetty = HiddenField.JETTY_RESPONSE.of(response);
		if (jetty != null) {
			return Jetty.values(jetty, name);
		}
		Object reactor = HiddenField.REACTOR_RESPONSE.of(response);
		return (reactor != null) ? ReactorNetty.values(reactor, name) : null;
	}

	/**
	 * Return the values of a field that was sent by a reactive client whose requests do
	 * not show it.
	 * @param request the request of Spring's connector, after its response was received
	 * @param nativeRequest returns that of the HTTP client
	 * @param name the name of the field
	 * @return the values, or {@code null} if they are unknown
	 */
	public static @Nullable List<String> ofReactive(Object request, Supplier<Object> nativeRequest, String name) {
		Object context = HiddenField.APACHE_REACTIVE_CONTEXT.of(request);
		if (context != null) {
			return Apache.values(context, name);
		}
		return request.getClass().getName().equals(JETTY_REQUEST) ? Jetty.lastValues(nativeRequest.get(), name) : null;
	}

	/** Loaded only if there is a context of Apache's client. */
	private static final class Apache {

		static @Nullable List<String> values(Object context, String name) {
			HttpRequest sent = (context instanceof HttpCoreContext core) ? core.getRequest() : null;
			return (sent != null) ? Arrays.stream(sent.getHeaders(name)).map(NameValuePair::getValue).toList() : null;
		}

	}

	/** Loaded only if there is a request or response of Jetty's client. */
	private static final class Jetty {

		static List<String> values(Object response, String name) {
			return ((Response) response).getRequest().getHeaders().getValuesList(name);
		}

		/**
		 * Return the values of the last request: after an authentication challenge, the
		 * client sends a copy of the first one.
		 */
		static @Nullable List<String> lastValues(Object request, String name) {
			if (request instanceof org.eclipse.jetty.client.transport.HttpRequest first) {
				HttpExchange last = first.getConversation().getExchanges().peekLast();
				return (last != null) ? last.getRequest().getHeaders().getValuesList(name) : null;
			}
			return null;
		}

	}

	/** Loaded only if there is a response of Reactor Netty. */
	private static final class ReactorNetty {

		static List<String> values(Object response, String name) {
			return ((HttpClientResponse) response).requestHeaders().getAll(name);
		}

	}

}
