package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

/**
 * Measures the memory that storing and reading 10 MiB takes.
 */
public final class HeapProof {

	private static final CacheKey KEY = new CacheKey(VersionedOrigin.url(1).toString(), "any");

	private static final int PART = 8192;

	private static final int PARTS = 1280;

	private HeapProof() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisServer redis = RedisServer.start()) {
			run(redis);
		}
	}

	private static void run(RedisServer redis) throws Exception {
		ResponseStore store = redis.open(RedisServer.PATIENT.withMaxBodySize(DataSize.ofMegabytes(20)));
		for (boolean measured : new boolean[] { false, true }) {
			long before = used();
			AtomicLong most = new AtomicLong();
			AtomicBoolean done = new AtomicBoolean();
			Thread sampler = new Thread(() -> {
				while (!done.get()) {
					most.accumulateAndGet(used(), Math::max);
				}
			});
			sampler.start();
			write(store);
			long written = most.getAndSet(0);
			long length = read(store);
			done.set(true);
			sampler.join();
			if (measured) {
				System.out.printf(Locale.ROOT,
						"heap: %,d bytes; at most %,d kB of live heap more while writing, %,d kB while reading (1,024 allowed)%n",
						length, (written - before) / 1024, (most.get() - before) / 1024);
				Proof.require(Math.max(written, most.get()) - before <= 1024 * 1024);
			}
		}
		store.close();
	}

	private static void write(ResponseStore store) {
		StoredResponse head = StoredResponse.of(200, new HttpHeaders(), new byte[0], Map.of(), null, null);
		byte[] part = new byte[PART];
		try (ResponseWriter writer = store.begin(KEY, head)) {
			for (int i = 0; i < PARTS; i++) {
				writer.write(ByteBuffer.wrap(part));
			}
			writer.commit();
		}
	}

	private static long read(ResponseStore store) throws IOException {
		long length = 0;
		try (var channel = store.find(KEY).orElseThrow().body().snapshot().open()) {
			ByteBuffer buffer = ByteBuffer.allocate(PART);
			for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer.clear())) {
				length += read;
			}
		}
		return length;
	}

	/** Return what a garbage collection leaves. */
	private static long used() {
		System.gc();
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
			.mapToLong((pool) -> pool.getCollectionUsage().getUsed())
			.sum();
	}

}
