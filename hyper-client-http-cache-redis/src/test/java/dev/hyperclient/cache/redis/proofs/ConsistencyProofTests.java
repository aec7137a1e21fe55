package dev.hyperclient.cache.redis.proofs;

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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.LostLookups;
import dev.hyperclient.cache.redis.LostLookups.Loss;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.redis.TestRedis;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Four JVMs read, write and invalidate: counts responses that are older than an
 * acknowledged write, and torn ones. An older one is excused if the store reports after
 * the write that an invalidation is not confirmed, and is therefore repeated.
 */
@Tag(ProofRedis.TAG)
class ConsistencyProofTests {

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

	/**
	 * With a long timeout and with the default settings.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "consistency", "defaults" })
	void noResponseIsOlderThanConfirmedInvalidation(String kind, @TempDir Path directory) throws Exception {
		try (TestRedis redis = TestRedis.startAny()) {
			run(kind, redis, directory.resolve("numbers"), ProofRedis.count(1_000_000));
		}
	}

	/**
	 * With a Redis that has little memory, without and with eviction.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "noeviction", "allkeys-lru", "volatile-lru" })
	void noResponseIsOlderWithFullRedis(String policy, @TempDir Path directory) throws Exception {
		try (TestRedis redis = TestRedis.startAny()) {
			ProofRedis.fill(redis, policy);
			run(policy, redis, directory.resolve("numbers"), ProofRedis.count(40_000));
		}
	}

	/**
	 * While all connections are cut, or Redis executes nothing for longer than a lookup
	 * waits, again and again.
	 */
	@ParameterizedTest
	@EnumSource(Loss.class)
	void noResponseIsOlderWithRepliesThatAreLost(Loss loss, @TempDir Path directory) throws Exception {
		ScheduledExecutorService disturbing = Executors.newSingleThreadScheduledExecutor();
		try (TestRedis redis = TestRedis.startAny()) {
			RedisCommands<String, String> commands = redis.commands();
			disturbing.scheduleWithFixedDelay(() -> {
				if (loss == Loss.CUT) {
					commands.clientKill(KillArgs.Builder.typeNormal());
				}
				else {
					commands.clientPause(PAUSE.toMillis());
				}
			}, DISTURBANCE.toMillis(), DISTURBANCE.toMillis(), TimeUnit.MILLISECONDS);
			run(loss.name(), redis, directory.resolve("numbers"), ProofRedis.count(100_000));
		}
		finally {
			disturbing.shutdownNow();
		}
	}

	/**
	 * Each lookup has no reply, and each of its URLs is written while it is requested.
	 */
	@ParameterizedTest
	@EnumSource(Loss.class)
	void noResponseToRequestWithoutLookupIsOlder(Loss loss) throws Exception {
		try (TestRedis redis = TestRedis.startAny()) {
			int lookups = ProofRedis.count(1000);
			int older = LostLookups.countOlder(redis, loss, lookups, UnaryOperator.identity());
			System.out.printf(Locale.ROOT, "%s: %,d lookups without a reply; %d older responses (0 allowed)%n", loss,
					lookups, older);
			assertThat(older).isZero();
		}
	}

	private static void run(String kind, TestRedis redis, Path numbers, int operations) throws Exception {
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
		assertThat(sums[HITS]).isPositive();
		assertThat(sums[OLDER_THAN_CONFIRMED]).isZero();
		assertThat(sums[TORN]).isZero();
	}

	/**
	 * A worker.
	 */
	static final class Worker {

		private final RedisResponseStore store;

		private final SharedNumbers numbers;

		private final AtomicLongArray counts = new AtomicLongArray(COUNTS);

		private final HttpCache cache;

		private final RequestSender exchange;

		private Worker(RedisResponseStore store, SharedNumbers numbers) {
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
				case "CUT", "LATE" -> RedisStoreSettings.defaults().withTimeout(TIMEOUT);
				default -> ProofRedis.PATIENT;
			};
			RedisResponseStore store = ProofRedis.open(TestRedis.connect(Integer.parseInt(args[0])), settings);
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
