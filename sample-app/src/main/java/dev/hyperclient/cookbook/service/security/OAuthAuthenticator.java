package dev.hyperclient.cookbook.service.security;

import java.util.Map;
import java.util.Optional;

/**
 * Has the last word on a request whose signature is right.
 */
@FunctionalInterface
public interface OAuthAuthenticator {

	/**
	 * Decide whether a consumer may come in with a token.
	 * @param consumer the consumer
	 * @param token the token, perhaps the anonymous one
	 * @param parameters everything the {@code Authorization} header said, by name
	 * @return the consumer, or nothing if it may not
	 */
	Optional<OAuthConsumer> authenticate(OAuthConsumer consumer, OAuthToken token, Map<String, String> parameters);

}
