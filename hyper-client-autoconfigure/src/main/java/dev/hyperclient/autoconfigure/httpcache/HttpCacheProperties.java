package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of the HTTP cache. A component that is {@code null} is not
 * set. Immutable.
 *
 * @param enabled Whether responses to clients of the application are cached. Has no
 * effect on services, which have caches of their own.
 * @param clients Clients whose responses are cached: all, or chosen ones. 'all' unless
 * service groups are set, then 'chosen'.
 * @param serviceGroups Names of the HTTP service groups whose responses are cached.
 * @param store Medium in which responses are stored: files, memory or redis. If not set,
 * the cache directory if there is one, otherwise the only store that is a bean of the
 * application, otherwise memory.
 * @param directory Cache directory, kept between starts. If not set, responses are stored
 * as 'store' says.
 * @param trustDirectory Whether the cache directory is used without a check of its owner
 * and permissions, for instance if it belongs to another user.
 * @param memory Maximum size of a cache in memory. Cannot be combined with a directory.
 * 32MB unless a directory is set.
 * @param memoryTier Maximum size of the in-memory cache for small, recently used
 * responses in front of the cache directory or Redis. If not set, there is none.
 * @param maxSize Maximum size of the cache directory. Least recently used responses are
 * evicted. 256MB if there is a directory.
 * @param maxIdleTime Time without use after which a response is evicted from the cache
 * directory. If not set, there is no limit.
 * @param maxBodySize Maximum size of a response that is stored.
 * @param maxRequestBodySize Maximum size of the content of a query, which is part of the
 * cache key. A QUERY or declared POST with more content is sent without the cache.
 * @param heuristicFraction Fraction of the time since the last modification for which a
 * response without explicit lifetime is fresh, from 0 (never) to 1. A typical value is
 * 0.1.
 * @param staleIfError Time for which a response may be served after its lifetime in place
 * of an error 500, 502, 503 or 504. Without a connection, a response of any age is
 * served, unless the server forbids it.
 * @param pauseAfterFailures Interval at which an origin is tried after three failures in
 * a row. Other requests get the stale responses that 'stale-if-error', also of a rule,
 * permits; this has no effect without 'stale-if-error'. Zero turns it off.
 * @param offline Whether clients that use the cache send no requests. Stored responses
 * are served, even stale ones, and other requests are answered with 504.
 * @param cacheStatus Name of this cache in the Cache-Status field that is added to
 * responses. If not set, no such field is added.
 * @param identityKey Secret key for hashes of credentials in the store, so that responses
 * to authorized requests can be used after a restart and by other machines.
 * @param identityKeyFile File with the key for hashes of credentials, outside of the
 * cache directory. Created if it is missing, for its owner only.
 * @param rules Rules by URL. Only the first rule that matches a request applies to it.
 * Each has a url or a service-group, and some of name, methods, bypass, safe-post,
 * max-age, override, ignored-query-parameters, vary, stale-if-error,
 * stale-while-revalidate, max-body-size and statuses.
 * @param redis Responses in Redis.
 */
@ConfigurationProperties(HttpCacheProperties.PREFIX)
record HttpCacheProperties(@DefaultValue("false") Boolean enabled, @Nullable Clients clients,
		@DefaultValue List<String> serviceGroups, @Nullable Store store, @Nullable Path directory,
		@DefaultValue("false") Boolean trustDirectory, @Nullable DataSize memory, @Nullable DataSize memoryTier,
		@Nullable DataSize maxSize, @Nullable Duration maxIdleTime, @DefaultValue("10MB") DataSize maxBodySize,
		@DefaultValue("64KB") DataSize maxRequestBodySize, @DefaultValue("0") Double heuristicFraction,
		@DefaultValue("0s") Duration staleIfError, @DefaultValue("0s") Duration pauseAfterFailures,
		@DefaultValue("false") Boolean offline, @Nullable String cacheStatus, @Nullable String identityKey,
		@Nullable Path identityKeyFile, @DefaultValue List<CacheRuleProperties> rules, @DefaultValue Redis redis) {

	static final String PREFIX = "hyper-client.http-cache";

	private static final DataSize DEFAULT_MAX_SIZE = DataSize.ofMegabytes(256);

	HttpCacheProperties {
		// An empty element of a list is bound as null.
		serviceGroups = serviceGroups.stream().filter(StringUtils::hasText).toList();
		rules = rules.stream().filter(Objects::nonNull).toList();
	}

	/**
	 * Medium in which responses are stored.
	 */
	enum Store {

		/**
		 * In memory.
		 */
		MEMORY,

		/**
		 * In the cache directory.
		 */
		FILES,

		/**
		 * In the Redis of the application (spring.data.redis), shared with other
		 * machines.
		 */
		REDIS

	}

	/**
	 * Responses in Redis.
	 *
	 * @param prefix Beginning of the keys in Redis. Applications with the same prefix
	 * share responses.
	 * @param timeout Maximum time that Redis adds to a request.
	 * @param grace Time for which a response stays in Redis after its freshness lifetime,
	 * to be validated or read stale. At least 'stale-if-error'.
	 * @param maxStoredTime Maximum time for which a response stays in Redis. No less than
	 * 'grace'.
	 */
	record Redis(@DefaultValue("hyper-client") String prefix, @DefaultValue("50ms") Duration timeout,
			@DefaultValue("1h") Duration grace, @DefaultValue("1d") Duration maxStoredTime) {

	}

	/**
	 * Return the names of the HTTP service groups that rules name.
	 */
	Set<String> serviceGroupsOfRules() {
		return this.rules.stream()
			.map(CacheRuleProperties::serviceGroup)
			.filter(StringUtils::hasText)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Return whether the requests of an HTTP service group are marked with its name.
	 */
	boolean marksServiceGroup(String group) {
		return serviceGroups().contains(group) || (cachesAllClients() && serviceGroupsOfRules().contains(group));
	}

	/**
	 * Return whether responses are stored in Redis.
	 */
	boolean usesRedis() {
		return this.store == Store.REDIS;
	}

	/**
	 * Return the maximum size of the cache directory.
	 */
	DataSize maxDirectorySize() {
		return (this.maxSize != null) ? this.maxSize : DEFAULT_MAX_SIZE;
	}

	/**
	 * Return whether all clients are cached that Spring Boot configures.
	 * @return whether no client needs to be chosen
	 */
	boolean cachesAllClients() {
		return (this.clients != null) ? this.clients == Clients.ALL : this.serviceGroups.isEmpty();
	}

	/**
	 * Clients of the application.
	 */
	enum Clients {

		/**
		 * All clients that are created from the builders of Spring Boot, and all HTTP
		 * service groups.
		 */
		ALL,

		/**
		 * HTTP service groups by name, and the clients to whose builders the cache is
		 * applied.
		 */
		CHOSEN

	}

	/**
	 * Return the properties with the key masked.
	 */
	@Override
	public String toString() {
		return "HttpCacheProperties[enabled=%s, clients=%s, serviceGroups=%s, directory=%s, memory=%s, identityKey=%s, identityKeyFile=%s]"
			.formatted(this.enabled, this.clients, this.serviceGroups, this.directory, this.memory,
					(this.identityKey != null) ? "******" : "", this.identityKeyFile);
	}

}
