package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/**
 * What the requests of a store share: the connection, the settings and the invalidations
 * that must be repeated. Thread-safe.
 */
final class RedisStorage implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisStorage.class);

	/** How many invalidations are repeated before an available Redis is used again. */
	private static final int MAX_REPEATED = 1000;

	private final RedisStoreSettings settings;

	private final RedisAvailability availability;

	private final RedisCommands commands;

	private final RedisScan scan;

	private final PendingInvalidations pending = new PendingInvalidations();

	private final LongAdder puts = new LongAdder();

	private final String process = UUID.randomUUID().toString().replace("-", "").substring(0, 16);

	private final AtomicLong tokens = new AtomicLong();

	private final AtomicBoolean repeating = new AtomicBoolean();

	private volatile boolean closed;

	RedisStorage(ReactiveRedisConnectionFactory factory, RedisStoreSettings settings) {
		this.settings = settings;
		this.availability = new RedisAvailability(factory, settings.timeout());
		this.commands = new RedisCommands(this.availability);
		this.scan = new RedisScan(this.availability, settings);
		this.availability.start(this::recover);
	}

	RedisStoreSettings settings() {
		return this.settings;
	}

	RedisAvailability availability() {
		return this.availability;
	}

	RedisCommands commands() {
		return this.commands;
	}

	RedisScan scan() {
		return this.scan;
	}

	RedisKeys keys(String url) {
		return RedisKeys.of(this.settings.prefix(), url);
	}

	TimeBudget budget() {
		return new TimeBudget(this.settings.timeout());
	}

	boolean isClosed() {
		return this.closed;
	}

	/**
	 * Return 32 hexadecimal digits that no process returns again.
	 */
	String token() {
		return this.process + String.format("%016x", this.tokens.incrementAndGet());
	}

	/**
	 * Return the part of the tokens that is the same for this process.
	 */
	String process() {
		return this.process;
	}

	void stored() {
		this.puts.increment();
		this.availability.accepted();
	}

	long puts() {
		return this.puts.sum();
	}

	/**
	 * Remove the responses of a URL and end its generation. If that fails, it is repeated
	 * before the URL is read again.
	 */
	void invalidate(String url, TimeBudget budget) {
		try {
			invalidateNow(url, budget);
		}
		catch (RedisFailureException ex) {
			logger.debug("An invalidation is repeated later: {}", ex.getMessage());
			this.pending.add(url);
			repeatLater();
		}
	}

	/**
	 * Repeat the invalidation of a URL if it failed.
	 * @throws RedisFailureException if it fails again, so that the URL must not be read
	 */
	void repeatInvalidation(String url, TimeBudget budget) throws RedisFailureException {
		if (this.pending.isEmpty()) {
			return;
		}
		if (this.pending.all() != 0) {
			throw new RedisFailureException("all responses are to be removed");
		}
		Long failure = this.pending.get(url);
		if (failure != null) {
			invalidateNow(url, budget);
			this.pending.repeated(url, failure);
		}
	}

	/**
	 * Remove all responses. If that fails, nothing is read until it has been done.
	 */
	void clear() {
		try {
			this.scan.clear();
		}
		catch (RedisFailureException ex) {
			logger.debug("All responses are removed later: {}", ex.getMessage());
			this.pending.addAll();
			repeatLater();
		}
	}

	private void repeatLater() {
		if (this.repeating.compareAndSet(false, true)) {
			this.availability.executeLater(this::repeat);
		}
	}

	/**
	 * Repeat the failed invalidations if Redis is available, for other machines.
	 */
	private void repeat() {
		this.repeating.set(false);
		this.availability.connection().ifPresent((connection) -> {
			try {
				recover(connection);
			}
			catch (RedisFailureException ex) {
				logger.debug("Invalidations are repeated later: {}", ex.getMessage());
				repeatLater();
			}
		});
	}

	private void recover(ReactiveRedisConnection connection) throws RedisFailureException {
		long all = this.pending.all();
		if (all != 0) {
			this.scan.clear(connection);
			this.pending.allRepeated(all);
		}
		int repeated = 0;
		for (String url : this.pending.urls()) {
			Long failure = this.pending.get(url);
			if (failure == null) {
				continue;
			}
			if (++repeated > MAX_REPEATED) {
				repeatLater();
				return;
			}
			verify(RedisCommands.run(connection, RedisScript.INVALIDATE, List.of(keys(url).url()), prefixes(keys(url)),
					this.settings.timeout()));
			this.pending.repeated(url, failure);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.availability.connection().filter((connection) -> !this.pending.isEmpty()).ifPresent((connection) -> {
			try {
				recover(connection);
			}
			catch (RedisFailureException ex) {
				logger.debug("Invalidations are lost: {}", ex.getMessage());
			}
		});
		this.availability.close();
	}

	private void invalidateNow(String url, TimeBudget budget) throws RedisFailureException {
		verify(this.commands.run(RedisScript.INVALIDATE, List.of(keys(url).url()), prefixes(keys(url)), budget));
	}

	private static void verify(List<Object> reply) throws RedisFailureException {
		if (!reply.equals(List.of(1L))) {
			throw new RedisFailureException("unexpected reply to an invalidation");
		}
	}

	/**
	 * Return the beginnings of the keys of entries and of contents, as arguments.
	 */
	private static List<byte[]> prefixes(RedisKeys keys) {
		return List.of(keys.entry(""), keys.body(""));
	}

}
