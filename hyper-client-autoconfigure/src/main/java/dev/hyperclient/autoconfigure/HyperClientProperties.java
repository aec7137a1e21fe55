package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hyperclient.Startup;
import dev.hyperclient.autoconfigure.httpcache.CacheRuleProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of a service: below {@code hyper-client} for the default
 * service, below {@code hyper-client.services} and a name for a named service. A
 * component that is {@code null} is not set. Immutable.
 *
 * @param enabled Whether to create the client of the service. Has no effect on other
 * services.
 * @param preset Preset with the base URLs, the origins of hosted files and the key
 * lookups of a known service.
 * @param baseUrl Base URL of the service, with or without the version segment. With a
 * preset also a name such as 'staging'; 'production' unless set.
 * @param version Version of the service, appended to the base URL. Not set if the base
 * URL contains it. With a base URL of the preset, 'devel' unless set.
 * @param collections Declarations of top-level collections by name.
 * @param startup Time at which the root of the service is fetched.
 * @param validationInterval Minimum time between two validations of the root, by which a
 * running application notices that the description of the service has changed. Zero turns
 * them off.
 * @param cache HTTP cache.
 * @param retry Retries of requests that the service answers with 429, 502 or 503, or that
 * cannot be sent.
 * @param staleIfError Time for which a stored response may be read after its lifetime if
 * the service cannot be reached or answers with 500, 502, 503 or 504. Zero for never.
 * @param pauseAfterFailures Interval at which the service is tried after three failures
 * in a row. Other reads get the stale responses that 'stale-if-error' permits; this has
 * no effect without 'stale-if-error'. Zero turns it off.
 * @param offline Whether no requests are sent to the service, and stored responses of any
 * age are read.
 * @param basic HTTP Basic authentication. Cannot be combined with OAuth and OAuth 2.
 * @param oauth OAuth 1.0a. Cannot be combined with HTTP Basic authentication and OAuth 2.
 * @param oauth2 OAuth 2. Cannot be combined with HTTP Basic authentication and OAuth
 * 1.0a.
 * @param ssl TLS configuration.
 * @param proxy HTTP proxy.
 * @param health Health check.
 * @param connectTimeout Connect timeout.
 * @param readTimeout Read timeout: maximum time between two reads of data from the
 * connection.
 * @param callTimeout Maximum duration of a method call with all its requests, redirects,
 * retries and waits. For iterators and streams, it applies to each step to the next
 * entry. For a hosted file, it applies to the time until its content begins, and to each
 * wait for the next bytes.
 * @param maxResponseSize Maximum size of a decoded response that is read into memory.
 * Each document may take 12 times this value in heap: six times for bytes and objects,
 * and six times while one long text is read. On a small heap the limits are lower: half
 * of the heap for bytes and objects, and one character for each 32 bytes of heap for a
 * single text.
 * @param checkValues Whether values of attributes and arguments are checked against the
 * description of the service before they are sent: dates, links, types of entries,
 * allowed values, and whether an attribute is read-only.
 * @param maxConnections Maximum number of connections to the service. If not set, the
 * connections are pooled together with the connections of other services of the
 * application, except for a service with an SSL bundle, which has a pool of its own.
 * @param allowedOrigins Origins other than the origin of the service that requests may be
 * sent to, for instance the origin of hosted files. Credentials are never sent to these
 * origins.
 * @param allowPlainHttpCredentials Whether credentials may be sent to another machine
 * over plain HTTP.
 */
@ConfigurationProperties("hyper-client")
public record HyperClientProperties(@DefaultValue("true") Boolean enabled, @Nullable Preset preset,
		@Nullable String baseUrl, @Nullable String version, @DefaultValue Map<String, Collection> collections,
		@DefaultValue("eager") Startup startup, @DefaultValue("1m") Duration validationInterval,
		@DefaultValue Cache cache, @DefaultValue Retry retry, @DefaultValue("0s") Duration staleIfError,
		@DefaultValue("0s") Duration pauseAfterFailures, @DefaultValue("false") Boolean offline, Basic basic,
		Oauth oauth, Oauth2 oauth2, Ssl ssl, Proxy proxy, @DefaultValue Health health,
		@DefaultValue("10s") Duration connectTimeout, @DefaultValue("30s") Duration readTimeout,
		@DefaultValue("2m") Duration callTimeout, @DefaultValue("32MB") DataSize maxResponseSize,
		@DefaultValue("true") Boolean checkValues, @Nullable Integer maxConnections,
		@DefaultValue List<String> allowedOrigins, @DefaultValue("false") Boolean allowPlainHttpCredentials) {

	public HyperClientProperties {
		// Groups without defaults are bound only if they have a value: to bind an empty
		// one takes longer.
		basic = Objects.requireNonNullElse(basic, new Basic(null, null));
		oauth = Objects.requireNonNullElse(oauth, new Oauth(null, null, null, null, null, null, null, null));
		oauth2 = Objects.requireNonNullElse(oauth2, new Oauth2(null));
		ssl = Objects.requireNonNullElse(ssl, new Ssl(null));
		proxy = Objects.requireNonNullElse(proxy, new Proxy(null, null, null, null));
		// An empty element of a list is bound as null.
		allowedOrigins = allowedOrigins.stream().filter(StringUtils::hasText).toList();
	}

	/**
	 * Known services.
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
	 * Declaration of a top-level collection.
	 *
	 * @param keyPath Path of an entry relative to the base URL, with {key} as placeholder
	 * for the key.
	 * @param of Id of the resource type of the entries. If not set, the type in the
	 * service's description is used.
	 */
	public record Collection(@Nullable String keyPath, @Nullable String of) {

	}

	/**
	 * Cache of the service.
	 *
	 * @param store Medium in which responses are stored.
	 * @param directory Cache directory, kept between starts. If not set, a temporary
	 * directory is used, or at most 10 MB of memory if none can be created.
	 * @param descriptionDirectory Directory that keeps the parsed description of the
	 * service, not within the cache directory. If not set, a directory with the name of
	 * the cache directory and "-description", or none without a cache directory.
	 * @param trustDirectory Whether the directories are used without a check of their
	 * owners and permissions, for instance if they belong to another user.
	 * @param maxSize Maximum size of the cache directory. Least recently used responses
	 * are evicted. If not set, there is no limit.
	 * @param maxIdleTime Time without use after which a response is evicted from the
	 * cache directory. If not set, there is no limit.
	 * @param memoryTier Maximum size of the in-memory cache for small, recently used
	 * responses in front of the cache directory or Redis. If not set, there is none.
	 * @param rules Rules by URL. Only the first rule that matches a request applies to
	 * it. Each has a url, and some of name, methods, bypass, max-age, override,
	 * ignored-query-parameters, stale-if-error, max-body-size and statuses.
	 * @param redis Responses in Redis.
	 */
	public record Cache(@DefaultValue("files") Store store, @Nullable Path directory,
			@Nullable Path descriptionDirectory, @DefaultValue("false") Boolean trustDirectory,
			@Nullable DataSize maxSize, @Nullable Duration maxIdleTime, @Nullable DataSize memoryTier,
			@DefaultValue List<CacheRuleProperties> rules, @DefaultValue Redis redis) {

		public Cache {
			// An empty element of a list is bound as null.
			rules = rules.stream().filter(Objects::nonNull).toList();
		}

		/**
		 * Medium in which responses are stored.
		 */
		public enum Store {

			/**
			 * In a directory.
			 */
			FILES,

			/**
			 * In the Redis of the application (spring.data.redis), shared with other
			 * machines.
			 */
			REDIS

		}

	}

	/**
	 * Responses in Redis.
	 *
	 * @param prefix Beginning of the keys in Redis. Services and applications with the
	 * same prefix share responses. If not set, "hyper-client:" and the name of the
	 * service.
	 * @param timeout Maximum time that Redis adds to a call.
	 * @param grace Time for which a response stays in Redis after its freshness lifetime,
	 * to be validated or read stale. At least 'stale-if-error'.
	 * @param maxStoredTime Maximum time for which a response stays in Redis. At least
	 * 'grace'.
	 * @param maxBodySize Maximum size of a response that is stored in Redis.
	 */
	public record Redis(@Nullable String prefix, @DefaultValue("50ms") Duration timeout,
			@DefaultValue("1h") Duration grace, @DefaultValue("1d") Duration maxStoredTime,
			@DefaultValue("10MB") DataSize maxBodySize) {

	}

	/**
	 * Retries of requests.
	 *
	 * @param maxRetries Maximum number of retries of a request that is answered with 429,
	 * 502 or 503, or that cannot be sent ('connect'), after waits of at most 0, 1, 2, 4,
	 * 8, ... seconds.
	 * @param maxRetryAfter Maximum wait that a Retry-After header of the service can
	 * cause.
	 * @param post Whether to retry POST requests, which may repeat their effect.
	 * @param connect Whether to retry requests of all methods if the connection is
	 * refused or ends before they are sent, and once if the host is not found. Has no
	 * effect while the application starts with 'startup: eager'. If not set, only with
	 * the preset 'launchpad'.
	 * @param statuses Statuses in addition to 429, 502 and 503 after which GET, HEAD and
	 * QUERY are retried. If not set, 504 with the preset 'launchpad' and otherwise none.
	 */
	public record Retry(@DefaultValue("6") Integer maxRetries, @DefaultValue("30s") Duration maxRetryAfter,
			@DefaultValue("false") Boolean post, @Nullable Boolean connect, @Nullable Set<Integer> statuses) {

	}

	/**
	 * TLS configuration.
	 *
	 * @param bundle Name of the SSL bundle. New connections use the updated bundle after
	 * a reload.
	 */
	public record Ssl(@Nullable String bundle) {

	}

	/**
	 * HTTP proxy.
	 *
	 * @param host Host name or IP address of the proxy. If not set, no proxy is used.
	 * @param port Port of the proxy.
	 * @param username User name for a proxy that requires authentication.
	 * @param password Password for a proxy that requires authentication.
	 */
	public record Proxy(@Nullable String host, @Nullable Integer port, @Nullable String username,
			@Nullable String password) {

		/**
		 * Return the properties with the password masked.
		 */
		@Override
		public String toString() {
			return "Proxy[host=%s, port=%s, username=%s, password=%s]".formatted(this.host, this.port, this.username,
					masked(this.password));
		}

	}

	/**
	 * Health check.
	 *
	 * @param timeout Maximum time to wait for the service's response.
	 * @param timeToLive Time for which a health result is cached, at most one day.
	 * @param required Whether the application is down if the service is. Otherwise the
	 * status of an unavailable service is UNKNOWN.
	 */
	public record Health(@DefaultValue("3s") Duration timeout, @DefaultValue("5s") Duration timeToLive,
			@DefaultValue("true") Boolean required) {

	}

	/**
	 * Return the properties that identify the service, without user information in the
	 * base URL.
	 */
	@Override
	public String toString() {
		String url = String.valueOf(this.baseUrl);
		return "HyperClientProperties[baseUrl=%s, version=%s, startup=%s, cache=%s, basic=%s, oauth=%s, oauth2=%s, proxy=%s]"
			.formatted(url.substring(url.lastIndexOf('@') + 1), this.version, this.startup, this.cache, this.basic,
					this.oauth, this.oauth2, this.proxy);
	}

	private static String masked(@Nullable String secret) {
		return (secret == null || secret.isEmpty()) ? "" : "******";
	}

	/**
	 * HTTP Basic authentication.
	 *
	 * @param username User name.
	 * @param password Password, possibly empty.
	 */
	public record Basic(@Nullable String username, @Nullable String password) {

		/**
		 * Return the properties with the password masked.
		 */
		@Override
		public String toString() {
			return "Basic[username=%s, password=%s]".formatted(this.username, masked(this.password));
		}

	}

	/**
	 * OAuth 2.
	 *
	 * @param registrationId Id of the client registration of Spring Security whose access
	 * token is sent.
	 */
	public record Oauth2(@Nullable String registrationId) {

	}

	/**
	 * OAuth 1.0a.
	 *
	 * @param consumerKey Consumer key, which identifies the application to the service.
	 * @param consumerSecret Consumer secret. Most services in the style of lazr.restful
	 * require none.
	 * @param accessToken Access token that a user has granted to the application. If not
	 * set, access is anonymous.
	 * @param accessTokenSecret Secret of the access token.
	 * @param credentialsFile File with consumer and access token in the format of
	 * launchpadlib. Replaces the token and the secrets.
	 * @param applicationName Application name in the User-Agent header in addition to the
	 * consumer.
	 * @param realm Realm in the Authorization header.
	 * @param signatureMethod Signature method of requests.
	 */
	public record Oauth(@Nullable String consumerKey, @Nullable String consumerSecret, @Nullable String accessToken,
			@Nullable String accessTokenSecret, @Nullable Path credentialsFile, @Nullable String applicationName,
			@Nullable String realm, @Nullable SignatureMethod signatureMethod) {

		/**
		 * Return the properties with the secrets masked.
		 */
		@Override
		public String toString() {
			return "Oauth[consumerKey=%s, consumerSecret=%s, accessToken=%s, accessTokenSecret=%s, credentialsFile=%s, applicationName=%s, realm=%s, signatureMethod=%s]"
				.formatted(this.consumerKey, masked(this.consumerSecret), masked(this.accessToken),
						masked(this.accessTokenSecret), this.credentialsFile, this.applicationName, this.realm,
						this.signatureMethod);
		}

		/**
		 * Signature methods that require secrets only. RSA-SHA1 requires a private key
		 * and therefore a bean of the type
		 * {@link dev.hyperclient.authorizer.HttpAuthorizer}.
		 */
		public enum SignatureMethod {

			/**
			 * PLAINTEXT: the secrets themselves, for HTTPS only.
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
