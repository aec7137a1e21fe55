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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;

/**
 * Circuit breaker: during an outage nothing is sent to Redis until it answers a script
 * that writes, which is sent in the background, so that no call waits for a connection.
 * <p>
 * A late reply is no outage, since it may be this process that is slow. Redis is
 * unavailable if there is no connection, if it answers that it cannot answer, if there is
 * no reply at all for a while, or if many replies in a row are late. In a cluster this
 * concerns the node that has failed, so that the others are used. Thread-safe.
 */
final class RedisAvailability implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisAvailability.class);

	/** How long a new connection may take in the background. */
	private static final Duration CONNECT = Duration.ofSeconds(5);

	/** After how many failures the connection is replaced. */
	private static final int MAX_FAILURES = 2;

	/** How long a constructor waits for the first reply. */
	private static final Duration FIRST_REPLY = Duration.ofSeconds(3);

	/** How long a constructor waits while only this process is slow. */
	private static final Duration PREPARATION = Duration.ofSeconds(30);

	/** After how long without any reply Redis is unavailable. */
	private static final Duration SILENCE = Duration.ofMillis(500);

	/** After how many late replies in a row Redis is unavailable, if it is that long. */
	private static final int MAX_LATE = 20;

	private static final Duration MIN_LATE = Duration.ofSeconds(1);

	/** How long closing waits for the connection. */
	private static final Duration CLOSE = Duration.ofMillis(500);

	private static final Duration MIN_DELAY = Duration.ofMillis(100);

	private static final Duration MAX_DELAY = Duration.ofSeconds(1);

	/** How often failures are logged at most, and after what time one is forgotten. */
	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final RedisServers servers;

	private final RedisStoreSettings settings;

	private final ScheduledThreadPoolExecutor background;

	private final Consumer<Duration> probing = once(this::probe);

	private final Consumer<Duration> probingNodes = once(this::probeNodes);

	private final AtomicBoolean verifying = new AtomicBoolean();

	private final CountDownLatch sent = new CountDownLatch(1);

	private final CountDownLatch replied = new CountDownLatch(1);

	private final CountDownLatch probed = new CountDownLatch(1);

	private @Nullable Probe probe;

	private volatile @Nullable ReactiveRedisConnection connection;

	private final AtomicReference<@Nullable RedisFailureException> outage = new AtomicReference<>(
			new RedisFailureException(Kind.OUTAGE, "not connected yet"));

	/** The last error reply, until Redis stores a response. */
	private volatile @Nullable RedisFailureException refusal;

	/**
	 * How many replies in a row have been late. Not used in a cluster, where they are of
	 * several nodes.
	 */
	private final AtomicInteger late = new AtomicInteger();

	/** When the first of them was late, by {@link System#nanoTime}. */
	private volatile long lateSince;

	/** How many probes in a row have failed. Of the background thread. */
	private int failures;

	/** The same for those of nodes. */
	private int nodeFailures;

	private volatile boolean closed;

	/** Whether the present failure has been logged. Of the background thread. */
	private boolean logged;

	/**
	 * When a failure was last logged, by {@link System#nanoTime}, or zero. Of the
	 * background thread.
	 */
	private long loggedAt;

	RedisAvailability(RedisServers servers, RedisStoreSettings settings) {
		this.servers = servers;
		this.settings = settings;
		this.background = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "hyper-client-redis");
			thread.setDaemon(true);
			return thread;
		});
		this.background.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.background.allowCoreThreadTimeOut(true);
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

	}

	/**
	 * Connect in the background, and wait a moment for the first reply. After it, and
	 * before the first command unless that waits for a connection, only this process is
	 * slow, since it loads classes.
	 * @param probe is run until Redis is available
	 */
	void start(Probe probe) {
		this.probe = probe;
		this.probing.accept(Duration.ZERO);
		Duration preparation = this.servers.areOpenedLater() ? PREPARATION : FIRST_REPLY;
		try {
			if (!this.sent.await(preparation.toMillis(), TimeUnit.MILLISECONDS)
					|| !this.replied.await(FIRST_REPLY.toMillis(), TimeUnit.MILLISECONDS)
					|| !this.probed.await(PREPARATION.toMillis(), TimeUnit.MILLISECONDS)) {
				logger.debug("No connection to Redis yet for the prefix {}", this.settings.prefix);
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
		return (this.outage.get() == null && !this.closed) ? Optional.ofNullable(this.connection) : Optional.empty();
	}

	/**
	 * Return the connection for a command.
	 * @param key a key of the command
	 * @throws RedisFailureException if Redis, or the node of the key, is unavailable
	 */
	ReactiveRedisConnection connection(byte[] key) throws RedisFailureException {
		Optional<ReactiveRedisConnection> open = connection();
		if (open.isEmpty() || this.servers.isFailed(key)) {
			throw new RedisFailureException(Kind.NONE, "unavailable");
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
		return Optional.ofNullable(this.outage.get())
			.map(RedisFailureException::reason)
			.or(() -> this.servers.failures().stream().map(RedisServers.Failure::reason).findFirst())
			.or(() -> refusal().map(RedisFailureException::reason));
	}

	/**
	 * Whether a response can be expected to be stored: Redis, or the node of its key, is
	 * available and has not refused to store the last one.
	 */
	boolean accepts(byte[] key) {
		return connection().isPresent() && !this.servers.isFailed(key) && refusal().isEmpty();
	}

	private Optional<RedisFailureException> refusal() {
		return Optional.ofNullable(this.refusal).filter((failure) -> isRecent(failure.at));
	}

	/**
	 * Report that a command has failed.
	 * @param key a key of the command
	 */
	void report(RedisFailureException failure, byte[] key) {
		switch (failure.kind) {
			case LATE -> late(key);
			case REFUSAL -> {
				answered();
				refused(failure);
			}
			case READ_ONLY, OUTAGE -> failed(failure, key);
			default -> logger.trace("Not sent: {}", failure.reason());
		}
	}

	/**
	 * Report that a reply was in time.
	 */
	void answered() {
		this.late.set(0);
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
		try {
			this.background.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Closed", ex);
		}
	}

	/**
	 * Return what runs a task in the background after a delay, unless it is waiting for
	 * that already.
	 */
	Consumer<Duration> once(Runnable task) {
		AtomicBoolean waiting = new AtomicBoolean();
		return (delay) -> {
			if (waiting.compareAndSet(false, true)) {
				execute(() -> {
					waiting.set(false);
					task.run();
				}, delay);
			}
		};
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

	private void late(byte[] key) {
		if (this.late.getAndIncrement() == 0) {
			this.lateSince = System.nanoTime();
		}
		else if (this.late.get() >= MAX_LATE && !this.servers.isCluster()
				&& System.nanoTime() - this.lateSince >= MIN_LATE.toNanos()) {
			failed(new RedisFailureException(Kind.OUTAGE, MAX_LATE + " replies in a row were late"), key);
			return;
		}
		if (this.verifying.compareAndSet(false, true)) {
			execute(() -> verify(key), Duration.ZERO);
		}
	}

	/**
	 * Find out whether Redis answers at all. The time is spent in two halves: if this
	 * process was stopped in one of them, it can read the reply in the other.
	 */
	private void verify(byte[] key) {
		Optional<ReactiveRedisConnection> open = connection();
		if (open.isEmpty()) {
			this.verifying.set(false);
			return;
		}
		CompletableFuture<?> reply = RedisCommands.look(open.get(), key);
		Duration half = silence().dividedBy(2);
		execute(() -> execute(() -> verify(reply, key), half), half);
	}

	private void verify(CompletableFuture<?> reply, byte[] key) {
		this.verifying.set(false);
		try {
			RedisCommands.get(reply, 0);
		}
		catch (RedisFailureException ex) {
			report((ex.kind != Kind.LATE) ? ex
					: new RedisFailureException(Kind.OUTAGE, "no answer for " + silence().toMillis() + " ms"), key);
		}
	}

	private Duration silence() {
		Duration timeout = this.settings.timeout;
		return (timeout.compareTo(SILENCE) > 0) ? timeout : SILENCE;
	}

	private void failed(RedisFailureException failure, byte[] key) {
		if (this.closed) {
			return;
		}
		boolean ofNode = this.servers.isCluster();
		if (ofNode && !this.servers.add(key, failure.reason())) {
			refused(failure);
			return;
		}
		// A log may be slow, and the call must not be.
		execute(() -> logOnce(failure.reason()), Duration.ZERO);
		if (ofNode) {
			this.probingNodes.accept(MIN_DELAY);
			return;
		}
		this.outage.set(failure);
		boolean isReplica = failure.kind == Kind.READ_ONLY;
		if (isReplica) {
			execute(this::disconnectReplica, Duration.ZERO);
		}
		this.probing.accept(isReplica ? Duration.ZERO : MIN_DELAY);
	}

	/**
	 * Replace a connection that answers, but whose server has become a replica, unless
	 * that was done after another command.
	 */
	private void disconnectReplica() {
		RedisFailureException failure = this.outage.get();
		if (failure != null && failure.kind == Kind.READ_ONLY) {
			disconnect();
		}
	}

	private void refused(RedisFailureException failure) {
		this.refusal = failure;
		execute(() -> logOnce(failure.reason()), Duration.ZERO);
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

	private void probe() {
		RedisFailureException known = this.outage.get();
		ReactiveRedisConnection present = this.connection;
		try {
			ReactiveRedisConnection open = (present != null) ? present : this.servers.factory.getReactiveConnection();
			this.connection = open;
			probe(open, present == null);
			this.failures = 0;
			this.late.set(0);
			if (this.outage.compareAndSet(known, null)) {
				logRecovery();
			}
			this.probed.countDown();
		}
		catch (RedisFailureException | RuntimeException ex) {
			if (this.closed) {
				return;
			}
			RedisFailureException failure = RedisFailureException.of(ex);
			this.outage.set(failure);
			logOnce(failure.reason());
			this.sent.countDown();
			this.replied.countDown();
			this.probed.countDown();
			boolean lost = present == null && failure.kind != Kind.LATE;
			if (++this.failures % MAX_FAILURES == 0 || lost || failure.kind == Kind.READ_ONLY) {
				disconnect();
			}
			this.servers.refresh();
			this.probing.accept(delayAfter(this.failures));
		}
	}

	/**
	 * Run the probe on a connection, which takes time if it is new. Then another reply
	 * must be in time, except at the start.
	 */
	private void probe(ReactiveRedisConnection open, boolean isNew) throws RedisFailureException {
		Probe run = Objects.requireNonNull(this.probe);
		if (!isNew) {
			run.run(open, this.settings.timeout);
			return;
		}
		byte[] key = RedisKeys.of(this.settings.prefix, "").url();
		RedisCommands.look(open, key).whenComplete((reply, ex) -> this.replied.countDown());
		this.sent.countDown();
		run.run(open, CONNECT);
		if (this.probed.getCount() == 0) {
			RedisCommands.get(RedisCommands.look(open, key), this.settings.timeout.toNanos());
		}
	}

	/**
	 * Run a script on each node that has failed, until all answer.
	 */
	private void probeNodes() {
		Optional<ReactiveRedisConnection> open = connection();
		for (RedisServers.Failure failure : this.servers.failures()) {
			try {
				if (open.isPresent()) {
					RedisCommands.get(RedisCommands.look(open.get(), failure.key()), this.settings.timeout.toNanos());
					this.servers.remove(failure);
				}
			}
			catch (RedisFailureException ex) {
				logger.trace("A node does not answer: {}", failure.reason(), ex);
			}
		}
		if (this.servers.failures().isEmpty()) {
			this.nodeFailures = 0;
			logRecovery();
			return;
		}
		this.servers.refresh();
		this.probingNodes.accept(delayAfter(++this.nodeFailures));
	}

	private static Duration delayAfter(int failures) {
		Duration delay = MIN_DELAY.multipliedBy(1L << Math.min(failures - 1, 10));
		return (delay.compareTo(MAX_DELAY) < 0) ? delay : MAX_DELAY;
	}

	private void logOnce(String reason) {
		if (this.logged || (this.loggedAt != 0 && isRecent(this.loggedAt))) {
			logger.debug("Responses with the prefix {} cannot be cached in Redis ({})", this.settings.prefix, reason);
			return;
		}
		this.logged = true;
		this.loggedAt = System.nanoTime();
		logger.warn(
				"Responses with the prefix {} cannot be cached in Redis at {} ({}): calls continue uncached until it is "
						+ "available. Each call waits for it at most {}.",
				this.settings.prefix, this.servers, reason, this.settings.timeoutText());
	}

	private static boolean isRecent(long at) {
		return System.nanoTime() - at < MINUTE.toNanos();
	}

	private void logRecovery() {
		if (this.logged) {
			this.logged = false;
			logger.info("Responses with the prefix {} are cached in Redis again", this.settings.prefix);
		}
	}

}
