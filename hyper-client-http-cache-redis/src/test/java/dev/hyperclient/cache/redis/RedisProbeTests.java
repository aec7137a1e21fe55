package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When probes replace the connection, with connections that fail at will.
 */
class RedisProbeTests {

	private static final byte[] KEY = { 1 };

	private static final Duration CONNECT = Duration.ofSeconds(5);

	/** How the probes fail, one after the other. Those after them succeed. */
	private final Deque<@Nullable Exception> failures = new ArrayDeque<>();

	/** The numbers of the connections of the probes. */
	private final List<Integer> probed = Collections.synchronizedList(new ArrayList<>());

	private final List<Duration> timeouts = Collections.synchronizedList(new ArrayList<>());

	private final StubRedis redis = new StubRedis();

	private final RedisLog log = new RedisLog();

	private @Nullable RedisAvailability availability;

	@AfterEach
	void stop() {
		if (this.availability != null) {
			this.availability.close();
		}
		this.log.close();
	}

	@Test
	void connectionWhoseProbesAreLateIsReplacedAfterTwo() {
		fail(late(), late(), late(), late());
		long begin = System.nanoTime();
		start(Duration.ofMillis(300));
		assertThat(this.probed).containsExactly(1, 1, 2, 2, 3);
		assertThat(this.timeouts).containsExactly(CONNECT, Duration.ofMillis(300), CONNECT, Duration.ofMillis(300),
				CONNECT);
		assertThat(this.redis.closed).hasValue(2);
		// 100, 200, 400 and 800 ms.
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1500));
	}

	@Test
	void newConnectionThatFailsIsReplacedAtOnce() {
		fail(outage(), new IllegalStateException("stopped"), outage());
		start(Duration.ofMillis(300));
		assertThat(this.probed).containsExactly(1, 2, 3, 4);
		assertThat(this.redis.closed).hasValue(3);
		Machines.eventually(() -> this.log.messages(Level.INFO).size() == 1);
		assertThat(this.log.messages(Level.WARN)).singleElement().asString().contains("(outage)", "300 ms");
	}

	@Test
	void connectionIsKeptAfterOneFailure() {
		RedisAvailability started = start(Duration.ofMillis(300));
		CountDownLatch reported = new CountDownLatch(1);
		started.execute(() -> RedisSupport.await(reported), Duration.ZERO);
		started.report(outage(), KEY);
		assertThat(started.failure()).hasValue("outage");
		assertThat(started.connection()).isEmpty();
		assertThat(started.anyConnection()).isPresent();
		assertThat(started.accepts(KEY)).isFalse();
		assertThatExceptionOfType(RedisFailureException.class).isThrownBy(() -> started.connection(KEY))
			.withMessage("unavailable");
		reported.countDown();
		Machines.eventually(() -> started.failure().isEmpty());
		assertThat(this.probed).containsExactly(1, 1);
		assertThat(this.redis.closed).hasValue(0);
		assertThat(started.accepts(KEY)).isTrue();
	}

	/** Commands that are sent at the same time fail one after the other. */
	@Test
	void connectionToAReplicaIsReplacedAtOnceAndOnlyOnce() {
		RedisAvailability started = start(Duration.ofMillis(300));
		CountDownLatch reported = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(1);
		started.execute(() -> RedisSupport.await(reported), Duration.ZERO);
		for (int i = 0; i < 2; i++) {
			started.report(new RedisFailureException(Kind.READ_ONLY, "replica"), KEY);
		}
		started.execute(done::countDown, Duration.ZERO);
		reported.countDown();
		RedisSupport.await(done);
		Machines.eventually(() -> started.failure().isEmpty());
		assertThat(started.connection()).isPresent();
		assertThat(this.probed).containsExactly(1, 2);
		assertThat(this.redis.closed).hasValue(1);
	}

	@Test
	void probeThatAReplicaRefusesReplacesTheConnection() {
		RedisAvailability started = start(Duration.ofMillis(300));
		fail(new RedisFailureException(Kind.READ_ONLY, "replica"));
		started.report(outage(), KEY);
		Machines.eventually(() -> this.probed.size() == 3 && started.failure().isEmpty());
		assertThat(this.probed).containsExactly(1, 1, 2);
	}

	@ParameterizedTest
	@CsvSource({ "300, 500", "700, 700" })
	void silenceIsAnOutageAgainAndAgain(int timeout, int silence) {
		RedisAvailability started = start(Duration.ofMillis(timeout));
		for (int i = 0; i < 2; i++) {
			this.redis.replies.put(RedisScript.GROUPS, Flux::never);
			started.report(late(), KEY);
			Machines
				.eventually(() -> started.failure().filter(("no answer for " + silence + " ms")::equals).isPresent());
			this.redis.replies.clear();
			Machines.eventually(() -> started.failure().isEmpty());
		}
		Machines.eventually(() -> this.log.messages(Level.INFO).size() == 1);
		// The second outage within a minute is not logged.
		assertThat(this.log.messages(Level.WARN)).hasSize(1);
	}

	@Test
	void refusalLastsUntilAResponseIsAccepted() {
		RedisAvailability started = start(Duration.ofMillis(300));
		started.accepted();
		started.report(new RedisFailureException(Kind.REFUSAL, "OOM"), KEY);
		assertThat(started.failure()).hasValue("OOM");
		assertThat(started.accepts(KEY)).isFalse();
		assertThat(started.connection()).isPresent();
		Machines.eventually(() -> this.log.messages(Level.WARN).size() == 1);
		started.accepted();
		assertThat(started.failure()).isEmpty();
		assertThat(started.accepts(KEY)).isTrue();
		Machines.eventually(() -> this.log.messages(Level.INFO).size() == 1);
	}

	@Test
	void repliesInTimeEndTheRowOfLateOnes() throws RedisFailureException {
		RedisAvailability started = start(Duration.ofMillis(300));
		RedisCommands commands = new RedisCommands(started);
		long begin = System.nanoTime();
		while (System.nanoTime() - begin < Duration.ofMillis(1200).toNanos()) {
			started.report(late(), KEY);
			assertThat(commands.run(RedisScript.END.on(List.of(KEY)), new TimeBudget(CONNECT))).containsExactly(1L);
			LockSupport.parkNanos(10_000_000);
		}
		for (int i = 0; i < 19; i++) {
			started.report(late(), KEY);
		}
		assertThat(started.failure()).isEmpty();
	}

	@Test
	void closedConnectionIsNotUsedAndNothingIsRun() {
		RedisAvailability started = start(Duration.ofMillis(300));
		started.close();
		assertThat(this.redis.closed).hasValue(1);
		assertThat(started.connection()).isEmpty();
		assertThat(started.anyConnection()).isEmpty();
		started.report(outage(), KEY);
		assertThat(started.failure()).isEmpty();
		started.execute(this.redis.closed::incrementAndGet, Duration.ZERO);
		started.close();
		assertThat(this.redis.closed).hasValue(1);
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	private void fail(Exception... all) {
		this.failures.addAll(Arrays.asList(all));
	}

	private static RedisFailureException late() {
		return new RedisFailureException(Kind.LATE, "late");
	}

	private static RedisFailureException outage() {
		return new RedisFailureException(Kind.OUTAGE, "outage");
	}

	/** Start, and wait until it is available. */
	private RedisAvailability start(Duration timeout) {
		RedisAvailability started = new RedisAvailability(new RedisServers(this.redis.factory()),
				RedisStoreSettings.defaults().withTimeout(timeout));
		this.availability = started;
		started.start((connection, limit) -> {
			this.probed.add(Integer.valueOf(connection.toString()));
			this.timeouts.add(limit);
			Exception failure = this.failures.poll();
			if (failure instanceof RedisFailureException failed) {
				throw failed;
			}
			if (failure instanceof RuntimeException failed) {
				throw failed;
			}
		});
		Machines.eventually(() -> started.failure().isEmpty());
		return started;
	}

}
