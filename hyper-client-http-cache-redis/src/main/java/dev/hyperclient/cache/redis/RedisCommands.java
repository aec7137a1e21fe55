package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Runs scripts and waits for their replies, for a limited time. A failure is reported to
 * the {@link RedisAvailability}. Thread-safe.
 */
record RedisCommands(RedisAvailability availability) {

	private static final Logger logger = LoggerFactory.getLogger(RedisCommands.class);

	/**
	 * Run a script.
	 * @return the elements of the reply: arrays of bytes, and numbers
	 * @throws RedisFailureException if Redis is unavailable, does not answer within the
	 * budget, or answers with an error
	 */
	List<Object> run(RedisScript.Call call, TimeBudget budget) throws RedisFailureException {
		return await(start(call), call.firstKey(), budget);
	}

	/**
	 * Run a script on a connection that does not count as available yet.
	 */
	static List<Object> run(ReactiveRedisConnection connection, RedisScript.Call call, Duration timeout)
			throws RedisFailureException {
		return get(send(connection, call), timeout.toNanos());
	}

	/**
	 * Send a script without waiting for its reply, which fails at once if Redis is
	 * unavailable.
	 */
	CompletableFuture<List<Object>> start(RedisScript.Call call) {
		try {
			return send(this.availability.connection(call.firstKey()), call);
		}
		catch (RedisFailureException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Send a script without a reply, also if Redis does not count as available: behind a
	 * command that has not been answered in time and is still to be executed.
	 */
	void sendBehind(RedisScript.Call call) {
		this.availability.anyConnection().ifPresent((connection) -> send(connection, call));
	}

	/**
	 * Wait for a reply. If there is none in time, a command that has not been sent yet is
	 * not sent.
	 * @param key a key of the command
	 */
	List<Object> await(CompletableFuture<List<Object>> reply, byte[] key, TimeBudget budget)
			throws RedisFailureException {
		try {
			return awaitSent(reply, budget);
		}
		catch (RedisFailureException ex) {
			this.availability.report(ex, key);
			throw ex;
		}
		finally {
			cancel(reply);
		}
	}

	/**
	 * Wait for a reply to a command that must be executed, however late. The caller
	 * reports a failure.
	 */
	List<Object> awaitSent(CompletableFuture<List<Object>> reply, TimeBudget budget) throws RedisFailureException {
		long from = System.nanoTime();
		try {
			List<Object> elements = get(reply, budget.remaining());
			this.availability.answered();
			return elements;
		}
		finally {
			budget.spendSince(from);
		}
	}

	/**
	 * Wait for a reply, or cancel its command.
	 */
	static <T> T getOrCancel(CompletableFuture<T> reply, Duration timeout) throws RedisFailureException {
		try {
			return get(reply, timeout.toNanos());
		}
		finally {
			cancel(reply);
		}
	}

	/**
	 * Cancel a command that has not been answered. What observes it, such as the tracing
	 * of Lettuce, may fail.
	 */
	private static void cancel(CompletableFuture<?> reply) {
		try {
			reply.cancel(true);
		}
		catch (RuntimeException ex) {
			logger.trace("Not cancelled", ex);
		}
	}

	/**
	 * Wait for a reply.
	 * @param nanos how long, in nanoseconds
	 */
	static <T> T get(CompletableFuture<T> reply, long nanos) throws RedisFailureException {
		try {
			return reply.get(nanos, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisFailureException(RedisFailureException.Kind.NONE, "interrupted");
		}
		catch (ExecutionException | TimeoutException | RuntimeException ex) {
			throw RedisFailureException.of(ex);
		}
	}

	/**
	 * Send a script on a connection. The failure of the reply is not reported.
	 */
	static CompletableFuture<List<Object>> send(ReactiveRedisConnection connection, RedisScript.Call call) {
		RedisScript script = call.script();
		int keys = call.keys().size();
		try {
			ReactiveScriptingCommands commands = connection.scriptingCommands();
			return commands.evalSha(script.sha, ReturnType.MULTI, keys, call.buffers())
				.onErrorResume(RedisCommands::isUnknownScript,
						(ex) -> commands.eval(script.text(), ReturnType.MULTI, keys, call.buffers()))
				.collectList()
				.map(RedisCommands::elements)
				.toFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Read a key, to find out whether Redis answers. An error that concerns only the
	 * script is an answer.
	 */
	static CompletableFuture<List<Object>> look(ReactiveRedisConnection connection, byte[] key) {
		return send(connection, RedisScript.GROUPS.on(List.of(key))).exceptionallyCompose((ex) -> {
			RedisFailureException failure = RedisFailureException.of(ex);
			return (failure.kind == RedisFailureException.Kind.REFUSAL) ? CompletableFuture.completedFuture(List.of())
					: CompletableFuture.failedFuture(failure);
		});
	}

	private static boolean isUnknownScript(Throwable ex) {
		String error = RedisFailureException.errorReply(ex);
		return error != null && error.startsWith("NOSCRIPT");
	}

	/**
	 * Return the elements of a reply, whether it was received element by element or as a
	 * list.
	 */
	static List<Object> elements(List<?> received) {
		List<Object> elements = new ArrayList<>();
		for (Object element : received) {
			if (element instanceof List<?> nested) {
				elements.addAll(elements(nested));
			}
			else if (element instanceof ByteBuffer buffer) {
				elements.add(bytes(buffer));
			}
			else {
				elements.add(element);
			}
		}
		return elements;
	}

	/**
	 * Return the bytes of a buffer that nothing else uses, without a copy if possible.
	 */
	private static byte[] bytes(ByteBuffer buffer) {
		if (buffer.hasArray() && buffer.arrayOffset() == 0 && buffer.remaining() == buffer.array().length) {
			return buffer.array();
		}
		byte[] bytes = new byte[buffer.remaining()];
		buffer.duplicate().get(bytes);
		return bytes;
	}

}
