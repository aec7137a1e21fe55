package dev.hyperclient.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntConsumer;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.store.FileStoreLimits;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

/**
 * Measures how the costs of stores grow with the number of their responses, of 1.2 KB
 * each. At the limit, each response that is stored evicts another one. A part of
 * {@link GrowthBenchmark}. The columns, after the store and the number of its responses:
 * milliseconds to open the store and to find a first response, in a fresh process, and in
 * this one with a new store; the time, CPU time and allocated KB of a look-up, then those
 * of storing a response at the limit, and the longest time of that; how many responses
 * more than the limit were stored at most, and after it, as a share of the responses; the
 * heap in KB that the store takes; the milliseconds to list the keys of a URL, to compute
 * the size, and to clear the store.
 */
final class GrowthStores {

	private final Path parent;

	private int directories;

	GrowthStores(Path parent) {
		this.parent = parent;
	}

	void run(int[] sizes) throws Exception {
		System.out.println();
		System.out.println("| store | responses | fresh process: open, first hit ms | fresh store: open, first hit ms "
				+ "| look-up us | CPU us | KB | put at limit us | CPU us | KB | longest ms "
				+ "| most beyond limit | after it | heap KB | keys ms | size ms | clear ms |");
		System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
		for (String kind : List.of("files", "memory in front", "memory")) {
			for (int round = -1; round < sizes.length; round++) {
				String line = store(kind, sizes[Math.max(round, 0)]);
				if (round >= 0) {
					System.out.println(line);
				}
			}
		}
	}

	private String store(String kind, int count) throws Exception {
		Path directory = this.parent.resolve("store-" + this.directories++);
		long before = GrowthCost.usedHeap();
		long limit;
		try (ResponseStore store = store(kind, directory, Long.MAX_VALUE)) {
			fill(store, count);
			limit = store.size().bytes();
		}
		String process = kind.equals("memory") ? "" : process(directory, limit);
		double[] fresh = new double[2];
		ResponseStore store = null;
		for (int i = 0; i < 5; i++) {
			long begin = System.nanoTime();
			store = store(kind, directory, limit);
			fresh[0] = (System.nanoTime() - begin) / 1e6;
			if (kind.equals("memory")) {
				fill(store, count);
			}
			begin = System.nanoTime();
			GrowthCost.require(store.find(key(count - 1)).isPresent());
			fresh[1] = (System.nanoTime() - begin) / 1e6;
			GrowthCost.of(() -> {
			});
			if (i < 4) {
				store.close();
			}
		}
		try (ResponseStore opened = Objects.requireNonNull(store)) {
			Random random = new Random(1);
			int found = 100_000;
			GrowthCost lookUp = GrowthCost.median(3, found,
					() -> times(found, (i) -> opened.find(key(random.nextInt(count)))));
			int puts = Math.max(count, 5000);
			int[] most = new int[1];
			long[] longest = new long[1];
			StoreStatistics first = opened.statistics();
			GrowthCost put = GrowthCost.of(() -> times(puts, (i) -> {
				long begin = System.nanoTime();
				opened.put(key(count + i), response());
				longest[0] = Math.max(longest[0], System.nanoTime() - begin);
				most[0] = Math.max(most[0], stored(opened, first));
			})).each(puts);
			int after = stored(opened, first);
			long heap = GrowthCost.usedHeap() - before;
			GrowthCost keys = GrowthCost
				.of(() -> GrowthCost.require(opened.keys(key(count + puts - 1).url()).size() == 1));
			GrowthCost size = GrowthCost.of(opened::size);
			GrowthCost clear = GrowthCost.of(opened::clear);
			return GrowthCost.text(
					"| %s | %,d | %s | %.2f, %.2f | %s | %s | %.1f | %.0f %% | %.0f %% | %,d | %.1f | %.1f | %.1f |",
					kind, count, process, fresh[0], fresh[1], lookUp, put, longest[0] / 1e6, most[0] * 100.0 / count,
					after * 100.0 / count, heap / 1024, keys.millis(), size.millis(), clear.millis());
		}
	}

	private static ResponseStore store(String kind, Path directory, long limit) {
		if (kind.equals("memory")) {
			return new MemoryResponseStore(DataSize.ofBytes(limit));
		}
		FileResponseStore files = new FileResponseStore(directory, (limit == Long.MAX_VALUE) ? FileStoreLimits.NONE
				: new FileStoreLimits(DataSize.ofBytes(limit), null, Clock.systemUTC()));
		return kind.equals("files") ? files : new TieredResponseStore(files, DataSize.ofMegabytes(20));
	}

	/** Return how many responses were stored since, without those that were evicted. */
	private static int stored(ResponseStore store, StoreStatistics since) {
		StoreStatistics now = store.statistics();
		return (int) (now.puts() - since.puts() - now.evictions() + since.evictions());
	}

	private String process(Path directory, long limit) throws Exception {
		double[][] times = new double[2][5];
		for (int i = 0; i < 5; i++) {
			Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-cp", System.getProperty("java.class.path"), GrowthStores.class.getName(), directory.toString(),
					String.valueOf(limit))
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start();
			String[] words = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip()
				.split(" ");
			times[0][i] = Double.parseDouble(words[0]);
			times[1][i] = Double.parseDouble(words[1]);
		}
		return GrowthCost.text("%.1f, %.1f", GrowthCost.median(times[0]), GrowthCost.median(times[1]));
	}

	/** Opens a store in a process of its own. */
	public static void main(String[] args) {
		CacheKey key = key(0);
		long begin = System.nanoTime();
		ResponseStore store = store("files", Path.of(args[0]), Long.parseLong(args[1]));
		long opened = System.nanoTime();
		GrowthCost.require(store.find(key).isPresent());
		System.out.println(GrowthCost.text("%.2f %.2f", (opened - begin) / 1e6, (System.nanoTime() - opened) / 1e6));
	}

	private static void times(int count, IntConsumer action) {
		for (int i = 0; i < count; i++) {
			action.accept(i);
		}
	}

	private static void fill(ResponseStore store, int count) {
		times(count, (i) -> store.put(key(i), response()));
	}

	private static CacheKey key(int number) {
		return new CacheKey("http://cookbooks.dev/1.0/recipes/" + number, "application/json");
	}

	private static StoredResponse response() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Content-Type", "application/json");
		headers.set("ETag", "\"6bdf418462113df3aebf3102c08a2d1841adf857\"");
		return StoredResponse.of(200, headers, "x".repeat(1000).getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

}
