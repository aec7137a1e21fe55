package dev.hyperclient.token;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.OAuthAuthorizer;

/**
 * A token and the application that it was granted to. Immutable.
 *
 * @param consumer the application
 * @param accessToken the token
 */
public record StoredCredentials(OAuthConsumer consumer, AccessToken accessToken) {

	/**
	 * Create credentials.
	 * @throws IllegalArgumentException if the token has leading or trailing blanks, which
	 * credentials files cannot represent
	 */
	public StoredCredentials {
		OAuthConsumer.requireStorable("accessToken", accessToken.key());
		OAuthConsumer.requireStorable("accessToken", accessToken.secret());
	}

	/**
	 * Return an authorizer with the token.
	 * @return the authorizer, which can be customized further
	 */
	public OAuthAuthorizer authorizer() {
		return new OAuthAuthorizer(this.consumer.key(), this.accessToken).withConsumerSecret(this.consumer.secret());
	}

}
