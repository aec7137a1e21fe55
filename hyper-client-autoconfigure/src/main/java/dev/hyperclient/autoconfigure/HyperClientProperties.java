package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Startup;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What can be said about a service: under {@code hyper-client} about the default one, and
 * under {@code hyper-client.services} and a name about each other one.
 *
 * @param preset What is known of the service beforehand: addresses by name, origins of
 * hosted files, and how keys lead to entries.
 * @param baseUrl Address of the service, with the version segment or without. With a
 * preset also a name such as 'staging'; 'production' unless set.
 * @param version Version of the service. Leave it out if the address carries it.
 * @param collections Declarations about top-level collections, by their names.
 * @param startup When the root of the service is fetched.
 * @param cache Cache of responses.
 * @param retry Repetition of requests that were answered with 502 or 503.
 * @param basic Basic authentication. Excludes OAuth and OAuth 2.
 * @param oauth Authorization by OAuth 1.0a. Excludes basic authentication and OAuth 2.
 * @param oauth2 Authorization by OAuth 2. Excludes basic authentication and OAuth 1.0a.
 * @param ssl Trust and keys for https.
 * @param proxy Proxy on the way to the service.
 * @param health Check of the service's health.
 * @param connectTimeout Time within which a connection must be there.
 * @param readTimeout Time within which the next bytes of an answer must come.
 * @param callTimeout Time within which a call must be over, redirects, retries and waits
 * included.
 * @param maxResponseSize Maximum size of a decoded response that is read into memory.
 * Reading a JSON document or a description takes at most 12 times as much heap; documents
 * that would take more than that, or more than half of the heap, are refused.
 * @param maxConnections Number of connections to the service at the most. Without it,
 * those of the application's HTTP clients are shared.
 * @param allowedOrigins Origins that may be asked beside the service's own, without
 * credentials, for instance the one that hosted files are redirected to.
 * @param allowPlainHttpCredentials Whether passwords and tokens may be sent to another
 * machine over plain http.
 */
@ConfigurationProperties("hyper-client")
public record HyperClientProperties(@Nullable Preset preset, @Nullable String baseUrl, @Nullable String version,
		@DefaultValue Map<String, Collection> collections, @DefaultValue("eager") Startup startup,
		@DefaultValue Cache cache, @DefaultValue Retry retry, @DefaultValue Basic basic, @DefaultValue Oauth oauth,
		@DefaultValue Oauth2 oauth2, @DefaultValue Ssl ssl, @DefaultValue Proxy proxy, @DefaultValue Health health,
		@DefaultValue("10s") Duration connectTimeout, @DefaultValue("30s") Duration readTimeout,
		@DefaultValue("2m") Duration callTimeout, @DefaultValue("32MB") DataSize maxResponseSize,
		@Nullable Integer maxConnections, @DefaultValue List<String> allowedOrigins,
		@DefaultValue("false") Boolean allowPlainHttpCredentials) {

	public HyperClientProperties {
		// An empty place in a list is bound as null.
		allowedOrigins = allowedOrigins.stream().filter(ServiceSettingsCheck::isSet).toList();
	}

	/**
	 * Services that are known beforehand.
	 */
	public enum Preset {

		/**
		 * Launchpad.
		 *
		 * @see dev.hyperclient.launchpad.Launchpad
		 */
		LAUNCHPAD

	}

	/**
	 * Declarations about a top-level collection.
	 *
	 * @param keyPath Path of an entry below the service root, with {key} where the key
	 * belongs.
	 * @param of Id of the type that the description gives the entries. Without it, the
	 * one that the description names.
	 */
	public record Collection(@Nullable String keyPath, @Nullable String of) {

	}

	/**
	 * Cache of responses.
	 *
	 * @param directory Directory that keeps the responses from one start to the next.
	 * Without it, a temporary one.
	 * @param maxSize Size of that directory at the most. Beyond it, the responses that
	 * were not used for longest are removed.
	 * @param maxAge Time after which a response is removed that was not used.
	 * @param memory Memory at the most for small responses that were used lately, in
	 * front of the directory.
	 */
	public record Cache(@Nullable Path directory, @Nullable DataSize maxSize, @Nullable Duration maxAge,
			@Nullable DataSize memory) {

	}

	/**
	 * Repetition of requests.
	 *
	 * @param maxRetries Number of times a request is sent again at the most, after 0, 1,
	 * 2, 4, 8, ... seconds.
	 * @param maxRetryAfter Time that the service can make the client wait at the most by
	 * a Retry-After.
	 * @param post Whether to send POST again too, which may repeat its effect.
	 */
	public record Retry(@DefaultValue("6") Integer maxRetries, @DefaultValue("30s") Duration maxRetryAfter,
			@DefaultValue("false") Boolean post) {

	}

	/**
	 * Trust and keys for https.
	 *
	 * @param bundle Name of the SSL bundle to use. New connections follow its updates.
	 */
	public record Ssl(@Nullable String bundle) {

	}

	/**
	 * Proxy on the way to the service.
	 *
	 * @param host Host of the proxy. Without it, none is used.
	 * @param port Port of the proxy.
	 * @param username Name of the user for the proxy, if it asks for one.
	 * @param password Password for the proxy.
	 */
	public record Proxy(@Nullable String host, @Nullable Integer port, @Nullable String username,
			@Nullable String password) {

		/**
		 * Shows no password.
		 */
		@Override
		public String toString() {
			return "Proxy[host=%s, port=%s, username=%s, password=%s]".formatted(this.host, this.port, this.username,
					masked(this.password));
		}

	}

	/**
	 * Check of the service's health.
	 *
	 * @param timeout Time within which the service must have answered.
	 * @param timeToLive Time for which an answer is told again without asking the
	 * service.
	 */
	public record Health(@DefaultValue("3s") Duration timeout, @DefaultValue("5s") Duration timeToLive) {

	}

	/**
	 * What tells services apart, without whatever stands before an at sign in the
	 * address.
	 */
	@Override
	public String toString() {
		String address = String.valueOf(this.baseUrl);
		return "HyperClientProperties[baseUrl=%s, version=%s, startup=%s, cache=%s, basic=%s, oauth=%s, oauth2=%s, proxy=%s]"
			.formatted(address.substring(address.lastIndexOf('@') + 1), this.version, this.startup, this.cache,
					this.basic, this.oauth, this.oauth2, this.proxy);
	}

	private static String masked(@Nullable String secret) {
		return (secret == null || secret.isEmpty()) ? "" : "******";
	}

	/**
	 * Basic authentication.
	 *
	 * @param username Name of the user.
	 * @param password Password of the user.
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
	 * @param registrationId Client registration of Spring Security whose access token is
	 * sent.
	 */
	public record Oauth2(@Nullable String registrationId) {

	}

	/**
	 * Authorization by OAuth 1.0a.
	 *
	 * @param consumerKey Name under which the service knows the application.
	 * @param consumerSecret Secret that the application shares with the service. Most
	 * services in the style of lazr.restful want none.
	 * @param accessToken Token that a user has granted to the application. Without it,
	 * access is anonymous.
	 * @param accessTokenSecret Secret of the token.
	 * @param credentialsFile File with consumer and token, in the format of launchpadlib.
	 * Takes the place of token and secrets.
	 * @param applicationName Name of the application that the User-Agent shows beside the
	 * consumer.
	 * @param realm Realm that is sent with the token. OAuth unless set.
	 * @param signatureMethod Method by which requests are signed. Plain text unless set.
	 */
	public record Oauth(@Nullable String consumerKey, @Nullable String consumerSecret, @Nullable String accessToken,
			@Nullable String accessTokenSecret, @Nullable Path credentialsFile, @Nullable String applicationName,
			@Nullable String realm, @Nullable SignatureMethod signatureMethod) {

		/**
		 * Shows no secrets.
		 */
		@Override
		public String toString() {
			return "Oauth[consumerKey=%s, consumerSecret=%s, accessToken=%s, accessTokenSecret=%s, credentialsFile=%s, applicationName=%s, realm=%s, signatureMethod=%s]"
				.formatted(this.consumerKey, masked(this.consumerSecret), masked(this.accessToken),
						masked(this.accessTokenSecret), this.credentialsFile, this.applicationName, this.realm,
						this.signatureMethod);
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
