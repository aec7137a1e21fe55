package dev.hyperclient.authorizer;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;

/**
 * Authorizes requests with OAuth 1.0a (RFC 5849): a consumer, which is an application,
 * presents the token that a user has granted to it. Uses PLAINTEXT unless another
 * {@link SignatureMethod} is set. Each attempt has its own nonce. Immutable and
 * thread-safe.
 */
public final class OAuthAuthorizer implements HttpAuthorizer {

	/** For nonces that are unique for their timestamp (RFC 5849, 3.3). */
	private static final SecureRandom RANDOM = new SecureRandom();

	private final String consumerKey;

	private final AccessToken accessToken;

	private final @Nullable String applicationName;

	private final String consumerSecret;

	private final String realm;

	private final SignatureMethod signatureMethod;

	private final Clock clock;

	private final LongFunction<String> nonces;

	private final @Nullable String tokenSource;

	/**
	 * Create an authorizer for a consumer without a secret.
	 * @param consumerKey the name under which the service knows the application
	 * @param accessToken the token, {@link AccessToken#anonymous()} for anonymous access
	 * @throws IllegalArgumentException if the consumer key contains control characters
	 */
	public OAuthAuthorizer(String consumerKey, AccessToken accessToken) {
		this(consumerKey, accessToken, null, "", "OAuth", SignatureMethod.PLAINTEXT, Clock.systemUTC(),
				(timestamp) -> Long.toUnsignedString(RANDOM.nextLong()) + timestamp, null);
	}

	private OAuthAuthorizer(String consumerKey, AccessToken accessToken, @Nullable String applicationName,
			String consumerSecret, String realm, SignatureMethod signatureMethod, Clock clock,
			LongFunction<String> nonces, @Nullable String tokenSource) {
		AccessToken.rejectControlCharacters("consumerKey", consumerKey);
		AccessToken.rejectControlCharacters("consumerSecret", consumerSecret);
		AccessToken.rejectControlCharacters("applicationName", (applicationName != null) ? applicationName : "");
		// The realm is not encoded, so it has only what a header field may contain.
		Assert.isTrue(realm.chars().allMatch((c) -> c >= ' ' && c <= '~'),
				"'realm' must consist of printable ASCII characters");
		this.consumerKey = consumerKey;
		this.accessToken = accessToken;
		this.applicationName = applicationName;
		this.consumerSecret = consumerSecret;
		this.realm = realm;
		this.signatureMethod = signatureMethod;
		this.clock = clock;
		this.nonces = nonces;
		this.tokenSource = tokenSource;
	}

	/**
	 * Name the application in the {@code User-Agent}, beside the consumer.
	 * @param applicationName the name, {@code null} for none, which is the default
	 * @return a new authorizer
	 * @throws IllegalArgumentException if the name contains control characters
	 */
	public OAuthAuthorizer withApplicationName(@Nullable String applicationName) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, applicationName, this.consumerSecret, this.realm,
				this.signatureMethod, this.clock, this.nonces, this.tokenSource);
	}

	/**
	 * Set the secret that the consumer shares with the service.
	 * @param consumerSecret the secret, empty unless set
	 * @return a new authorizer
	 * @throws IllegalArgumentException if the secret contains control characters
	 */
	public OAuthAuthorizer withConsumerSecret(String consumerSecret) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, consumerSecret, this.realm,
				this.signatureMethod, this.clock, this.nonces, this.tokenSource);
	}

	/**
	 * Set the realm that is sent in front of the parameters.
	 * @param realm the realm in printable ASCII, {@code OAuth} unless set
	 * @return a new authorizer
	 * @throws IllegalArgumentException if the realm contains other characters
	 */
	public OAuthAuthorizer withRealm(String realm) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, this.consumerSecret, realm,
				this.signatureMethod, this.clock, this.nonces, this.tokenSource);
	}

	/**
	 * Set the method by which requests are signed.
	 * @param signatureMethod the method, PLAINTEXT unless set
	 * @return a new authorizer
	 */
	public OAuthAuthorizer withSignatureMethod(SignatureMethod signatureMethod) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, this.consumerSecret,
				this.realm, signatureMethod, this.clock, this.nonces, this.tokenSource);
	}

	/**
	 * Set the clock for timestamps.
	 * @param clock the clock, the system's unless set
	 * @return a new authorizer
	 */
	public OAuthAuthorizer withClock(Clock clock) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, this.consumerSecret,
				this.realm, this.signatureMethod, clock, this.nonces, this.tokenSource);
	}

	/**
	 * Name the source of the token, for the error if the service refuses it.
	 * @param tokenSource the source, such as {@code the file 'credentials.ini'}, without
	 * secrets; {@code null} for none, which is the default
	 * @return a new authorizer
	 */
	public OAuthAuthorizer withTokenSource(@Nullable String tokenSource) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, this.consumerSecret,
				this.realm, this.signatureMethod, this.clock, this.nonces, tokenSource);
	}

	OAuthAuthorizer withNonces(LongFunction<String> nonces) {
		return new OAuthAuthorizer(this.consumerKey, this.accessToken, this.applicationName, this.consumerSecret,
				this.realm, this.signatureMethod, this.clock, nonces, this.tokenSource);
	}

	/**
	 * Add {@code Authorization: OAuth ...}, in place of any other, with a new nonce. A
	 * form is signed if its bytes are given; a streamed one is not.
	 */
	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		Map<String, String> parameters = parameters();
		String secrets = PercentEncoding.encode(this.consumerSecret) + "&"
				+ PercentEncoding.encode(this.accessToken.secret());
		String signature = this.signatureMethod.sign(secrets,
				() -> SignatureBaseString.of(absoluteUri, method, body, headers, parameters));
		parameters.put("oauth_signature", signature);
		headers.set(HttpHeaders.AUTHORIZATION, header(parameters));
	}

	private Map<String, String> parameters() {
		long timestamp = this.clock.instant().getEpochSecond();
		Map<String, String> parameters = new LinkedHashMap<>();
		parameters.put("oauth_nonce", this.nonces.apply(timestamp));
		parameters.put("oauth_timestamp", Long.toString(timestamp));
		parameters.put("oauth_version", "1.0");
		parameters.put("oauth_signature_method", this.signatureMethod.toString());
		parameters.put("oauth_consumer_key", this.consumerKey);
		parameters.put("oauth_token", this.accessToken.key());
		return parameters;
	}

	/** Return the text of the field (RFC 5849, 3.5.1). */
	private String header(Map<String, String> parameters) {
		// RFC 9110, 5.6.4.
		String quotedRealm = this.realm.replace("\\", "\\\\").replace("\"", "\\\"");
		StringBuilder header = new StringBuilder("OAuth realm=\"").append(quotedRealm).append('"');
		parameters.forEach((name, value) -> header.append(", ")
			.append(PercentEncoding.encode(name))
			.append("=\"")
			.append(PercentEncoding.encode(value))
			.append('"'));
		return header.toString();
	}

	/**
	 * Name the consumer and the source of the token.
	 */
	@Override
	public Optional<String> adviceAfterRefusal() {
		if (this.accessToken.isAnonymous()) {
			return Optional.of("The request was anonymous, from the consumer '%s': it needs the token of a user"
				.formatted(this.consumerKey));
		}
		return Optional
			.of("The service refused the token of the consumer '%s'%s. If it does not know the consumer, check the consumer key; if the token was revoked or has expired, get a new one with an OAuthTokenFlow%s"
				.formatted(this.consumerKey, (this.tokenSource != null) ? " in " + this.tokenSource : "",
						(this.tokenSource != null) ? ", save it there, and restart the application" : ""));
	}

	/**
	 * Return the keys of consumer and token. Encoded, so that no two pairs are the same
	 * text.
	 */
	@Override
	public String identity() {
		String consumer = "oauth:" + PercentEncoding.encode(this.consumerKey);
		return this.accessToken.isAnonymous() ? consumer
				: consumer + "&" + PercentEncoding.encode(this.accessToken.key());
	}

	/**
	 * Signatures contain no secrets. PLAINTEXT contains the secrets that are not empty:
	 * anonymous access by a consumer without a secret has none.
	 */
	@Override
	public boolean sendsSecrets() {
		return this.signatureMethod == SignatureMethod.PLAINTEXT
				&& !(this.consumerSecret.isEmpty() && this.accessToken.isAnonymous());
	}

	/**
	 * {@code application}, if there is a name, and {@code oauth_consumer}.
	 */
	@Override
	public Map<String, String> userAgentParameters() {
		Map<String, String> parameters = new LinkedHashMap<>();
		if (this.applicationName != null) {
			parameters.put("application", this.applicationName);
		}
		parameters.put("oauth_consumer", this.consumerKey);
		return parameters;
	}

	/**
	 * Consumer, application and method without token and secrets.
	 */
	@Override
	public String toString() {
		return "OAuthAuthorizer[consumerKey=%s, accessToken=%s, applicationName=%s, realm=%s, signatureMethod=%s]"
			.formatted(this.consumerKey, this.accessToken, this.applicationName, this.realm, this.signatureMethod);
	}

}
