package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;
import io.lettuce.core.RedisException;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several machines, each with a connection, a store and a cache of its own, in front of
 * one server whose responses are fresh for a minute.
 */
public final class Machines implements AutoCloseable {

	static final URI URL = URI.create("http://cookbooks.dev/1.0/recipes/1");

	private final Supplier<ReactiveRedisConnectionFactory> connections;

	private final RedisStoreSettings settings;

	private final List<SharedResponseStore> stores = new ArrayList<>();

	/** The content of the resource. */
	volatile String content = "one";

	volatile String cacheControl = "max-age=60";

	/** Is run while a request is on its way. */
	volatile Runnable meanwhile = () -> {
	};

	final AtomicInteger requests = new AtomicInteger();

	Machines(Supplier<ReactiveRedisConnectionFactory> connections, RedisStoreSettings settings) {
		this.connections = connections;
		this.settings = settings;
	}

	/**
	 * A machine.
	 */
	record Machine(SharedResponseStore store, HttpCache cache, RequestSender exchange) {

		String get() {
			return get("");
		}

		String get(String identity) {
			return exchange(HttpMethod.GET, identity);
		}

		void put() {
			exchange(HttpMethod.PUT, "");
		}

		/**
		 * Send a POST whose response is one to later GETs as well.
		 */
		String post() {
			return exchange(HttpMethod.POST, "");
		}

		private String exchange(HttpMethod method, String identity) {
			return text(this.exchange.exchange(CacheRequest.of(method, URL, new HttpHeaders(), identity)));
		}

	}

	Machine start() {
		return start(new SharedRedisStore(this.connections.get(), this.settings, Duration.ZERO));
	}

	/**
	 * Start a machine with memory in front of Redis.
	 */
	Machine startWithMemory() {
		return start(new TieredResponseStore(new SharedRedisStore(this.connections.get(), this.settings),
				DataSize.ofMegabytes(1)));
	}

	private Machine start(SharedResponseStore store) {
		this.stores.add(store);
		HttpCache cache = HttpCache.using(store);
		return new Machine(store, cache, cache.around(this::answer));
	}

	private CacheResponse answer(CacheRequest request) {
		this.requests.incrementAndGet();
		String answered = this.content;
		this.meanwhile.run();
		HttpHeaders headers = headers(this.cacheControl);
		if (request.method().equals(HttpMethod.POST)) {
			headers.set("Content-Location", request.uri().toString());
		}
		return CacheResponse.of(request.uri(), 200, headers,
				ResponseContent.of(answered.getBytes(StandardCharsets.UTF_8)));
	}

	@Override
	public void close() {
		this.stores.forEach(SharedResponseStore::close);
	}

	/** Return the content of a response. */
	static String text(CacheResponse response) {
		try {
			return new String(response.body().bytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Return the header of a response of this moment. */
	static HttpHeaders headers(String cacheControl) {
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", System.currentTimeMillis());
		headers.setCacheControl(cacheControl);
		return headers;
	}

	/**
	 * Request twice, and return whether the second response is that of the first request.
	 */
	boolean isCaching(Machine machine) {
		machine.get();
		int before = this.requests.get();
		machine.get();
		return this.requests.get() == before;
	}

	/**
	 * Change the content and do something else while the next request is on its way.
	 */
	void whileNextRequest(String changed, Runnable other) {
		this.meanwhile = () -> {
			this.meanwhile = () -> {
			};
			this.content = changed;
			other.run();
		};
	}

	/**
	 * Wait until a condition holds. A server that is asked may not answer yet.
	 */
	public static void eventually(BooleanSupplier condition) {
		long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
		while (!holds(condition)) {
			// Asked once more only for the message: what holds may not last.
			if (System.nanoTime() > end) {
				assertThat(condition.getAsBoolean()).isTrue();
				return;
			}
			LockSupport.parkNanos(1_000_000);
		}
	}

	private static boolean holds(BooleanSupplier condition) {
		try {
			return condition.getAsBoolean();
		}
		catch (RedisException ex) {
			return false;
		}
	}

}
