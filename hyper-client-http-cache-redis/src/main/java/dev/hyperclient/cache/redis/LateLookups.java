package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the lookups whose reply is late, by the minute. Logs that half of them are,
 * which nothing else shows: each is a miss. Thread-safe.
 */
final class LateLookups {

	private static final Logger logger = LoggerFactory.getLogger(LateLookups.class);

	/** How many lookups of a minute say something about Redis. */
	private static final int MIN_LOOKUPS = 20;

	private static final long MINUTE = Duration.ofMinutes(1).toNanos();

	private final String server;

	private final RedisStoreSettings settings;

	private final Executor logging;

	private final LongSupplier nanoTime;

	private Minute last = new Minute(0, 0);

	private Minute present = new Minute(0, 0);

	/** When the present minute began, by the clock. */
	private long begun;

	private long total;

	/** Whether it has been logged that lookups are late. */
	private boolean logged;

	/**
	 * Create the counts.
	 * @param server the server, for messages
	 * @param logging logs, since a log may be slow
	 * @param nanoTime the clock, as {@link System#nanoTime}
	 */
	LateLookups(String server, RedisStoreSettings settings, Executor logging, LongSupplier nanoTime) {
		this.server = server;
		this.settings = settings;
		this.logging = logging;
		this.nanoTime = nanoTime;
		this.begun = nanoTime.getAsLong();
	}

	private record Minute(int lookups, int late) {

		boolean isSlow() {
			return 2 * this.late >= this.lookups;
		}

		Minute with(boolean isLate) {
			return new Minute(this.lookups + 1, this.late + (isLate ? 1 : 0));
		}

	}

	/**
	 * Count a lookup that has ended.
	 * @param isLate whether its reply was not there in time
	 */
	synchronized void add(boolean isLate) {
		endMinute();
		Minute counted = this.present.with(isLate);
		this.present = counted;
		this.total += isLate ? 1 : 0;
		if (!this.logged && counted.lookups() >= MIN_LOOKUPS && counted.isSlow()) {
			this.logged = true;
			this.logging.execute(() -> logger
				.warn("Redis at {} is slow: {} of {} lookups with the prefix {} in a minute had no reply in time, so their "
						+ "responses were neither served nor stored. If this machine is not overloaded, raise the timeout of {}",
						this.server, counted.late(), counted.lookups(), this.settings.prefix,
						this.settings.timeoutText()));
		}
	}

	/** Return the number of late lookups. */
	synchronized long total() {
		return this.total;
	}

	/** Return the share of late lookups, not a number without lookups. */
	synchronized double share() {
		endMinute();
		return (double) (this.last.late() + this.present.late()) / (this.last.lookups() + this.present.lookups());
	}

	private void endMinute() {
		long minutes = (this.nanoTime.getAsLong() - this.begun) / MINUTE;
		if (minutes == 0) {
			return;
		}
		Minute ended = this.present;
		this.last = (minutes == 1) ? ended : new Minute(0, 0);
		this.present = new Minute(0, 0);
		this.begun += minutes * MINUTE;
		// Without lookups Redis is not known to be faster.
		if (this.logged && !ended.isSlow()) {
			this.logged = false;
			this.logging.execute(() -> logger.info(
					"Redis at {} is no longer slow: {} of {} lookups with the prefix {} in a minute had no reply in time",
					this.server, ended.late(), ended.lookups(), this.settings.prefix));
		}
	}

}
