package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;

import org.springframework.util.unit.DataSize;

/**
 * Four JVMs read while Redis is killed, restarted and paused: counts failed calls and
 * measures how much longer than the origin a call takes. A call is beyond the bound if it
 * is so without the delay that the machine has caused in its time, as {@link Hiccups}
 * measures it: on two cores, four JVMs and Redis wait for each other. The number without
 * this deduction is printed too, and that of the same load with a store in memory. Each
 * JVM has keys of its own, since the bound does not hold for waiting for the response to
 * an equal request.
 */
public final class OutageProof {

	private static final long BOUND = 50_000_000;

	private static final Duration WARM_UP = Duration.ofSeconds(1);

	private static final Duration CONTROL = Duration.ofSeconds(5);

	private OutageProof() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			run(redis);
		}
		System.exit(0);
	}

	private static void run(RedisServer redis) throws Exception {
		List<RedisWorker> workers = RedisWorker.start(Worker.class, redis, "20");
		for (RedisWorker worker : workers) {
			worker.awaitLine();
		}
		for (int round = 0; round < 2; round++) {
			TimeUnit.SECONDS.sleep(2);
			redis.pause();
			TimeUnit.SECONDS.sleep(2);
			redis.resume();
			TimeUnit.SECONDS.sleep(2);
			redis.kill();
			TimeUnit.SECONDS.sleep(2);
			redis.restart();
		}
		Result control = Result.NONE;
		Result outage = Result.NONE;
		for (RedisWorker worker : workers) {
			String[] results = worker.result().split(";");
			control = control.plus(Result.parse(results[0]));
			outage = outage.plus(Result.parse(results[1]));
		}
		System.out.println(control.text("outage, control with a store in memory"));
		System.out.println(outage.text("outage"));
		Proof.require(outage.hits > 0, outage.failed == 0, outage.beyond == 0);
	}

	/**
	 * A worker.
	 */
	static final class Worker {

		private Worker() {
		}

		public static void main(String[] args) throws IOException {
			RedisWorker.endWithParent();
			work(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
			System.exit(0);
		}

		private static void work(int port, int seconds) throws IOException {
			Hiccups hiccups = new Hiccups();
			MemoryResponseStore memory = new MemoryResponseStore(DataSize.ofMegabytes(50));
			load(memory, WARM_UP, hiccups);
			Result control = load(memory, CONTROL, hiccups);
			// No JVM waits for a response that another one requests, which has no bound.
			ResponseStore store = RedisServer.open(port,
					RedisStoreSettings.defaults().withPrefix("jvm-" + ProcessHandle.current().pid()));
			load(store, WARM_UP, hiccups);
			System.out.println("begin");
			Result outage = load(store, Duration.ofSeconds(seconds), hiccups);
			System.out.println(control.line() + ";" + outage.line());
		}

		private static Result load(ResponseStore store, Duration time, Hiccups hiccups) {
			AtomicLong hits = new AtomicLong();
			AtomicLong origin = new AtomicLong();
			RequestSender exchange = HttpCache.using(store)
				.withAdditionalListener(
						(request, result) -> hits.addAndGet((result.outcome() == CacheOutcome.HIT) ? 1 : 0))
				.around((request) -> {
					long begin = System.nanoTime();
					CacheResponse response = VersionedOrigin.response(request, VersionedOrigin.content(1));
					origin.set(System.nanoTime() - begin);
					return response;
				});
			List<Call> calls = new ArrayList<>();
			int failed = 0;
			long end = System.nanoTime() + time.toNanos();
			while (System.nanoTime() < end) {
				origin.set(0);
				long ready = hiccups.readyOrCollecting();
				long from = System.nanoTime();
				try {
					VersionedOrigin.get(exchange, calls.size() % VersionedOrigin.URLS);
				}
				catch (RuntimeException ex) {
					failed++;
				}
				long to = System.nanoTime();
				calls.add(new Call(from, to, to - from - origin.get(), hiccups.readyOrCollecting() - ready));
				LockSupport.parkNanos(200_000);
			}
			LockSupport.parkNanos(BOUND);
			return Result.of(calls, hits.get(), failed, hiccups);
		}

	}

	/**
	 * A call, with times in nanoseconds.
	 *
	 * @param extra how much longer than the origin it has taken
	 * @param ready how long its thread has waited for a processor or a garbage collection
	 */
	private record Call(long from, long to, long extra, long ready) {

		/** Return the extra time without what the machine has delayed. */
		long own(Hiccups hiccups) {
			return this.extra - Math.max(this.ready, hiccups.between(this.from, this.to));
		}

	}

	/**
	 * The result of one or several JVMs, with times in nanoseconds.
	 *
	 * @param beyond the calls beyond the bound, without the delays by the machine
	 * @param beyondRaw the calls beyond the bound
	 * @param most the extra time of 99.9 % of the calls of each JVM
	 * @param longest the longest extra time
	 * @param longestOwn the longest extra time without the delays by the machine
	 */
	private record Result(long calls, long hits, long failed, long beyond, long beyondRaw, long most, long longest,
			long longestOwn) {

		static final Result NONE = new Result(0, 0, 0, 0, 0, 0, 0, 0);

		static Result of(List<Call> calls, long hits, long failed, Hiccups hiccups) {
			long[] times = calls.stream().mapToLong(Call::extra).sorted().toArray();
			// Only the long ones may be the longest, since the machine adds time.
			long[] own = calls.stream()
				.filter((call) -> call.extra() > BOUND / 5)
				.mapToLong((call) -> call.own(hiccups))
				.sorted()
				.toArray();
			return new Result(times.length, hits, failed, count(own), count(times), times[(int) (times.length * 0.999)],
					times[times.length - 1], (own.length > 0) ? own[own.length - 1] : times[times.length - 1]);
		}

		static Result parse(String line) {
			String[] parts = line.split(" ");
			long[] n = new long[parts.length];
			for (int i = 0; i < n.length; i++) {
				n[i] = Long.parseLong(parts[i]);
			}
			return new Result(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
		}

		private static long count(long[] times) {
			long count = 0;
			for (long time : times) {
				count += (time > BOUND) ? 1 : 0;
			}
			return count;
		}

		Result plus(Result other) {
			return new Result(this.calls + other.calls, this.hits + other.hits, this.failed + other.failed,
					this.beyond + other.beyond, this.beyondRaw + other.beyondRaw, Math.max(this.most, other.most),
					Math.max(this.longest, other.longest), Math.max(this.longestOwn, other.longestOwn));
		}

		String line() {
			return "%d %d %d %d %d %d %d %d".formatted(this.calls, this.hits, this.failed, this.beyond, this.beyondRaw,
					this.most, this.longest, this.longestOwn);
		}

		String text(String name) {
			return String.format(Locale.ROOT,
					"%s: %d JVMs, %,d calls, %,d hits, %d failed (0 allowed); extra time of a call: 99.9 %% within %.1f ms, longest %.1f ms, %d beyond 50 ms; without delays by the machine longest %.1f ms, %d beyond 50 ms (0 allowed)",
					name, RedisWorker.COUNT, this.calls, this.hits, this.failed, this.most / 1e6, this.longest / 1e6,
					this.beyondRaw, this.longestOwn / 1e6, this.beyond);
		}

	}

}
