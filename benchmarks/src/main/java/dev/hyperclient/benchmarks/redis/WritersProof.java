package dev.hyperclient.benchmarks.redis;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.store.ResponseStore;

/**
 * Kills JVMs that store long content: counts keys without a time to live.
 */
public final class WritersProof {

	private WritersProof() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			run(redis, Proof.count(args, 20));
		}
		System.exit(0);
	}

	private static void run(RedisServer redis, int rounds) throws Exception {
		int killed = 0;
		for (int round = 0; round < rounds; round++) {
			List<RedisWorker> workers = RedisWorker.start(Worker.class, redis);
			for (RedisWorker worker : workers) {
				worker.awaitLine();
			}
			TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(50, 400));
			for (RedisWorker worker : workers) {
				worker.process().destroyForcibly().waitFor();
				killed++;
			}
		}
		List<String> keys = redis.commands().keys("*");
		long eternal = keys.stream().filter((key) -> redis.commands().pttl(key) == -1).count();
		System.out.printf(Locale.ROOT, "writers: %d killed, %,d keys; %d without a time to live (0 allowed)%n", killed,
				keys.size(), eternal);
		Proof.require(!keys.isEmpty(), eternal == 0);
	}

	/**
	 * A worker.
	 */
	static final class Worker {

		private Worker() {
		}

		public static void main(String[] args) {
			RedisWorker.endWithParent();
			ResponseStore store = RedisServer.open(Integer.parseInt(args[0]), RedisServer.PATIENT);
			RequestSender exchange = HttpCache.using(store)
				.around((request) -> VersionedOrigin.response(request,
						VersionedOrigin.content(1 + ThreadLocalRandom.current().nextInt(1000) * 50)));
			Random random = new Random();
			for (int i = 0; true; i++) {
				int url = random.nextInt(10_000);
				VersionedOrigin.get(exchange, url);
				if (i % 10 == 0) {
					VersionedOrigin.put(exchange, url);
				}
				if (i == 10) {
					System.out.println("writing");
				}
			}
		}

	}

}
