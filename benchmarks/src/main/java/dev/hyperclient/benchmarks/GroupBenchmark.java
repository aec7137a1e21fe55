package dev.hyperclient.benchmarks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

import dev.hyperclient.benchmarks.redis.RedisServer;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

/**
 * Measures what cache groups (RFC 9875) cost in each store, with 100,000 responses of 1
 * KB in 1,000 groups and 1,000 without. The first argument is another number of
 * responses. The columns: microseconds to find a response without and with a group, to
 * store one without and with a group, and to invalidate a group, each the median; then
 * the milliseconds until the files of a group have been removed, and the bytes of a
 * response with a group by the size of the store.
 */
public final class GroupBenchmark {

	private static final String ORIGIN = "https://example.com";

	private static final int GROUPS = 1000;

	private static final int MEASURED = 1000;

	private GroupBenchmark() {
	}

	public static void main(String[] args) throws Exception {
		int responses = (args.length > 0) ? Integer.parseInt(args[0]) : 100_000;
		System.out.println(
				"| store | find us | with group us | put us | with group us | invalidate us | search ms | bytes |");
		System.out.println("|---|---|---|---|---|---|---|---|");
		Path parent = Files.createTempDirectory("groups");
		try {
			for (String kind : List.of("memory", "memory", "files", "memory in front", "Redis")) {
				Path directory = Files.createDirectory(parent.resolve(kind.replace(' ', '-') + System.nanoTime()));
				try (ResponseStore store = store(kind, directory)) {
					measure(kind, store, directory, responses);
				}
			}
		}
		finally {
			try (Stream<Path> files = Files.walk(parent)) {
				files.sorted((one, other) -> other.compareTo(one)).forEach((file) -> file.toFile().delete());
			}
		}
		System.exit(0);
	}

	private static ResponseStore store(String kind, Path directory) throws Exception {
		return switch (kind) {
			case "memory" -> new MemoryResponseStore(DataSize.ofGigabytes(1));
			case "files" -> new FileResponseStore(directory);
			case "memory in front" ->
				new TieredResponseStore(new FileResponseStore(directory), DataSize.ofGigabytes(1));
			default -> RedisServer.start().open();
		};
	}

	private static void measure(String kind, ResponseStore store, Path directory, int responses) throws Exception {
		StoredResponse[] grouped = new StoredResponse[GROUPS];
		Arrays.setAll(grouped, (group) -> response("\"lists-" + group + "\""));
		StoredResponse plain = response(null);
		for (int i = 0; i < responses; i++) {
			store.put(key(i), grouped[i % GROUPS]);
		}
		// Redis measures in the background.
		while (!store.size().isKnown()) {
			LockSupport.parkNanos(10_000_000);
		}
		long bytes = store.size().bytes() / store.size().entries();
		double putPlain = median((i) -> store.put(key(-1 - i), plain));
		double putGrouped = median((i) -> store.put(key(i), grouped[i % GROUPS]));
		double findPlain = median((i) -> store.find(key(-1 - i)));
		double findGrouped = median((i) -> store.find(key(i)));
		GrowthCost.require(store.find(key(0)).isPresent());
		double[] micros = new double[20];
		for (int i = 0; i < micros.length; i++) {
			Set<CacheGroup> group = Set.of(new CacheGroup(ORIGIN, "lists-" + i));
			long begin = System.nanoTime();
			store.removeGroups(group);
			micros[i] = (System.nanoTime() - begin) / 1e3;
			GrowthCost.require(store.find(key(i)).isEmpty() && store.find(key(GROUPS - 1)).isPresent());
		}
		Arrays.sort(micros);
		System.out.printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %s | %d |%n", kind, findPlain, findGrouped,
				putPlain, putGrouped, micros[micros.length / 2], search(store, directory, responses), bytes);
	}

	/**
	 * Return the milliseconds from an invalidation, after the others have ended, until
	 * all files of the group have been removed.
	 */
	private static String search(ResponseStore store, Path directory, int responses) throws Exception {
		if (count(directory) < GROUPS) {
			return "";
		}
		long before = count(directory);
		do {
			before = count(directory);
			LockSupport.parkNanos(2_000_000_000L);
		}
		while (count(directory) != before);
		long begin = System.nanoTime();
		store.removeGroups(Set.of(new CacheGroup(ORIGIN, "lists-" + (GROUPS - 1))));
		while (count(directory) > before - responses / GROUPS) {
			LockSupport.parkNanos(10_000_000);
		}
		return String.valueOf((System.nanoTime() - begin) / 1_000_000);
	}

	private static long count(Path directory) {
		String[] names = directory.toFile().list();
		return (names != null) ? names.length : 0;
	}

	private static double median(IntConsumer work) {
		double[] micros = new double[MEASURED];
		for (int round = 0; round < 3; round++) {
			for (int i = 0; i < MEASURED; i++) {
				long begin = System.nanoTime();
				work.accept(i);
				micros[i] = (System.nanoTime() - begin) / 1e3;
			}
		}
		Arrays.sort(micros);
		return micros[MEASURED / 2];
	}

	private static CacheKey key(int number) {
		return new CacheKey(ORIGIN + "/recipes?start=" + number, "any");
	}

	private static StoredResponse response(@Nullable String groups) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Content-Type", "application/json");
		headers.set("Cache-Control", "max-age=3600");
		headers.set("Date", "Sat, 21 Nov 2026 00:10:00 GMT");
		if (groups != null) {
			headers.set("Cache-Groups", groups);
		}
		return StoredResponse.of(200, headers, "x".repeat(1024).getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

}
