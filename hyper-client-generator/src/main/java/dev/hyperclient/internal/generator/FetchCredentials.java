package dev.hyperclient.internal.generator;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import org.jspecify.annotations.Nullable;

/**
 * The credentials for requests of the generator, by the names of their parts:
 * {@code username} and {@code password} for Basic; {@code consumerKey},
 * {@code consumerSecret}, {@code accessToken} and {@code accessSecret} for OAuth 1.0a.
 * Thread-safe.
 */
public final class FetchCredentials {

	/** What the names of system properties begin with. */
	private static final String PREFIX = "hyperclient.fetch.";

	private FetchCredentials() {
	}

	/**
	 * Return the credentials that the system properties
	 * {@code hyperclient.fetch.username} and so on contain, or else the environment
	 * variables {@code HYPERCLIENT_FETCH_USERNAME},
	 * {@code HYPERCLIENT_FETCH_CONSUMER_KEY} and so on.
	 * @return the authorizer, empty without credentials
	 * @throws IllegalArgumentException if the credentials are incomplete. The message
	 * does not contain them
	 */
	public static Optional<HttpAuthorizer> ofSystem() {
		return of((name) -> {
			String property = System.getProperty(PREFIX + name);
			return (property != null) ? property : System.getenv(variable(name));
		});
	}

	private static String variable(String name) {
		return (PREFIX.replace('.', '_') + name.replaceAll("([A-Z])", "_$1")).toUpperCase(Locale.ROOT);
	}

	/**
	 * Return the credentials of a source.
	 * @param parts returns a part by its name, {@code null} if it is missing
	 * @return the authorizer, empty without credentials
	 * @throws IllegalArgumentException if the credentials are incomplete. The message
	 * does not contain them
	 */
	public static Optional<HttpAuthorizer> of(Function<String, @Nullable String> parts) {
		String username = parts.apply("username");
		String consumerKey = parts.apply("consumerKey");
		if (username != null && consumerKey != null) {
			throw new IllegalArgumentException(
					"Set either 'username' and 'password', or 'consumerKey' and 'accessToken'");
		}
		if (username != null) {
			return Optional.of(new BasicHttpAuthorizer(username, text(parts, "password")));
		}
		if (consumerKey != null) {
			String token = text(parts, "accessToken");
			String secret = text(parts, "accessSecret");
			if (token.isEmpty() != secret.isEmpty()) {
				throw new IllegalArgumentException(
						"Set both 'accessToken' and 'accessSecret', or none for anonymous access");
			}
			return Optional.of(new OAuthAuthorizer(consumerKey, new AccessToken(token, secret))
				.withConsumerSecret(text(parts, "consumerSecret")));
		}
		requireAbsent(parts, "password", "username");
		requireAbsent(parts, "accessToken", "consumerKey");
		requireAbsent(parts, "accessSecret", "consumerKey");
		requireAbsent(parts, "consumerSecret", "consumerKey");
		return Optional.empty();
	}

	private static void requireAbsent(Function<String, @Nullable String> parts, String name, String missing) {
		if (parts.apply(name) != null) {
			throw new IllegalArgumentException("'%s' is set, but '%s' is not".formatted(name, missing));
		}
	}

	private static String text(Function<String, @Nullable String> parts, String name) {
		String part = parts.apply(name);
		return (part != null) ? part : "";
	}

}
