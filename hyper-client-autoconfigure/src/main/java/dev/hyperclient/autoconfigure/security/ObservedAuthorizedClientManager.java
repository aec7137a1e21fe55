package dev.hyperclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;

/**
 * A manager whose access tokens are known to the HTTP cache.
 *
 * @param delegate obtains the tokens
 * @param identity remembers to whom they belong
 */
record ObservedAuthorizedClientManager(OAuth2AuthorizedClientManager delegate,
		AccessTokenIdentity identity) implements OAuth2AuthorizedClientManager {

	@Override
	public @Nullable OAuth2AuthorizedClient authorize(OAuth2AuthorizeRequest request) {
		OAuth2AuthorizedClient client = this.delegate.authorize(request);
		if (client != null) {
			this.identity.obtained(client, request.getPrincipal());
		}
		return client;
	}

}
