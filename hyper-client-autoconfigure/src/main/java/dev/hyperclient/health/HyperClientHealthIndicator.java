package dev.hyperclient.health;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceStatus;
import dev.hyperclient.cache.store.StoreSize;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Asks a service whether its root is still the one that the client knows: one conditional
 * request, without retries. The answer is told again for a while, so that whoever asks
 * for the health often does not become a burden for the service. A root that was not
 * fetched yet is not fetched by this. Thread-safe.
 */
public class HyperClientHealthIndicator implements HealthIndicator {

	private static final Logger logger = LoggerFactory.getLogger(HyperClientHealthIndicator.class);

	private static final int LONGEST_ERROR = 300;

	private final ServiceRoot serviceRoot;

	private final Duration timeout;

	private final Duration timeToLive;

	private final Clock clock;

	private volatile @Nullable Answer last;

	private volatile @Nullable Instant lastSuccess;

	/**
	 * An indicator for one service.
	 * @param serviceRoot the root of the service
	 * @param timeout how long the service may take to answer
	 * @param timeToLive how long an answer is told again without asking the service;
	 * {@link Duration#ZERO} to ask every time
	 * @param clock measures that, and dates the last success
	 */
	public HyperClientHealthIndicator(ServiceRoot serviceRoot, Duration timeout, Duration timeToLive, Clock clock) {
		this.serviceRoot = serviceRoot;
		this.timeout = timeout;
		this.timeToLive = timeToLive;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Instant now = this.clock.instant();
		Answer known = this.last;
		if (known != null && known.holdsAt(now)) {
			return known.health();
		}
		Health health = ask(now);
		this.last = new Answer(health, now, now.plus(this.timeToLive));
		return health;
	}

	private Health ask(Instant now) {
		Health.Builder builder = Health.unknown().withDetail("address", this.serviceRoot.uri().toString());
		String version = version(this.serviceRoot.uri());
		if (!version.isEmpty()) {
			builder.withDetail("version", version);
		}
		try {
			describe(builder.up(), this.serviceRoot.validate(this.timeout));
			this.lastSuccess = now;
		}
		catch (RuntimeException ex) {
			logger.debug("{} could not be asked for its root", this.serviceRoot.uri(), ex);
			builder.down().withDetail("error", shortened(ex));
		}
		describe(builder, this.serviceRoot.cache().size());
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
		}
	}

	private static void describe(Health.Builder builder, StoreSize cached) {
		builder.withDetail("cacheEntries", cached.entries()).withDetail("cacheBytes", cached.bytes());
	}

	/** The last segment of the address: there is no version anywhere else. */
	private static String version(URI address) {
		String path = String.valueOf(address.getPath()).replaceAll("/+$", "");
		return path.substring(path.lastIndexOf('/') + 1);
	}

	/**
	 * The header fields and the body of an error status, below the first line of its
	 * message, may be anything, and health may be public.
	 */
	private static String shortened(RuntimeException ex) {
		String first = ex.toString().lines().findFirst().orElse("");
		return (first.length() > LONGEST_ERROR) ? first.substring(0, LONGEST_ERROR) + "..." : first;
	}

	private record Answer(Health health, Instant from, Instant until) {

		/** Not for longer either if the clock is set back. */
		boolean holdsAt(Instant now) {
			return !now.isBefore(this.from) && now.isBefore(this.until);
		}

	}

}
