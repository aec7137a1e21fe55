package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.MicrometerTracing;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis is never in the way: whatever it does, calls go on.
 */
class RedisFailureTests extends RedisSupport {

	/** For a Redis that does not answer. */
	private static final RedisStoreSettings HASTY = PATIENT.withTimeout(Duration.ofMillis(300));

	private static final CacheKey ENTRY = new CacheKey("http://cookbooks.dev/", "any");

	private RedisLog log;

	private Machines machines;

	private Machines hasty;

	@BeforeEach
	void start() {
		this.machines = closing(new Machines(redis::connect, PATIENT));
		this.hasty = closing(new Machines(redis::connect, HASTY));
		this.log = closing(new RedisLog());
	}

	@Test
	void storeStartsWithoutRedisAndTakesItUp() throws Exception {
		redis.kill();
		Machine machine = this.machines.start();
		assertThat(machine.get()).isEqualTo("one");
		assertThat(machine.get()).isEqualTo("one");
		assertThat(this.machines.requests).hasValue(2);
		assertThat(machine.store().failure()).get()
			.asString()
			.contains("127.0.0.1:" + redis.port(), "spring.data.redis");
		assertThat(machine.cache().failure()).isPresent();
		redis.restart();
		assertThatResponsesAreCached(machine);
		// The recovery is logged after it can be noticed.
		Machines.eventually(() -> this.log.messages(Level.INFO).size() == 1);
		assertThat(this.log.messages(Level.WARN)).hasSize(1)
			.first()
			.asString()
			.contains("Redis")
			.doesNotContain("once");
	}

	@Test
	void pausedRedisDelaysCallsByTheTimeoutAtMost() throws Exception {
		Machine machine = this.hasty.start();
		assertThatResponsesAreCached(this.hasty, machine);
		redis.pause();
		long begin = System.nanoTime();
		for (int i = 0; i < 100; i++) {
			assertThat(machine.get()).isEqualTo("one");
		}
		// Each of them would wait for 240 ms without the circuit breaker.
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
		assertThat(machine.store().failure()).isPresent();
		assertThat(machine.store().size().entries()).isNotNegative();
		redis.resume();
		assertThatResponsesAreCached(this.hasty, machine);
		assertThat(this.log.messages(Level.WARN)).hasSize(1).first().asString().contains("no answer for 500 ms");
	}

	@Test
	void killedAndRestartedRedisFailsNoCall() throws Exception {
		List<Machine> started = List.of(this.machines.start(), this.machines.start());
		AtomicBoolean done = new AtomicBoolean();
		AtomicInteger calls = new AtomicInteger();
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			List<Future<?>> results = new ArrayList<>();
			for (Machine machine : started) {
				results.add(threads.submit(() -> {
					while (!done.get()) {
						assertThat(machine.get()).isEqualTo("one");
						calls.incrementAndGet();
					}
				}));
			}
			for (int i = 0; i < 2; i++) {
				int before = calls.get();
				Machines.eventually(() -> calls.get() > before + 50);
				redis.kill();
				int between = calls.get();
				Machines.eventually(() -> calls.get() > between + 50);
				redis.restart();
			}
			done.set(true);
			for (Future<?> result : results) {
				result.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		started.forEach(this::assertThatResponsesAreCached);
	}

	@Test
	void invalidationDuringPauseIsRepeated() throws Exception {
		Machine machine = this.hasty.start();
		assertThatResponsesAreCached(this.hasty, machine);
		redis.pause();
		this.hasty.content = "two";
		machine.put();
		assertThat(machine.get()).isEqualTo("two");
		redis.resume();
		Machines.eventually(() -> machine.store().failure().isEmpty());
		assertThat(machine.get()).isEqualTo("two");
		assertThat(this.hasty.start().get()).isEqualTo("two");
	}

	@Test
	void clearDuringPauseIsRepeated() throws Exception {
		Machine machine = this.hasty.start();
		assertThatResponsesAreCached(this.hasty, machine);
		redis.pause();
		this.hasty.content = "two";
		machine.cache().clear();
		assertThat(machine.store().failure()).isPresent();
		assertThat(machine.get()).isEqualTo("two");
		redis.resume();
		Machines.eventually(() -> machine.store().failure().isEmpty());
		assertThat(machine.get()).isEqualTo("two");
	}

	@Test
	void wrongPasswordIsReportedWithoutSecrets() {
		redis.commands().configSet("requirepass", "right");
		RedisStandaloneConfiguration wrong = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
		wrong.setPassword("secret-but-wrong");
		try (Machines others = new Machines(() -> redis.connect(wrong), PATIENT)) {
			Machine machine = others.start();
			assertThat(machine.get()).isEqualTo("one");
			Machines.eventually(() -> machine.store().failure().orElse("").contains("WRONGPASS"));
			// Logged after it can be noticed.
			Machines.eventually(() -> this.log.messages(Level.WARN).size() == 1);
			assertThat(this.log.messages(Level.WARN)).noneMatch((message) -> message.contains("secret"));
		}
	}

	@Test
	void fullRedisStoresNothingAndInvalidates() {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		var commands = redis.commands();
		commands.configSet("maxmemory", "1");
		this.machines.content = "two";
		machine.put();
		assertThat(machine.get()).isEqualTo("two");
		Machines.eventually(() -> {
			machine.store().put(ENTRY, RedisResponseStoreContract.response("x"));
			return machine.store().failure().orElse("").contains("OOM");
		});
		commands.configSet("maxmemory", "0");
		assertThatResponsesAreCached(machine);
		Machines.eventually(() -> {
			machine.store().put(ENTRY, RedisResponseStoreContract.response("x"));
			return machine.store().failure().isEmpty();
		});
	}

	@Test
	void refusalToWriteIsReportedByRequestForNewUrl() {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		var commands = redis.commands();
		commands.flushall();
		commands.configSet("maxmemory", "1");
		assertThat(machine.get()).isEqualTo("one");
		assertThat(machine.store().failure()).get().asString().contains("OOM");
		commands.configSet("maxmemory", "0");
		assertThatResponsesAreCached(machine);
		assertThat(machine.store().failure()).isEmpty();
		commands.flushall();
		commands.aclSetuser("default", new AclSetuserArgs().removeCommand(CommandType.HSET));
		assertThat(machine.get()).isEqualTo("one");
		assertThat(machine.store().failure()).isPresent();
		commands.aclSetuser("default", new AclSetuserArgs().allCommands());
		assertThatResponsesAreCached(machine);
		Machines.eventually(() -> this.log.messages(Level.WARN).size() == 1);
	}

	@Test
	void readOnlyRedisServesAndInvalidationIsRepeated() {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		var commands = redis.commands();
		commands.replicaof("127.0.0.1", 1);
		assertThatResponsesAreCached(machine);
		this.machines.content = "two";
		machine.put();
		assertThat(machine.get()).isEqualTo("two");
		assertThat(machine.get()).isEqualTo("two");
		commands.replicaofNoOne();
		assertThatResponsesAreCached(machine);
		assertThat(machine.get()).isEqualTo("two");
	}

	@Test
	void slowLogDoesNotDelayCalls() throws Exception {
		Machine machine = this.machines.start();
		assertThatResponsesAreCached(machine);
		try (RedisLog slow = new RedisLog(Duration.ofSeconds(20))) {
			redis.kill();
			Machines.eventually(() -> {
				assertThat(machine.get()).isEqualTo("one");
				return machine.store().failure().isPresent();
			});
			// Otherwise the warning is written before the call returns.
			assertThat(slow.messages(Level.WARN)).isEmpty();
			slow.release();
			Machines.eventually(() -> slow.messages(Level.WARN).size() == 1);
		}
	}

	/** The tracing of Lettuce runs code of the application. */
	@Test
	void observationThatFailsDoesNotReachCaller() throws Exception {
		AtomicBoolean failing = new AtomicBoolean();
		AtomicInteger failures = new AtomicInteger();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new FailingHandler(failing, failures));
		ClientResources resources = ClientResources.builder().tracing(new MicrometerTracing(registry, "redis")).build();
		try (Machines traced = new Machines(() -> connect(resources), HASTY)) {
			Machine machine = traced.start();
			Machines.eventually(() -> traced.isCaching(machine));
			redis.pause();
			failing.set(true);
			// Waits for the first reply.
			CompletableFuture<Machine> starting = CompletableFuture.supplyAsync(traced::start);
			for (int i = 0; i < 3; i++) {
				assertThat(machine.get()).isEqualTo("one");
				machine.put();
			}
			assertThat(machine.store().keys(Machines.URL.toString())).isEmpty();
			assertThat(machine.store().recentKeys(10)).isEqualTo(List.of());
			Machine later = starting.join();
			assertThat(later.get()).isEqualTo("one");
			assertThat(failures).hasPositiveValue();
			failing.set(false);
			redis.resume();
			Machines.eventually(() -> traced.isCaching(machine) && traced.isCaching(later));
		}
		finally {
			redis.recover();
			redis.disconnect();
			resources.shutdown().get();
		}
	}

	private void assertThatResponsesAreCached(Machine machine) {
		assertThatResponsesAreCached(this.machines, machine);
	}

	private static void assertThatResponsesAreCached(Machines machines, Machine machine) {
		Machines.eventually(() -> machines.isCaching(machine));
	}

	private static LettuceConnectionFactory connect(ClientResources resources) {
		return redis.connect(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()),
				LettuceClientConfiguration.builder().clientResources(resources).build()));
	}

	private record FailingHandler(AtomicBoolean failing,
			AtomicInteger failures) implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			if (this.failing.get()) {
				this.failures.incrementAndGet();
				throw new IllegalArgumentException("An observation without a timer");
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
