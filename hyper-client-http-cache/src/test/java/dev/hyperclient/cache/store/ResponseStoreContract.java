package dev.hyperclient.cache.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of every store, tested by a subclass for each implementation.
 */
public abstract class ResponseStoreContract {

	public static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	public static final CacheKey OTHER = new CacheKey("http://cookbooks.dev/1.0/", "text/plain");

	public static final CacheKey ELSEWHERE = new CacheKey("http://cookbooks.dev/1.0/2", "application/json");

	private final List<ResponseStore> opened = new ArrayList<>();

	/**
	 * Open an empty store without relevant limits.
	 */
	protected abstract ResponseStore open() throws IOException;

	/**
	 * Whether the store has statistics.
	 */
	protected boolean counts() {
		return true;
	}

	@AfterEach
	void closeStores() {
		this.opened.forEach(ResponseStore::close);
	}

	protected ResponseStore store() throws IOException {
		ResponseStore store = open();
		this.opened.add(store);
		return store;
	}

	@Test
	void putResponseIsFoundUntilRemoved() throws IOException {
		ResponseStore store = store();
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("one"));
		store.put(KEY, response("two"));
		assertThat(body(store, KEY)).isEqualTo("two");
		assertThat(body(store, KEY)).isEqualTo("two");
		store.remove(KEY);
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void allPropertiesOfResponseAreStored() throws IOException {
		ResponseStore store = store();
		HttpHeaders headers = new HttpHeaders();
		headers.add("ETag", "\"a\"");
		headers.add("X-Name", "Crème brûlée");
		String hash = "0123456789abcdef".repeat(4);
		store.put(KEY, StoredResponse.of(301, headers, "text".getBytes(StandardCharsets.UTF_8), Map.of("accept", "a/b"),
				hash, "http://cookbooks.dev/elsewhere"));
		StoredResponse found = store.find(KEY).orElseThrow();
		assertThat(found.status()).isEqualTo(301);
		assertThat(found.headers().getETag()).isEqualTo("\"a\"");
		assertThat(found.headers().getFirst("X-Name")).isEqualTo("Crème brûlée");
		assertThat(found.varied()).isEqualTo(Map.of("accept", "a/b"));
		assertThat(found.identityHash()).isEqualTo(hash);
		assertThat(found.permanentRedirect()).isEqualTo("http://cookbooks.dev/elsewhere");
	}

	@Test
	void keysAreKeptApart() throws IOException {
		ResponseStore store = store();
		store.put(KEY, response("one"));
		store.put(OTHER, response("two"));
		store.put(ELSEWHERE, response("three"));
		store.put(new CacheKey("HTTP://COOKBOOKS.dev/1.0/", "application/json"), response("four"));
		assertThat(body(store, KEY)).isEqualTo("one");
		assertThat(body(store, OTHER)).isEqualTo("two");
		assertThat(store.keys(KEY.url())).containsExactlyInAnyOrder(KEY, OTHER);
		assertThat(store.keys("http://cookbooks.dev/")).isEmpty();
	}

	@Test
	void recentKeysAreThoseOfStoredResponses() throws IOException {
		ResponseStore store = store();
		assertThat(store.recentKeys(10)).isEmpty();
		store.put(KEY, response("one"));
		store.put(OTHER, response("two"));
		store.put(ELSEWHERE, response("three"));
		store.remove(OTHER);
		assertThat(store.recentKeys(10)).containsExactlyInAnyOrder(KEY, ELSEWHERE);
		assertThat(store.recentKeys(1)).hasSize(1);
	}

	@Test
	void sizeFollowsChanges() throws IOException {
		ResponseStore store = store();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		store.put(KEY, response("x".repeat(1000)));
		StoreSize one = store.size();
		assertThat(one.entries()).isOne();
		assertThat(one.bytes()).isBetween(1000L, 3000L);
		store.put(KEY, response("x".repeat(2000)));
		assertThat(store.size()).isEqualTo(StoreSize.of(1, one.bytes() + 1000));
		store.put(OTHER, response(""));
		assertThat(store.size().entries()).isEqualTo(2);
		store.remove(OTHER);
		store.remove(OTHER);
		assertThat(store.size()).isEqualTo(StoreSize.of(1, one.bytes() + 1000));
		store.clear();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void putsAreCounted() throws IOException {
		ResponseStore store = store();
		store.put(KEY, response("one"));
		store.put(KEY, response("two"));
		store.remove(KEY);
		assertThat(store.statistics()).isEqualTo(counts() ? StoreStatistics.of(2, 0) : StoreStatistics.NONE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 1000, 64 * 1024, 1_000_000 })
	void contentOfAnyLengthIsStored(int length) throws IOException {
		ResponseStore store = store();
		String text = "0123456789".repeat(length / 10 + 1).substring(0, length);
		store.put(KEY, response(text));
		StoredBody found = store.find(KEY).orElseThrow().body();
		assertThat(found.length()).isEqualTo(length);
		assertThat(new String(found.bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
		ByteBuffer read = ByteBuffer.allocate(length + 1);
		try (ReadableByteChannel channel = found.snapshot().open()) {
			while (channel.read(read) >= 0) {
				assertThat(read.hasRemaining()).isTrue();
			}
		}
		assertThat(new String(read.array(), 0, read.position(), StandardCharsets.UTF_8)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 30 })
	void contentIsStoredInParts(int pieces) throws IOException {
		ResponseStore store = store();
		store.put(KEY, response("before"));
		try (ResponseWriter writer = store.begin(KEY, response("not this"))) {
			for (int i = 0; i < pieces; i++) {
				writer.write(ByteBuffer.wrap("0123456789".repeat(1000).getBytes(StandardCharsets.UTF_8)));
				assertThat(body(store, KEY)).as("not before it is committed").isEqualTo("before");
			}
			writer.commit();
		}
		assertThat(body(store, KEY)).isEqualTo("0123456789".repeat(1000 * pieces));
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void discardedContentIsNotStored() throws IOException {
		ResponseStore store = store();
		ResponseWriter writer = store.begin(KEY, response(""));
		writer.write(ByteBuffer.wrap(new byte[100_000]));
		writer.close();
		writer.commit();
		writer.close();
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.size().entries()).isZero();
	}

	@Test
	void contentIsStoredWithNewFields() throws IOException {
		ResponseStore store = store();
		for (int length : new int[] { 10, 200_000 }) {
			store.put(KEY, response("x".repeat(length)));
			StoredResponse found = store.find(KEY).orElseThrow();
			store.put(KEY, StoredResponse.of(203, HttpHeaders.EMPTY, found.body(), Map.of(), null, null));
			assertThat(store.find(KEY).orElseThrow().status()).isEqualTo(203);
			assertThat(body(store, KEY)).isEqualTo("x".repeat(length));
		}
	}

	@Test
	void heldContentSurvivesRemoval() throws IOException {
		ResponseStore store = store();
		for (int length : new int[] { 10, 200_000 }) {
			store.put(KEY, response("x".repeat(length)));
			StoredBody held = store.find(KEY).orElseThrow().body().snapshot();
			store.put(KEY, response("y".repeat(length)));
			store.remove(KEY);
			assertThat(new String(held.bytes(), StandardCharsets.UTF_8)).isEqualTo("x".repeat(length));
		}
	}

	@Test
	void closedStoreIsEmptyAndStoresNothing() throws IOException {
		ResponseStore store = store();
		store.put(KEY, response("one"));
		assertThat(body(store, KEY)).isEqualTo("one");
		store.close();
		assertThat(store.find(KEY)).isEmpty();
		store.close();
		store.put(OTHER, response("two"));
		store.remove(KEY);
		store.clear();
		try (ResponseWriter writer = store.begin(OTHER, response(""))) {
			writer.write(ByteBuffer.wrap(new byte[1]));
			writer.commit();
		}
		for (CacheKey key : List.of(KEY, OTHER)) {
			assertThat(store.find(key)).isEmpty();
		}
		assertThat(store.keys(KEY.url())).isEmpty();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
	}

	@Test
	void concurrentReadersFindWholeResponses() throws Exception {
		ResponseStore store = store();
		List<String> bodies = IntStream.range(0, 4).mapToObj((i) -> String.valueOf(i).repeat(20_000 + i)).toList();
		store.put(KEY, response(bodies.get(0)));
		Stream<Callable<Boolean>> writers = bodies.stream()
			.map((body) -> repeat(50, (i) -> store.put(KEY, response(body))));
		Stream<Callable<Boolean>> readers = IntStream.range(0, 4)
			.mapToObj((reader) -> repeat(100, (i) -> assertThat(bodies).contains(body(store, KEY))));
		all(Stream.concat(writers, readers).toList());
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void removedOrReplacedResponseIsNotFound() throws Exception {
		ResponseStore store = store();
		Callable<Boolean> readers = repeat(2000, (i) -> store.find(KEY));
		Callable<Boolean> remover = repeat(300, (i) -> {
			store.put(KEY, response(String.valueOf(i)));
			assertThat(body(store, KEY)).isEqualTo(String.valueOf(i));
			store.remove(KEY);
			assertThat(store.find(KEY)).isEmpty();
		});
		all(List.of(remover, readers, readers, readers));
	}

	public static Callable<Boolean> repeat(int times, Consumer<Integer> work) {
		return () -> {
			for (int i = 0; i < times; i++) {
				work.accept(i);
			}
			return true;
		};
	}

	public static void all(List<Callable<Boolean>> work) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (Future<Boolean> result : threads.invokeAll(work)) {
				assertThat(result.get()).isTrue();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	public static StoredResponse response(String body) {
		return StoredResponse.of(200, HttpHeaders.EMPTY, body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	public static String body(ResponseStore store, CacheKey key) {
		try {
			return new String(store.find(key).orElseThrow().body().bytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
