package dev.hyperclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.CacheExchange;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.CacheRequest;
import dev.hyperclient.cache.CacheResponse;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.ResponseContent;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.FileResponseStore;
import dev.hyperclient.cache.store.MemoryResponseStore;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TieredResponseStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Tests the store in Redis with a real Redis (that of the operating system) and several
 * JVMs. After {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.RedisProof consistency
 * </pre>
 *
 * Each proof prints one line, with PASS or FAIL where there is a bound.
 * <ul>
 * <li>{@code consistency [operations]}: four JVMs read, write and invalidate, with a long
 * timeout and with the default settings; counts responses that are older than an
 * acknowledged write, and torn ones. An older one is excused if the invalidation was not
 * confirmed within the timeout, and is therefore repeated</li>
 * <li>{@code outage}: four JVMs read while Redis is killed, restarted and paused; counts
 * failed calls and measures how much longer than the origin a call takes. A call is
 * beyond the bound if it is so without the delay that the machine has caused in its time,
 * as {@link Hiccups} measures it: on two cores, four JVMs and Redis wait for each other.
 * The number without this deduction is printed too, and that of the same load with a
 * store in memory. Each JVM has keys of its own, since the bound does not hold for
 * waiting for the response to an equal request</li>
 * <li>{@code cold [rounds]}: four JVMs with eight callers each request a URL that is not
 * stored; counts requests to the origin</li>
 * <li>{@code writers [rounds]}: kills JVMs that store long content; counts keys without a
 * time to live</li>
 * <li>{@code hits}: latency and throughput of hits, beside files and memory</li>
 * <li>{@code heap}: memory that storing and reading 10 MiB takes, with
 * {@code -XX:+UseSerialGC -XX:MarkSweepAlwaysCompactCount=1} for exact figures</li>
 * </ul>
 */
public final class RedisProof {

	static final int JVMS = 4;

	static final int URLS = 64;

	private static final int CALLERS = 8;

	private static final int ACKNOWLEDGED = URLS;

	private static final int STARTED = 2 * URLS;

	private static final int REQUESTS = STARTED + 1;

	/** Writes that have returned, whether their invalidation was confirmed or not. */
	private static final int RETURNED = REQUESTS + 1;

	private static final int NUMBERS = RETURNED + URLS;

	private static final String URL = "http://origin.example/";

	private RedisProof() {
	}

	public static void main(String[] args) throws Exception {
		if (args[0].equals("worker")) {
			worker(args);
			System.exit(0);
		}
		Path directory = Files.createTempDirectory("redis-proof-");
		try (Server redis = new Server(directory)) {
			switch (args[0]) {
				case "consistency" -> {
					String operations = (args.length > 1) ? args[1] : "1000000";
					consistency(redis, directory, "consistency", operations);
					redis.kill();
					redis.start();
					Files.delete(directory.resolve("numbers"));
					consistency(redis, directory, "defaults", operations);
				}
				case "outage" -> RedisOutageProof.run(redis, directory);
				case "cold" -> cold(redis, directory, (args.length > 1) ? Integer.parseInt(args[1]) : 50);
				case "writers" -> writers(redis, directory, (args.length > 1) ? Integer.parseInt(args[1]) : 20);
				case "hits" -> hits(redis, directory);
				case "heap" -> heap(redis);
				default -> throw new IllegalArgumentException("Unknown: " + args[0]);
			}
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		System.exit(0);
	}

	private static void consistency(Server redis, Path directory, String kind, String operations) throws Exception {
		long begin = System.nanoTime();
		String each = String.valueOf(Long.parseLong(operations) / JVMS);
		List<Worker> workers = workers(redis, directory, kind, each);
		long[] sums = new long[7];
		for (Worker worker : workers) {
			String[] counts = worker.result().split(" ");
			for (int i = 0; i < sums.length; i++) {
				sums[i] += Long.parseLong(counts[i]);
			}
		}
		System.out.printf(Locale.ROOT,
				"%s: %,d reads (%,d hits), %,d writes, %,d evictions in %.0f s; %d older than an acknowledged write, %d of them after a confirmed invalidation (0 allowed), %d torn (0 allowed): %s%n",
				kind, sums[0], sums[1], sums[2], sums[3], (System.nanoTime() - begin) / 1e9, sums[6], sums[4], sums[5],
				verdict(sums[1] > 0 && sums[4] == 0 && sums[5] == 0));
	}

	static String verdict(boolean passed) {
		return passed ? "PASS" : "FAIL";
	}

	private static void cold(Server redis, Path directory, int rounds) throws Exception {
		SharedNumbers numbers = new SharedNumbers(directory.resolve("numbers"), NUMBERS);
		List<Worker> workers = workers(redis, directory, "cold", String.valueOf(rounds));
		int[] requests = new int[rounds];
		for (int round = 0; round < rounds; round++) {
			while (numbers.get(STARTED) < (round + 1L) * JVMS) {
				LockSupport.parkNanos(1_000_000);
			}
			long before = numbers.get(REQUESTS);
			numbers.raise(0, round + 1L);
			while (numbers.get(ACKNOWLEDGED) < (round + 1L) * JVMS) {
				LockSupport.parkNanos(1_000_000);
			}
			requests[round] = (int) (numbers.get(REQUESTS) - before);
		}
		for (Worker worker : workers) {
			worker.result();
		}
		int most = Arrays.stream(requests).max().orElse(0);
		System.out.printf(Locale.ROOT,
				"cold: %d rounds of %d JVMs with %d callers each; %.2f requests to the origin on average, at most %d (2 allowed): %s%n",
				rounds, JVMS, CALLERS, Arrays.stream(requests).average().orElse(0), most,
				verdict(most >= 1 && most <= 2));
	}

	private static void writers(Server redis, Path directory, int rounds) throws Exception {
		int killed = 0;
		for (int round = 0; round < rounds; round++) {
			List<Worker> workers = workers(redis, directory, "writers", "0");
			for (Worker worker : workers) {
				worker.awaitLine();
			}
			TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(50, 400));
			for (Worker worker : workers) {
				worker.process().destroyForcibly().waitFor();
				killed++;
			}
		}
		LettuceConnectionFactory factory = redis.connect();
		var connection = factory.getConnection();
		long keys = 0;
		long eternal = 0;
		for (byte[] key : connection.keyCommands().keys("*".getBytes(StandardCharsets.US_ASCII))) {
			keys++;
			Long left = connection.keyCommands().pTtl(key);
			eternal += (left != null && left == -1) ? 1 : 0;
		}
		System.out.printf(Locale.ROOT, "writers: %d killed, %,d keys; %d without a time to live (0 allowed): %s%n",
				killed, keys, eternal, verdict(keys > 0 && eternal == 0));
		factory.destroy();
	}

	private static void hits(Server redis, Path directory) throws Exception {
		LettuceConnectionFactory factory = redis.connect();
		Map<String, ResponseStore> stores = new LinkedHashMap<>();
		DataSize size = DataSize.ofMegabytes(50);
		stores.put("memory", new MemoryResponseStore(size));
		stores.put("files", new FileResponseStore(directory.resolve("files")));
		stores.put("memory, files", new TieredResponseStore(new FileResponseStore(directory.resolve("more")), size));
		stores.put("Redis", open(factory, settings().withPrefix("a")));
		stores.put("memory, Redis", new TieredResponseStore(open(factory, settings().withPrefix("b")), size));
		for (int round = 0; round < 2; round++) {
			for (Map.Entry<String, ResponseStore> store : stores.entrySet()) {
				for (int threads : new int[] { 1, 16 }) {
					measure(store.getKey(), store.getValue(), threads, round > 0);
				}
			}
		}
		factory.destroy();
	}

	private static void measure(String name, ResponseStore store, int threads, boolean printed) throws Exception {
		CacheExchange exchange = HttpCache.using(store).around((request) -> response(request, "x".repeat(2000)));
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		List<Future<long[]>> results = new ArrayList<>();
		Duration time = Duration.ofSeconds(3);
		for (int thread = 0; thread < threads; thread++) {
			results.add(executor.submit(() -> {
				long[] latencies = new long[2_000_000];
				int count = 0;
				long end = System.nanoTime() + time.toNanos();
				for (long now = System.nanoTime(); now < end && count < latencies.length; count++) {
					get(exchange, count % URLS);
					long after = System.nanoTime();
					latencies[count] = after - now;
					now = after;
				}
				return Arrays.copyOf(latencies, count);
			}));
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
					name, threads, all.length / (time.toMillis() / 1000.0), all[all.length / 2] / 1e3,
					all[(int) (all.length * 0.99)] / 1e3);
		}
	}

	private static void heap(Server redis) throws Exception {
		LettuceConnectionFactory factory = redis.connect();
		RedisResponseStore store = open(factory, settings().withMaxResponseSize(DataSize.ofMegabytes(20)));
		CacheKey key = new CacheKey(URL, "any");
		StoredResponse head = new StoredResponse(200, new HttpHeaders(), new byte[0], Map.of(), null, null);
		byte[] part = new byte[8192];
		for (boolean measured : new boolean[] { false, true }) {
			long before = used();
			AtomicLong most = new AtomicLong();
			AtomicBoolean done = new AtomicBoolean();
			Thread sampler = new Thread(() -> {
				while (!done.get()) {
					most.accumulateAndGet(used(), Math::max);
				}
			});
			sampler.start();
			try (ResponseWriter writer = store.begin(key, head)) {
				for (int i = 0; i < 1280; i++) {
					writer.write(ByteBuffer.wrap(part));
				}
				writer.commit();
			}
			long written = most.getAndSet(0);
			long length = 0;
			try (var channel = store.find(key).orElseThrow().body().snapshot().open()) {
				ByteBuffer buffer = ByteBuffer.wrap(part);
				for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer.clear())) {
					length += read;
				}
			}
			done.set(true);
			sampler.join();
			if (measured) {
				System.out.printf(Locale.ROOT,
						"heap: %,d bytes; at most %,d kB of live heap more while writing, %,d kB while reading (1,024 allowed): %s%n",
						length, (written - before) / 1024, (most.get() - before) / 1024,
						verdict(Math.max(written, most.get()) - before <= 1024 * 1024));
			}
		}
		store.close();
		factory.destroy();
	}

	/** Return what a garbage collection leaves. */
	private static long used() {
		System.gc();
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
			.mapToLong((pool) -> pool.getCollectionUsage().getUsed())
			.sum();
	}

	private static void worker(String[] args) throws Exception {
		LettuceConnectionFactory factory = connect(Integer.parseInt(args[2]));
		SharedNumbers numbers = new SharedNumbers(Path.of(args[3], "numbers"), NUMBERS);
		int argument = Integer.parseInt(args[4]);
		switch (args[1]) {
			case "consistency" -> consistencyWorker(open(factory, settings()), settings(), numbers, argument);
			case "defaults" -> consistencyWorker(open(factory, RedisStoreSettings.defaults()),
					RedisStoreSettings.defaults(), numbers, argument);
			case "outage" -> RedisOutageProof.work(factory, argument);
			case "cold" -> coldWorker(factory, numbers, argument);
			case "writers" -> writersWorker(factory);
			default -> throw new IllegalArgumentException(args[1]);
		}
	}

	private static void consistencyWorker(RedisResponseStore store, RedisStoreSettings settings, SharedNumbers numbers,
			int operations) throws Exception {
		int threads = 4;
		// Half of the time for which an invalidation waits for its confirmation.
		long confirmed = settings.timeout().toNanos() * 35 / 100;
		AtomicLong[] counts = new AtomicLong[7];
		Arrays.setAll(counts, (i) -> new AtomicLong());
		HttpCache cache = HttpCache.using(store)
			.withListener((request, outcome) -> counts[1].addAndGet((outcome == CacheOutcome.HIT) ? 1 : 0));
		CacheExchange exchange = cache.around((request) -> origin(request, numbers));
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		List<Future<?>> results = new ArrayList<>();
		for (int thread = 0; thread < threads; thread++) {
			results.add(executor.submit(() -> {
				Random random = new Random();
				for (int i = 0; i < operations / threads; i++) {
					int url = random.nextInt(URLS);
					int kind = random.nextInt(20);
					if (kind == 0) {
						boolean available = store.failure().isEmpty();
						long from = System.nanoTime();
						CacheResponse written = exchange
							.exchange(new CacheRequest(HttpMethod.PUT, url(url), new HttpHeaders(), ""));
						long version = Long.parseLong(text(written).strip());
						if (available && System.nanoTime() - from < confirmed && store.failure().isEmpty()) {
							numbers.raise(ACKNOWLEDGED + url, version);
						}
						numbers.raise(RETURNED + url, version);
						counts[2].incrementAndGet();
					}
					else if (kind == 1) {
						cache.evict(url(url));
						counts[3].incrementAndGet();
					}
					else {
						long acknowledged = numbers.get(ACKNOWLEDGED + url);
						long returned = numbers.get(RETURNED + url);
						String content = get(exchange, url);
						long version = Long.parseLong(content.substring(0, 20).strip());
						counts[0].incrementAndGet();
						counts[4].addAndGet((version < acknowledged) ? 1 : 0);
						counts[5].addAndGet(content.equals(content(version)) ? 0 : 1);
						counts[6].addAndGet((version < returned) ? 1 : 0);
					}
				}
			}));
		}
		for (Future<?> result : results) {
			result.get();
		}
		StringBuilder line = new StringBuilder();
		for (AtomicLong count : counts) {
			line.append(count.get()).append(' ');
		}
		System.out.println(line);
	}

	private static void coldWorker(LettuceConnectionFactory factory, SharedNumbers numbers, int rounds)
			throws InterruptedException {
		ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
		CacheExchange exchange = HttpCache.using(open(factory, settings())).around((request) -> {
			numbers.increment(REQUESTS);
			LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
			return response(request, "text");
		});
		for (int round = 0; round < rounds; round++) {
			numbers.increment(STARTED);
			while (numbers.get(0) <= round) {
				Thread.onSpinWait();
			}
			int url = round;
			Callable<String> call = () -> get(exchange, url);
			callers.invokeAll(Collections.nCopies(CALLERS, call));
			numbers.increment(ACKNOWLEDGED);
		}
		callers.shutdown();
		System.out.println("done");
	}

	private static void writersWorker(LettuceConnectionFactory factory) {
		CacheExchange exchange = HttpCache.using(open(factory, settings()))
			.around((request) -> response(request, content(1 + ThreadLocalRandom.current().nextInt(1000) * 50)));
		Random random = new Random();
		for (int i = 0; true; i++) {
			int url = random.nextInt(10_000);
			get(exchange, url);
			if (i % 10 == 0) {
				exchange.exchange(new CacheRequest(HttpMethod.PUT, url(url), new HttpHeaders(), ""));
			}
			if (i == 10) {
				System.out.println("writing");
			}
		}
	}

	/** The server: content with a version, which a PUT increments. */
	private static CacheResponse origin(CacheRequest request, SharedNumbers numbers) {
		int url = Integer.parseInt(request.uri().getPath().substring(1));
		boolean put = request.method().equals(HttpMethod.PUT);
		long version = put ? numbers.increment(url) : numbers.get(url);
		LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
		return response(request, put ? String.valueOf(version) : content(version));
	}

	static CacheResponse response(CacheRequest request, String content) {
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", System.currentTimeMillis());
		headers.set("Cache-Control", "max-age=3600");
		return new CacheResponse(request.uri(), 200, headers,
				ResponseContent.of(content.getBytes(StandardCharsets.US_ASCII)));
	}

	/** Content whose every part depends on the version; sometimes long. */
	static String content(long version) {
		int length = (version % 50 == 1) ? 150_000 : 100 + (int) (version % 20) * 100;
		return String.format("%20d", version) + String.valueOf((char) ('a' + version % 26)).repeat(length);
	}

	static String get(CacheExchange exchange, int url) {
		return text(exchange.exchange(CacheRequest.get(url(url), new HttpHeaders())));
	}

	private static String text(CacheResponse response) {
		try {
			return new String(response.body().bytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static URI url(int number) {
		return URI.create(URL + number);
	}

	/** Not limited, so that a busy machine does not count as an outage. */
	private static RedisStoreSettings settings() {
		return RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(10));
	}

	static RedisResponseStore open(LettuceConnectionFactory factory, RedisStoreSettings settings) {
		RedisResponseStore store = new RedisResponseStore(factory, settings);
		while (store.failure().isPresent()) {
			LockSupport.parkNanos(1_000_000);
		}
		return store;
	}

	private static LettuceConnectionFactory connect(int port) {
		// As the starter configures it.
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder()
						.timeoutOptions(TimeoutOptions.create())
						.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
						.build())
					.build());
		factory.setShareNativeConnection(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	static List<Worker> workers(Server redis, Path directory, String kind, String argument) throws IOException {
		List<Worker> workers = new ArrayList<>();
		for (int i = 0; i < JVMS; i++) {
			workers
				.add(new Worker(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
						RedisProof.class.getName(), "worker", kind, String.valueOf(redis.port), directory.toString(),
						argument)
					.redirectError(ProcessBuilder.Redirect.INHERIT)
					.start()));
		}
		return workers;
	}

	/**
	 * Another JVM, whose last line is its result.
	 */
	record Worker(Process process, BufferedReader output) {

		Worker(Process process) {
			this(process, reader(process.getInputStream()));
		}

		private static BufferedReader reader(InputStream stream) {
			return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
		}

		void awaitLine() throws IOException {
			this.output.readLine();
		}

		String result() throws Exception {
			String last = "";
			for (String line = this.output.readLine(); line != null; line = this.output.readLine()) {
				last = line;
			}
			if (this.process.waitFor() != 0) {
				throw new IllegalStateException("A worker failed");
			}
			return last;
		}

	}

	/**
	 * A Redis as a child process, which ends with this one.
	 */
	static final class Server implements AutoCloseable {

		private final Path directory;

		private final int port;

		private Process process;

		Server(Path directory) throws IOException {
			this.directory = directory;
			try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
				this.port = socket.getLocalPort();
			}
			this.process = launch();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> this.process.destroyForcibly()));
		}

		/** Return a new store. */
		RedisResponseStore open() {
			return RedisProof.open(connect(), settings());
		}

		LettuceConnectionFactory connect() {
			return RedisProof.connect(this.port);
		}

		void start() throws IOException {
			this.process = launch();
		}

		void kill() throws InterruptedException {
			this.process.destroyForcibly().waitFor();
		}

		void signal(String name) throws Exception {
			new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start().waitFor();
		}

		private Process launch() throws IOException {
			Process started = new ProcessBuilder("redis-server", "--port", String.valueOf(this.port), "--bind",
					"127.0.0.1", "--save", "", "--dir", this.directory.toString(), "--logfile",
					this.directory.resolve("log").toString())
				.start();
			while (true) {
				try (Socket socket = new Socket("127.0.0.1", this.port)) {
					return started;
				}
				catch (IOException ex) {
					LockSupport.parkNanos(10_000_000);
				}
			}
		}

		@Override
		public void close() throws Exception {
			kill();
		}

	}

}
