package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import dev.hyperclient.cache.HttpCache;

import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Measures our cache and others against the same origin in the same process: requests a
 * second, with one thread and with sixteen. An argument chooses one scenario, such as
 * {@code 304}. After {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.CacheBenchmark
 * </pre>
 */
public final class CacheBenchmark {

	private static final Duration WARM_UP = Duration.ofSeconds(3);

	private static final Duration MEASURED = Duration.ofSeconds(3);

	private static final int[] THREADS = { 1, 16 };

	private static final int ADDRESSES = 200;

	private final AtomicInteger unique = new AtomicInteger();

	private final Path parent;

	private final String url;

	private final String only;

	private CacheBenchmark(Path parent, String url, String only) {
		this.parent = parent;
		this.url = url;
		this.only = only;
	}

	/**
	 * Opens a client with a cache in an empty directory.
	 */
	@FunctionalInterface
	private interface Opening {

		CachingClient open(Path directory) throws IOException;

	}

	public static void main(String[] args) throws Exception {
		Path parent = Files.createTempDirectory("hyper-client-benchmark-");
		try (CacheOrigin origin = new CacheOrigin()) {
			new CacheBenchmark(parent, origin.url(), (args.length > 0) ? args[0] : "").run();
		}
		finally {
			FileSystemUtils.deleteRecursively(parent);
		}
		System.exit(0);
	}

	private void run() throws Exception {
		System.out.printf("%-12s %-36s %12s %12s%n", "scenario", "client", "1 thread/s", "16 threads/s");
		measure("hit memory", memory(), this::fresh);
		measure("hit disk", disk(), this::fresh);
		measure("304", disk(), this::stale);
		measure("miss, stored", disk(), this::never);
	}

	private static Map<String, Opening> memory() {
		Map<String, Opening> clients = new LinkedHashMap<>();
		clients.put("Hyper Client, memory", (path) -> CachingClient.ours(HttpCache.inMemory(DataSize.ofGigabytes(1))));
		clients.put("Hyper Client, memory before disk", (path) -> CachingClient.ours(tiered(path)));
		clients.put("Hyper Client, WebClient, same", (path) -> CachingClient.oursInWebClient(tiered(path)));
		clients.put("Apache HttpClient 5", (path) -> CachingClient.apache(null));
		clients.put("Methanol", (path) -> CachingClient.methanol(null));
		clients.put("RestClient, Hyper Client",
				(path) -> CachingClient.oursInRestClient(HttpCache.inMemory(DataSize.ofGigabytes(1))));
		clients.put("RestClient, same, before disk", (path) -> CachingClient.oursInRestClient(tiered(path)));
		clients.put("RestClient, Apache HttpClient 5", (path) -> CachingClient.apacheInRestClient(null));
		clients.put("RestClient, Methanol", (path) -> CachingClient.methanolInRestClient(null));
		return clients;
	}

	private static Map<String, Opening> disk() {
		Map<String, Opening> clients = new LinkedHashMap<>();
		clients.put("Hyper Client", (path) -> CachingClient.ours(HttpCache.inDirectory(path)));
		clients.put("Hyper Client, limited", (path) -> CachingClient
			.ours(HttpCache.builder().directory(path).maxSize(DataSize.ofGigabytes(1)).build()));
		clients.put("Hyper Client, WebClient", (path) -> CachingClient.oursInWebClient(HttpCache.inDirectory(path)));
		clients.put("OkHttp", CachingClient::okHttp);
		clients.put("Apache HttpClient 5", CachingClient::apache);
		clients.put("Methanol", CachingClient::methanol);
		clients.put("RestClient, Hyper Client", (path) -> CachingClient.oursInRestClient(HttpCache.inDirectory(path)));
		clients.put("RestClient, Apache HttpClient 5", CachingClient::apacheInRestClient);
		clients.put("RestClient, Methanol", CachingClient::methanolInRestClient);
		return clients;
	}

	private static HttpCache tiered(Path path) {
		return HttpCache.builder().directory(path).memoryTier(DataSize.ofMegabytes(100)).build();
	}

	private String fresh(int number) {
		return this.url + "/fresh/" + number % ADDRESSES;
	}

	private String stale(int number) {
		return this.url + "/stale/" + number % ADDRESSES;
	}

	private String never(int number) {
		return this.url + "/fresh/new/" + this.unique.incrementAndGet();
	}

	private void measure(String scenario, Map<String, Opening> clients, IntFunction<String> addresses)
			throws Exception {
		if (!scenario.startsWith(this.only)) {
			return;
		}
		for (Map.Entry<String, Opening> named : clients.entrySet()) {
			Path directory = Files.createTempDirectory(this.parent, "cache");
			try (CachingClient client = named.getValue().open(directory)) {
				List<Long> rates = new ArrayList<>();
				for (int threads : THREADS) {
					rate(client, threads, addresses, WARM_UP);
					rates.add(rate(client, threads, addresses, MEASURED));
				}
				System.out.printf("%-12s %-36s %,12d %,12d%n", scenario, named.getKey(), rates.get(0), rates.get(1));
			}
			FileSystemUtils.deleteRecursively(directory);
		}
	}

	private static long rate(CachingClient client, int threads, IntFunction<String> addresses, Duration duration)
			throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			long begin = System.nanoTime();
			long end = begin + duration.toNanos();
			List<Callable<Long>> work = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int first = i * 17;
				work.add(() -> repeat(client, addresses, first, end));
			}
			long requests = 0;
			for (Future<Long> done : executor.invokeAll(work)) {
				requests += done.get();
			}
			return requests * 1_000_000_000L / (System.nanoTime() - begin);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static long repeat(CachingClient client, IntFunction<String> addresses, int first, long end)
			throws Exception {
		long requests = 0;
		while (System.nanoTime() < end) {
			int length = client.get(addresses.apply(first + (int) requests));
			if (length != CacheOrigin.BODY_LENGTH) {
				throw new IllegalStateException("Got " + length + " bytes");
			}
			requests++;
		}
		return requests;
	}

}
