package dev.hyperclient.benchmarks.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;

/**
 * With the default settings and busy loops that take the processors, two JVMs read, and
 * their hits are compared with those of an idle machine. Two JVMs that are started one
 * after the other request one URL five times each, as soon as the store has been created.
 */
public final class LoadProof {

	private static final int INSTANCES = 2;

	private static final int THREADS = 8;

	private static final int READS = 20_000;

	private static final int EQUAL_CALLS = 5;

	/** After this the processors are free again, whatever happens. */
	private static final Duration MAX_LOAD = Duration.ofMinutes(3);

	/** How many requests the origin has received. */
	private static final int REQUESTS = 0;

	private static final int NUMBERS = 1;

	private LoadProof() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			run(redis, redis.directory(), Proof.count(args, 8));
		}
		System.exit(0);
	}

	private static void run(RedisServer redis, Path directory, int loops) throws Exception {
		Result idle = read(redis, directory.resolve("idle"));
		System.out.println(idle.text("load, before"));
		long requests;
		Result busy;
		redis.restart();
		try (Load load = new Load(loops)) {
			requests = startTwice(redis, directory.resolve("starts"));
			redis.restart();
			busy = read(redis, directory.resolve("busy"));
		}
		System.out.println(busy.text("load, %d busy loops".formatted(loops)));
		System.out.printf(Locale.ROOT,
				"load: %.1f %% of the hits of the idle run (at least 90 allowed); two processes one after the other with %d equal calls each: %d requests to the origin (1 allowed)%n",
				100.0 * busy.hits / idle.hits, EQUAL_CALLS, requests);
		Proof.require(busy.failed == 0, busy.hits * 10 >= idle.hits * 9, requests == 1);
	}

	private static long startTwice(RedisServer redis, Path numbers) throws Exception {
		for (int process = 0; process < 2; process++) {
			RedisWorker.start(1, Worker.class, redis, numbers.toString(), "1", String.valueOf(EQUAL_CALLS), "1")
				.get(0)
				.result();
		}
		return new SharedNumbers(numbers, NUMBERS).get(REQUESTS);
	}

	private static Result read(RedisServer redis, Path numbers) throws Exception {
		long begin = System.nanoTime();
		long[] sums = new long[3];
		for (RedisWorker worker : RedisWorker.start(INSTANCES, Worker.class, redis, numbers.toString(),
				String.valueOf(THREADS), String.valueOf(READS / INSTANCES), String.valueOf(VersionedOrigin.URLS))) {
			String[] counts = worker.result().split(" ");
			IntStream.range(0, sums.length).forEach((i) -> sums[i] += Long.parseLong(counts[i]));
		}
		return new Result(sums[0], sums[1], sums[2], new SharedNumbers(numbers, NUMBERS).get(REQUESTS),
				(System.nanoTime() - begin) / 1e9);
	}

	/**
	 * A worker.
	 */
	static final class Worker {

		private Worker() {
		}

		public static void main(String[] args) throws Exception {
			RedisWorker.endWithParent();
			SharedNumbers numbers = new SharedNumbers(Path.of(args[1]), NUMBERS);
			int threads = Integer.parseInt(args[2]);
			int reads = Integer.parseInt(args[3]) / threads;
			int urls = Integer.parseInt(args[4]);
			AtomicLong hits = new AtomicLong();
			AtomicLong failed = new AtomicLong();
			// Used as soon as it has been created, as by an application.
			ResponseStore store = RedisResponseStore.create(RedisServer.connect(Integer.parseInt(args[0])),
					RedisStoreSettings.defaults());
			RequestSender exchange = HttpCache.using(store)
				.withAdditionalListener(
						(request, result) -> hits.addAndGet((result.outcome() == CacheOutcome.HIT) ? 1 : 0))
				.around((request) -> {
					numbers.increment(REQUESTS);
					return VersionedOrigin.response(request, VersionedOrigin.content(2));
				});
			ExecutorService executor = RedisWorker.daemons(threads);
			List<Future<?>> results = new ArrayList<>();
			for (int thread = 0; thread < threads; thread++) {
				results.add(executor.submit(() -> {
					for (int i = 0; i < reads; i++) {
						try {
							VersionedOrigin.get(exchange, i % urls);
						}
						catch (RuntimeException ex) {
							failed.incrementAndGet();
						}
					}
				}));
			}
			for (Future<?> result : results) {
				result.get();
			}
			System.out.println("%d %d %d".formatted((long) threads * reads, hits.get(), failed.get()));
			System.exit(0);
		}

	}

	private record Result(long reads, long hits, long failed, long requests, double seconds) {

		String text(String name) {
			return String.format(Locale.ROOT,
					"%s: %d JVMs, %,d reads in %.1f s, %,d hits, %,d requests to the origin, %d failed (0 allowed)",
					name, INSTANCES, this.reads, this.seconds, this.hits, this.requests, this.failed);
		}

	}

	/**
	 * Threads that occupy processors, for a limited time.
	 */
	private static final class Load implements AutoCloseable {

		private final AtomicBoolean done = new AtomicBoolean();

		Load(int loops) {
			long end = System.nanoTime() + MAX_LOAD.toNanos();
			for (int i = 0; i < loops; i++) {
				Thread loop = new Thread(() -> {
					while (!this.done.get() && System.nanoTime() < end) {
						Thread.onSpinWait();
					}
				});
				loop.setDaemon(true);
				loop.start();
			}
		}

		@Override
		public void close() {
			this.done.set(true);
		}

	}

}
