package dev.hyperclient.autoconfigure;

import dev.hyperclient.authorizer.HttpAuthorizer;

/**
 * Makes the authorizers that {@code hyper-client.oauth2.registration-id} asks for. There
 * is a bean of this type where Spring Security's OAuth 2 client is on the class path and
 * has registrations.
 */
@FunctionalInterface
public interface RegisteredClientAuthorizers {

	/**
	 * Makes an authorizer. Fetches no token yet.
	 * @param registrationId the client registration
	 * @param service the properties of the service, whose time-outs hold for its tokens
	 * too
	 * @return the authorizer
	 * @throws org.springframework.boot.diagnostics.FailureAnalyzedException if there is
	 * no such registration, or none that does without a user
	 */
	HttpAuthorizer authorizerFor(String registrationId, HyperClientProperties service);

}
