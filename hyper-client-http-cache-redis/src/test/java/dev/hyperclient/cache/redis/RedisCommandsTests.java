package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Arguments and replies.
 */
class RedisCommandsTests {

	private static final RedisScript.Call END = RedisScript.END.on(List.of(bytes("key")));

	@Test
	void argumentsAreSentAsBytes() {
		RedisScript.Call call = RedisScript.FIND.on(List.of(bytes("key"), bytes("other")), "text", 5,
				Duration.ofSeconds(2), bytes("bytes"));
		assertThat(call.firstKey()).isEqualTo(bytes("key"));
		assertThat(call.buffers()).extracting((buffer) -> StandardCharsets.UTF_8.decode(buffer).toString())
			.containsExactly("key", "other", "text", "5", "2000", "bytes");
	}

	@Test
	void elementsOfNestedListsAreThoseOfTheReply() {
		byte[] whole = bytes("whole");
		ByteBuffer part = ByteBuffer.wrap(bytes("a part")).position(2);
		ByteBuffer beginning = ByteBuffer.wrap(bytes("beginning")).limit(5);
		ByteBuffer slice = ByteBuffer.wrap(bytes("a slice")).position(2).slice();
		ByteBuffer direct = ByteBuffer.allocateDirect(1).put((byte) 'd').flip();
		List<Object> elements = RedisCommands
			.elements(List.of(List.of(1L, ByteBuffer.wrap(whole)), part, beginning, slice, direct, 2L));
		assertThat(elements).containsExactly(1L, whole, bytes("part"), bytes("begin"), bytes("slice"), bytes("d"), 2L);
		assertThat(elements.get(1)).isSameAs(whole);
	}

	@Test
	void replyThatIsNotAwaitedIsCancelled() {
		CompletableFuture<Object> reply = new CompletableFuture<>();
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> RedisCommands.getOrCancel(reply, Duration.ZERO))
			.satisfies((ex) -> assertThat(ex.kind).isEqualTo(Kind.LATE));
		assertThat(reply).isCancelled();
	}

	@Test
	void replyIsReturned() throws RedisFailureException {
		assertThat(RedisCommands.getOrCancel(CompletableFuture.completedFuture("text"), Duration.ZERO))
			.isEqualTo("text");
	}

	@Test
	void interruptedThreadRemainsInterrupted() {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> RedisCommands.get(new CompletableFuture<>(), Duration.ofMinutes(1).toNanos()))
			.withMessage("interrupted")
			.satisfies((ex) -> assertThat(ex.kind).isEqualTo(Kind.NONE));
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void unknownScriptIsSentAsText() throws RedisFailureException {
		StubRedis redis = new StubRedis();
		redis.replies.put(RedisScript.END, () -> error("NOSCRIPT No matching script"));
		assertThat(RedisCommands.run(redis.connection(), END, Duration.ofSeconds(5))).containsExactly(1L);
		assertThat(redis.received).containsExactly("END", "text of END");
	}

	@Test
	void otherErrorsAreNotSentAgain() {
		StubRedis redis = new StubRedis();
		redis.replies.put(RedisScript.END, () -> error("ERR no NOSCRIPT"));
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> RedisCommands.run(redis.connection(), END, Duration.ofSeconds(5)))
			.withMessage("ERR no NOSCRIPT");
		assertThat(redis.received).containsExactly("END");
	}

	@Test
	void failureToSendIsThatOfTheReply() {
		StubRedis redis = new StubRedis();
		redis.replies.put(RedisScript.END, () -> {
			throw new IllegalStateException("stopped");
		});
		assertThat(RedisCommands.send(redis.connection(), END)).isCompletedExceptionally();
	}

	@Test
	void errorThatConcernsTheScriptIsAnAnswer() {
		StubRedis redis = new StubRedis();
		redis.replies.put(RedisScript.GROUPS, () -> error("NOPERM no permissions"));
		assertThat(RedisCommands.look(redis.connection(), bytes("key"))).isCompletedWithValue(List.of());
		redis.replies.put(RedisScript.GROUPS, () -> error("LOADING"));
		assertThat(RedisCommands.look(redis.connection(), bytes("key"))).isCompletedExceptionally();
	}

	@Test
	void replyThatCannotBeCancelledIsLate() {
		CompletableFuture<Object> reply = new CompletableFuture<>() {

			@Override
			public boolean cancel(boolean interrupts) {
				throw new IllegalStateException("observed");
			}

		};
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> RedisCommands.getOrCancel(reply, Duration.ZERO))
			.satisfies((ex) -> assertThat(ex.kind).isEqualTo(Kind.LATE));
	}

	@Test
	void onlyCommandsBehindOthersAreSentWhileRedisIsUnavailable() {
		StubRedis redis = new StubRedis();
		try (RedisAvailability availability = new RedisAvailability(new RedisServers(redis.factory()),
				RedisStoreSettings.defaults())) {
			RedisCommands commands = new RedisCommands(availability);
			assertThat(commands.start(END)).isCompletedExceptionally();
			availability.start((connection, timeout) -> {
			});
			Machines.eventually(() -> availability.failure().isEmpty());
			assertThat(commands.start(END)).isCompletedWithValue(List.of(1L));
			assertThat(redis.count(RedisScript.END)).isOne();
			CountDownLatch reported = new CountDownLatch(1);
			availability.execute(() -> RedisSupport.await(reported), Duration.ZERO);
			availability.report(new RedisFailureException(Kind.OUTAGE, "outage"), bytes("key"));
			assertThat(commands.start(END)).isCompletedExceptionally();
			commands.sendBehind(END);
			assertThat(redis.count(RedisScript.END)).isEqualTo(2);
			reported.countDown();
		}
	}

	@Test
	void waitingIsSpentAndAFailureReported() throws RedisFailureException {
		StubRedis redis = new StubRedis();
		try (RedisAvailability availability = new RedisAvailability(new RedisServers(redis.factory()),
				RedisStoreSettings.defaults())) {
			RedisCommands commands = new RedisCommands(availability);
			availability.start((connection, timeout) -> {
			});
			Machines.eventually(() -> availability.failure().isEmpty());
			TimeBudget budget = new TimeBudget(Duration.ofMillis(50));
			redis.replies.put(RedisScript.END, Flux::never);
			CompletableFuture<List<Object>> reply = commands.start(END);
			assertThatExceptionOfType(RedisFailureException.class)
				.isThrownBy(() -> commands.await(reply, bytes("key"), budget));
			assertThat(reply).isCancelled();
			assertThat(budget.remaining()).isZero();
			redis.replies.put(RedisScript.END, () -> error("OOM command not allowed"));
			assertThatExceptionOfType(RedisFailureException.class)
				.isThrownBy(() -> commands.run(END, new TimeBudget(Duration.ofSeconds(5))));
			assertThat(availability.failure()).hasValue("OOM command not allowed");
		}
	}

	private static Flux<Object> error(String message) {
		return Flux.error(new RedisCommandExecutionException(message));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
