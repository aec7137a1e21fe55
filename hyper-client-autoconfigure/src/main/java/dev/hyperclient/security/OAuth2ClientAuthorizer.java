package dev.hyperclient.security;

import java.net.URI;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Deadline;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;

/**
 * OAuth 2: shows the access token that Spring Security keeps for a client registration. A
 * token that has expired, or that the service refuses, is replaced by a new one; calls at
 * the same time share it. Belongs to no web request and is thread-safe.
 */
public final class OAuth2ClientAuthorizer implements HttpAuthorizer {

	private static final String BEARER = "Bearer ";

	private final OAuth2AuthorizedClientManager manager;

	private final OAuth2AuthorizedClientService clients;

	private final String registrationId;

	private final String principalName;

	private final SingleFlight<String> fetches = new SingleFlight<>();

	private final SingleFlight<Boolean> removals = new SingleFlight<>();

	/**
	 * Creates an authorizer.
	 * @param manager fetches tokens; one that works outside of web requests
	 * @param clients where the manager keeps them
	 * @param registrationId the client registration
	 * @param principalName the name under which the token is kept
	 */
	public OAuth2ClientAuthorizer(OAuth2AuthorizedClientManager manager, OAuth2AuthorizedClientService clients,
			String registrationId, String principalName) {
		this.manager = manager;
		this.clients = clients;
		this.registrationId = registrationId;
		this.principalName = principalName;
	}

	/**
	 * Adds {@code Authorization: Bearer ...}, in place of any other.
	 * @throws AccessTokenException if there is no token
	 */
	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		authorizeRequest(absoluteUri, method, body, headers, Deadline.NONE);
	}

	/**
	 * Adds {@code Authorization: Bearer ...}, in place of any other.
	 * @throws AccessTokenException if there is no token
	 * @throws CallTimeoutException if there is none by the deadline
	 */
	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers,
			Deadline deadline) {
		headers.set(HttpHeaders.AUTHORIZATION, BEARER + token(absoluteUri, deadline));
	}

	private String token(URI uri, Deadline deadline) {
		// The key is what the thread knows: who knows of a refused token waits for
		// nobody who still believes in it.
		String known = knownToken();
		try {
			return this.fetches.join((known != null) ? known : "", this::authorize, deadline);
		}
		catch (TimeoutException ex) {
			throw new CallTimeoutException(uri,
					"%s was not asked because there was no access token for it in time. Check whether the authorization server of 'spring.security.oauth2.client.registration.%s' answers"
						.formatted(uri, this.registrationId),
					ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new TransportException(uri,
					"The thread was interrupted while it waited for the access token for %s".formatted(uri), ex);
		}
		catch (OAuth2AuthorizationException | IllegalArgumentException | IllegalStateException ex) {
			throw new AccessTokenException(uri, this.registrationId,
					"%s was not asked because there is no access token for it: %s. Check 'spring.security.oauth2.client.registration.%s', its provider, and whether the authorization server can be reached"
						.formatted(uri, ex.getMessage(), this.registrationId),
					ex);
		}
	}

	private String authorize() {
		OAuth2AuthorizedClient client = this.manager
			.authorize(OAuth2AuthorizeRequest.withClientRegistrationId(this.registrationId)
				.principal(this.principalName)
				.build());
		if (client == null) {
			throw new IllegalStateException("the grant type of the registration needs a user who is there");
		}
		return client.getAccessToken().getTokenValue();
	}

	private @Nullable String knownToken() {
		OAuth2AuthorizedClient client = this.clients.loadAuthorizedClient(this.registrationId, this.principalName);
		return (client != null) ? client.getAccessToken().getTokenValue() : null;
	}

	/**
	 * Forgets the token that was refused, unless another call has done so before.
	 */
	@Override
	public boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders) {
		String sent = String.valueOf(requestHeaders.getFirst(HttpHeaders.AUTHORIZATION));
		try {
			// One at a time: a slow one could remove the token that has come in place of
			// the old.
			return this.removals.join(sent, () -> {
				if (sent.equals(BEARER + knownToken())) {
					this.clients.removeAuthorizedClient(this.registrationId, this.principalName);
				}
				return true;
			}, Deadline.NONE);
		}
		catch (InterruptedException | TimeoutException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Registration and principal, so a new token does not make anybody else of its owner.
	 */
	@Override
	public String identity() {
		return "oauth2:" + this.registrationId + "&" + this.principalName;
	}

	/**
	 * Registration and principal without the token.
	 */
	@Override
	public String toString() {
		return "OAuth2ClientAuthorizer[registrationId=%s, principalName=%s]".formatted(this.registrationId,
				this.principalName);
	}

}
