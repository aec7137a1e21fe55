package dev.hyperclient.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * OAuth 1.0a with the token of a {@link TokenStore}, read with the first request. If
 * there is none, or if the service says that it is no longer valid, the user is asked for
 * another one, once however many threads want it, provided that {@link #toking} says how.
 * A token that is no longer valid is removed from the store.
 * <p>
 * While the user is asked, the call that wants the token waits, and so does every other.
 * That counts as part of the call: get the token with {@link #prepare} before, or give
 * the root a call timeout that suits users. Thread-safe.
 */
public final class StoredTokenAuthorizer implements HttpAuthorizer {

	/** What Launchpad's 401 begins with if another token would help. */
	private static final List<String> NO_LONGER_VALID = List.of("Expired token", "Invalid token",
			"Unknown access token");

	private static final int LONGEST_REASON = 64;

	private final URI serviceRoot;

	private final Consumer consumer;

	private final TokenStore store;

	private final UnaryOperator<OAuthAuthorizer> settings;

	private final @Nullable Asking asking;

	private final SingleFlight<Optional<SigningToken>> search;

	private volatile @Nullable SigningToken current;

	/**
	 * Create an authorizer that asks nobody: a missing token is a
	 * {@link CredentialsException}.
	 * @param serviceRoot the URL of the service, under which tokens are stored
	 * @param consumer the application
	 * @param store where tokens are kept
	 * @throws IllegalArgumentException if no service can be at the URL
	 */
	public StoredTokenAuthorizer(URI serviceRoot, Consumer consumer, TokenStore store) {
		this(ServiceAddress.normalize("serviceRoot", serviceRoot), consumer, store, UnaryOperator.identity(), null);
	}

	private StoredTokenAuthorizer(URI serviceRoot, Consumer consumer, TokenStore store,
			UnaryOperator<OAuthAuthorizer> settings, @Nullable Asking asking) {
		this.serviceRoot = serviceRoot;
		this.consumer = consumer;
		this.store = store;
		this.settings = settings;
		this.asking = asking;
		this.search = new SingleFlight<>(serviceRoot);
	}

	/**
	 * Set how the user is asked.
	 * @param flow gets tokens for the same application
	 * @param prompt shows the user the page
	 * @param timeout how long to wait for the user at the most
	 * @return a new authorizer
	 * @throws IllegalArgumentException if the flow is for another application
	 */
	public StoredTokenAuthorizer asking(OAuthTokenFlow flow, AuthorizationPrompt prompt, Duration timeout) {
		if (!flow.consumer().equals(this.consumer)) {
			throw new IllegalArgumentException("'flow' must be for the consumer '%s' but is for '%s'"
				.formatted(this.consumer.key(), flow.consumer().key()));
		}
		return new StoredTokenAuthorizer(this.serviceRoot, this.consumer, this.store, this.settings,
				new Asking(flow, prompt, timeout));
	}

	/**
	 * Set what else there is to say of an authorizer with OAuth: the application's name,
	 * the realm, the signature method.
	 * @param other changes an authorizer for each token; it must leave the token alone
	 * @return a new authorizer
	 */
	public StoredTokenAuthorizer withSettings(UnaryOperator<OAuthAuthorizer> other) {
		return new StoredTokenAuthorizer(this.serviceRoot, this.consumer, this.store, other, this.asking);
	}

	/**
	 * Gets the token now, from the store or the user, outside of any call.
	 * @throws CredentialsException if there is none to be had
	 * @throws HyperClientException if the service fails while it is asked for one
	 */
	public void prepare() {
		token();
	}

	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		token().authorizer().authorizeRequest(absoluteUri, method, body, headers);
	}

	@Override
	public boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders, ServiceResponse refusal) {
		if (!isNoLongerValid(refusal.body())) {
			return false;
		}
		Optional<SigningToken> other = find(requestHeaders);
		return other.isPresent() && !other.get().isIn(requestHeaders);
	}

	private static boolean isNoLongerValid(byte[] body) {
		String reason = new String(body, 0, Math.min(body.length, LONGEST_REASON), StandardCharsets.ISO_8859_1)
			.stripLeading();
		return NO_LONGER_VALID.stream().anyMatch(reason::startsWith);
	}

	private SigningToken token() {
		return find(null).orElseThrow(() -> new CredentialsException(this.serviceRoot,
				"There is no token of '%s' for %s in '%s'. Get one with an OAuthTokenFlow and save it there, or say with 'asking' how to ask the user"
					.formatted(this.consumer.key(), this.serviceRoot, this.store)));
	}

	/**
	 * Return a token other than the one that was refused, if there was one.
	 */
	private Optional<SigningToken> find(@Nullable HttpHeaders refused) {
		SigningToken known = this.current;
		return (known != null && !known.isIn(refused)) ? Optional.of(known) : this.search.join(() -> search(refused));
	}

	/** Only one thread at a time is in here. */
	private Optional<SigningToken> search(@Nullable HttpHeaders refused) {
		SigningToken known = this.current;
		if (known != null && !known.isIn(refused)) {
			return Optional.of(known);
		}
		this.current = null;
		Optional<SigningToken> found = this.store.find(this.serviceRoot, this.consumer).map(this::signing);
		if (found.isPresent() && found.get().isIn(refused)) {
			this.store.remove(this.serviceRoot, this.consumer);
			found = Optional.empty();
		}
		if (found.isEmpty() && this.asking != null) {
			AccessToken granted = this.asking.obtain();
			found = Optional.of(signing(granted));
			// Granted is granted, also if it cannot be stored.
			this.current = found.get();
			this.store.save(this.serviceRoot, this.consumer, granted);
		}
		this.current = found.orElse(null);
		return found;
	}

	private SigningToken signing(AccessToken token) {
		return new SigningToken(token, authorizer(token));
	}

	private OAuthAuthorizer authorizer(AccessToken token) {
		return this.settings
			.apply(new OAuthAuthorizer(this.consumer.key(), token).withConsumerSecret(this.consumer.secret()));
	}

	/**
	 * Return the keys of consumer and token, so that nothing is served from the cache
	 * that was answered to another user. Gets the token, as a request does.
	 */
	@Override
	public String identity() {
		return token().authorizer().identity();
	}

	@Override
	public boolean sendsSecrets() {
		return authorizer(new AccessToken("any", "any")).sendsSecrets();
	}

	@Override
	public Map<String, String> userAgentParameters() {
		return authorizer(AccessToken.anonymous()).userAgentParameters();
	}

	/**
	 * Consumer, service and store without token and secrets.
	 */
	@Override
	public String toString() {
		return "StoredTokenAuthorizer[consumerKey=%s, serviceRoot=%s, store=%s]".formatted(this.consumer.key(),
				this.serviceRoot, this.store);
	}

	/**
	 * How the user is asked.
	 *
	 * @param flow gets tokens
	 * @param prompt shows the page
	 * @param timeout how long to wait
	 */
	private record Asking(OAuthTokenFlow flow, AuthorizationPrompt prompt, Duration timeout) {

		AccessToken obtain() {
			return this.flow.obtain(this.prompt, this.timeout);
		}

	}

}
