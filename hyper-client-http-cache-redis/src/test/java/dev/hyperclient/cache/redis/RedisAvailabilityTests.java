package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.internal.store.SharedResponseStore;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is an outage and what is not, in a forced order of events.
 */
class RedisAvailabilityTests extends RedisSupport.WithFaults {

	private static final RedisStoreSettings SETTINGS = RedisStoreSettings.defaults()
		.withTimeout(Duration.ofMillis(300));

	private static final CacheKey KEY = CacheKey.of(Machines.URL, "any");

	private static final byte[] ANY_KEY = RedisKeys.of(SETTINGS.prefix, "").url();

	private Machines machines;

	private RedisLog log;

	@BeforeEach
	void start() {
		this.machines = closing(new Machines(this.faulty::connect, SETTINGS));
		this.log = closing(new RedisLog());
	}

	@Test
	void lateReplyIsMissAndNoOutage() {
		Machine machine = this.machines.start();
		Machines.eventually(() -> this.machines.isCaching(machine));
		int before = this.machines.requests.get();
		this.faulty.delayNext(LIMIT);
		// The server is asked once the reply is late. Redis answers from then on, in time
		// for the command that finds out whether it does.
		this.machines.meanwhile = this.faulty::release;
		assertThat(machine.get()).isEqualTo("one");
		assertThat(this.machines.requests).hasValue(before + 1);
		assertThat(machine.store().failure()).isEmpty();
		Machines.eventually(() -> this.machines.isCaching(machine));
		assertThat(machine.store().failure()).isEmpty();
		assertThat(this.log.messages(Level.WARN)).isEmpty();
	}

	@Test
	void manyLateRepliesInARowAreOutageUntilRedisAnswers() {
		RedisAvailability availability = open((connection, timeout) -> {
		});
		Machines.eventually(() -> {
			availability.report(new RedisFailureException(Kind.LATE, "late"), ANY_KEY);
			return availability.failure().filter("20 replies in a row were late"::equals).isPresent();
		});
		Machines.eventually(() -> availability.failure().isEmpty());
	}

	@Test
	void storeIsEmptyWhileItsFactoryIsStopped() {
		LettuceConnectionFactory factory = redis.connect();
		SharedRedisStore store = open(factory, SETTINGS);
		factory.stop();
		assertThat(store.find(KEY)).isEmpty();
		store.remove(KEY);
		assertThat(store.failure()).isPresent();
		factory.start();
		Machines.eventually(() -> store.failure().isEmpty());
	}

	@Test
	void failureDuringProbeIsNotOverwritten() {
		CountDownLatch checked = new CountDownLatch(1);
		AtomicBoolean probed = new AtomicBoolean();
		RedisAvailability availability = closing(new RedisAvailability(new RedisServers(redis.connect()), SETTINGS));
		availability.start((connection, timeout) -> {
			if (probed.compareAndSet(false, true)) {
				availability.report(new RedisFailureException(Kind.OUTAGE, "meanwhile"), ANY_KEY);
			}
			else {
				await(checked);
			}
		});
		assertThat(availability.failure()).hasValue("meanwhile");
		checked.countDown();
		Machines.eventually(() -> availability.failure().isEmpty());
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
				SharedResponseStore repeating = new SharedRedisStore(this.faulty.connectRepeating(), patient);
				SharedResponseStore reader = new SharedRedisStore(redis.connect(), patient);
				SharedResponseStore writer = new SharedRedisStore(redis.connect(), patient)) {
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
		try (SharedResponseStore store = new SharedRedisStore(this.faulty.connect(), SETTINGS.withTimeout(LIMIT))) {
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
			.supplyAsync(() -> new SharedRedisStore(shared, SETTINGS));
		assertThat(store).succeedsWithin(LIMIT).satisfies((opened) -> {
			assertThat(opened.failure()).isPresent();
			opened.close();
		});
		shared.destroy();
	}

	@Test
	void userWithCommandsOfGuideNeedsNoOthers() throws IOException {
		Matcher rules = Pattern.compile("ACL SETUSER hyper-client on >\\w+ (.*)")
			.matcher(Files.readString(Path.of("..", "docs", "guide", "redis.md")));
		assertThat(rules.find()).isTrue();
		CommandArgs<String, String> user = new CommandArgs<>(StringCodec.UTF8)
			.addKeys("SETUSER", "hyper-client", "on", ">right")
			.addKeys(rules.group(1).split(" "));
		redis.commands().dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), user);
		redis.commands().aclLogReset();
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
			// Others may be refused at the same server.
			assertThat(redis.commands().aclLog())
				.noneMatch((refused) -> "hyper-client".equals(String.valueOf(refused.get("username"))));
		}
	}

	private RedisAvailability open(RedisAvailability.Probe probe) {
		RedisAvailability availability = closing(new RedisAvailability(new RedisServers(redis.connect()), SETTINGS));
		availability.start(probe);
		Machines.eventually(() -> availability.connection().isPresent());
		return availability;
	}

}
