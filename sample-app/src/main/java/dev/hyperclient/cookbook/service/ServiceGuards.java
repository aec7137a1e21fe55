package dev.hyperclient.cookbook.service;

import java.time.Clock;
import java.util.Optional;

import dev.hyperclient.cookbook.service.security.BasicGuard;
import dev.hyperclient.cookbook.service.security.OAuthConsumer;
import dev.hyperclient.cookbook.service.security.OAuthDataStore;
import dev.hyperclient.cookbook.service.security.OAuthGuard;
import dev.hyperclient.cookbook.service.security.OAuthToken;
import dev.hyperclient.cookbook.service.security.RequestGuard;
import dev.hyperclient.cookbook.service.security.Secrets;

/**
 * Chooses the guard of the service.
 */
final class ServiceGuards {

	private ServiceGuards() {
	}

	static RequestGuard of(CookbookServiceProperties properties, Clock clock) {
		return switch (properties.security()) {
			case OPEN -> RequestGuard.open(properties.realm());
			case BASIC -> new BasicGuard(properties.realm(), (username,
					password) -> isUser(properties, username, password) ? Optional.of(username) : Optional.empty());
			case OAUTH -> new OAuthGuard(properties.realm(), (consumer, token, parameters) -> Optional.of(consumer),
					dataStore(properties), clock);
		};
	}

	private static boolean isUser(CookbookServiceProperties properties, String username, String password) {
		// Both are compared, so that the time does not tell which one was wrong.
		return Secrets.equal(properties.username(), username) & Secrets.equal(properties.password(), password);
	}

	private static OAuthDataStore dataStore(CookbookServiceProperties properties) {
		return new ExampleDataStore(new OAuthConsumer(properties.consumerKey(), ""),
				new OAuthToken(properties.accessToken(), properties.accessTokenSecret()));
	}

}
