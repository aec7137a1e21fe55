package dev.hyperclient.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The proof {@code writers} of {@link RedisProof}, whose workers store long content until
 * they are killed.
 */
final class RedisWritersProof {

	private RedisWritersProof() {
	}

	static void run(RedisServer redis, int rounds) throws Exception {
		int killed = 0;
		for (int round = 0; round < rounds; round++) {
			List<RedisWorker> workers = RedisWorker.start(RedisWritersProof.class, redis);
			for (RedisWorker worker : workers) {
				worker.awaitLine();
			}
			TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(50, 400));
			for (RedisWorker worker : workers) {
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
				killed, keys, eternal, RedisWorker.verdict(keys > 0 && eternal == 0));
		factory.destroy();
	}

	/** A worker. */
	public static void main(String[] args) {
		RedisWorker.endWithParent();
		RedisResponseStore store = RedisServer.open(RedisServer.connect(Integer.parseInt(args[0])),
				RedisServer.PATIENT);
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
