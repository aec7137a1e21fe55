package dev.hyperclient.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.cache.CacheResponse;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;

import org.springframework.http.HttpMethod;

/**
 * The proof {@code consistency} of {@link RedisProof}, whose workers read, write and
 * invalidate.
 */
final class RedisConsistencyProof {

	private static final int THREADS = 4;

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

	private final RedisResponseStore store;

	private final SharedNumbers numbers;

	private final AtomicLongArray counts = new AtomicLongArray(COUNTS);

	private final HttpCache cache;

	private final RequestSender exchange;

	private RedisConsistencyProof(RedisResponseStore store, SharedNumbers numbers) {
		this.store = store;
		this.numbers = numbers;
		this.cache = HttpCache.using(store)
			.withAdditionalListener(
					(request, result) -> this.counts.addAndGet(HITS, (result.outcome() == CacheOutcome.HIT) ? 1 : 0));
		this.exchange = this.cache.around(this::origin);
	}

	static void run(RedisServer redis, Path directory, int operations) throws Exception {
		Path numbers = directory.resolve("numbers");
		run("consistency", redis, numbers, operations);
		redis.kill();
		redis.start();
		Files.delete(numbers);
		run("defaults", redis, numbers, operations);
	}

	/**
	 * Do the same with a Redis that is full, with each policy.
	 */
	static void runFull(RedisServer redis, Path directory, int operations) throws Exception {
		for (String policy : List.of("noeviction", "allkeys-lru", "volatile-lru")) {
			redis.kill();
			redis.start();
			redis.fill(policy);
			run(policy, redis, directory.resolve(policy), operations);
		}
	}

	private static void run(String kind, RedisServer redis, Path numbers, int operations) throws Exception {
		long begin = System.nanoTime();
		long[] sums = new long[COUNTS];
		for (RedisWorker worker : RedisWorker.start(RedisConsistencyProof.class, redis, kind, numbers.toString(),
				String.valueOf(operations / RedisWorker.COUNT))) {
			String[] counts = worker.result().split(" ");
			for (int i = 0; i < sums.length; i++) {
				sums[i] += Long.parseLong(counts[i]);
			}
		}
		System.out.printf(Locale.ROOT,
				"%s: %,d reads (%,d hits), %,d writes, %,d evictions in %.0f s; %d older than an acknowledged write, %d of them after a confirmed invalidation (0 allowed), %d torn (0 allowed): %s%n",
				kind, sums[READS], sums[HITS], sums[WRITES], sums[EVICTIONS], (System.nanoTime() - begin) / 1e9,
				sums[OLDER], sums[OLDER_THAN_CONFIRMED], sums[TORN],
				RedisWorker.verdict(sums[HITS] > 0 && sums[OLDER_THAN_CONFIRMED] == 0 && sums[TORN] == 0));
	}

	/** A worker. */
	public static void main(String[] args) throws Exception {
		RedisWorker.endWithParent();
		RedisStoreSettings settings = args[1].equals("defaults") ? RedisStoreSettings.defaults() : RedisServer.PATIENT;
		RedisResponseStore store = RedisServer.open(RedisServer.connect(Integer.parseInt(args[0])), settings);
		SharedNumbers numbers = new SharedNumbers(Path.of(args[2]), NUMBERS);
		new RedisConsistencyProof(store, numbers).work(Integer.parseInt(args[3]));
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
