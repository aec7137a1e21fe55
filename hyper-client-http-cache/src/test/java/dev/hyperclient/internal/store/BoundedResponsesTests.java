package dev.hyperclient.internal.store;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BoundedResponsesTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	private final BoundedResponses<String> responses = new BoundedResponses<>(100);

	@Test
	void responseReadBeforeRemovalIsNotStored() {
		long stamp = this.responses.stamp(KEY);
		this.responses.remove(KEY);
		this.responses.putIfUnchanged(KEY, "old", 10, Set.of(), stamp);
		assertThat(this.responses.get(KEY)).isNull();
		stamp = this.responses.stamp(KEY);
		this.responses.clear();
		this.responses.putIfUnchanged(KEY, "old", 10, Set.of(), stamp);
		assertThat(this.responses.get(KEY)).isNull();
		this.responses.putIfUnchanged(KEY, "new", 10, Set.of(), this.responses.stamp(KEY));
		assertThat(this.responses.get(KEY)).isEqualTo("new");
	}

	@Test
	void sizeIsSumOfStoredResponses() {
		this.responses.put(KEY, "one", 10, Set.of());
		this.responses.put(KEY, "two", 20, Set.of());
		assertThat(this.responses.size()).isEqualTo(new StoreSize(1, 20));
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
			assertThat(this.responses.size()).isEqualTo(new StoreSize(10, 100));
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
		assertThat(this.responses.size()).isEqualTo(new StoreSize(1, 60));
	}

}
