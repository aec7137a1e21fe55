package dev.hyperclient.cache.redis.proofs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Four JVMs with eight callers each request a URL that is not stored, in each round
 * another one: counts requests to the origin.
 */
@Tag(ProofRedis.TAG)
class ColdProofTests {

	private static final int CALLERS = 8;

	/** Where the shared numbers are. */
	private static final int ROUND = 0;

	private static final int STARTED = 1;

	private static final int REQUESTS = 2;

	private static final int FINISHED = 3;

	private static final int NUMBERS = 4;

	@Test
	void atMostTwoRequestsAreSentForEachUrl(@TempDir Path directory) throws Exception {
		try (TestRedis redis = TestRedis.startAny()) {
			run(redis, directory, ProofRedis.count(50));
		}
	}

	private static void run(TestRedis redis, Path directory, int rounds) throws Exception {
		Path file = directory.resolve("numbers");
		SharedNumbers numbers = new SharedNumbers(file, NUMBERS);
		List<RedisWorker> workers = RedisWorker.start(ColdProofTests.class, redis, file.toString(),
				String.valueOf(rounds));
		int[] requests = new int[rounds];
		for (int round = 0; round < rounds; round++) {
			await(workers, numbers, STARTED, (round + 1L) * RedisWorker.COUNT);
			long before = numbers.get(REQUESTS);
			numbers.raise(ROUND, round + 1L);
			await(workers, numbers, FINISHED, (round + 1L) * RedisWorker.COUNT);
			requests[round] = (int) (numbers.get(REQUESTS) - before);
		}
		for (RedisWorker worker : workers) {
			worker.result();
		}
		int most = Arrays.stream(requests).max().orElse(0);
		System.out.printf(Locale.ROOT,
				"cold: %d rounds of %d JVMs with %d callers each; %.2f requests to the origin on average, at most %d (2 allowed)%n",
				rounds, RedisWorker.COUNT, CALLERS, Arrays.stream(requests).average().orElse(0), most);
		assertThat(most).isBetween(1, 2);
	}

	private static void await(List<RedisWorker> workers, SharedNumbers numbers, int index, long value) {
		while (numbers.get(index) < value) {
			workers.forEach(RedisWorker::check);
			LockSupport.parkNanos(1_000_000);
		}
	}

	/** A worker. */
	public static void main(String[] args) throws Exception {
		RedisWorker.endWithParent();
		RedisResponseStore store = ProofRedis.open(TestRedis.connect(Integer.parseInt(args[0])), ProofRedis.PATIENT);
		SharedNumbers numbers = new SharedNumbers(Path.of(args[1]), NUMBERS);
		ExecutorService callers = RedisWorker.daemons(CALLERS);
		RequestSender exchange = HttpCache.using(store).around((request) -> {
			numbers.increment(REQUESTS);
			LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
			return VersionedOrigin.response(request, "text");
		});
		for (int round = 0; round < Integer.parseInt(args[2]); round++) {
			numbers.increment(STARTED);
			while (numbers.get(ROUND) <= round) {
				Thread.onSpinWait();
			}
			int url = round;
			Callable<String> call = () -> VersionedOrigin.get(exchange, url);
			for (Future<String> response : callers.invokeAll(Collections.nCopies(CALLERS, call))) {
				response.get();
			}
			numbers.increment(FINISHED);
		}
		System.exit(0);
	}

}
