package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties under {@code hyper-client}.
 *
 * @param baseUrl address of the service, with the version segment or without
 * @param version version of the service. Leave it out if the address carries it
 * @param cache cache of responses
 * @param retry repetition of requests that were answered with 502 or 503
 * @param basic basic authentication. Excludes OAuth
 * @param oauth authorization by OAuth 1.0a. Excludes basic authentication and OAuth 2
 * @param oauth2 authorization by OAuth 2. Excludes basic authentication and OAuth 1.0a
 * @param connectTimeout time within which a connection must be there
 * @param readTimeout time within which the next bytes of an answer must come
 * @param callTimeout time within which a call must be over, redirects, retries and waits
 * included
 * @param maxResponseSize longest answer that is taken into memory
 * @param allowedOrigins origins that may be asked beside the service's own, without
 * credentials, for instance the one that hosted files are redirected to
 * @param allowPlainHttpCredentials whether passwords and tokens may be sent to another
 * machine over plain http
 */
@ConfigurationProperties("hyper-client")
public record HyperClientProperties(@Nullable URI baseUrl, @Nullable String version, @DefaultValue Cache cache,
		@DefaultValue Retry retry, @DefaultValue Basic basic, @DefaultValue Oauth oauth, @DefaultValue Oauth2 oauth2,
		@DefaultValue("10s") Duration connectTimeout, @DefaultValue("30s") Duration readTimeout,
		@DefaultValue("2m") Duration callTimeout, @DefaultValue("32MB") DataSize maxResponseSize,
		@DefaultValue List<URI> allowedOrigins, @DefaultValue("false") boolean allowPlainHttpCredentials) {

	public HyperClientProperties {
		requirePositive("connect-timeout", connectTimeout);
		requirePositive("read-timeout", readTimeout);
		requirePositive("call-timeout", callTimeout);
		if (maxResponseSize.toBytes() <= 0 || maxResponseSize.toBytes() > Integer.MAX_VALUE) {
			throw new IllegalArgumentException(
					"'hyper-client.max-response-size' must be between 1B and 2047MB but is " + maxResponseSize);
		}
	}

	private static void requirePositive(String name, Duration value) {
		if (value.isZero() || value.isNegative()) {
			throw new IllegalArgumentException(
					"'hyper-client.%s' must be positive, for instance 10s, but is %s".formatted(name, value));
		}
	}

	/**
	 * Cache of responses.
	 *
	 * @param directory directory that keeps the responses from one start to the next.
	 * Without it, a temporary one
	 */
	public record Cache(@Nullable Path directory) {

	}

	/**
	 * Repetition of requests.
	 *
	 * @param maxRetries number of times a request is sent again at the most, after 0, 1,
	 * 2, 4, 8, ... seconds
	 * @param maxRetryAfter time that the service can make the client wait at the most by
	 * a Retry-After
	 * @param post whether to send POST again too, which may repeat its effect
	 */
	public record Retry(@DefaultValue("6") int maxRetries, @DefaultValue("30s") Duration maxRetryAfter,
			@DefaultValue("false") boolean post) {

		public Retry {
			if (maxRetries < 0) {
				throw new IllegalArgumentException(
						"'hyper-client.retry.max-retries' must not be negative but is " + maxRetries);
			}
			if (maxRetryAfter.isNegative()) {
				throw new IllegalArgumentException(
						"'hyper-client.retry.max-retry-after' must not be negative but is " + maxRetryAfter);
			}
		}

	}

	private static String masked(@Nullable String secret) {
		return (secret == null || secret.isEmpty()) ? "" : "******";
	}

	/**
	 * Basic authentication.
	 *
	 * @param username name of the user
	 * @param password password of the user
	 */
	public record Basic(@Nullable String username, @Nullable String password) {

		/**
		 * Shows no password.
		 */
		@Override
		public String toString() {
			return "Basic[username=%s, password=%s]".formatted(this.username, masked(this.password));
		}

	}

	/**
	 * Authorization by OAuth 2.
	 *
	 * @param registrationId client registration of Spring Security whose access token is
	 * sent
	 */
	public record Oauth2(@Nullable String registrationId) {

	}

	/**
	 * Authorization by OAuth 1.0a.
	 *
	 * @param consumerKey name under which the service knows the application
	 * @param consumerSecret secret that the application shares with the service. Most
	 * services in the style of lazr.restful want none
	 * @param accessToken token that a user has granted to the application. Without it,
	 * access is anonymous
	 * @param accessTokenSecret secret of the token
	 * @param applicationName name of the application that the User-Agent shows beside the
	 * consumer
	 * @param realm realm that is sent with the token. OAuth unless set
	 * @param signatureMethod method by which requests are signed. Plain text unless set
	 */
	public record Oauth(@Nullable String consumerKey, @Nullable String consumerSecret, @Nullable String accessToken,
			@Nullable String accessTokenSecret, @Nullable String applicationName, @Nullable String realm,
			@Nullable SignatureMethod signatureMethod) {

		/**
		 * Shows no secrets.
		 */
		@Override
		public String toString() {
			return "Oauth[consumerKey=%s, consumerSecret=%s, accessToken=%s, accessTokenSecret=%s, applicationName=%s, realm=%s, signatureMethod=%s]"
				.formatted(this.consumerKey, masked(this.consumerSecret), masked(this.accessToken),
						masked(this.accessTokenSecret), this.applicationName, this.realm, this.signatureMethod);
		}

		/**
		 * Methods of signing that need no more than secrets. RSA-SHA1 needs a key, so it
		 * is for an authorizer bean.
		 */
		public enum SignatureMethod {

			/**
			 * The secrets themselves, for https.
			 */
			PLAINTEXT,

			/**
			 * HMAC-SHA1.
			 */
			HMAC_SHA1,

			/**
			 * HMAC-SHA256.
			 */
			HMAC_SHA256

		}

	}

}
