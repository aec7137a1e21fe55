package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import dev.hyperclient.cache.store.CacheGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;

/**
 * What the requests of a store share: the connection, the settings and the invalidations
 * that must be repeated. Thread-safe.
 */
final class RedisStorage implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisStorage.class);

	/** How many invalidations are repeated before an available Redis is used again. */
	private static final int MAX_REPEATED = 1000;

	/** How long a repeated invalidation that fails waits for the next attempt. */
	private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

	/** How long the first scripts may take. */
	private static final Duration FIRST_SCRIPTS = Duration.ofSeconds(2);

	/**
	 * How long an invalidated group is remembered for responses that were requested
	 * before. A group without a generation has no stored responses either.
	 */
	private static final Duration GROUP_TIME = Duration.ofMinutes(10);

	private static final int MAX_ORIGINS = 1000;

	private final RedisServers servers;

	final RedisStoreSettings settings;

	final RedisCommands commands;

	final RedisScan scan;

	/** 16 hexadecimal digits that no other process has. */
	final String process = UUID.randomUUID().toString().replace("-", "").substring(0, 16);

	final RedisAvailability availability;

	private final PendingInvalidations pending = new PendingInvalidations();

	final LongAdder puts = new LongAdder();

	final LateLookups lookups;

	/** When this process last began to invalidate groups, by {@link System#nanoTime}. */
	final AtomicLong groupsInvalidated = new AtomicLong(Long.MIN_VALUE);

	/** The origins that groups have been prepared of. */
	private final Set<String> origins = ConcurrentHashMap.newKeySet();

	private final Consumer<Duration> repetition;

	/** Whether scripts have been run. Of the background thread. */
	private boolean prepared;

	/** How many probes have been run. Of the background thread. */
	private int probes;

	volatile boolean closed;

	RedisStorage(RedisServers servers, RedisStoreSettings settings) {
		this.servers = servers;
		this.settings = settings;
		this.availability = new RedisAvailability(servers, settings);
		this.repetition = this.availability.once(this::repeat);
		this.commands = new RedisCommands(this.availability);
		this.scan = new RedisScan(this.availability, this.commands, settings);
		this.lookups = new LateLookups(servers.toString(), settings,
				(log) -> this.availability.execute(log, Duration.ZERO), System::nanoTime);
		this.availability.start(this::probe);
	}

	private void probe(ReactiveRedisConnection connection, Duration timeout) throws RedisFailureException {
		prepare(connection, timeout);
		recoverOrRepeat(connection);
	}

	RedisKeys keys(String url) {
		return RedisKeys.of(this.settings.prefix, url);
	}

	TimeBudget budget() {
		return new TimeBudget(this.settings.timeout);
	}

	/**
	 * Return why nothing is read or nothing is stored, if that is so.
	 */
	Optional<String> failure() {
		return this.closed ? Optional.empty()
				: this.availability.failure()
					.or(() -> this.pending.isEmpty() ? Optional.empty()
							: Optional.of("responses that were changed are still being removed"));
	}

	void stored() {
		this.puts.increment();
		this.availability.accepted();
	}

	/**
	 * Report a failure of a command that concerns no URL.
	 */
	void report(RedisFailureException failure) {
		this.availability.report(failure, keys("").url());
	}

	/**
	 * Return what stands for a group among the URLs that are invalidated. No URL contains
	 * a space.
	 */
	static String target(CacheGroup group) {
		return group.origin() + " " + group.name();
	}

	byte[] key(CacheGroup group) {
		return keys(group.origin()).group(group.name());
	}

	/**
	 * Let Redis have a latest invalidation of a group of an origin before a response can
	 * name groups, so that a missing one has been lost meanwhile. Once for each origin,
	 * without waiting for the reply.
	 * @param url a normalised URL of the origin
	 */
	void prepareGroups(String url) {
		int path = url.indexOf('/', url.indexOf("://") + 3);
		String origin = (path < 0) ? url : url.substring(0, path);
		if (this.origins.size() < MAX_ORIGINS && this.origins.add(origin)) {
			this.commands
				.start(RedisScript.JOIN.on(List.of(keys(origin).groups()), this.process, 0, noInvalidation(),
						this.settings.maxStoredTime))
				.whenComplete((reply, ex) -> {
					if (ex != null) {
						this.origins.remove(origin);
					}
				});
		}
	}

	/**
	 * Whether a script may read the groups of a response with it: not in a cluster, where
	 * they may be on another node, and not before an invalidation of one is repeated.
	 */
	boolean mayReadGroupsWithUrl() {
		return this.pending.isEmpty() && !this.servers.isCluster();
	}

	/**
	 * Return what is in place of the latest invalidation of a group without one.
	 */
	String noInvalidation() {
		return "n" + this.process;
	}

	/**
	 * Remove the responses of URLs and end their generations, at the same time, or end
	 * those of {@link #target groups}. An invalidation that is not confirmed within the
	 * budget is repeated before the URL or the group is read again.
	 * @param renewed a URL that begins a new generation if it still has the given one
	 * @param generation the generation, or {@code null} for none
	 * @return the new generation of that URL, or {@code null} without one
	 */
	@Nullable String invalidate(Set<String> urls, TimeBudget budget, String renewed, @Nullable String generation) {
		Map<String, CompletableFuture<List<Object>>> sent = new HashMap<>();
		String[] begun = new String[1];
		urls.forEach((url) -> sent.put(url,
				this.commands.start(invalidation(url, url.equals(renewed) ? generation : null))));
		sent.forEach((url, reply) -> {
			try {
				List<Object> confirmed = verify(this.commands.awaitSent(reply, budget));
				if (confirmed.size() > 1) {
					begun[0] = RedisRequest.text(confirmed.get(1));
				}
			}
			catch (RedisFailureException ex) {
				// First, so that no failure is reported that ends before it is kept.
				long failure = this.pending.add(url);
				logger.debug("An invalidation is repeated: {}", ex.getMessage());
				RedisScript.Call repeated = invalidation(url, null);
				this.availability.report(ex, repeated.firstKey());
				this.repetition.accept(Duration.ZERO);
				if (ex.kind == Kind.NONE) {
					// Redis may execute it even if its replies are late.
					this.commands.sendBehind(repeated);
				}
				// Redis may only be slow.
				reply.thenAccept((late) -> {
					if (isConfirmed(late)) {
						this.pending.repeated(url, failure);
					}
				});
			}
		});
		return begun[0];
	}

	/**
	 * Repeat the invalidation of a URL if it failed.
	 * @throws RedisFailureException if it fails again, so that the URL must not be read
	 */
	void repeatInvalidation(String url, TimeBudget budget) throws RedisFailureException {
		if (this.pending.get(PendingInvalidations.ALL) != null) {
			throw new RedisFailureException(Kind.NONE, "all responses are to be removed");
		}
		Long failure = this.pending.get(url);
		if (failure == null) {
			return;
		}
		RedisScript.Call invalidation = invalidation(url, null);
		try {
			verify(this.commands.awaitSent(this.commands.start(invalidation), budget));
			this.pending.repeated(url, failure);
		}
		catch (RedisFailureException ex) {
			this.availability.report(ex, invalidation.firstKey());
			throw ex;
		}
	}

	/**
	 * Remove all responses. If that fails, nothing is read until it has been done.
	 * @return their number, or empty if it has failed
	 */
	OptionalLong clear() {
		try {
			return OptionalLong.of(this.scan.clear());
		}
		catch (RedisFailureException ex) {
			clearLater(ex);
			return OptionalLong.empty();
		}
	}

	/**
	 * End the generations of all URLs without stored responses. If that fails, all
	 * responses are removed later, since it is not known which ones are not to be stored.
	 */
	void endUnstored() {
		try {
			this.scan.endUnstored();
		}
		catch (RedisFailureException ex) {
			clearLater(ex);
		}
	}

	private void clearLater(RedisFailureException failure) {
		this.pending.add(PendingInvalidations.ALL);
		logger.debug("All responses are removed later: {}", failure.getMessage());
		report(failure);
		this.repetition.accept(Duration.ZERO);
	}

	/**
	 * Repeat the failed invalidations if Redis is available, for other machines.
	 */
	private void repeat() {
		this.availability.connection().ifPresent((connection) -> {
			try {
				recoverOrRepeat(connection);
			}
			catch (RedisFailureException ex) {
				report(ex);
			}
		});
	}

	/**
	 * Repeat the failed invalidations, and those that fail again later.
	 * @throws RedisFailureException if the server is a replica
	 */
	private void recoverOrRepeat(ReactiveRedisConnection connection) throws RedisFailureException {
		try {
			recover(connection);
		}
		catch (RedisFailureException ex) {
			// Of another node of a cluster, perhaps. The URLs are not read before.
			logger.debug("Invalidations are repeated later: {}", ex.getMessage());
			this.repetition.accept(AFTER_FAILURE);
			if (ex.kind == Kind.READ_ONLY) {
				throw ex;
			}
		}
	}

	/**
	 * Run a script that writes, which fails on a replica. Before the first one, run those
	 * of a lookup, so that no call waits until Java has loaded classes and Redis has
	 * compiled the scripts.
	 */
	private void prepare(ReactiveRedisConnection connection, Duration timeout) throws RedisFailureException {
		// Another slot of a cluster each time, since the node of one may be down.
		String url = String.valueOf(this.probes++);
		Duration first = (timeout.compareTo(FIRST_SCRIPTS) > 0) ? timeout : FIRST_SCRIPTS;
		if (!this.prepared) {
			prepareScripts(connection, url, first);
		}
		try {
			invalidate(connection, url, this.prepared ? timeout : first);
		}
		catch (RedisFailureException ex) {
			if (ex.kind != Kind.REFUSAL) {
				throw ex;
			}
			// It may still be read.
			logger.debug("Redis refuses to write: {}", ex.getMessage());
		}
		this.prepared = true;
	}

	/**
	 * Run the scripts of a lookup and of storing, without a lasting effect, and then one
	 * that is not answered in time. What they reply does not matter.
	 */
	private void prepareScripts(ReactiveRedisConnection connection, String url, Duration timeout)
			throws RedisFailureException {
		byte[] key = keys(url).url();
		for (RedisScript script : List.of(RedisScript.FIND, RedisScript.PUT)) {
			try {
				RedisCommands.run(connection, script.on(List.of(key, key, key), this.process, timeout,
						RedisRecord.MAX_SIZE, "no generation", "", "", 0, "", ""), timeout);
			}
			catch (RedisFailureException ex) {
				if (ex.kind != Kind.REFUSAL) {
					throw ex;
				}
			}
		}
		try {
			RedisCommands.getOrCancel(RedisCommands.look(connection, key), Duration.ZERO);
		}
		catch (RedisFailureException ex) {
			logger.trace("Late", ex);
		}
	}

	private void recover(ReactiveRedisConnection connection) throws RedisFailureException {
		Long all = this.pending.get(PendingInvalidations.ALL);
		if (all != null) {
			this.scan.clear(connection);
			this.pending.repeated(PendingInvalidations.ALL, all);
		}
		int repeated = 0;
		for (Map.Entry<String, Long> failed : this.pending.byUrl().entrySet()) {
			if (++repeated > MAX_REPEATED) {
				this.repetition.accept(AFTER_FAILURE);
				return;
			}
			invalidate(connection, failed.getKey(), this.settings.timeout);
			this.pending.repeated(failed.getKey(), failed.getValue());
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

	private void invalidate(ReactiveRedisConnection connection, String url, Duration timeout)
			throws RedisFailureException {
		verify(RedisCommands.run(connection, invalidation(url, null), timeout));
	}

	/**
	 * Return the invalidation of a URL or of a {@link #target group}.
	 * @param generation the generation of the URL after which a new one begins, or
	 * {@code null} for none
	 */
	private RedisScript.Call invalidation(String url, @Nullable String generation) {
		int space = url.indexOf(' ');
		if (space >= 0) {
			CacheGroup group = new CacheGroup(url.substring(0, space), url.substring(space + 1));
			return RedisScript.INVALIDATE_GROUP.on(List.of(key(group), keys(group.origin()).groups()), this.process,
					GROUP_TIME, this.settings.maxStoredTime);
		}
		RedisKeys keys = keys(url);
		return RedisScript.INVALIDATE.on(List.of(keys.url()), keys.entry(""), keys.body(""),
				(generation != null) ? generation : "", this.process, RedisRequest.GENERATION_TIME);
	}

	private static List<Object> verify(List<Object> reply) throws RedisFailureException {
		if (!isConfirmed(reply)) {
			throw new RedisFailureException(Kind.NONE, "unexpected reply to an invalidation");
		}
		return reply;
	}

	private static boolean isConfirmed(List<Object> reply) {
		return !reply.isEmpty() && Long.valueOf(1).equals(reply.get(0));
	}

}
