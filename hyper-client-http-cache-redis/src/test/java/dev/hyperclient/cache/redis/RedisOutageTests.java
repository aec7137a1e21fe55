package dev.hyperclient.cache.redis;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever Redis replies, calls go on within the bound, it is logged once, and the store
 * takes Redis up again by itself.
 */
class RedisOutageTests extends RedisSupport.WithFaults {

	private static final Duration TIMEOUT = Duration.ofMillis(200);

	private static final int CALLS = 20;

	/** No outage, but that an invalidation has not been confirmed. */
	private static final String PENDING = "responses that were changed are still being removed";

	private RedisLog log;

	private Machines machines;

	@BeforeEach
	void start() {
		this.machines = closing(new Machines(this.faulty::connect, PATIENT.withTimeout(TIMEOUT)));
		this.log = closing(new RedisLog());
	}

	static Stream<Fault> faults() {
		return Stream.of(Fault.error("LOADING Redis is loading the dataset in memory"),
				Fault.errorOfScripts("READONLY You can't write against a read only replica."),
				Fault.errorOfScripts("OOM command not allowed when used memory > 'maxmemory'."),
				Fault.reply("garbage", "HTTP/1.1 400\r\n\r\n"), Fault.reply("half a reply", "*2\r\n$32\r\nabc"),
				Fault.reply("nested nulls", "*2\r\n*1\r\n$-1\r\n*-1\r\n"), Fault.closed(),
				Fault.slow(TIMEOUT.multipliedBy(2)));
	}

	@ParameterizedTest
	@MethodSource("faults")
	void callsGoOnAndRedisIsTakenUpAgain(Fault fault) {
		Machine machine = this.machines.start();
		Machines.eventually(() -> this.machines.isCaching(machine));
		this.faulty.set(fault);
		this.machines.content = "two";
		machine.put();
		// A few calls wait until it is an outage.
		Machines.eventually(() -> {
			assertThat(machine.get()).isEqualTo("two");
			return !machine.cache().failure().orElse(PENDING).equals(PENDING);
		});
		if (!fault.isError()) {
			assertThatNothingIsSent(machine);
		}
		for (int i = 0; i < CALLS; i++) {
			assertThat(machine.get()).isEqualTo("two");
		}
		assertThat(machine.cache().failure()).isPresent();
		this.faulty.set(Fault.NONE);
		Machines.eventually(() -> {
			machine.put();
			return this.machines.isCaching(machine) && machine.cache().failure().isEmpty();
		});
		assertThat(this.machines.start().get()).isEqualTo("two");
		Machines.eventually(() -> !this.log.messages(Level.INFO).isEmpty());
		assertThat(this.log.messages(Level.WARN)).hasSize(1).first().asString().contains("calls continue uncached");
		assertThat(this.log.messages(Level.INFO))
			.containsExactly("Responses with the prefix hyper-client are cached in Redis again");
	}

	/** So no call waits, however long it takes itself. */
	private void assertThatNothingIsSent(Machine machine) {
		URI other = Machines.URL.resolve("/other");
		for (int i = 0; i < CALLS; i++) {
			machine.exchange().exchange(CacheRequest.get(other, new HttpHeaders()));
		}
		assertThat(this.faulty.count(key(other))).isZero();
	}

	@Test
	void invalidationsOfResponseAreSentTogether() {
		Machine machine = this.machines.start();
		assertThat(machine.get()).isEqualTo("one");
		HttpHeaders created = new HttpHeaders();
		created.set("Location", "/created");
		created.set("Content-Location", "/list");
		RequestSender exchange = machine.cache()
			.around((request) -> CacheResponse.of(request.uri(), 201, created, new byte[0]));
		List<String> keys = Stream.of(Machines.URL, Machines.URL.resolve("/created"), Machines.URL.resolve("/list"))
			.map(RedisOutageTests::key)
			.toList();
		// An invalidation that waits for the reply to another one is not sent.
		this.faulty.set(Fault.reply("silence", ""));
		exchange.exchange(CacheRequest.of(HttpMethod.POST, Machines.URL, new HttpHeaders(), ""));
		assertThat(machine.store().failure()).isPresent();
		Machines.eventually(() -> this.faulty.invalidated(keys).equals(keys));
	}

	@Test
	@Tag("slow")
	void promotedReplicaIsUsedAndInvalidationDuringFailoverIsRepeated() throws Exception {
		try (TestRedis master = TestRedis.startAny("--repl-diskless-sync-delay", "0");
				TestRedis replica = TestRedis.startAny("--replicaof", "127.0.0.1 " + master.port())) {
			Machines.eventually(() -> replica.commands().info("replication").contains("master_link_status:up"));
			try (TestRedis sentinel = TestRedis.startSentinel(master);
					Machines guarded = new Machines(
							() -> sentinel
								.connect(new LettuceConnectionFactory(new RedisSentinelConfiguration().master("master")
									.sentinel("127.0.0.1", sentinel.port()))),
							RedisStoreSettings.defaults().withTimeout(Duration.ofMillis(300)))) {
				Machine machine = guarded.start();
				Machines.eventually(() -> guarded.isCaching(machine));
				Machines.eventually(() -> !replica.commands().keys("*:e:*").isEmpty());
				master.kill();
				sentinel.detectFailures();
				guarded.content = "two";
				machine.put();
				assertThat(machine.get()).isEqualTo("two");
				Machines.eventually(() -> replica.commands().info("replication").contains("role:master"));
				Machines.eventually(() -> machine.store().failure().isEmpty());
				assertThat(machine.get()).isEqualTo("two");
				assertThat(guarded.start().get()).isEqualTo("two");
				Machines.eventually(() -> guarded.isCaching(machine));
				assertThat(machine.get()).isEqualTo("two");
			}
		}
	}

	private static String key(URI uri) {
		return new String(RedisKeys.of("hyper-client", CacheKey.of(uri, "").url()).url(), StandardCharsets.US_ASCII);
	}

}
