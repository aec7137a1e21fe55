package dev.hyperclient.internal.store;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.test.ResponseStoreContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.cache.store.TestResponses.KEY;
import static dev.hyperclient.cache.store.TestResponses.body;
import static dev.hyperclient.cache.store.TestResponses.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Memory in front of a directory, and of a store that processes share.
 */
class TieredResponseStoreTests extends ResponseStoreContract {

	private static final Duration NEVER = Duration.ZERO;

	private static final Duration ALWAYS = Duration.ofDays(1);

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/a", "any");

	private static final StoredResponse IN_GROUP = response("Cache-Groups: \"g\"", "x");

	@TempDir
	Path directory;

	private final TestStore.Shared shared = new TestStore.Shared();

	private final TieredResponseStore store = new TieredResponseStore(this.shared, DataSize.ofKilobytes(100),
			Duration.ofDays(1));

	@Override
	protected ResponseStore createStore() {
		return open(ALWAYS);
	}

	@Override
	protected Optional<ResponseStore> createFailingStore() throws IOException {
		Path file = Files.createFile(this.directory.resolve("file"));
		return Optional.of(new TieredResponseStore(new FileResponseStore(file), DataSize.ofKilobytes(100), ALWAYS));
	}

	private ResponseStore open(Duration trusted) {
		return new TieredResponseStore(new FileResponseStore(this.directory), DataSize.ofKilobytes(100), trusted);
	}

	@Test
	void recentResponseIsServedFromMemory() throws IOException {
		ResponseStore store = open(ALWAYS);
		store.put(KEY, response("one"));
		assertThat(store.find(KEY)).isPresent();
		Files.delete(file(KEY));
		assertThat(body(store, KEY)).isEqualTo("one");
		assertThat(store.find(KEY).orElseThrow()).isSameAs(store.find(KEY).orElseThrow());
	}

	@Test
	void responseIsTrustedFromItsLookupAndNotByTheTime() throws IOException {
		// The clock shows about as much.
		ResponseStore store = open(Duration.ofNanos(System.nanoTime()));
		store.put(KEY, response("one"));
		assertThat(store.find(KEY)).isPresent();
		Files.delete(file(KEY));
		assertThat(body(store, KEY)).isEqualTo("one");
	}

	@Test
	void changesOfOtherProcessAreNoticed() {
		ResponseStore store = open(NEVER);
		ResponseStore other = new FileResponseStore(this.directory);
		store.put(KEY, response("one"));
		assertThat(body(store, KEY)).isEqualTo("one");
		assertThat(store.find(KEY).orElseThrow()).isSameAs(store.find(KEY).orElseThrow());
		other.put(KEY, response("two"));
		assertThat(body(store, KEY)).isEqualTo("two");
		other.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		other.put(KEY, response("one"));
		assertThat(body(store, KEY)).isEqualTo("one");
		other.clear();
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void responseIsTrustedSinceItsLookupBegan() {
		Duration trusted = Duration.ofMillis(50);
		AtomicInteger lookups = new AtomicInteger();
		MemoryResponseStore slow = new MemoryResponseStore(DataSize.ofKilobytes(100));
		ResponseStore behind = (ResponseStore) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { ResponseStore.class }, (proxy, method, arguments) -> {
					Object result = method.invoke(slow, arguments);
					if (method.getName().equals("find")) {
						lookups.incrementAndGet();
						LockSupport.parkNanos(trusted.plusMillis(1).toNanos());
					}
					return result;
				});
		try (ResponseStore store = new TieredResponseStore(behind, DataSize.ofKilobytes(100), trusted)) {
			store.put(KEY, response("one"));
			store.find(KEY);
			store.find(KEY);
			assertThat(lookups).hasValue(2);
		}
	}

	@Test
	void largeContentIsNotStoredInMemory() throws IOException {
		ResponseStore store = open(ALWAYS);
		store.put(KEY, response("x".repeat(80_000)));
		assertThat(store.find(KEY)).isPresent();
		Files.delete(file(KEY));
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void sizeMustBePositive() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new TieredResponseStore(new FileResponseStore(this.directory), DataSize.ofBytes(0)));
	}

	private Path file(CacheKey key) {
		return this.directory.resolve(StoredFileName.of(key.text()));
	}

	@Test
	void requestIsLookedUpByTheOtherStore() {
		SharedResponseStore request = this.store.forRequest(KEY.url());
		assertThat(request.isLookedUp()).isFalse();
		assertThat(request.find(KEY)).isEmpty();
		assertThat(request.isLookedUp()).isTrue();
	}

	@Test
	void requestThatIsAnsweredFromMemoryIsTheOneThatHasFilledIt() {
		this.shared.put(KEY, IN_GROUP);
		this.store.forRequest(KEY.url()).find(KEY);
		SharedResponseStore request = this.store.forRequest(KEY.url());
		assertThat(request.find(KEY)).isPresent();
		assertThat(request.isLookedUp()).isTrue();
		assertThat(this.shared.finds).hasValue(1);
		request.put(KEY, IN_GROUP);
		assertThat(this.shared.storedLater).as("stored through it").isTrue();
	}

	@Test
	void secondLookupOfARequestKeepsItsView() {
		this.shared.put(KEY, IN_GROUP);
		this.store.forRequest(KEY.url()).find(KEY);
		SharedResponseStore request = this.store.forRequest(KEY.url());
		request.find(new CacheKey(KEY.url(), "other"));
		request.find(KEY);
		request.put(KEY, IN_GROUP);
		assertThat(this.shared.storedLater).isFalse();
	}

	@Test
	void invalidatedResponseLeavesMemory() {
		this.shared.put(KEY, IN_GROUP);
		this.store.find(KEY);
		assertThat(this.store.forRequest(KEY.url()).invalidateAll(Set.of(KEY.url()))).isTrue();
		assertThat(this.shared.invalidated).containsExactly(KEY.url());
		assertThat(this.store.find(KEY)).isEmpty();
	}

	@Test
	void responseIsNotInvalidatedAtOnceByAStoreThatIsNotShared() {
		MemoryResponseStore behind = new MemoryResponseStore(DataSize.ofKilobytes(100));
		TieredResponseStore tier = new TieredResponseStore(behind, DataSize.ofKilobytes(100));
		tier.put(KEY, IN_GROUP);
		tier.find(KEY);
		assertThat(tier.invalidateAll(Set.of(KEY.url()))).isFalse();
		assertThat(tier.find(KEY)).isPresent();
		assertThat(tier.forRequest(KEY.url())).isSameAs(tier);
		assertThat(tier.isLookedUp()).isTrue();
		assertThat(tier.accepts(1)).isTrue();
		tier.endUnstored();
	}

	@Test
	void groupLeavesMemory() {
		this.shared.put(KEY, IN_GROUP);
		this.store.find(KEY);
		this.store.removeGroups(Set.of(new CacheGroup("http://cookbooks.dev", "g")));
		assertThat(this.store.find(KEY)).isEmpty();
	}

	@Test
	void otherStoreAnswersForBoth() {
		assertThat(this.store.failure()).isEmpty();
		assertThat(this.store.accepts(10)).isTrue();
		assertThat(this.store.accepts(11)).isFalse();
		this.shared.failure = "away";
		assertThat(this.store.failure()).contains("away");
		this.store.endUnstored();
		assertThat(this.shared.ended).isTrue();
	}

	@Test
	void removedResponsesAreCountedAndLeaveMemory() {
		this.shared.put(KEY, IN_GROUP);
		this.store.find(KEY);
		assertThat(this.store.removeAll()).hasValue(1);
		assertThat(this.store.find(KEY)).isEmpty();
		this.shared.put(KEY, IN_GROUP);
		this.store.find(KEY);
		this.store.clear();
		assertThat(this.store.find(KEY)).isEmpty();
	}

	@Test
	void textIsThatOfTheOtherStore() {
		assertThat(new TieredResponseStore(new MemoryResponseStore(DataSize.ofKilobytes(1)), DataSize.ofKilobytes(1)))
			.hasToString("memory");
	}

	@Test
	void closedStoreIsEmpty() {
		this.shared.put(KEY, IN_GROUP);
		this.store.find(KEY);
		this.store.close();
		assertThat(this.store.find(KEY)).isEmpty();
	}

}
