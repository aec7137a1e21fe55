package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The leases of requests, for which equal requests of other processes wait. A lease is
 * renewed while its request is in progress, and expires if its process dies. Thread-safe.
 */
final class RedisLeases {

	/** How long a lease lasts unless it is renewed. */
	static final Duration TIME = Duration.ofSeconds(2);

	/** How often the leases of this process are renewed. */
	private static final Duration INTERVAL = Duration.ofSeconds(1);

	/**
	 * How long a lease is renewed, and how long a request waits for that of another
	 * process.
	 */
	private static final Duration MAX_TIME = Duration.ofSeconds(30);

	/** How long a response that is not stored prevents that others wait for the next. */
	private static final Duration UNSTORED_TIME = Duration.ofSeconds(10);

	/** How long to wait before a lease is read the first time; later twice as long. */
	private static final long MIN_POLL_MILLIS = 5;

	private static final long MAX_POLL_MILLIS = 40;

	/**
	 * How many requests of this process wait for other processes at a time. Each of them
	 * occupies a thread, which others may need.
	 */
	private static final int MAX_WAITING = 8;

	/** The owner of a lease that nobody should wait for. */
	private static final String UNSTORED = "-";

	private static final List<Object> LOST = List.of(0L);

	private final RedisAvailability availability;

	private final RedisCommands commands;

	private final String process;

	private final Supplier<String> tokens;

	private final Semaphore waiting = new Semaphore(MAX_WAITING);

	/** The leases of this process by their owner. */
	private final Map<String, Lease> held = new ConcurrentHashMap<>();

	private final AtomicBoolean renewing = new AtomicBoolean();

	/**
	 * Create the leases of a process.
	 * @param process the beginning of its tokens
	 * @param tokens returns a new token, which is the owner of a lease
	 */
	RedisLeases(RedisAvailability availability, RedisCommands commands, String process, Supplier<String> tokens) {
		this.availability = availability;
		this.commands = commands;
		this.process = process;
		this.tokens = tokens;
	}

	/**
	 * A lease of this process.
	 *
	 * @param from when it was taken, by {@link System#nanoTime}
	 */
	record Lease(byte[] key, String owner, long from) {

		boolean isOver() {
			return System.nanoTime() - this.from > MAX_TIME.toNanos();
		}

	}

	/**
	 * The result of an attempt to take a lease.
	 *
	 * @param lease the lease, or {@code null} if it was not taken
	 * @param ended whether the request of another process has ended
	 */
	record Attempt(@Nullable Lease lease, boolean ended) {

		private static final Attempt FAILED = new Attempt(null, false);

	}

	/**
	 * Take a lease, or wait while another process has it.
	 */
	Attempt take(byte[] key, TimeBudget budget) {
		Lease own = new Lease(key, this.tokens.get(), System.nanoTime());
		try {
			String owner = owner(own, TIME, budget);
			if (owner.equals(own.owner())) {
				this.held.put(own.owner(), own);
				renewLater();
				return new Attempt(own, false);
			}
			if (owner.isEmpty() || owner.equals(UNSTORED) || owner.startsWith(this.process)
					|| !this.waiting.tryAcquire()) {
				return Attempt.FAILED;
			}
			try {
				return new Attempt(null, awaitEnd(own, owner, budget));
			}
			finally {
				this.waiting.release();
			}
		}
		catch (RedisFailureException ex) {
			// It may have been taken nevertheless.
			release(own);
			return Attempt.FAILED;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Attempt.FAILED;
		}
	}

	/**
	 * End the renewal of a lease, which a script ends.
	 */
	void remove(Lease lease) {
		this.held.remove(lease.owner());
	}

	/**
	 * End a lease whose response is not stored, without waiting for the reply.
	 */
	void release(Lease lease) {
		remove(lease);
		this.commands.sendBehind(RedisScript.RELEASE, List.of(lease.key()),
				List.of(RedisKeys.bytes(lease.owner()), RedisKeys.bytes(UNSTORED), number(UNSTORED_TIME)));
	}

	private boolean awaitEnd(Lease own, String owner, TimeBudget budget)
			throws RedisFailureException, InterruptedException {
		for (long poll = MIN_POLL_MILLIS; !own.isOver(); poll = Math.min(2 * poll, MAX_POLL_MILLIS)) {
			Thread.sleep(poll);
			TimeBudget copy = budget.copy();
			try {
				String next = owner(own, Duration.ZERO, copy);
				if (!next.equals(owner)) {
					return !next.equals(UNSTORED);
				}
			}
			catch (RedisFailureException ex) {
				// From now on the request waits for Redis, not for another process.
				budget.spendLike(copy);
				throw ex;
			}
		}
		return false;
	}

	/**
	 * Take or read a lease.
	 * @param budget how long this may take. Not spent while a response is waited for
	 */
	private String owner(Lease own, Duration time, TimeBudget budget) throws RedisFailureException {
		List<Object> reply = this.commands.run(RedisScript.LEASE, List.of(own.key()),
				List.of(RedisKeys.bytes(own.owner()), number(time)), budget);
		return (!reply.isEmpty() && reply.get(0) instanceof byte[] owner) ? new String(owner, StandardCharsets.US_ASCII)
				: "";
	}

	private void renewLater() {
		if (this.renewing.compareAndSet(false, true)) {
			this.availability.execute(this::renew, INTERVAL);
		}
	}

	/**
	 * Renew the leases of this process, without waiting for the replies: in the
	 * background, while Redis is available.
	 */
	private void renew() {
		this.renewing.set(false);
		this.held.values().removeIf(Lease::isOver);
		if (this.held.isEmpty()) {
			return;
		}
		renewLater();
		try {
			for (Lease lease : this.held.values()) {
				this.commands
					.start(RedisScript.RENEW, List.of(lease.key()),
							List.of(RedisKeys.bytes(lease.owner()), number(TIME)))
					.thenAccept((reply) -> {
						if (reply.equals(LOST)) {
							remove(lease);
						}
					});
			}
		}
		catch (RedisFailureException ex) {
			// Others need not wait.
		}
	}

	private static byte[] number(Duration time) {
		return RedisBody.number(time.toMillis());
	}

}
