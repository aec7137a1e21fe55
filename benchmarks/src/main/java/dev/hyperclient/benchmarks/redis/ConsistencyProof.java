package dev.hyperclient.benchmarks.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;

import org.springframework.http.HttpMethod;

/**
 * Four JVMs read, write and invalidate: counts responses that are older than an
 * acknowledged write, and torn ones. An older one is excused if the store reports after
 * the write that an invalidation is not confirmed, and is therefore repeated. This is
 * done with a long timeout, with the default settings, with a Redis that has little
 * memory, without and with eviction, and while all connections are cut, or Redis executes
 * nothing for longer than a lookup waits, again and again. The arguments behind the first
 * one are those of these kinds that are run.
 */
public final class ConsistencyProof {

	/** With a long timeout, the default settings, little memory, and lost replies. */
	private static final List<String> KINDS = List.of("consistency", "defaults", "noeviction", "allkeys-lru",
			"volatile-lru", "cut", "late");

	private static final int THREADS = 4;

	private static final Duration DISTURBANCE = Duration.ofMillis(1500);

	private static final Duration TIMEOUT = Duration.ofMillis(400);

	/** Longer than the timeout. */
	private static final Duration PAUSE = Duration.ofMillis(600);

	private static final int URLS = VersionedOrigin.URLS;

	/** Where the shared numbers are: the version of each URL comes first. */
	private static final int ACKNOWLEDGED = URLS;

	/** Writes that have returned, whether their invalidation was confirmed or not. */
	private static final int RETURNED = 2 * URLS;

	private static final int NUMBERS = 3 * URLS;

	/** Which count is where. */
	private static final int READS = 0;

	private static final int HITS = 1;

	private static final int WRITES = 2;

	private static final int EVICTIONS = 3;

	private static final int OLDER_THAN_CONFIRMED = 4;

	private static final int TORN = 5;

	private static final int OLDER = 6;

	private static final int COUNTS = 7;

	/** How much memory a full Redis has for connections and responses. */
	private static final long FREE = 600_000;

	private ConsistencyProof() {
	}

	public static void main(String[] args) throws Exception {
		for (String kind : (args.length > 1) ? List.of(args).subList(1, args.length) : KINDS) {
			ScheduledExecutorService disturbing = Executors.newSingleThreadScheduledExecutor();
			try (RedisServer redis = RedisServer.start()) {
				int operations = switch (kind) {
					case "noeviction", "allkeys-lru", "volatile-lru" -> {
						fill(redis, kind);
						yield 40_000;
					}
					case "cut", "late" -> {
						Runnable disturbance = disturbance(redis.commands(), kind);
						disturbing.scheduleWithFixedDelay(disturbance, DISTURBANCE.toMillis(), DISTURBANCE.toMillis(),
								TimeUnit.MILLISECONDS);
						yield 100_000;
					}
					default -> 1_000_000;
				};
				run(kind, redis, redis.directory().resolve("numbers"), Proof.count(args, operations));
			}
			finally {
				disturbing.shutdownNow();
			}
		}
		System.exit(0);
	}

	/**
	 * Leave little memory to the responses.
	 * @param policy what Redis evicts
	 */
	private static void fill(RedisServer redis, String policy) {
		redis.commands().configSet("maxmemory-policy", policy);
		long used = redis.commands()
			.info("memory")
			.lines()
			.filter((line) -> line.startsWith("used_memory:"))
			.mapToLong((line) -> Long.parseLong(line.substring("used_memory:".length())))
			.sum();
		redis.commands().configSet("maxmemory", String.valueOf(used + FREE));
	}

	private static Runnable disturbance(RedisCommands<String, String> commands, String kind) {
		return kind.equals("cut") ? () -> commands.clientKill(KillArgs.Builder.typeNormal())
				: () -> commands.clientPause(PAUSE.toMillis());
	}

	private static void run(String kind, RedisServer redis, Path numbers, int operations) throws Exception {
		long begin = System.nanoTime();
		long[] sums = new long[COUNTS];
		for (RedisWorker worker : RedisWorker.start(Worker.class, redis, kind, numbers.toString(),
				String.valueOf(operations / RedisWorker.COUNT))) {
			String[] counts = worker.result().split(" ");
			for (int i = 0; i < sums.length; i++) {
				sums[i] += Long.parseLong(counts[i]);
			}
		}
		System.out.printf(Locale.ROOT,
				"%s: %,d reads (%,d hits), %,d writes, %,d evictions in %.0f s; %d older than an acknowledged write, %d of them after a confirmed invalidation (0 allowed), %d torn (0 allowed)%n",
				kind, sums[READS], sums[HITS], sums[WRITES], sums[EVICTIONS], (System.nanoTime() - begin) / 1e9,
				sums[OLDER], sums[OLDER_THAN_CONFIRMED], sums[TORN]);
		Proof.require(sums[HITS] > 0, sums[OLDER_THAN_CONFIRMED] == 0, sums[TORN] == 0);
	}

	/**
	 * A worker.
	 */
	static final class Worker {

		private final ResponseStore store;

		private final SharedNumbers numbers;

		private final AtomicLongArray counts = new AtomicLongArray(COUNTS);

		private final HttpCache cache;

		private final RequestSender exchange;

		private Worker(ResponseStore store, SharedNumbers numbers) {
			this.store = store;
			this.numbers = numbers;
			this.cache = HttpCache.using(store)
				.withAdditionalListener((request, result) -> this.counts.addAndGet(HITS,
						(result.outcome() == CacheOutcome.HIT) ? 1 : 0));
			this.exchange = this.cache.around(this::origin);
		}

		public static void main(String[] args) throws Exception {
			RedisWorker.endWithParent();
			RedisStoreSettings settings = switch (args[1]) {
				case "defaults" -> RedisStoreSettings.defaults();
				case "cut", "late" -> RedisStoreSettings.defaults().withTimeout(TIMEOUT);
				default -> RedisServer.PATIENT;
			};
			ResponseStore store = RedisServer.open(Integer.parseInt(args[0]), settings);
			SharedNumbers numbers = new SharedNumbers(Path.of(args[2]), NUMBERS);
			new Worker(store, numbers).work(Integer.parseInt(args[3]));
			System.exit(0);
		}

		private void work(int operations) throws Exception {
			ExecutorService executor = RedisWorker.daemons(THREADS);
			List<Future<?>> results = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				results.add(executor.submit(() -> operate(operations / THREADS)));
			}
			for (Future<?> result : results) {
				result.get();
			}
			System.out.println(IntStream.range(0, COUNTS)
				.mapToObj((i) -> String.valueOf(this.counts.get(i)))
				.collect(Collectors.joining(" ")));
		}

		private void operate(int operations) {
			Random random = new Random();
			for (int i = 0; i < operations; i++) {
				int url = random.nextInt(URLS);
				switch (random.nextInt(20)) {
					case 0 -> write(url);
					case 1 -> {
						this.cache.evict(VersionedOrigin.url(url));
						this.counts.incrementAndGet(EVICTIONS);
					}
					default -> read(url);
				}
			}
		}

		private void write(int url) {
			long version = Long.parseLong(VersionedOrigin.put(this.exchange, url));
			// The store keeps what is not confirmed, and then it reports that.
			if (this.store.failure().isEmpty()) {
				this.numbers.raise(ACKNOWLEDGED + url, version);
			}
			this.numbers.raise(RETURNED + url, version);
			this.counts.incrementAndGet(WRITES);
		}

		private void read(int url) {
			long acknowledged = this.numbers.get(ACKNOWLEDGED + url);
			long returned = this.numbers.get(RETURNED + url);
			String content = VersionedOrigin.get(this.exchange, url);
			long version = VersionedOrigin.version(content);
			this.counts.incrementAndGet(READS);
			this.counts.addAndGet(OLDER_THAN_CONFIRMED, (version < acknowledged) ? 1 : 0);
			this.counts.addAndGet(TORN, content.equals(VersionedOrigin.content(version)) ? 0 : 1);
			this.counts.addAndGet(OLDER, (version < returned) ? 1 : 0);
		}

		/** The server: content with a version, which a PUT increments. */
		private CacheResponse origin(CacheRequest request) {
			int url = VersionedOrigin.number(request);
			boolean put = request.method().equals(HttpMethod.PUT);
			long version = put ? this.numbers.increment(url) : this.numbers.get(url);
			LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
			return VersionedOrigin.response(request, put ? String.valueOf(version) : VersionedOrigin.content(version));
		}

	}

}
