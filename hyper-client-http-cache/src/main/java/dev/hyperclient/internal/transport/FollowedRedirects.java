package dev.hyperclient.internal.transport;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.RedirectExec;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;

/**
 * The redirects that an HTTP client follows itself, as far as it shows them: it returns
 * the last response as that to the first URL. Thread-safe.
 */
public final class FollowedRedirects {

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

	private static @Nullable Object client(Object transport, HiddenField blocking, HiddenField reactive) {
		Object client = blocking.of(transport);
		return (client != null) ? client : reactive.of(transport);
	}

	/** Loaded only if there is a context or request factory of Apache's client. */
	private static final class Apache {

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

		static boolean areOff(Object client) {
			return !((org.eclipse.jetty.client.HttpClient) client).isFollowRedirects();
		}

	}

	/** Loaded only if there is a response or client of Reactor Netty. */
	private static final class ReactorNetty {

		static boolean areOff(Object client) {
			return ((HttpClient) client).configuration().followRedirectPredicate() == null;
		}

	}

}
