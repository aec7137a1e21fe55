package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The leases of requests, for which equal requests wait: in other processes by reading
 * the lease in Redis again and again, in this process without Redis. A lease is renewed
 * while its request is in progress, and expires if its process dies. Thread-safe.
 */
final class RedisLeases {

	/** How long a lease lasts unless it is renewed. */
	static final Duration TIME = Duration.ofSeconds(2);

	/** How often the leases of this process are renewed. */
	private static final Duration INTERVAL = Duration.ofSeconds(1);

	/**
	 * How long a lease is renewed, and how long a request waits for another one.
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

	/** The owner of a lease that no request waits for. */
	private static final String UNSTORED = "-";

	/** In place of an owner: an entry has been stored since the lookup. */
	private static final String STORED = "+";

	private static final List<Object> LOST = List.of(0L);

	private final RedisAvailability availability;

	private final RedisCommands commands;

	private final String process;

	private final Supplier<String> tokens;

	private final Semaphore waiting = new Semaphore(MAX_WAITING);

	/**
	 * The leases of this process by their owner, and for about a second those that have
	 * ended since a response was stored, for requests that have just read their owner.
	 */
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
	 * @param thread the thread that has taken it, which must not wait for itself
	 * @param ended completed at the end, with whether a response may be stored
	 */
	record Lease(byte[] key, String owner, long from, Thread thread, CompletableFuture<Boolean> ended) {

		boolean isOver() {
			return System.nanoTime() - this.from > MAX_TIME.toNanos();
		}

	}

	/**
	 * The result of an attempt to take a lease.
	 *
	 * @param lease the lease, or {@code null} if it was not taken
	 * @param ended whether the other request has ended, so that its response may be
	 * stored
	 */
	record Attempt(@Nullable Lease lease, boolean ended) {

		private static final Attempt FAILED = new Attempt(null, false);

	}

	/**
	 * Take a lease, or wait while another request has it.
	 * @param keys its key, and the keys of the entries that were not found
	 * @param generation the generation of the lookup that has not found them
	 * @param ownProcess whether to wait also for a request of this process
	 */
	Attempt take(List<byte[]> keys, String generation, boolean ownProcess, TimeBudget budget) {
		Lease own = new Lease(keys.get(0), this.tokens.get(), System.nanoTime(), Thread.currentThread(),
				new CompletableFuture<>());
		// Before others can read that it has been taken.
		this.held.put(own.owner(), own);
		try {
			String owner = owner(
					this.commands.run(RedisScript.LEASE, keys, List.of(own.owner(), TIME, generation), budget));
			if (owner.equals(own.owner())) {
				renewLater();
				return new Attempt(own, false);
			}
			end(own, false);
			if (owner.startsWith(this.process)) {
				return new Attempt(null, ownProcess && awaitOwnProcess(this.held.get(owner)));
			}
			if (owner.equals(STORED)) {
				return new Attempt(null, true);
			}
			if (owner.isEmpty() || owner.equals(UNSTORED) || !this.waiting.tryAcquire()) {
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
			end(own, false);
			Thread.currentThread().interrupt();
			return Attempt.FAILED;
		}
	}

	/**
	 * End a lease that a script ends.
	 * @param stored whether a response may be stored
	 */
	void end(Lease lease, boolean stored) {
		lease.ended().complete(stored);
		if (!stored) {
			this.held.remove(lease.owner());
		}
	}

	/**
	 * End all leases of this process, and the waiting for them.
	 */
	void endAll() {
		this.held.values().forEach((lease) -> end(lease, false));
	}

	/**
	 * End a lease whose response is not stored, without waiting for the reply.
	 */
	void release(Lease lease) {
		end(lease, false);
		this.commands.sendBehind(RedisScript.RELEASE, List.of(lease.key()),
				List.of(lease.owner(), UNSTORED, UNSTORED_TIME));
	}

	/**
	 * Wait for a request of this process. Its caller waits for the same response, so this
	 * takes no thread from others.
	 * @param lease its lease, or {@code null} if it has failed
	 */
	private static boolean awaitOwnProcess(@Nullable Lease lease) throws InterruptedException {
		try {
			return lease != null && lease.thread() != Thread.currentThread()
					&& lease.ended().get(MAX_TIME.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException | ExecutionException ex) {
			return false;
		}
	}

	/**
	 * Wait for a request of another process. Redis may be late once: a second late reply
	 * in a row ends the wait.
	 */
	private boolean awaitEnd(Lease own, String owner, TimeBudget budget)
			throws RedisFailureException, InterruptedException {
		boolean late = false;
		for (long poll = MIN_POLL_MILLIS; !own.isOver(); poll = Math.min(2 * poll, MAX_POLL_MILLIS)) {
			Thread.sleep(poll);
			try {
				String next = owner(
						this.commands.run(RedisScript.LEASE, List.of(own.key()), List.of("", 0), budget.half()));
				if (!next.equals(owner)) {
					return !next.equals(UNSTORED);
				}
				late = false;
			}
			catch (RedisFailureException ex) {
				if (late || ex.kind != RedisFailureException.Kind.LATE) {
					// From now on the request waits for Redis, not for another process.
					budget.spendAll();
					throw ex;
				}
				late = true;
			}
		}
		return false;
	}

	private static String owner(List<Object> reply) {
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
		this.held.values().stream().filter(Lease::isOver).forEach((lease) -> end(lease, false));
		this.held.values().removeIf((lease) -> lease.ended().isDone());
		if (this.held.isEmpty()) {
			return;
		}
		renewLater();
		for (Lease lease : this.held.values()) {
			this.commands.start(RedisScript.RENEW, List.of(lease.key()), List.of(lease.owner(), TIME))
				.thenAccept((reply) -> {
					if (reply.equals(LOST)) {
						end(lease, true);
					}
				});
		}
	}

}
