package dev.hyperclient.security;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.internal.concurrent.SingleFlight;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;

/**
 * OAuth 2: shows the access token that Spring Security keeps for a client registration. A
 * token that has expired, or that the service refuses, is replaced by a new one; calls at
 * the same time share it. A refused token stays in use until there is a new one, and a
 * new one that is refused as well is not replaced for a minute, since services also
 * refuse single resources with the status 401. Belongs to no web request and is
 * thread-safe.
 */
public final class OAuth2ClientAuthorizer implements HttpAuthorizer {

	private static final String BEARER = "Bearer ";

	private static final Duration TIME_BETWEEN_RENEWALS = Duration.ofSeconds(60);

	private final OAuth2AuthorizedClientManager manager;

	private final OAuth2AuthorizedClientService clients;

	private final String registrationId;

	private final String principalName;

	/** Each call waits no longer than its own deadline; the task continues. */
	private static final Executor EXECUTOR = (task) -> Schedulers.boundedElastic().schedule(task);

	private final SingleFlight<String> fetches = new SingleFlight<>();

	private final SingleFlight<Boolean> renewals = new SingleFlight<>();

	private final InstantSource clock;

	private volatile @Nullable Renewal lastRenewal;

	/**
	 * Creates an authorizer.
	 * @param manager fetches tokens; one that works outside of web requests
	 * @param clients where the manager keeps them
	 * @param registrationId the client registration
	 * @param principalName the name under which the token is kept
	 */
	public OAuth2ClientAuthorizer(OAuth2AuthorizedClientManager manager, OAuth2AuthorizedClientService clients,
			String registrationId, String principalName) {
		this(manager, clients, registrationId, principalName, InstantSource.system());
	}

	OAuth2ClientAuthorizer(OAuth2AuthorizedClientManager manager, OAuth2AuthorizedClientService clients,
			String registrationId, String principalName, InstantSource clock) {
		this.clock = clock;
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
			return Futures.await(this.fetches.start((known != null) ? known : "", this::authorize, EXECUTOR), deadline);
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
			throw failed(uri, "%s was not asked because there is no access token for it".formatted(uri), ex);
		}
	}

	private AccessTokenException failed(URI uri, String what, Exception ex) {
		return new AccessTokenException(uri, this.registrationId,
				"%s: %s. Check 'spring.security.oauth2.client.registration.%s', its provider, and whether the authorization server can be reached"
					.formatted(what, TokenFailure.reason(ex), this.registrationId),
				ex);
	}

	private String authorize() {
		return authorize(OAuth2AuthorizeRequest.withClientRegistrationId(this.registrationId));
	}

	private String authorize(OAuth2AuthorizeRequest.Builder request) {
		OAuth2AuthorizedClient client = this.manager.authorize(request.principal(this.principalName).build());
		if (client == null) {
			throw new IllegalStateException("the grant type of the registration needs a user who is there");
		}
		return client.getAccessToken().getTokenValue();
	}

	private @Nullable OAuth2AuthorizedClient knownClient() {
		return this.clients.loadAuthorizedClient(this.registrationId, this.principalName);
	}

	private @Nullable String knownToken() {
		OAuth2AuthorizedClient client = knownClient();
		return (client != null) ? client.getAccessToken().getTokenValue() : null;
	}

	/**
	 * Replaces the token that was refused, unless another call has done so before.
	 * @throws Unauthorized if there is no new token; the reason is suppressed in it
	 */
	@Override
	public boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders, ServiceResponse refusal,
			Deadline deadline) {
		String sent = String.valueOf(requestHeaders.getFirst(HttpHeaders.AUTHORIZATION));
		try {
			return Futures.await(this.renewals.start(sent, () -> renew(sent), EXECUTOR), deadline);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (TimeoutException | OAuth2AuthorizationException | IllegalArgumentException | IllegalStateException ex) {
			HTTPError error = HTTPError.of(refusal.uri(), refusal.status(), refusal.headers(), refusal.body());
			error.addSuppressed(failed(absoluteUri, "The refused access token could not be replaced", ex));
			throw error;
		}
	}

	/** One at a time for each token. */
	private boolean renew(String refused) {
		OAuth2AuthorizedClient client = knownClient();
		if (client == null || !refused.equals(BEARER + client.getAccessToken().getTokenValue())) {
			return true;
		}
		Renewal last = this.lastRenewal;
		if (last != null && refused.equals(BEARER + last.token())
				&& this.clock.instant().isBefore(last.time().plus(TIME_BETWEEN_RENEWALS))) {
			return false;
		}
		String token = authorize(OAuth2AuthorizeRequest.withAuthorizedClient(expired(client)));
		this.lastRenewal = new Renewal(token, this.clock.instant());
		return !refused.equals(BEARER + token);
	}

	/** The manager replaces what has expired, and keeps the old token if it cannot. */
	private static OAuth2AuthorizedClient expired(OAuth2AuthorizedClient client) {
		OAuth2AccessToken token = client.getAccessToken();
		return new OAuth2AuthorizedClient(
				client.getClientRegistration(), client.getPrincipalName(), new OAuth2AccessToken(token.getTokenType(),
						token.getTokenValue(), Instant.EPOCH, Instant.EPOCH.plusSeconds(1), token.getScopes()),
				client.getRefreshToken());
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

	/**
	 * A token that has replaced a refused one.
	 *
	 * @param token the new token
	 * @param time when it came
	 */
	private record Renewal(String token, Instant time) {

		/** Without the token, which is a secret. */
		@Override
		public String toString() {
			return "Renewal[time=%s]".formatted(this.time);
		}

	}

}
