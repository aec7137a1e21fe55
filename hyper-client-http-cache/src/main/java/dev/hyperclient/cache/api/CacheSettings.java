package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * The choices that RFC 9111 leaves to a cache. Immutable.
 */
public final class CacheSettings {

	private static final Pattern NAME = Pattern.compile("[ -~]+");

	private static final CacheSettings DEFAULTS = new CacheSettings(0, Duration.ZERO, true, null, false,
			DataSize.ofKilobytes(64), Set.of(), Duration.ZERO);

	private final double heuristicFraction;

	private final Duration staleIfError;

	private final boolean staleIfDisconnected;

	private final @Nullable String cacheStatus;

	private final boolean cacheStatusKey;

	private final DataSize maxRequestBodySize;

	private final Set<String> vary;

	private final Duration pauseAfterFailures;

	private CacheSettings(double heuristicFraction, Duration staleIfError, boolean staleIfDisconnected,
			@Nullable String cacheStatus, boolean cacheStatusKey, DataSize maxRequestBodySize, Set<String> vary,
			Duration pauseAfterFailures) {
		if (!(heuristicFraction >= 0 && heuristicFraction <= 1)) {
			throw new IllegalArgumentException("'heuristicFraction' must be from 0 to 1, not " + heuristicFraction);
		}
		Objects.requireNonNull(staleIfError, "'staleIfError' must not be null");
		if (staleIfError.isNegative()) {
			throw new IllegalArgumentException("'staleIfError' must not be negative");
		}
		if (cacheStatus != null && !NAME.matcher(cacheStatus).matches()) {
			throw new IllegalArgumentException("'cacheStatus' must be printable ASCII and not empty");
		}
		Objects.requireNonNull(maxRequestBodySize, "'maxRequestBodySize' must not be null");
		if (maxRequestBodySize.isNegative()) {
			throw new IllegalArgumentException("'maxRequestBodySize' must not be negative");
		}
		this.heuristicFraction = heuristicFraction;
		this.staleIfError = staleIfError;
		this.staleIfDisconnected = staleIfDisconnected;
		this.cacheStatus = cacheStatus;
		this.cacheStatusKey = cacheStatusKey;
		this.maxRequestBodySize = maxRequestBodySize;
		this.vary = Set.copyOf(vary);
		Objects.requireNonNull(pauseAfterFailures, "'pauseAfterFailures' must not be null");
		if (pauseAfterFailures.isNegative()) {
			throw new IllegalArgumentException("'pauseAfterFailures' must not be negative");
		}
		this.pauseAfterFailures = pauseAfterFailures;
	}

	/**
	 * Return the default settings: no heuristic, and stale responses only if a directive
	 * allows them or the server cannot be reached.
	 * @return the settings
	 */
	public static CacheSettings defaults() {
		return DEFAULTS;
	}

	/**
	 * Return these settings with another fraction for heuristic freshness (RFC 9111,
	 * 4.2.2). A response without explicit lifetime is fresh for this fraction of the time
	 * since its last modification, at most for a day.
	 * @param fraction from 0, for no heuristic, to 1; a typical value is 0.1
	 * @return the derived settings
	 * @throws IllegalArgumentException if the fraction is not from 0 to 1
	 */
	public CacheSettings withHeuristicFraction(double fraction) {
		return new CacheSettings(fraction, this.staleIfError, this.staleIfDisconnected, this.cacheStatus,
				this.cacheStatusKey, this.maxRequestBodySize, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with another time for which a response may be served after
	 * its lifetime in place of an error 500, 502, 503 or 504, even without
	 * {@code stale-if-error} in the response or the request (RFC 5861, 4).
	 * @param time the time, zero for never
	 * @return the derived settings
	 * @throws IllegalArgumentException if the time is negative
	 */
	public CacheSettings withStaleIfError(Duration time) {
		return new CacheSettings(this.heuristicFraction, time, this.staleIfDisconnected, this.cacheStatus,
				this.cacheStatusKey, this.maxRequestBodySize, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with another choice for a server that cannot be reached (RFC
	 * 9111, 4.2.4).
	 * @param allowed whether a stale response may be served, unless it forbids that, as
	 * with {@code must-revalidate}
	 * @return the derived settings
	 */
	public CacheSettings withStaleIfDisconnected(boolean allowed) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, allowed, this.cacheStatus,
				this.cacheStatusKey, this.maxRequestBodySize, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with a {@code Cache-Status} field (RFC 9211) in the responses
	 * to the caller. It says whether the response is stored content, why the request was
	 * forwarded, and whether the response is stored. It follows the fields of this name
	 * that came from the network, and is not stored.
	 * <p>
	 * {@code stored} (RFC 9211, 2.5) precedes the content: the response may be stored,
	 * and is unless its content is too long, is not read to its end or fails, its URL is
	 * invalidated meanwhile, or the store fails.
	 * @param cacheName the name of the cache, of printable ASCII characters
	 * @return the derived settings
	 * @throws IllegalArgumentException if the name is empty or has other characters
	 */
	public CacheSettings withCacheStatus(String cacheName) {
		Objects.requireNonNull(cacheName, "'cacheName' must not be null");
		return new CacheSettings(this.heuristicFraction, this.staleIfError, this.staleIfDisconnected, cacheName,
				this.cacheStatusKey, this.maxRequestBodySize, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with another choice for the URL in the {@code Cache-Status}
	 * field. The default is not to show it.
	 * @param shown whether the field contains the URL, with its query, which may contain
	 * secrets
	 * @return the derived settings
	 */
	public CacheSettings withCacheStatusKey(boolean shown) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, this.staleIfDisconnected, this.cacheStatus,
				shown, this.maxRequestBodySize, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with another maximum size of the content of a query: of a
	 * QUERY, or of a POST that a rule declares to be safe. The content is read before the
	 * request is sent, since it is part of the cache key.
	 * @param size the maximum size, 64 kB by default. A request with more content is sent
	 * without the cache
	 * @return the derived settings
	 * @throws IllegalArgumentException if the size is negative
	 */
	public CacheSettings withMaxRequestBodySize(DataSize size) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, this.staleIfDisconnected, this.cacheStatus,
				this.cacheStatusKey, size, this.vary, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with header fields of requests that are treated as if every
	 * response named them in {@code Vary} (RFC 9111, 4.1), for servers that do not name
	 * them. The fields {@code X-API-Version}, {@code API-Version},
	 * {@code Accept-Version}, {@code X-GitHub-Api-Version} and {@code X-Version} are
	 * always treated so, and so are {@code Accept} and {@code Content-Type} with
	 * parameters other than {@code q} and {@code charset}.
	 * @param names the names
	 * @return the derived settings
	 * @see CacheRule#withVary
	 */
	public CacheSettings withVary(Set<String> names) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, this.staleIfDisconnected, this.cacheStatus,
				this.cacheStatusKey, this.maxRequestBodySize, names, this.pauseAfterFailures);
	}

	/**
	 * Return these settings with a pause after failures. After three failed requests in a
	 * row (no connection, a time-out, 500, 502, 503 or 504), one request in each interval
	 * is sent to the origin, and the others are answered by stale responses that
	 * {@code stale-if-error} permits. A request that no stored response can answer is
	 * sent. The next answer of the origin ends the pause.
	 * @param interval the interval, zero for no pause
	 * @return the derived settings
	 * @throws IllegalArgumentException if the interval is negative
	 */
	public CacheSettings withPauseAfterFailures(Duration interval) {
		return new CacheSettings(this.heuristicFraction, this.staleIfError, this.staleIfDisconnected, this.cacheStatus,
				this.cacheStatusKey, this.maxRequestBodySize, this.vary, interval);
	}

	/**
	 * Return the fraction of the time since its last modification for which a response
	 * without explicit lifetime is fresh.
	 * @return from 0 to 1
	 */
	public double heuristicFraction() {
		return this.heuristicFraction;
	}

	/**
	 * Return the time for which a response may be served after its lifetime in place of
	 * an error.
	 * @return the time, zero for never
	 */
	public Duration staleIfError() {
		return this.staleIfError;
	}

	/**
	 * Return whether a stale response may be served if the server cannot be reached.
	 * @return whether it may be served
	 */
	public boolean staleIfDisconnected() {
		return this.staleIfDisconnected;
	}

	/**
	 * Return the name of the cache in the {@code Cache-Status} field.
	 * @return the name, {@code null} for no such field
	 */
	public @Nullable String cacheStatus() {
		return this.cacheStatus;
	}

	/**
	 * Return whether the {@code Cache-Status} field contains the URL.
	 * @return whether it contains the URL
	 */
	public boolean cacheStatusKey() {
		return this.cacheStatusKey;
	}

	/**
	 * Return the maximum size of the content of a query whose response is cached.
	 * @return the size
	 */
	public DataSize maxRequestBodySize() {
		return this.maxRequestBodySize;
	}

	/**
	 * Return the header fields of requests that are treated as if every response named
	 * them in {@code Vary}.
	 * @return the names that have been set
	 */
	public Set<String> vary() {
		return this.vary;
	}

	/**
	 * Return the interval at which an origin that has failed is tried.
	 * @return the interval, zero to try it with each request
	 */
	public Duration pauseAfterFailures() {
		return this.pauseAfterFailures;
	}

}
