package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * Circuit breaker: after a failure nothing is sent to Redis until it answers a script
 * that writes, which is sent in the background. So one call at a time pays for an outage,
 * and no call waits for a connection. In a cluster it concerns the node that has failed,
 * so that the others are used. Thread-safe.
 */
final class RedisAvailability implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisAvailability.class);

	/** How long a new connection may take in the background. */
	private static final Duration CONNECT = Duration.ofSeconds(5);

	/** After how many failures the connection is replaced. */
	private static final int MAX_FAILURES = 2;

	/** How long a constructor waits for the first connection. */
	private static final Duration FIRST_CONNECTION = Duration.ofSeconds(1);

	/** How long closing waits for the connection. */
	private static final Duration CLOSE = Duration.ofMillis(500);

	private static final Duration MIN_DELAY = Duration.ofMillis(100);

	private static final Duration MAX_DELAY = Duration.ofSeconds(1);

	/** How often failures are logged at most, and after what time one is forgotten. */
	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final ReactiveRedisConnectionFactory factory;

	private final String prefix;

	private final Duration timeout;

	private final RedisClusterNodes nodes;

	private final ScheduledThreadPoolExecutor background;

	private final AtomicBoolean probing = new AtomicBoolean();

	private final AtomicBoolean probingNodes = new AtomicBoolean();

	private final CountDownLatch probed = new CountDownLatch(1);

	private @Nullable Probe probe;

	private volatile @Nullable ReactiveRedisConnection connection;

	private volatile @Nullable String outage = "not connected yet";

	private volatile @Nullable Refusal refusal;

	/**
	 * Whether the connection is to be replaced: it answers, but its server has become a
	 * replica.
	 */
	private volatile boolean replaced;

	/** How many times the connection has failed. Of the background thread. */
	private int failures;

	private volatile boolean closed;

	/** Whether the present failure has been logged. Of the background thread. */
	private boolean logged;

	/**
	 * When a failure was last logged, by {@link System#nanoTime}, or zero. Of the
	 * background thread.
	 */
	private long loggedAt;

	RedisAvailability(ReactiveRedisConnectionFactory factory, RedisStoreSettings settings) {
		this.factory = factory;
		this.prefix = settings.prefix();
		this.timeout = settings.timeout();
		this.nodes = new RedisClusterNodes(factory);
		this.background = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "hyper-client-redis");
			thread.setDaemon(true);
			return thread;
		});
		this.background.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.background.allowCoreThreadTimeOut(true);
	}

	/**
	 * An error reply.
	 *
	 * @param at when it was received, by {@link System#nanoTime}
	 */
	private record Refusal(String reason, long at) {

		boolean isRecent() {
			return System.nanoTime() - this.at < MINUTE.toNanos();
		}

	}

	/**
	 * Finds out whether Redis answers.
	 */
	interface Probe {

		/**
		 * Run a script that writes, and whatever must be done before Redis counts as
		 * available.
		 * @param timeout how long each script may take
		 */
		void run(ReactiveRedisConnection connection, Duration timeout) throws RedisFailureException;

		/**
		 * Run a script on one node of a cluster.
		 * @param key a key of the node
		 */
		void run(ReactiveRedisConnection connection, byte[] key, Duration timeout) throws RedisFailureException;

	}

	/**
	 * Connect in the background, and wait a moment for the result.
	 * @param probe is run until Redis is available
	 */
	void start(Probe probe) {
		this.probe = probe;
		probeAfter(Duration.ZERO);
		try {
			if (!this.probed.await(FIRST_CONNECTION.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.debug("No connection to Redis yet for the prefix {}", this.prefix);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Return the connection while Redis is available.
	 */
	Optional<ReactiveRedisConnection> connection() {
		return (this.outage == null && !this.closed) ? Optional.ofNullable(this.connection) : Optional.empty();
	}

	/**
	 * Return the connection for a command.
	 * @param key a key of the command
	 * @throws RedisFailureException if Redis, or the node of the key, is unavailable
	 */
	ReactiveRedisConnection connection(byte[] key) throws RedisFailureException {
		Optional<ReactiveRedisConnection> open = connection();
		if (open.isEmpty() || this.nodes.isFailed(key)) {
			throw new RedisFailureException("unavailable");
		}
		return open.get();
	}

	/**
	 * Return the connection even if Redis does not count as available.
	 */
	Optional<ReactiveRedisConnection> anyConnection() {
		return this.closed ? Optional.empty() : Optional.ofNullable(this.connection);
	}

	/**
	 * Return why nothing is read or nothing is stored, if that is so.
	 */
	Optional<String> failure() {
		return Optional.ofNullable(this.outage)
			.or(() -> this.nodes.failures().stream().map(RedisClusterNodes.Failure::reason).findFirst())
			.or(() -> Optional.ofNullable(this.refusal).filter(Refusal::isRecent).map(Refusal::reason));
	}

	/**
	 * Report that Redis did not answer a command, or cannot answer anything.
	 * @param key a key of the command
	 */
	void failed(RedisFailureException failure, byte[] key) {
		if (this.closed || !this.nodes.isCluster()) {
			failed(failure);
			return;
		}
		if (!this.nodes.add(key, String.valueOf(failure.getMessage()))) {
			refused(failure);
			return;
		}
		execute(() -> logOnce(String.valueOf(failure.getMessage())), Duration.ZERO);
		if (this.probingNodes.compareAndSet(false, true)) {
			execute(() -> probeNodes(MIN_DELAY), MIN_DELAY);
		}
	}

	private void failed(RedisFailureException failure) {
		if (this.closed) {
			return;
		}
		String reason = String.valueOf(failure.getMessage());
		this.outage = reason;
		// A log may be slow, and the call must not be.
		execute(() -> logOnce(reason), Duration.ZERO);
		if (failure.isReadOnly()) {
			this.replaced = true;
		}
		probeAfter(failure.isReadOnly() ? Duration.ZERO : MIN_DELAY);
	}

	/**
	 * Report that Redis has refused a command, for instance because its memory is full.
	 */
	void refused(RedisFailureException failure) {
		String reason = String.valueOf(failure.getMessage());
		this.refusal = new Refusal(reason, System.nanoTime());
		execute(() -> logOnce(reason), Duration.ZERO);
	}

	/**
	 * Report that Redis has accepted a response.
	 */
	void accepted() {
		if (this.refusal != null) {
			this.refusal = null;
			execute(this::logRecovery, Duration.ZERO);
		}
	}

	/**
	 * Run a task in the background.
	 */
	void execute(Runnable task, Duration delay) {
		schedule(task, delay.toMillis());
	}

	@Override
	public void close() {
		this.closed = true;
		this.background.shutdownNow();
		try {
			// The caller closes the factory next, which logs what is still in use.
			if (this.background.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS)) {
				disconnect().get(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException | RuntimeException ex) {
			logger.trace("Not closed", ex);
		}
	}

	/**
	 * Close a connection that may never answer again, since the other end is gone. A
	 * connection that the factory shares remains open.
	 */
	private CompletableFuture<?> disconnect() {
		ReactiveRedisConnection former = this.connection;
		this.connection = null;
		return (former != null) ? former.closeLater().toFuture() : CompletableFuture.completedFuture(null);
	}

	private void probeAfter(Duration delay) {
		if (!this.closed && this.probing.compareAndSet(false, true)) {
			schedule(delay);
		}
	}

	private void schedule(Duration delay) {
		schedule(() -> probe(delay), delay.toMillis());
	}

	private void schedule(Runnable task, long millis) {
		try {
			this.background.schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Closed", ex);
		}
	}

	private void probe(Duration delay) {
		if (this.replaced) {
			this.replaced = false;
			disconnect();
		}
		ReactiveRedisConnection present = this.connection;
		try {
			ReactiveRedisConnection open = (present != null) ? present : this.factory.getReactiveConnection();
			this.connection = open;
			Objects.requireNonNull(this.probe).run(open, (present != null) ? this.timeout : CONNECT);
			this.failures = 0;
			logRecovery();
			this.probing.set(false);
			this.outage = null;
			this.probed.countDown();
		}
		catch (RedisFailureException | RuntimeException ex) {
			if (this.closed) {
				return;
			}
			RedisFailureException failure = RedisFailureException.of(ex);
			String reason = String.valueOf(failure.getMessage());
			this.outage = reason;
			logOnce(reason);
			this.probed.countDown();
			if (present == null || failure.isReadOnly() || ++this.failures % MAX_FAILURES == 0) {
				disconnect();
			}
			this.nodes.refresh();
			schedule(after(delay));
		}
	}

	/**
	 * Run a script on each node that has failed, until all answer.
	 */
	private void probeNodes(Duration delay) {
		this.probingNodes.set(false);
		Optional<ReactiveRedisConnection> open = connection();
		for (RedisClusterNodes.Failure failure : this.nodes.failures()) {
			try {
				if (open.isPresent()) {
					Objects.requireNonNull(this.probe).run(open.get(), failure.key(), this.timeout);
					this.nodes.remove(failure);
				}
			}
			catch (RedisFailureException | RuntimeException ex) {
				logger.trace("A node does not answer: {}", failure.reason(), ex);
			}
		}
		if (this.nodes.failures().isEmpty()) {
			logRecovery();
			return;
		}
		this.nodes.refresh();
		if (this.probingNodes.compareAndSet(false, true)) {
			Duration next = after(delay);
			execute(() -> probeNodes(next), next);
		}
	}

	private static Duration after(Duration delay) {
		Duration next = delay.multipliedBy(2);
		return (next.compareTo(MIN_DELAY) < 0) ? MIN_DELAY : ((next.compareTo(MAX_DELAY) > 0) ? MAX_DELAY : next);
	}

	private void logOnce(String reason) {
		boolean recent = this.loggedAt != 0 && System.nanoTime() - this.loggedAt < MINUTE.toNanos();
		if (this.logged || recent) {
			logger.debug("Responses with the prefix {} cannot be cached in Redis ({})", this.prefix, reason);
			return;
		}
		this.logged = true;
		this.loggedAt = System.nanoTime();
		logger.warn("Responses with the prefix {} cannot be cached in Redis ({}): calls continue uncached until it is "
				+ "available. (Logged once.)", this.prefix, reason);
	}

	private void logRecovery() {
		if (this.logged) {
			this.logged = false;
			logger.info("Responses with the prefix {} are cached in Redis again", this.prefix);
		}
	}

}
