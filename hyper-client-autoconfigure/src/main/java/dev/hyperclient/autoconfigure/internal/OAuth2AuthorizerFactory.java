package dev.hyperclient.autoconfigure.internal;

import java.time.Duration;

import dev.hyperclient.authorizer.HttpAuthorizer;
import org.jspecify.annotations.Nullable;

/**
 * Creates authorizers for {@code hyper-client.oauth2.registration-id}. There is a bean of
 * this type if the OAuth 2 client of Spring Security is on the class path and has client
 * registrations.
 */
@FunctionalInterface
public interface OAuth2AuthorizerFactory {

	/**
	 * Create an authorizer without fetching a token.
	 * @param registrationId the id of the client registration
	 * @param timeouts the timeouts of the service, which also apply to token requests
	 * @return the authorizer, or {@code null} if there is no such registration
	 */
	@Nullable HttpAuthorizer create(String registrationId, Timeouts timeouts);

	/**
	 * The timeouts of a service.
	 *
	 * @param connect the connect timeout
	 * @param read the read timeout
	 * @param call the maximum time of a call
	 */
	record Timeouts(Duration connect, Duration read, Duration call) {

	}

}
