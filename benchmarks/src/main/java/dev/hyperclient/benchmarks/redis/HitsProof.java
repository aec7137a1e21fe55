package dev.hyperclient.benchmarks.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;

import org.springframework.util.unit.DataSize;

/**
 * Measures latency and throughput of hits, beside files and memory.
 */
public final class HitsProof {

	private static final DataSize MEMORY = DataSize.ofMegabytes(50);

	private static final Duration TIME = Duration.ofSeconds(3);

	private HitsProof() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			run(redis, redis.directory());
		}
		System.exit(0);
	}

	private static void run(RedisServer redis, Path directory) throws Exception {
		Map<String, ResponseStore> stores = new LinkedHashMap<>();
		stores.put("memory", new MemoryResponseStore(MEMORY));
		stores.put("files", new FileResponseStore(directory.resolve("files")));
		stores.put("memory, files", new TieredResponseStore(new FileResponseStore(directory.resolve("more")), MEMORY));
		stores.put("Redis", open(redis, "a"));
		stores.put("memory, Redis", new TieredResponseStore(open(redis, "b"), MEMORY));
		for (boolean printed : new boolean[] { false, true }) {
			for (Map.Entry<String, ResponseStore> store : stores.entrySet()) {
				for (int threads : new int[] { 1, 16 }) {
					measure(store.getKey(), store.getValue(), threads, printed);
				}
			}
		}
		stores.values().forEach(ResponseStore::close);
	}

	private static ResponseStore open(RedisServer redis, String prefix) {
		return redis.open(RedisServer.PATIENT.withPrefix(prefix));
	}

	private static void measure(String name, ResponseStore store, int threads, boolean printed) throws Exception {
		RequestSender exchange = HttpCache.using(store)
			.around((request) -> VersionedOrigin.response(request, "x".repeat(2000)));
		ExecutorService executor = RedisWorker.daemons(threads);
		List<Future<long[]>> results = new ArrayList<>();
		for (int thread = 0; thread < threads; thread++) {
			results.add(executor.submit(() -> latencies(exchange)));
		}
		long[] all = new long[0];
		for (Future<long[]> result : results) {
			long[] latencies = result.get();
			all = Arrays.copyOf(all, all.length + latencies.length);
			System.arraycopy(latencies, 0, all, all.length - latencies.length, latencies.length);
		}
		executor.shutdown();
		Arrays.sort(all);
		if (printed) {
			System.out.printf(Locale.ROOT, "%-14s %2d threads: %,9.0f hits/s, median %,5.0f us, 99 %% %,6.0f us%n",
					name, threads, all.length / (TIME.toMillis() / 1000.0), all[all.length / 2] / 1e3,
					all[(int) (all.length * 0.99)] / 1e3);
		}
	}

	private static long[] latencies(RequestSender exchange) {
		long[] latencies = new long[2_000_000];
		int count = 0;
		long end = System.nanoTime() + TIME.toNanos();
		for (long now = System.nanoTime(); now < end && count < latencies.length; count++) {
			VersionedOrigin.get(exchange, count % VersionedOrigin.URLS);
			long after = System.nanoTime();
			latencies[count] = after - now;
			now = after;
		}
		return Arrays.copyOf(latencies, count);
	}

}
