package dev.hyperclient.cookbook.service;

import java.util.Optional;

import dev.hyperclient.cookbook.service.security.OAuthConsumer;
import dev.hyperclient.cookbook.service.security.OAuthDataStore;
import dev.hyperclient.cookbook.service.security.OAuthToken;

/**
 * One consumer with one token. Consumers it does not know are made on the fly and
 * forgotten again; they have the anonymous token only.
 *
 * @param known the consumer
 * @param token its token
 */
record ExampleDataStore(OAuthConsumer known, OAuthToken token) implements OAuthDataStore {

	@Override
	public Optional<OAuthConsumer> findConsumer(String key) {
		if (key.equals(this.known.key())) {
			return Optional.of(this.known);
		}
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
