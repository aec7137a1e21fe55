package dev.hyperclient.benchmarks.redis;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Two JVMs with several threads each request URLs that are not stored, each thread other
 * ones, from a server that needs 20 ms: measures each call and counts the requests for
 * each URL.
 */
public final class ColdProof {

	private static final int MACHINES = 2;

	/** How many URLs a thread requests. */
	private static final int URLS = 50;

	/** How many calls of a machine precede those that are measured. */
	private static final int WARM_UP = 200;

	private static final Duration DELAY = Duration.ofMillis(20);

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final long LIMIT_MILLIS = 2500;

	private ColdProof() {
	}

	public static void main(String[] args) throws Exception {
		for (String client : List.of("rest", "web")) {
			for (int threads : new int[] { 4, 16 }) {
				for (int run = 1; run <= Proof.count(args, 5); run++) {
					try (RedisServer redis = RedisServer.start()) {
						run(redis, client, threads, run);
					}
				}
			}
		}
		System.exit(0);
	}

	private static void run(RedisServer redis, String client, int threads, int run) throws Exception {
		Map<String, Integer> requests = new ConcurrentHashMap<>();
		HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		ExecutorService executor = RedisWorker.daemons(MACHINES * threads);
		origin.setExecutor(executor);
		origin.createContext("/", (exchange) -> {
			String path = exchange.getRequestURI().getPath();
			requests.merge(path, 1, Integer::sum);
			LockSupport.parkNanos(DELAY.toNanos());
			exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
			exchange.sendResponseHeaders(200, path.length());
			exchange.getResponseBody().write(path.getBytes());
			exchange.close();
		});
		origin.start();
		try {
			List<RedisWorker> workers = RedisWorker.start(MACHINES, Machine.class, redis,
					String.valueOf(origin.getAddress().getPort()), client, String.valueOf(threads));
			for (RedisWorker worker : workers) {
				worker.awaitLine();
			}
			requests.clear();
			for (RedisWorker worker : workers) {
				worker.process().getOutputStream().close();
			}
			long slowest = 0;
			for (RedisWorker worker : workers) {
				slowest = Math.max(slowest, Long.parseLong(worker.result()));
			}
			// Those to warm up, which begin with the process.
			requests.keySet().removeIf((path) -> path.split("/").length > 3);
			int most = requests.values().stream().mapToInt(Integer::intValue).max().orElse(0);
			System.out.printf(Locale.ROOT,
					"cold: %s, %d machines with %d threads, run %d: %d calls, slowest %d ms (%d allowed); %d URLs, "
							+ "%d requests, at most %d for one (%d allowed)%n",
					client, MACHINES, threads, run, MACHINES * threads * URLS, slowest, LIMIT_MILLIS, requests.size(),
					requests.values().stream().mapToInt(Integer::intValue).sum(), most, MACHINES);
			Proof.require(requests.size() == threads * URLS, most <= MACHINES, slowest <= LIMIT_MILLIS);
		}
		finally {
			origin.stop(0);
			executor.shutdownNow();
		}
	}

	/**
	 * A machine, which begins to measure when its input ends.
	 */
	static final class Machine {

		private Machine() {
		}

		public static void main(String[] args) throws Exception {
			RedisWorker.endWithParent();
			HttpCache cache = HttpCache
				.using(RedisServer.open(Integer.parseInt(args[0]), RedisStoreSettings.defaults().withTimeout(TIMEOUT)));
			Consumer<String> client = client(args[2], cache, "http://localhost:" + args[1]);
			int count = Integer.parseInt(args[3]);
			ExecutorService threads = RedisWorker.daemons(count);
			String own = "/" + ProcessHandle.current().pid() + "/";
			slowest(client, threads, count, WARM_UP / count, (thread) -> own + thread);
			System.out.println("ready");
			while (System.in.read() >= 0) {
				// Another line.
			}
			System.out.println(slowest(client, threads, count, URLS, (thread) -> "/" + thread));
			System.exit(0);
		}

		/** Return how long the slowest call takes, in milliseconds. */
		private static long slowest(Consumer<String> client, ExecutorService threads, int count, int urls,
				IntFunction<String> path) throws Exception {
			List<Future<Long>> results = new ArrayList<>();
			for (int i = 0; i < count; i++) {
				String base = path.apply(i);
				results.add(threads.submit(() -> {
					long slowest = 0;
					for (int url = 0; url < urls; url++) {
						long begin = System.nanoTime();
						client.accept(base + "/" + url);
						slowest = Math.max(slowest, System.nanoTime() - begin);
					}
					return slowest;
				}));
			}
			long slowest = 0;
			for (Future<Long> result : results) {
				slowest = Math.max(slowest, result.get());
			}
			return Duration.ofNanos(slowest).toMillis();
		}

		private static Consumer<String> client(String kind, HttpCache cache, String url) {
			if (kind.equals("rest")) {
				RestClient client = RestClient.builder()
					.baseUrl(url)
					.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
					.build();
				return (path) -> client.get().uri(path).retrieve().body(String.class);
			}
			WebClient client = WebClient.builder()
				.baseUrl(url)
				.clientConnector(new CachingClientHttpConnector(cache, new JdkClientHttpConnector()))
				.build();
			return (path) -> client.get().uri(path).retrieve().bodyToMono(String.class).block();
		}

	}

}
