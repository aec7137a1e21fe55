package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Arguments and replies.
 */
class RedisCommandsTests {

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

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
