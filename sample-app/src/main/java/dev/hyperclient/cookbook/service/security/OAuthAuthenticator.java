package dev.hyperclient.cookbook.service.security;

import java.util.Map;
import java.util.Optional;

/**
 * Accepts or rejects requests with a valid signature.
 */
@FunctionalInterface
public interface OAuthAuthenticator {

	/**
	 * Accept or reject a consumer with a token.
	 * @param consumer the consumer
	 * @param token the token, possibly the anonymous one
	 * @param parameters the parameters of the {@code Authorization} header field by name
	 * @return the consumer, or empty to reject the request
	 */
	Optional<OAuthConsumer> authenticate(OAuthConsumer consumer, OAuthToken token, Map<String, String> parameters);

}
