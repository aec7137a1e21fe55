package dev.hyperclient.cache.redis;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.ReactiveScriptingCommands;

/**
 * Connections without a server, with the replies to scripts that a test sets, and
 * otherwise with 1. Their texts are their numbers.
 */
final class StubRedis {

	final Map<RedisScript, Supplier<Flux<Object>>> replies = new ConcurrentHashMap<>();

	/** The scripts that have been run, by their text where it was sent. */
	final List<String> received = new CopyOnWriteArrayList<>();

	/** The keys and arguments of the last script, separated by commas. */
	volatile String arguments = "";

	final AtomicInteger opened = new AtomicInteger();

	final AtomicInteger closed = new AtomicInteger();

	ReactiveRedisConnectionFactory factory() {
		return stub(ReactiveRedisConnectionFactory.class, Map.of("getReactiveConnection", this::connection));
	}

	ReactiveRedisConnection connection() {
		String number = String.valueOf(this.opened.incrementAndGet());
		return stub(ReactiveRedisConnection.class, Map.of("toString", () -> number, "scriptingCommands", this::scripts,
				"closeLater", () -> Mono.fromRunnable(this.closed::incrementAndGet)));
	}

	/** Return how often a script has been run. */
	long count(RedisScript script) {
		return this.received.stream().filter(script.name()::equals).count();
	}

	private ReactiveScriptingCommands scripts() {
		return (ReactiveScriptingCommands) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ReactiveScriptingCommands.class }, (proxy, method, arguments) -> {
					RedisScript script = Arrays.stream(RedisScript.values())
						.filter((each) -> each.sha.equals(arguments[0]) || each.text().equals(arguments[0]))
						.findFirst()
						.orElseThrow();
					boolean isText = method.getName().equals("eval");
					this.received.add(isText ? "text of " + script : script.name());
					this.arguments = Arrays.stream((ByteBuffer[]) arguments[3])
						.map((buffer) -> StandardCharsets.UTF_8.decode(buffer.duplicate()).toString())
						.collect(Collectors.joining(","));
					return isText ? Flux.just(1L) : this.replies.getOrDefault(script, () -> Flux.just(1L)).get();
				});
	}

	private static <T> T stub(Class<T> type, Map<String, Supplier<Object>> methods) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				Supplier<Object> result = methods.get(method.getName());
				if (result == null) {
					throw new UnsupportedOperationException(method.getName());
				}
				return result.get();
			}));
	}

}
