package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.redis.Machines.Machine;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.SharedResponseStore;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Machines that request one URL of a slow server at the same time.
 */
class RedisLeaseTests extends RedisSupport {

	private static final String LEASES = "*:l:*";

	private static final RedisStoreSettings SETTINGS = RedisStoreSettings.defaults()
		.withTimeout(Duration.ofSeconds(10));

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Queue<Thread> callers = new ConcurrentLinkedQueue<>();

	private RedisCommands<String, String> commands;

	private Machines machines;

	@BeforeEach
	void start() {
		this.commands = redis.commands();
		this.machines = new Machines(redis::connect, SETTINGS);
	}

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.machines.close();
	}

	@Test
	void requestThatTakesLongerThanItsLeaseIsSentOnce() throws Exception {
		List<Machine> started = Stream.generate(this.machines::start).limit(4).toList();
		// A lease lasts two seconds, and is renewed after one.
		this.machines.meanwhile = () -> {
			for (int i = 0; i < 2; i++) {
				Machines.eventually(() -> left() > 0 && left() < 1300);
				Machines.eventually(() -> left() > 1500);
			}
		};
		List<Future<String>> responses = started.stream().map(this::get).toList();
		for (Future<String> response : responses) {
			assertThat(response.get()).isEqualTo("one");
		}
		assertThat(this.machines.requests).hasValue(1);
		assertThat(this.commands.keys(LEASES)).isEmpty();
	}

	@Test
	void callersOfOneMachineWaitForItsRequest() throws Exception {
		Machine machine = this.machines.start();
		CountDownLatch ended = new CountDownLatch(1);
		this.machines.meanwhile = () -> await(ended);
		List<Future<String>> responses = callers(machine, 20);
		ended.countDown();
		for (Future<String> response : responses) {
			assertThat(response.get()).isEqualTo("one");
		}
		assertThat(this.machines.requests).hasValue(1);
	}

	@Test
	void callersOfOneMachineDoNotWaitForEachOtherIfNothingIsStored() throws Exception {
		Machine machine = this.machines.start();
		this.machines.cacheControl = "no-store";
		CountDownLatch ended = new CountDownLatch(1);
		this.machines.meanwhile = () -> await(ended);
		List<Future<String>> responses = callers(machine, 5);
		assertThat(this.machines.requests).hasValue(1);
		CountDownLatch all = new CountDownLatch(4);
		this.machines.meanwhile = () -> {
			all.countDown();
			await(all);
		};
		ended.countDown();
		for (Future<String> response : responses) {
			assertThat(response.get()).isEqualTo("one");
		}
		assertThat(this.machines.requests).hasValue(5);
	}

	@Test
	void callerDoesNotWaitForItself() {
		Machine machine = this.machines.start();
		SharedResponseStore first = machine.store().forRequest(Machines.URL.toString());
		SharedResponseStore second = machine.store().forRequest(Machines.URL.toString());
		CacheKey key = new CacheKey(Machines.URL.toString(), "any");
		assertThat(first.find(key)).isEmpty();
		assertThat(first.awaitResponse("request", true)).isFalse();
		assertThat(second.find(key)).isEmpty();
		long begin = System.nanoTime();
		assertThat(second.awaitResponse("request", true)).isFalse();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
		first.endRequest();
	}

	@Test
	void leaseOfDisconnectedMachineExpires() throws Exception {
		CountDownLatch sent = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		try (FaultyRedis faulty = new FaultyRedis(redis); Machines holders = new Machines(faulty::connect, SETTINGS)) {
			Machine holder = holders.start();
			Machine other = this.machines.start();
			holders.meanwhile = () -> {
				sent.countDown();
				await(ended);
			};
			Future<String> held = get(holder);
			await(sent);
			Machines.eventually(() -> left() > 0);
			// All commands of this machine fail, as if it were cut off.
			faulty.set(Fault.error("LOADING Redis is loading the dataset in memory"));
			this.machines.content = "two";
			long begin = System.nanoTime();
			assertThat(other.get()).isEqualTo("two");
			// A lease lasts two seconds, a request waits for at most thirty.
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
			assertThat(this.machines.requests).hasValue(1);
			ended.countDown();
			assertThat(held.get()).isEqualTo("one");
			assertThat(other.get()).isEqualTo("two");
		}
	}

	@Test
	void leaseOfOtherOwnerIsNotRenewed() {
		Machine machine = this.machines.start();
		CountDownLatch ended = new CountDownLatch(1);
		this.machines.meanwhile = () -> await(ended);
		Future<String> response = get(machine);
		Machines.eventually(() -> left() > 0);
		this.commands.set(this.commands.keys(LEASES).get(0), "other", SetArgs.Builder.px(1500));
		Machines.eventually(() -> this.commands.keys(LEASES).isEmpty());
		ended.countDown();
		assertThat(response).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("one");
	}

	/** Send requests of one machine, the first of which is in progress. */
	private List<Future<String>> callers(Machine machine, int count) {
		List<Future<String>> responses = new ArrayList<>(List.of(get(machine)));
		Machines.eventually(() -> this.machines.requests.get() == 1);
		Stream.generate(() -> get(machine)).limit(count - 1).forEach(responses::add);
		// Commands cannot be counted, since the store sends some of its own.
		Machines.eventually(() -> this.callers.stream().filter(RedisLeaseTests::isWaiting).count() == count - 1);
		return responses;
	}

	private static boolean isWaiting(Thread caller) {
		return Arrays.stream(caller.getStackTrace())
			.anyMatch((frame) -> frame.getMethodName().equals("awaitOwnProcess"));
	}

	private Future<String> get(Machine machine) {
		return this.threads.submit(() -> {
			this.callers.add(Thread.currentThread());
			return machine.get();
		});
	}

	/** Return the time to live of the only lease in ms, negative without one. */
	private long left() {
		List<String> keys = this.commands.keys(LEASES);
		return keys.isEmpty() ? -1 : this.commands.pttl(keys.get(0));
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
