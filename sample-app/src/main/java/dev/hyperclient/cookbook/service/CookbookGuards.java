package dev.hyperclient.cookbook.service;

import java.time.Clock;
import java.util.Optional;

import dev.hyperclient.cookbook.service.security.OAuthConsumer;
import dev.hyperclient.cookbook.service.security.OAuthDataStore;
import dev.hyperclient.cookbook.service.security.OAuthGuard;
import dev.hyperclient.cookbook.service.security.OAuthToken;
import dev.hyperclient.cookbook.service.security.Secrets;
import dev.hyperclient.testservice.RequestGuard;

/**
 * Creates the guard of the service.
 */
final class CookbookGuards {

	private CookbookGuards() {
	}

	static RequestGuard of(CookbookServiceProperties properties, Clock clock) {
		return switch (properties.security()) {
			case OPEN -> RequestGuard.open(properties.realm());
			case BASIC -> RequestGuard.basic(properties.realm(), (username, password) -> Secrets
				.equal(properties.username() + ":" + properties.password(), username + ":" + password));
			case OAUTH -> new OAuthGuard(properties.realm(), (consumer, token, parameters) -> Optional.of(consumer),
					new SingleConsumerStore(new OAuthConsumer(properties.consumerKey(), ""),
							new OAuthToken(properties.accessToken(), properties.accessTokenSecret())),
					clock);
		};
	}

	/**
	 * A store of one consumer with one token. Unknown consumers are accepted with the
	 * anonymous token.
	 *
	 * @param known the consumer
	 * @param token the token of the consumer
	 */
	private record SingleConsumerStore(OAuthConsumer known, OAuthToken token) implements OAuthDataStore {

		@Override
		public Optional<OAuthConsumer> findConsumer(String key) {
			return key.isEmpty() ? Optional.empty() : Optional.of(new OAuthConsumer(key, ""));
		}

		@Override
		public Optional<OAuthToken> findToken(OAuthConsumer consumer, String key) {
			if (key.isEmpty()) {
				return Optional.of(OAuthToken.ANONYMOUS);
			}
			return (consumer.equals(this.known) && key.equals(this.token.key())) ? Optional.of(this.token)
					: Optional.empty();
		}

	}

}
