package dev.hyperclient.autoconfigure.health;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceStatus;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.internal.concurrent.SingleFlight;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} for a service. Revalidates the root of the service with one
 * conditional request without retries; a root that was not fetched yet is not fetched.
 * Concurrent callers share one request, and the result is cached for a while, so that
 * frequent health checks do not load the service. Every failure is reported as
 * {@code DOWN}, never as an exception. Thread-safe.
 */
final class HyperClientHealthIndicator implements HealthIndicator {

	private static final Logger logger = LoggerFactory.getLogger(HyperClientHealthIndicator.class);

	private static final int MAX_ERROR_LENGTH = 300;

	private final Supplier<ServiceRoot> serviceRoot;

	private final Duration timeout;

	private final Duration timeToLive;

	private final Clock clock;

	private final SingleFlight<Health> checks = new SingleFlight<>();

	private volatile @Nullable CachedHealth last;

	private volatile @Nullable Instant lastSuccess;

	/**
	 * Create an indicator for one service.
	 * @param serviceRoot supplier of the root, called for each request
	 * @param timeout the maximum time to wait for the response of the service
	 * @param timeToLive how long a result is cached, {@link Duration#ZERO} to disable
	 * caching
	 * @param clock the clock for the cached result and the time of the last success
	 */
	HyperClientHealthIndicator(Supplier<ServiceRoot> serviceRoot, Duration timeout, Duration timeToLive, Clock clock) {
		this.serviceRoot = serviceRoot;
		this.timeout = timeout;
		this.timeToLive = timeToLive;
		this.clock = clock;
	}

	@Override
	public Health health() {
		CachedHealth known = this.last;
		if (known != null && known.isValidAt(this.clock.instant())) {
			return known.health();
		}
		try {
			return this.checks.run(this::check, CompletableFuture::join);
		}
		catch (RuntimeException | Error ex) {
			return down(ex);
		}
	}

	private Health check() {
		try {
			Health health = validate();
			Instant now = this.clock.instant();
			this.last = new CachedHealth(health, now, now.plus(this.timeToLive));
			return health;
		}
		catch (RuntimeException | Error ex) {
			if (Thread.currentThread().isInterrupted()) {
				// An interruption says nothing about the service: it is not cached, and
				// concurrent callers check themselves.
				throw ex;
			}
			return down(ex);
		}
	}

	private static Health down(Throwable ex) {
		logger.debug("Health check of a service failed", ex);
		return Health.down().withDetail("error", shortened(ex)).build();
	}

	private Health validate() {
		ServiceRoot root = this.serviceRoot.get();
		Health.Builder builder = Health.unknown().withDetail("url", root.uri().toString());
		String version = version(root.uri());
		if (!version.isEmpty()) {
			builder.withDetail("version", version);
		}
		try {
			describe(builder.up(), root.validate(this.timeout));
			this.lastSuccess = this.clock.instant();
		}
		catch (OfflineException ex) {
			builder.unknown().withDetail("rootFetched", root.isFetched()).withDetail("offline", true);
		}
		catch (CallTimeoutException ex) {
			if (Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			logger.debug("Health check of {} timed out", root.uri(), ex);
			builder.down().withDetail("error", "No answer within " + this.timeout.toMillis() + " ms");
		}
		catch (RuntimeException ex) {
			if (Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			logger.debug("Health check of {} failed", root.uri(), ex);
			builder.down().withDetail("rootFetched", root.isFetched()).withDetail("error", shortened(ex));
		}
		root.staleSince().ifPresent((since) -> builder.withDetail("staleSince", since.toString()));
		describeCache(builder, root);
		Instant success = this.lastSuccess;
		if (success != null) {
			builder.withDetail("lastSuccess", success.toString());
		}
		return builder.build();
	}

	private static void describe(Health.Builder builder, ServiceStatus status) {
		builder.withDetail("rootFetched", status.fetched()).withDetail("latencyMillis", status.latency().toMillis());
		if (status.fetched()) {
			builder.withDetail("rootCurrent", status.current()).withDetail("resourceTypes", status.resourceTypes());
			status.validated().ifPresent((time) -> builder.withDetail("rootValidated", time.toString()));
		}
	}

	/** A failing store does not change the status of the service. */
	private static void describeCache(Health.Builder builder, ServiceRoot root) {
		try {
			HttpCacheHealthContributorAutoConfiguration.HttpCacheHealthIndicator.describe(root.cache(), builder);
		}
		catch (RuntimeException ex) {
			logger.debug("The size of the cache of {} is unknown", root.uri(), ex);
		}
	}

	/** Return the last path segment of the root, which is the version. */
	private static String version(URI root) {
		String path = String.valueOf(root.getPath()).replaceAll("/+$", "");
		return path.substring(path.lastIndexOf('/') + 1);
	}

	/**
	 * Return the first line of an exception, since health may be public: the other lines
	 * of an error status have its header fields and content.
	 */
	private static String shortened(Throwable ex) {
		String first = ex.toString().lines().findFirst().orElse("");
		return (first.length() > MAX_ERROR_LENGTH) ? first.substring(0, MAX_ERROR_LENGTH) + "..." : first;
	}

	private record CachedHealth(Health health, Instant from, Instant until) {

		/** A result from the future, after the clock was set back, is not valid. */
		boolean isValidAt(Instant now) {
			return !now.isBefore(this.from) && now.isBefore(this.until);
		}

	}

}
