package dev.hyperclient.health;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceStatus;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.error.CallTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Asks a service whether its root is still the one that the client knows: one conditional
 * request, without retries. Whoever asks meanwhile gets the same answer, and it is told
 * again for a while, so that whoever asks for the health often does not become a burden
 * for the service. A root that was not fetched yet is not fetched by this. Whatever goes
 * wrong is {@code DOWN}, never an exception. Thread-safe.
 */
public class HyperClientHealthIndicator implements HealthIndicator {

	private static final Logger logger = LoggerFactory.getLogger(HyperClientHealthIndicator.class);

	private static final int LONGEST_ERROR = 300;

	private final Supplier<ServiceRoot> serviceRoot;

	private final Duration timeout;

	private final Duration timeToLive;

	private final Clock clock;

	private final AtomicReference<@Nullable CompletableFuture<Health>> asking = new AtomicReference<>();

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
		this(() -> serviceRoot, timeout, timeToLive, clock);
	}

	/**
	 * An indicator for one service whose root may not be made yet.
	 * @param serviceRoot gives the root of the service each time that the service is
	 * asked
	 * @param timeout how long the service may take to answer
	 * @param timeToLive how long an answer is told again without asking the service;
	 * {@link Duration#ZERO} to ask every time
	 * @param clock measures that, and dates the last success
	 */
	public HyperClientHealthIndicator(Supplier<ServiceRoot> serviceRoot, Duration timeout, Duration timeToLive,
			Clock clock) {
		this.serviceRoot = serviceRoot;
		this.timeout = timeout;
		this.timeToLive = timeToLive;
		this.clock = clock;
	}

	@Override
	public Health health() {
		Answer known = this.last;
		if (known != null && known.holdsAt(this.clock.instant())) {
			return known.health();
		}
		CompletableFuture<Health> mine = new CompletableFuture<>();
		CompletableFuture<Health> other = this.asking.compareAndExchange(null, mine);
		return (other != null) ? other.join() : ask(mine);
	}

	private Health ask(CompletableFuture<Health> mine) {
		Health health = Health.down().build();
		try {
			health = ask();
			Instant now = this.clock.instant();
			this.last = new Answer(health, now, now.plus(this.timeToLive));
		}
		catch (RuntimeException ex) {
			logger.debug("The health of a service could not be told", ex);
			health = Health.down().withDetail("error", shortened(ex)).build();
		}
		finally {
			this.asking.set(null);
			mine.complete(health);
		}
		return health;
	}

	private Health ask() {
		ServiceRoot root = this.serviceRoot.get();
		Health.Builder builder = Health.unknown().withDetail("address", root.uri().toString());
		String version = version(root.uri());
		if (!version.isEmpty()) {
			builder.withDetail("version", version);
		}
		try {
			describe(builder.up(), root.validate(this.timeout));
			this.lastSuccess = this.clock.instant();
		}
		catch (CallTimeoutException ex) {
			logger.debug("{} did not tell its root in time", root.uri(), ex);
			builder.down().withDetail("error", "No answer within " + this.timeout.toMillis() + " ms");
		}
		catch (RuntimeException ex) {
			logger.debug("{} could not be asked for its root", root.uri(), ex);
			builder.down().withDetail("error", shortened(ex));
		}
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
		}
	}

	/** The service is none the worse for a store that cannot be asked. */
	private static void describeCache(Health.Builder builder, ServiceRoot root) {
		try {
			StoreSize size = root.cache().size();
			builder.withDetail("cacheEntries", size.entries()).withDetail("cacheBytes", size.bytes());
		}
		catch (RuntimeException ex) {
			logger.debug("The cache of {} could not be measured", root.uri(), ex);
		}
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
