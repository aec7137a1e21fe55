package dev.hyperclient.security;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HTTPErrors;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
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
 * {@link HttpAuthorizer} for OAuth 2 that sends the access token of a client registration
 * of Spring Security. A token that has expired, or that the service rejects, is replaced;
 * concurrent calls share the new token. A rejected token stays in use until there is a
 * new one. A new token that is rejected as well is not replaced for a minute, since
 * services also reject requests for single resources with the status 401. It is replaced
 * at once, however, if the service has accepted a request for the same URL before: the
 * authorization server may have been restarted. Independent of web requests and
 * thread-safe.
 */
public final class OAuth2ClientAuthorizer implements HttpAuthorizer {

	private static final String BEARER = "Bearer ";

	private static final Duration TIME_BETWEEN_RENEWALS = Duration.ofSeconds(60);

	private static final int MAX_ACCEPTED_URLS = 1000;

	private final OAuth2AuthorizedClientManager manager;

	private final OAuth2AuthorizedClientService clients;

	private final String registrationId;

	private final String principalName;

	/** Each call waits no longer than its own deadline; the task continues. */
	private static final Executor EXECUTOR = (task) -> Schedulers.boundedElastic().schedule(task);

	private final SingleFlight<String> fetches = new SingleFlight<>();

	private final SingleFlight<Boolean> renewals = new SingleFlight<>();

	private final InstantSource clock;

	/**
	 * URLs whose last response was not a rejection. If there are too many, some
	 * rejections are mistaken for refusals by single resources.
	 */
	private final Set<URI> accepted = ConcurrentHashMap.newKeySet();

	private volatile @Nullable Renewal lastRenewal;

	/**
	 * Create an authorizer.
	 * @param manager the manager that fetches tokens, one that works outside of web
	 * requests
	 * @param clients the service in which the manager stores tokens
	 * @param registrationId the id of the client registration
	 * @param principalName the principal that the token is stored for
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
	 * Set the header {@code Authorization: Bearer ...}.
	 * @throws AccessTokenException if no token can be obtained
	 */
	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		headers.set(HttpHeaders.AUTHORIZATION, BEARER + token(absoluteUri, method, Deadline.NONE));
	}

	/**
	 * Set the header {@code Authorization: Bearer ...}.
	 * @throws AccessTokenException if no token can be obtained
	 * @throws CallTimeoutException if there is no token before the deadline
	 */
	@Override
	public void authorizeAttempt(ServiceRequest attempt, HttpHeaders headers) {
		headers.set(HttpHeaders.AUTHORIZATION, BEARER + token(attempt.uri(), attempt.method(), attempt.deadline()));
	}

	private String token(URI uri, HttpMethod method, Deadline deadline) {
		// The key is the stored token: a caller after the renewal of a rejected token
		// does not wait for an earlier request.
		String known = knownToken();
		try {
			return await(this.fetches, (known != null) ? known : "", this::authorize, deadline);
		}
		catch (TimeoutException ex) {
			throw new CallTimeoutException(uri,
					"%s %s was not sent because no access token was obtained in time. Check whether the authorization server of 'spring.security.oauth2.client.registration.%s' responds"
						.formatted(method, uri, this.registrationId),
					ex);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(method, uri, "for the access token", ex);
		}
		catch (OAuth2AuthorizationException | IllegalArgumentException | IllegalStateException ex) {
			throw failed(uri, "No request was sent to %s because no access token could be obtained".formatted(uri), ex);
		}
	}

	private static <V> V await(SingleFlight<V> flight, String key, Supplier<V> task, Deadline deadline)
			throws TimeoutException, InterruptedException {
		Future<V> result = flight.start(key, task, EXECUTOR);
		try {
			return Futures.await(result, deadline);
		}
		catch (TimeoutException ex) {
			// The task may never end.
			flight.abandon(key, result);
			throw ex;
		}
	}

	private AccessTokenException failed(URI uri, String what, Exception ex) {
		return new AccessTokenException(uri, this.registrationId,
				"%s: %s. Check 'spring.security.oauth2.client.registration.%s', its provider, and whether the authorization server can be reached"
					.formatted(what, AccessTokenException.reason(ex), this.registrationId),
				ex);
	}

	private String authorize() {
		return authorize(OAuth2AuthorizeRequest.withClientRegistrationId(this.registrationId));
	}

	private String authorize(OAuth2AuthorizeRequest.Builder request) {
		OAuth2AuthorizedClient client = this.manager.authorize(request.principal(this.principalName).build());
		if (client == null) {
			throw new IllegalStateException("the grant type of the registration requires a user");
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
	 * Replace the rejected token, unless another call has already replaced it.
	 * @throws Unauthorized if no new token can be obtained, with the reason as suppressed
	 * exception
	 */
	@Override
	public boolean renew(Refusal refusal) {
		ServiceRequest request = refusal.request();
		String sent = String.valueOf(request.headers().getFirst(HttpHeaders.AUTHORIZATION));
		if (isRenewed(sent) && !this.accepted.contains(request.uri())) {
			return !sent.equals(BEARER + knownToken());
		}
		try {
			boolean renewed = await(this.renewals, sent, () -> replace(sent), request.deadline());
			// Added again if the new token is accepted.
			this.accepted.remove(request.uri());
			return renewed;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (TimeoutException | OAuth2AuthorizationException | IllegalArgumentException | IllegalStateException ex) {
			HTTPError error = HTTPErrors.of(request.method(), refusal.response());
			error.addSuppressed(failed(request.uri(), "The rejected access token could not be replaced", ex));
			throw error;
		}
	}

	@Override
	public void accepted(URI absoluteUri) {
		if (this.accepted.size() >= MAX_ACCEPTED_URLS) {
			this.accepted.clear();
		}
		this.accepted.add(absoluteUri);
	}

	/** Whether a token has replaced a rejected one within the last minute. */
	private boolean isRenewed(String sent) {
		Renewal last = this.lastRenewal;
		return last != null && sent.equals(BEARER + last.token())
				&& this.clock.instant().isBefore(last.time().plus(TIME_BETWEEN_RENEWALS));
	}

	/** Called by one thread at a time for each token. */
	private boolean replace(String rejected) {
		OAuth2AuthorizedClient client = knownClient();
		if (client == null || !rejected.equals(BEARER + client.getAccessToken().getTokenValue())) {
			return true;
		}
		String token = authorize(OAuth2AuthorizeRequest.withAuthorizedClient(expired(client)));
		this.lastRenewal = new Renewal(token, this.clock.instant());
		return !rejected.equals(BEARER + token);
	}

	/** The manager replaces an expired token, and keeps the old one if that fails. */
	private static OAuth2AuthorizedClient expired(OAuth2AuthorizedClient client) {
		OAuth2AccessToken token = client.getAccessToken();
		return new OAuth2AuthorizedClient(
				client.getClientRegistration(), client.getPrincipalName(), new OAuth2AccessToken(token.getTokenType(),
						token.getTokenValue(), Instant.EPOCH, Instant.EPOCH.plusSeconds(1), token.getScopes()),
				client.getRefreshToken());
	}

	/**
	 * Return the registration and the principal: a new token does not change the
	 * identity.
	 */
	@Override
	public String identity() {
		return "oauth2:" + this.registrationId + "&" + this.principalName;
	}

	/**
	 * Return the registration and the principal without the token.
	 */
	@Override
	public String toString() {
		return "OAuth2ClientAuthorizer[registrationId=%s, principalName=%s]".formatted(this.registrationId,
				this.principalName);
	}

	/**
	 * A token that has replaced a rejected one.
	 *
	 * @param token the new token
	 * @param time when it was obtained
	 */
	private record Renewal(String token, Instant time) {

		/** Return a text without the token. */
		@Override
		public String toString() {
			return "Renewal[time=%s]".formatted(this.time);
		}

	}

}
