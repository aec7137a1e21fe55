package dev.hyperclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract of each {@link ResponseStore}, which the test class of an implementation
 * extends. It calls the store from the thread of the test and from eight other threads,
 * and checks that
 * <ul>
 * <li>a response is found with all its properties until it is replaced or removed, under
 * its own key only, for any length of the content and of the URL;</li>
 * <li>content that is written in parts is not visible before it is committed;</li>
 * <li>content that was found can be read after it has been replaced or removed;</li>
 * <li>concurrent readers find the old or the new response, but neither a removed response
 * nor a mixture;</li>
 * <li>a closed store, and one whose medium fails, is empty and throws no exception.</li>
 * </ul>
 * Keys, groups, size and statistics are checked unless a subclass says that the store
 * does not support them. Limits, other processes and restarts are not checked.
 */
public abstract class ResponseStoreContract {

	private static final String URL = "http://cookbooks.dev/1.0/";

	private static final CacheKey KEY = new CacheKey(URL, "application/json");

	private static final CacheKey OTHER = new CacheKey(URL, "text/plain");

	private static final CacheKey ELSEWHERE = new CacheKey(URL + "2", "application/json");

	private final List<ResponseStore> created = new ArrayList<>();

	/**
	 * Create the contract.
	 */
	protected ResponseStoreContract() {
	}

	/**
	 * Create an empty store, without limits below the megabyte that the tests store. It
	 * is closed after the test.
	 * @return a new store
	 * @throws Exception if it cannot be created, which fails the test
	 */
	protected abstract ResponseStore createStore() throws Exception;

	/**
	 * Create a store whose medium fails at each access, such as a database that does not
	 * answer. It is closed after the test. The default implementation returns none, so
	 * that the test is skipped.
	 * @return a new store, or empty if the medium cannot fail
	 * @throws Exception if it cannot be created, which fails the test
	 */
	protected Optional<ResponseStore> createFailingStore() throws Exception {
		return Optional.empty();
	}

	/**
	 * Return whether the store lists its {@link ResponseStore#recentKeys recent keys}.
	 * @return {@code true} unless overridden
	 */
	protected boolean listsKeys() {
		return true;
	}

	/**
	 * Return whether the store {@linkplain ResponseStore#removeGroups removes groups}. By
	 * default, it does if it {@linkplain #listsKeys() lists its keys}, as with the
	 * default implementation.
	 * @return whether groups are removed
	 */
	protected boolean removesGroups() {
		return listsKeys();
	}

	/**
	 * Return whether the {@link ResponseStore#size() size} is known, exact, and grows
	 * with the length of the content. Otherwise it is not checked.
	 * @return {@code true} unless overridden
	 */
	protected boolean measuresSize() {
		return true;
	}

	/**
	 * Return whether the store has {@link ResponseStore#statistics() statistics}.
	 * @return {@code true} unless overridden
	 */
	protected boolean counts() {
		return true;
	}

	@AfterEach
	void closeStores() {
		this.created.forEach(ResponseStore::close);
		this.created.clear();
	}

	@Test
	void putResponseIsFoundUntilRemoved() throws Exception {
		ResponseStore store = open();
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
	void allPropertiesOfResponseAreStored() throws Exception {
		ResponseStore store = open();
		HttpHeaders headers = new HttpHeaders();
		headers.add("ETag", "\"a\"");
		headers.add("X-Name", "Crème brûlée");
		headers.addAll("Link", List.of("</a>; rel=\"next\"", "</b>: 'c'"));
		Map<String, String> varied = Map.of("accept", "a/b", "accept-language", "de, en;q=0.5");
		String hash = "0123456789abcdef".repeat(4);
		store.put(KEY, StoredResponse.of(301, headers, "text".getBytes(StandardCharsets.UTF_8), varied, hash,
				"http://cookbooks.dev/elsewhere"));
		StoredResponse found = store.find(KEY).orElseThrow();
		assertThat(found.status()).isEqualTo(301);
		assertThat(found.headers().getETag()).isEqualTo("\"a\"");
		assertThat(found.headers().getFirst("X-Name")).isEqualTo("Crème brûlée");
		// RFC 9110, 5.3: the same as two lines.
		assertThat(String.join(", ", found.headers().getOrEmpty("link"))).isEqualTo("</a>; rel=\"next\", </b>: 'c'");
		assertThat(found.varied()).isEqualTo(varied);
		assertThat(found.identityHash()).isEqualTo(hash);
		assertThat(found.permanentRedirect()).isEqualTo("http://cookbooks.dev/elsewhere");
	}

	/**
	 * The index of the variants of a URL has a status of its own, and neither content nor
	 * identity.
	 */
	@Test
	void absentPropertiesStayAbsent() throws Exception {
		ResponseStore store = open();
		store.put(KEY, StoredResponse.of(999, HttpHeaders.EMPTY, new byte[0], Map.of(), null, null));
		StoredResponse found = store.find(KEY).orElseThrow();
		assertThat(found.status()).isEqualTo(999);
		assertThat(found.body().length()).isZero();
		assertThat(found.varied()).isEmpty();
		assertThat(found.identityHash()).isNull();
		assertThat(found.permanentRedirect()).isNull();
	}

	@Test
	void replacedResponseLeavesNothing() throws Exception {
		ResponseStore store = open();
		HttpHeaders headers = new HttpHeaders();
		headers.setETag("\"a\"");
		store.put(KEY, StoredResponse.of(301, headers, new byte[1000], Map.of("accept", "a/b"), "hash", URL));
		store.put(KEY, response("two"));
		StoredResponse found = store.find(KEY).orElseThrow();
		assertThat(found.status()).isEqualTo(200);
		assertThat(found.headers().getETag()).isNull();
		assertThat(found.body().length()).isEqualTo(3);
		assertThat(found.varied()).isEmpty();
		assertThat(found.identityHash()).isNull();
		assertThat(found.permanentRedirect()).isNull();
	}

	@Test
	void keysAreKeptApart() throws Exception {
		ResponseStore store = open();
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
	void longKeysAreKeptApart() throws Exception {
		ResponseStore store = open();
		CacheKey one = new CacheKey(URL + "x".repeat(5000) + "1", "a/b, ".repeat(100) + "c/d");
		CacheKey two = new CacheKey(URL + "x".repeat(5000) + "2", one.variant());
		CacheKey three = new CacheKey(one.url(), one.variant() + "3");
		store.put(one, response("one"));
		store.put(two, response("two"));
		store.put(three, response("three"));
		assertThat(body(store, one)).isEqualTo("one");
		assertThat(body(store, two)).isEqualTo("two");
		assertThat(body(store, three)).isEqualTo("three");
		assertThat(store.keys(one.url())).containsExactlyInAnyOrder(one, three);
	}

	@Test
	void recentKeysAreThoseOfStoredResponses() throws Exception {
		ResponseStore store = open();
		assertThat(store.recentKeys(10)).isEmpty();
		store.put(KEY, response("one"));
		store.put(OTHER, response("two"));
		store.put(ELSEWHERE, response("three"));
		store.remove(OTHER);
		List<CacheKey> stored = listsKeys() ? List.of(KEY, ELSEWHERE) : List.of();
		assertThat(store.recentKeys(10)).containsExactlyInAnyOrderElementsOf(stored);
		assertThat(store.recentKeys(1)).hasSize(Math.min(1, stored.size()));
	}

	@Test
	void responsesOfRemovedGroupAreNotFound() throws Exception {
		assumeTrue(removesGroups(), "The store does not remove groups");
		ResponseStore store = open();
		CacheKey foreign = new CacheKey("http://kitchen.dev/", "text/plain");
		store.put(KEY, inGroups("\"recipes\", \"lists\""));
		store.put(OTHER, inGroups("\"dishes\""));
		store.put(ELSEWHERE, response("in no group"));
		store.put(foreign, inGroups("\"lists\""));
		store.removeGroups(Set.of(CacheGroup.of(URI.create(URL), "lists")));
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.find(OTHER)).isPresent();
		assertThat(store.find(ELSEWHERE)).isPresent();
		assertThat(store.find(foreign)).isPresent();
		store.put(KEY, inGroups("\"lists\""));
		assertThat(store.find(KEY)).as("stored later").isPresent();
	}

	@Test
	void sizeFollowsChanges() throws Exception {
		assumeTrue(measuresSize(), "The size is unknown or an estimate");
		ResponseStore store = open();
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
	}

	@Test
	void clearedStoreIsEmpty() throws Exception {
		ResponseStore store = open();
		store.put(KEY, response("one"));
		store.put(ELSEWHERE, response("two"));
		store.clear();
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("three"));
		assertThat(store.removeAll()).satisfiesAnyOf((removed) -> assertThat(removed).hasValue(1),
				(removed) -> assertThat(removed).isEmpty());
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.keys(KEY.url())).isEmpty();
	}

	@Test
	void putsAreCounted() throws Exception {
		ResponseStore store = open();
		store.put(KEY, response("one"));
		store.put(KEY, response("two"));
		store.remove(KEY);
		assertThat(store.statistics()).isEqualTo(counts() ? StoreStatistics.of(2, 0) : StoreStatistics.NONE);
	}

	@Test
	void contentOfAnyLengthIsStored() throws Exception {
		ResponseStore store = open();
		for (int length : new int[] { 0, 1, 1000, 64 * 1024, 1_000_000 }) {
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
	}

	@Test
	void contentIsStoredInParts() throws Exception {
		ResponseStore store = open();
		for (int parts : new int[] { 0, 1, 30 }) {
			store.put(KEY, response("before"));
			try (ResponseWriter writer = store.begin(KEY, response("not this"))) {
				for (int i = 0; i < parts; i++) {
					writer.write(ByteBuffer.wrap("0123456789".repeat(1000).getBytes(StandardCharsets.UTF_8)));
					assertThat(body(store, KEY)).as("not before it is committed").isEqualTo("before");
				}
				writer.commit();
			}
			assertThat(body(store, KEY)).isEqualTo("0123456789".repeat(1000 * parts));
			assertEntries(store, 1);
		}
	}

	@Test
	void discardedContentIsNotStored() throws Exception {
		ResponseStore store = open();
		ResponseWriter writer = store.begin(KEY, response(""));
		writer.write(ByteBuffer.wrap(new byte[100_000]));
		writer.close();
		writer.commit();
		writer.close();
		assertThat(store.find(KEY)).isEmpty();
		assertEntries(store, 0);
	}

	@Test
	void contentIsStoredWithNewFields() throws Exception {
		ResponseStore store = open();
		for (int length : new int[] { 10, 200_000 }) {
			store.put(KEY, response("x".repeat(length)));
			StoredResponse found = store.find(KEY).orElseThrow();
			store.put(KEY, StoredResponse.of(203, HttpHeaders.EMPTY, found.body(), Map.of(), null, null));
			assertThat(store.find(KEY).orElseThrow().status()).isEqualTo(203);
			assertThat(body(store, KEY)).isEqualTo("x".repeat(length));
		}
	}

	@Test
	void heldContentSurvivesRemoval() throws Exception {
		ResponseStore store = open();
		for (int length : new int[] { 10, 200_000 }) {
			store.put(KEY, response("x".repeat(length)));
			StoredBody held = store.find(KEY).orElseThrow().body().snapshot();
			store.put(KEY, response("y".repeat(length)));
			store.remove(KEY);
			assertThat(new String(held.bytes(), StandardCharsets.UTF_8)).isEqualTo("x".repeat(length));
		}
	}

	@Test
	void closedStoreIsEmptyAndStoresNothing() throws Exception {
		ResponseStore store = open();
		store.put(KEY, response("one"));
		assertThat(body(store, KEY)).isEqualTo("one");
		store.close();
		assertThat(store.find(KEY)).isEmpty();
		store.close();
		assertIsEmptyAndStoresNothing(store);
	}

	@Test
	void failingMediumHasTheEffectOfAnEmptyStore() throws Exception {
		Optional<ResponseStore> store = createFailingStore();
		assumeTrue(store.isPresent(), "'createFailingStore' returns no store");
		this.created.add(store.get());
		assertIsEmptyAndStoresNothing(store.get());
		assertThat(store.get().failure()).isNotNull();
	}

	@Test
	void concurrentReadersFindWholeResponses() throws Exception {
		ResponseStore store = open();
		List<String> bodies = IntStream.range(0, 4).mapToObj((i) -> String.valueOf(i).repeat(20_000 + i)).toList();
		store.put(KEY, response(bodies.get(0)));
		Stream<Callable<Boolean>> writers = bodies.stream()
			.map((body) -> repeat(50, (i) -> store.put(KEY, response(body))));
		Stream<Callable<Boolean>> readers = IntStream.range(0, 4)
			.mapToObj((reader) -> repeat(100, (i) -> assertThat(bodies).contains(body(store, KEY))));
		all(Stream.concat(writers, readers).toList());
		assertEntries(store, 1);
	}

	@Test
	void removedOrReplacedResponseIsNotFound() throws Exception {
		ResponseStore store = open();
		Callable<Boolean> readers = repeat(2000, (i) -> store.find(KEY));
		Callable<Boolean> remover = repeat(300, (i) -> {
			store.put(KEY, response(String.valueOf(i)));
			assertThat(body(store, KEY)).isEqualTo(String.valueOf(i));
			store.remove(KEY);
			assertThat(store.find(KEY)).isEmpty();
		});
		all(List.of(remover, readers, readers, readers));
	}

	private ResponseStore open() throws Exception {
		ResponseStore store = createStore();
		this.created.add(store);
		return store;
	}

	private void assertEntries(ResponseStore store, int expected) {
		if (measuresSize()) {
			assertThat(store.size().entries()).isEqualTo(expected);
		}
	}

	private static void assertIsEmptyAndStoresNothing(ResponseStore store) {
		store.put(OTHER, response("two"));
		store.remove(KEY);
		store.removeGroups(Set.of(CacheGroup.of(URI.create(URL), "lists")));
		try (ResponseWriter writer = store.begin(OTHER, response(""))) {
			writer.write(ByteBuffer.wrap(new byte[1]));
			writer.commit();
		}
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.find(OTHER)).isEmpty();
		assertThat(store.keys(URL)).isEmpty();
		assertThat(store.recentKeys(10)).isEmpty();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		store.clear();
		store.removeAll();
	}

	private static Callable<Boolean> repeat(int times, IntConsumer work) {
		return () -> {
			for (int i = 0; i < times; i++) {
				work.accept(i);
			}
			return true;
		};
	}

	private static void all(List<Callable<Boolean>> work) throws Exception {
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

	private static StoredResponse response(String body) {
		return StoredResponse.of(200, HttpHeaders.EMPTY, body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	private static StoredResponse inGroups(String groups) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Groups", groups);
		return StoredResponse.of(200, headers, new byte[0], Map.of(), null, null);
	}

	private static String body(ResponseStore store, CacheKey key) {
		try {
			return new String(
					store.find(key).orElseThrow(() -> new AssertionError("Nothing is found for " + key)).body().bytes(),
					StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
