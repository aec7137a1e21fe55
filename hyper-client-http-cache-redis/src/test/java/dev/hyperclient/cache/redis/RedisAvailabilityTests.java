package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.internal.redis.TimeoutNames;
import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is an outage and what is not, in a forced order of events.
 */
class RedisAvailabilityTests extends RedisSupport.WithFaults {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private static final RedisStoreSettings SETTINGS = TimeoutNames
		.named(RedisStoreSettings.defaults().withTimeout(Duration.ofMillis(300)), "'cache.timeout'");

	private static final CacheKey KEY = CacheKey.of(Machines.URL, "any");

	private Machines machines;

	private RedisLog log;

	@BeforeEach
	void start() {
		this.machines = new Machines(this.faulty::connect, SETTINGS);
		this.log = new RedisLog();
	}

	@AfterEach
	void stop() {
		this.log.close();
		this.machines.close();
	}

	@Test
	void lateReplyIsMissAndNoOutage() {
		Machine machine = this.machines.start();
		Machines.eventually(() -> this.machines.isCaching(machine));
		int before = this.machines.requests.get();
		this.faulty.delayNext(LIMIT);
		assertThat(machine.get()).isEqualTo("one");
		this.faulty.release();
		assertThat(this.machines.requests).hasValue(before + 1);
		assertThat(machine.store().failure()).isEmpty();
		Machines.eventually(() -> this.machines.isCaching(machine));
		assertThat(machine.store().failure()).isEmpty();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void lateLookupsAreCountedOncePerRequest() {
		Machine machine = this.machines.start();
		Machines.eventually(() -> this.machines.isCaching(machine));
		assertThat(machine.store().statistics().lateShare()).isLessThan(1);
		long before = machine.store().statistics().lateReplies();
		this.faulty.delayNext(LIMIT);
		machine.get();
		assertThat(machine.store().statistics().lateReplies()).isEqualTo(before + 1);
		assertThat(machine.store().statistics().lateShare()).isPositive();
		this.faulty.release();
	}

	@Test
	void manyLateRepliesInRowAreOutageUntilOneIsInTime() {
		Duration timeout = Duration.ofMillis(40);
		// Includes failures that are not logged as warnings, since one was before.
		try (RedisLog failures = new RedisLog(RedisAvailability.class, Level.DEBUG, Duration.ZERO);
				RedisResponseStore store = new RedisResponseStore(this.faulty.connect(),
						SETTINGS.withTimeout(timeout))) {
			Machines.eventually(() -> {
				Machines.eventually(() -> store.failure().isEmpty());
				this.faulty.set(Fault.slow(timeout.multipliedBy(2)));
				Machines.eventually(() -> {
					long before = redis.scripts();
					store.find(KEY);
					// Otherwise the next reply is late because of this one, unless this
					// one
					// was late before it was sent.
					long late = System.nanoTime();
					Machines.eventually(() -> redis.scripts() > before
							|| System.nanoTime() - late > timeout.multipliedBy(5).toNanos());
					return store.failure().isPresent();
				});
				this.faulty.set(Fault.NONE);
				Machines.eventually(() -> store.failure().isEmpty());
				// A busy machine may fail in another way before.
				return Stream.of(Level.WARN, Level.DEBUG)
					.flatMap((level) -> failures.messages(level).stream())
					.anyMatch((message) -> message.contains("20 replies in a row were late"));
			});
		}
	}

	@Test
	void storeIsEmptyWhileItsFactoryIsStopped() {
		LettuceConnectionFactory factory = redis.connect();
		try (RedisResponseStore store = new RedisResponseStore(factory, SETTINGS)) {
			Machines.eventually(() -> store.failure().isEmpty());
			factory.stop();
			assertThat(store.find(KEY)).isEmpty();
			store.remove(KEY);
			assertThat(store.failure()).isPresent();
			factory.start();
			Machines.eventually(() -> store.failure().isEmpty());
		}
	}

	@Test
	void failureDuringProbeIsNotOverwritten() {
		CountDownLatch checked = new CountDownLatch(1);
		AtomicInteger probes = new AtomicInteger();
		byte[] key = RedisKeys.of(SETTINGS.prefix, "").url();
		try (RedisAvailability availability = new RedisAvailability(new RedisServers(redis.connect()), SETTINGS)) {
			availability.start((connection, timeout) -> {
				if (probes.getAndIncrement() == 0) {
					availability.report(new RedisFailureException(Kind.OUTAGE, "meanwhile"), key);
				}
				else {
					await(checked);
				}
			});
			assertThat(availability.failure()).hasValue("meanwhile");
			checked.countDown();
			Machines.eventually(() -> availability.failure().isEmpty());
		}
	}

	/** Commands that are sent at the same time fail one after the other. */
	@Test
	void severalCommandsThatAReplicaRefusesReplaceItsConnectionOnce() {
		CountDownLatch reported = new CountDownLatch(1);
		byte[] key = RedisKeys.of(SETTINGS.prefix, "").url();
		try (RedisAvailability availability = new RedisAvailability(new RedisServers(redis.connect()), SETTINGS)) {
			availability.start((connection, timeout) -> {
			});
			Machines.eventually(() -> availability.connection().isPresent());
			availability.execute(() -> await(reported), Duration.ZERO);
			for (int i = 0; i < 2; i++) {
				availability.report(new RedisFailureException(Kind.READ_ONLY, "replica"), key);
			}
			CompletableFuture<Void> done = new CompletableFuture<>();
			availability.execute(() -> done.complete(null), Duration.ZERO);
			reported.countDown();
			assertThat(done).succeedsWithin(LIMIT);
			Machines.eventually(() -> availability.failure().isEmpty());
			assertThat(availability.connection()).isPresent();
		}
	}

	@Test
	void invalidationIsKeptBeforeItsFailureIsReported() {
		Machine machine = this.machines.start();
		Machines.eventually(() -> this.machines.isCaching(machine));
		try (RedisLog stalled = new RedisLog(RedisStorage.class, Level.DEBUG, LIMIT)) {
			this.faulty.set(Fault.error("LOADING Redis is loading the dataset in memory"));
			this.machines.content = "two";
			CompletableFuture<Void> writer = CompletableFuture.runAsync(machine::put);
			stalled.awaitMessage();
			this.faulty.set(Fault.NONE);
			assertThat(machine.store().failure()).isPresent();
			Machines.eventually(() -> this.machines.isCaching(machine));
			assertThat(machine.get()).isEqualTo("two");
			stalled.release();
			assertThat(writer).succeedsWithin(LIMIT);
			Machines.eventually(() -> machine.store().failure().isEmpty());
		}
	}

	@Test
	void lookupThatIsSentAgainDoesNotRestoreEndedGeneration() {
		RedisStoreSettings patient = SETTINGS.withTimeout(LIMIT);
		try (RedisLog warnings = new RedisLog(RedisResponseStore.class, Level.WARN, Duration.ZERO);
				SharedResponseStore repeating = new RedisResponseStore(this.faulty.connectRepeating(), patient);
				SharedResponseStore reader = new RedisResponseStore(redis.connect(), patient);
				SharedResponseStore writer = new RedisResponseStore(redis.connect(), patient)) {
			assertThat(warnings.messages(Level.WARN)).hasSize(1)
				.first()
				.asString()
				.contains("127.0.0.1:" + this.faulty.port(), "REJECT_COMMANDS");
			this.faulty.loseNextReply();
			CompletableFuture<?> lookup = CompletableFuture.runAsync(() -> repeating.forRequest(KEY.url()).find(KEY));
			Machines.eventually(this.faulty::isReplyLost);
			SharedResponseStore request = reader.forRequest(KEY.url());
			assertThat(request.find(KEY)).isEmpty();
			writer.invalidateAll(Set.of(KEY.url()));
			assertThat(writer.failure()).isEmpty();
			this.faulty.reconnect();
			assertThat(lookup).succeedsWithin(LIMIT);
			request.put(KEY, RedisResponseStoreContract.response("old"));
			assertThat(writer.find(KEY)).isEmpty();
		}
	}

	@Test
	void storeIsUsedAtOnceIfItsFirstRepliesAreSlow() {
		this.faulty.set(Fault.slow(Duration.ofMillis(50)));
		try (SharedResponseStore store = new RedisResponseStore(this.faulty.connect(), SETTINGS.withTimeout(LIMIT))) {
			assertThat(store.failure()).isEmpty();
		}
	}

	@Test
	void sharedConnectionIsNotWaitedForLongerThanOneReply() {
		this.faulty.set(Fault.reply("silence", ""));
		LettuceConnectionFactory shared = new LettuceConnectionFactory("127.0.0.1", this.faulty.port());
		shared.afterPropertiesSet();
		shared.start();
		CompletableFuture<SharedResponseStore> store = CompletableFuture
			.supplyAsync(() -> new RedisResponseStore(shared, SETTINGS));
		assertThat(store).succeedsWithin(LIMIT).satisfies((opened) -> {
			assertThat(opened.failure()).isPresent();
			opened.close();
		});
		shared.destroy();
	}

	@Test
	void textsNameServerTimeoutAndItsProperty() {
		Machine machine = this.machines.start();
		assertThat(machine.store())
			.hasToString("Redis at 127.0.0.1:%d, prefix hyper-client, timeout 300 ms ('cache.timeout')"
				.formatted(this.faulty.port()));
		this.faulty.set(Fault.closed());
		machine.get();
		Machines.eventually(() -> !this.log.messages(Level.WARN).isEmpty());
		assertThat(this.log.messages(Level.WARN).get(0)).contains("127.0.0.1:" + this.faulty.port(),
				"300 ms ('cache.timeout')");
	}

	@Test
	void userWithCommandsOfGuideNeedsNoOthers() throws IOException {
		AclSetuserArgs user = AclSetuserArgs.Builder.on().addPassword("right");
		Matcher rules = Pattern.compile("ACL SETUSER hyper-client on >\\w+ (.*)")
			.matcher(Files.readString(Path.of("..", "docs", "guide", "redis.md")));
		assertThat(rules.find()).isTrue();
		List<String> commands = Arrays.asList(rules.group(1).split(" "));
		for (String rule : commands) {
			String name = rule.substring(1).toUpperCase(Locale.ROOT);
			if (rule.startsWith("~")) {
				user.keyPattern(rule.substring(1));
			}
			else if (rule.startsWith("+@")) {
				user.addCategory(AclCategory.valueOf(name.substring(1)));
			}
			else {
				user.addCommand(CommandType.valueOf(name));
			}
		}
		redis.commands().aclSetuser("hyper-client", user);
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
		configuration.setUsername("hyper-client");
		configuration.setPassword("right");
		try (Machines others = new Machines(() -> redis.connect(configuration), SETTINGS.withTimeout(LIMIT))) {
			Machine one = others.start();
			Machine two = others.start();
			for (String content : List.of("short", "long".repeat(100_000))) {
				others.content = content;
				one.put();
				assertThat(others.isCaching(two)).isTrue();
				assertThat(one.get()).isEqualTo(content);
			}
			assertThat(two.store().keys(KEY.url())).isNotEmpty();
			assertThat(two.store().recentKeys(10)).isNotEmpty();
			assertThat(two.store().size().entries()).isEqualTo(1);
			two.store().clear();
			assertThat(two.store().size().entries()).isZero();
			assertThat(two.store().failure()).isEmpty();
			assertThat(redis.commands().aclLog()).isEmpty();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
