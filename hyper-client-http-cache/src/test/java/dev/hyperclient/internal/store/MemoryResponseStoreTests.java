package dev.hyperclient.internal.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.test.ResponseStoreContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.cache.store.TestResponses.ELSEWHERE;
import static dev.hyperclient.cache.store.TestResponses.KEY;
import static dev.hyperclient.cache.store.TestResponses.OTHER;
import static dev.hyperclient.cache.store.TestResponses.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MemoryResponseStoreTests extends ResponseStoreContract {

	private final BoundedResponses<String> responses = new BoundedResponses<>(100);

	@Override
	protected ResponseStore createStore() {
		return new MemoryResponseStore(DataSize.ofMegabytes(10));
	}

	@Test
	void contentIsReadBeforeItIsStored() {
		ResponseStore store = createStore();
		store.put(KEY, response("one").withBody(new ContentElsewhere(false)));
		assertThat(store.find(KEY).orElseThrow().body().isInMemory()).isTrue();
		store.put(OTHER, response("one").withBody(new ContentElsewhere(true)));
		assertThat(store.find(OTHER)).isEmpty();
		assertThat(store.statistics()).isEqualTo(StoreStatistics.of(1, 0));
		assertThat(store).hasToString("memory");
	}

	@Test
	void evictionsAreCounted() {
		ResponseStore store = new MemoryResponseStore(DataSize.ofKilobytes(25));
		for (CacheKey key : List.of(KEY, OTHER, ELSEWHERE)) {
			store.put(key, response("x".repeat(10_000)));
		}
		assertThat(store.statistics()).isEqualTo(StoreStatistics.of(3, 1));
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void sizeMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MemoryResponseStore(DataSize.ofBytes(0)));
	}

	@Test
	void sizeIsSumOfStoredResponses() {
		this.responses.put(KEY, "one", 10, Set.of());
		this.responses.put(KEY, "two", 20, Set.of());
		assertThat(this.responses.size()).isEqualTo(StoreSize.of(1, 20));
		assertThat(this.responses.put(KEY, "all", 100, Set.of())).isTrue();
		assertThat(this.responses.get(KEY)).isEqualTo("all");
		assertThat(this.responses.put(KEY, "three", 101, Set.of())).isFalse();
		assertThat(this.responses.size()).isEqualTo(StoreSize.EMPTY);
	}

	@Test
	void responsesThatWereUsedAreKept() {
		List<CacheKey> keys = IntStream.range(0, 21)
			.mapToObj((i) -> new CacheKey(KEY.url() + i, KEY.variant()))
			.toList();
		keys.subList(0, 10).forEach((key) -> this.responses.put(key, "x", 10, Set.of()));
		List<CacheKey> used = List.of(keys.get(0), keys.get(3), keys.get(7));
		for (CacheKey key : keys.subList(10, 21)) {
			used.forEach(this.responses::get);
			this.responses.put(key, "x", 10, Set.of());
			assertThat(this.responses.size()).isEqualTo(StoreSize.of(10, 100));
		}
		assertThat(this.responses.evictions()).isEqualTo(11);
		assertThat(keys.stream().filter((key) -> this.responses.get(key) != null))
			.containsExactlyElementsOf(Stream.concat(used.stream(), keys.subList(14, 21).stream()).toList());
	}

	@Test
	void replacedResponseIsEvictedOnce() {
		for (int i = 0; i < 3; i++) {
			this.responses.put(KEY, "x", 60, Set.of());
		}
		this.responses.put(new CacheKey(KEY.url(), "text/html"), "x", 60, Set.of());
		assertThat(this.responses.get(KEY)).isNull();
		assertThat(this.responses.evictions()).isOne();
		assertThat(this.responses.size()).isEqualTo(StoreSize.of(1, 60));
	}

	@ParameterizedTest
	@ValueSource(strings = { "key", "url", "group", "all" })
	void responseReadBeforeAnyRemovalIsNotStored(String removal) {
		CacheGroup group = new CacheGroup("http://cookbooks.dev", "g");
		long stamp = this.responses.stamp(KEY);
		switch (removal) {
			case "key" -> this.responses.remove(KEY);
			case "url" -> this.responses.removeAll(KEY.url());
			case "group" -> this.responses.removeGroups(Set.of(group));
			default -> this.responses.clear();
		}
		assertThat(this.responses.stamp(KEY)).isGreaterThan(stamp);
		this.responses.putIfUnchanged(KEY, "old", 10, Set.of(group), stamp);
		assertThat(this.responses.get(KEY)).isNull();
	}

	@Test
	void removalOfOtherKeysOfMostUrlsChangesNoStamp() {
		long stamp = this.responses.stamp(KEY);
		for (int i = 0; i < 100; i++) {
			this.responses.remove(new CacheKey(KEY.url() + i, "any"));
		}
		assertThat(this.responses.stamp(KEY) - stamp).isLessThan(10);
	}

	@Test
	void groupHasOnlyItsPresentResponses() {
		CacheGroup group = new CacheGroup("http://cookbooks.dev", "g");
		CacheKey other = new CacheKey(KEY.url(), "text/html");
		this.responses.put(KEY, "one", 10, Set.of(group));
		this.responses.put(other, "two", 10, Set.of(group));
		this.responses.put(KEY, "without a group", 10, Set.of());
		this.responses.removeGroups(Set.of(group));
		assertThat(this.responses.get(KEY)).isEqualTo("without a group");
		assertThat(this.responses.get(other)).isNull();
		this.responses.put(other, "two", 10, Set.of(group));
		this.responses.clear();
		this.responses.put(other, "without a group", 10, Set.of());
		this.responses.removeGroups(Set.of(group));
		assertThat(this.responses.get(other)).isEqualTo("without a group");
	}

	@Test
	void latestKeysAreTheFirst() {
		List<CacheKey> keys = IntStream.range(0, 3).mapToObj((i) -> new CacheKey(KEY.url() + i, "any")).toList();
		keys.forEach((key) -> this.responses.put(key, "x", 10, Set.of()));
		this.responses.get(keys.get(0));
		assertThat(this.responses.recentKeys(2)).containsExactly(keys.get(0), keys.get(2));
	}

	@Test
	void weightCountsEachPartOfAResponse() {
		long empty = weight("", Map.of(), 0, Set.of());
		assertThat(empty).isEqualTo(512 + KEY.url().length() + KEY.variant().length());
		assertThat(weight("ab: cde | f: gh | f: i", Map.of(), 0, Set.of())).isEqualTo(empty + 9);
		assertThat(weight("", Map.of("accept", "xyz"), 0, Set.of())).isEqualTo(empty + 9);
		assertThat(weight("", Map.of(), 100, Set.of())).isEqualTo(empty + 100);
		assertThat(weight("", Map.of(), 0, Set.of(new CacheGroup("http://a", "name")))).isEqualTo(empty + 256 + 4);
	}

	private static long weight(String fields, Map<String, String> varied, int length, Set<CacheGroup> groups) {
		return BoundedResponses.weight(KEY,
				StoredResponse.of(200, Fields.of(fields), new byte[length], varied, null, null), groups);
	}

	private record ContentElsewhere(boolean isRemoved) implements StoredBody {

		@Override
		public long length() {
			return 3;
		}

		@Override
		public StoredBody snapshot() throws IOException {
			if (this.isRemoved) {
				throw new IOException("removed");
			}
			return StoredBody.of(new byte[3]);
		}

	}

}
