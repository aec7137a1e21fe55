package dev.hyperclient.token;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.internal.concurrent.SingleFlight;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/**
 * Authorizes requests with OAuth 1.0a and the token of a {@link TokenStore}, which is
 * read with the first request. If there is no token, or if the service reports that it is
 * no longer valid, the user is asked for a new one as set by {@link #withPrompt}, once
 * for all threads that need it. An invalid token is removed from the store.
 * <p>
 * All calls wait while the user is asked. The wait ends with the timeout given to
 * {@link #withPrompt}, not with the call timeout; to avoid that a call waits for the
 * user, get the token with {@link #prepare} before. Thread-safe. <pre class="code">{@code
 * OAuthConsumer consumer = OAuthConsumer.of("my-tool");
 * URI serviceRoot = URI.create("https://api.launchpad.net/");
 * OAuthTokenFlow flow = OAuthTokenFlow.builder(OAuthTokenFlow.webRootOf(serviceRoot), consumer).build();
 * HttpAuthorizer authorizer = new StoredTokenAuthorizer(serviceRoot, consumer, new FileTokenStore(directory))
 * 	.withPrompt(flow, (page) -> System.out.println("Open " + page), Duration.ofMinutes(15));
 * }</pre>
 */
public final class StoredTokenAuthorizer implements HttpAuthorizer {

	/** Start of Launchpad's 401 message for an invalid token. */
	private static final List<String> NO_LONGER_VALID = List.of("Expired token", "Invalid token",
			"Unknown access token");

	private static final int LONGEST_REASON = 64;

	private final URI serviceRoot;

	private final OAuthConsumer consumer;

	private final TokenStore store;

	private final UnaryOperator<OAuthAuthorizer> settings;

	private final @Nullable Supplier<AccessToken> asking;

	private final SingleFlight<Optional<SigningToken>> search = new SingleFlight<>();

	private volatile @Nullable SigningToken current;

	/**
	 * Create an authorizer that does not ask the user: if there is no token, it throws
	 * {@link CredentialsException}.
	 * @param serviceRoot the URL of the service, under which tokens are stored
	 * @param consumer the application
	 * @param store the store of tokens
	 * @throws IllegalArgumentException if the URL is not an http or https URL without
	 * user name, query and fragment
	 */
	public StoredTokenAuthorizer(URI serviceRoot, OAuthConsumer consumer, TokenStore store) {
		this(OAuthTokenFlow.normalize("serviceRoot", serviceRoot), consumer, store, UnaryOperator.identity(), null);
	}

	private StoredTokenAuthorizer(URI serviceRoot, OAuthConsumer consumer, TokenStore store,
			UnaryOperator<OAuthAuthorizer> settings, @Nullable Supplier<AccessToken> asking) {
		this.serviceRoot = serviceRoot;
		this.consumer = consumer;
		this.store = store;
		this.settings = settings;
		this.asking = asking;
	}

	/**
	 * Set how the user is asked for a token.
	 * @param flow gets tokens for the same application
	 * @param prompt presents the page to the user
	 * @param timeout the maximum time to wait for the user
	 * @return a new authorizer
	 * @throws IllegalArgumentException if the flow is for another application
	 */
	public StoredTokenAuthorizer withPrompt(OAuthTokenFlow flow, AuthorizationPrompt prompt, Duration timeout) {
		Assert.isTrue(flow.consumer().equals(this.consumer),
				() -> "'flow' must be for the consumer '%s' but is for '%s'".formatted(this.consumer.key(),
						flow.consumer().key()));
		return new StoredTokenAuthorizer(this.serviceRoot, this.consumer, this.store, this.settings,
				() -> flow.obtain(prompt, timeout));
	}

	/**
	 * Customize the OAuth authorizer: application name, realm, signature method.
	 * @param settings customizes the authorizer for each token; must not change the token
	 * @return a new authorizer
	 */
	public StoredTokenAuthorizer withSettings(UnaryOperator<OAuthAuthorizer> settings) {
		return new StoredTokenAuthorizer(this.serviceRoot, this.consumer, this.store, settings, this.asking);
	}

	/**
	 * Get the token now, from the store or the user, outside of any call.
	 * @throws CredentialsException if there is none
	 * @throws HyperClientException if the service fails
	 */
	public void prepare() {
		token();
	}

	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		token().authorizer().authorizeRequest(absoluteUri, method, body, headers);
	}

	@Override
	public boolean renew(Refusal refusal) {
		if (!isNoLongerValid(refusal.response().bytes())) {
			return false;
		}
		HttpHeaders sent = refusal.request().headers();
		Optional<SigningToken> other = find(sent);
		return other.isPresent() && !other.get().isIn(sent);
	}

	private static boolean isNoLongerValid(byte[] body) {
		String reason = new String(body, 0, Math.min(body.length, LONGEST_REASON), StandardCharsets.ISO_8859_1)
			.stripLeading();
		return NO_LONGER_VALID.stream().anyMatch(reason::startsWith);
	}

	@Override
	public Optional<String> adviceAfterRefusal() {
		return (this.asking != null) ? Optional.empty() : Optional
			.of("The service refused the token of '%s' in '%s'. If it was revoked or has expired, get a new one with an OAuthTokenFlow and save it there, or set how to ask the user with 'withPrompt'"
				.formatted(this.consumer.key(), this.store));
	}

	private SigningToken token() {
		return find(null).orElseThrow(() -> new CredentialsException(this.serviceRoot,
				"There is no token of '%s' for %s in '%s'. Get one with an OAuthTokenFlow and save it there, or set how to ask the user with 'withPrompt'"
					.formatted(this.consumer.key(), this.serviceRoot, this.store),
				null));
	}

	/**
	 * Return a token other than the rejected one.
	 */
	private Optional<SigningToken> find(@Nullable HttpHeaders refused) {
		SigningToken known = this.current;
		return (known != null && !known.isIn(refused)) ? Optional.of(known)
				: this.search.run(() -> search(refused), this::await);
	}

	private Optional<SigningToken> await(Future<Optional<SigningToken>> found) {
		try {
			return Futures.await(found, Deadline.NONE);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(HttpMethod.GET, this.serviceRoot, "for a token", ex);
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Called by one thread at a time. */
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
			AccessToken granted = this.asking.get();
			found = Optional.of(signing(granted));
			// Used even if it cannot be stored.
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
	 * Return the keys of consumer and token, so that the cache does not reuse a response
	 * to another user. Gets the token, as a request does.
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
	 * A token with the authorizer that uses it.
	 *
	 * @param token the token
	 * @param authorizer the authorizer with this token
	 */
	private record SigningToken(AccessToken token, OAuthAuthorizer authorizer) {

		/**
		 * Return whether a request was signed with this token.
		 * @param headers the header fields of the request, {@code null} if there was none
		 */
		boolean isIn(@Nullable HttpHeaders headers) {
			@Nullable String sent = (headers != null) ? headers.getFirst(HttpHeaders.AUTHORIZATION) : null;
			return sent != null && sent
				.contains(" oauth_token=\"" + UriUtils.encode(this.token.key(), StandardCharsets.UTF_8) + "\"");
		}

	}

}
