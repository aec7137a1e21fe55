package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * The credentials that the HTTP client of the JDK, or {@code HttpURLConnection}, adds to
 * requests. Neither requests nor responses show them. Thread-safe.
 */
public final class AddedCredentials {

	private static final AddedCredentials NONE = new AddedCredentials(Optional::empty, Optional::empty);

	private final Supplier<Optional<Authenticator>> authenticator;

	private final Supplier<Optional<CookieHandler>> cookieHandler;

	private AddedCredentials(Supplier<Optional<Authenticator>> authenticator,
			Supplier<Optional<CookieHandler>> cookieHandler) {
		this.authenticator = authenticator;
		this.cookieHandler = cookieHandler;
	}

	/**
	 * Return those of a blocking client.
	 * @param factory its request factory, or a wrapper of it
	 * @return the credentials, none for the factory of another client
	 */
	public static AddedCredentials of(ClientHttpRequestFactory factory) {
		ClientHttpRequestFactory innermost = factory;
		while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			innermost = wrapper.getDelegate();
		}
		if (innermost instanceof SimpleClientHttpRequestFactory) {
			return new AddedCredentials(() -> Optional.ofNullable(Authenticator.getDefault()),
					() -> Optional.ofNullable(CookieHandler.getDefault()));
		}
		return of(HiddenField.JDK_CLIENT.of(innermost));
	}

	/**
	 * Return those of a reactive client.
	 * @param connector its connector
	 * @return the credentials, none for the connector of another client
	 */
	public static AddedCredentials ofConnector(Object connector) {
		return of(HiddenField.JDK_CONNECTOR_CLIENT.of(connector));
	}

	private static AddedCredentials of(@Nullable Object client) {
		return (client instanceof HttpClient jdk) ? new AddedCredentials(jdk::authenticator, jdk::cookieHandler) : NONE;
	}

	/**
	 * Return whether there is an authenticator. It may add {@code Authorization} to any
	 * request, and replaces it in one that the server has refused.
	 */
	public boolean hasAuthenticator() {
		return this.authenticator.get().isPresent();
	}

	/**
	 * Return whether a cookie handler would add cookies to a request sent now.
	 * @param uri the URL of the request
	 * @return whether there are cookies, or the handler has failed
	 */
	public boolean hasCookies(URI uri) {
		return this.cookieHandler.get().map((handler) -> hasCookies(handler, uri)).orElse(false);
	}

	private static boolean hasCookies(CookieHandler handler, URI uri) {
		try {
			Map<String, List<String>> fields = handler.get(uri, Map.of());
			return fields != null && fields.values().stream().anyMatch((values) -> !values.isEmpty());
		}
		catch (IOException ex) {
			return true;
		}
	}

}
