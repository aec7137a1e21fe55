package dev.hyperclient.token;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.OAuthAuthorizer;

/**
 * A token, and the application that a user has granted it to. Immutable.
 *
 * @param consumer the application
 * @param accessToken the token
 */
public record StoredCredentials(Consumer consumer, AccessToken accessToken) {

	/**
	 * Creates credentials.
	 * @throws IllegalArgumentException if the token has blanks at its ends, which no file
	 * would give back
	 */
	public StoredCredentials {
		Credential.requireStorable("accessToken", accessToken.key());
		Credential.requireStorable("accessToken", accessToken.secret());
	}

	/**
	 * Return an authorizer that shows the token.
	 * @return the authorizer, which can be changed further
	 */
	public OAuthAuthorizer authorizer() {
		return new OAuthAuthorizer(this.consumer.key(), this.accessToken).withConsumerSecret(this.consumer.secret());
	}

}
