package dev.hyperclient.cache.store;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BoundedResponsesTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	private final BoundedResponses<String> responses = new BoundedResponses<>(100);

	@Test
	void responseReadBeforeRemovalIsNotStored() {
		long stamp = this.responses.stamp(KEY);
		this.responses.remove(KEY);
		this.responses.putIfUnchanged(KEY, "old", 10, stamp);
		assertThat(this.responses.get(KEY)).isNull();
		stamp = this.responses.stamp(KEY);
		this.responses.clear();
		this.responses.putIfUnchanged(KEY, "old", 10, stamp);
		assertThat(this.responses.get(KEY)).isNull();
		this.responses.putIfUnchanged(KEY, "new", 10, this.responses.stamp(KEY));
		assertThat(this.responses.get(KEY)).isEqualTo("new");
	}

	@Test
	void sizeIsSumOfStoredResponses() {
		this.responses.put(KEY, "one", 10);
		this.responses.put(KEY, "two", 20);
		assertThat(this.responses.size()).isEqualTo(new StoreSize(1, 20));
		assertThat(this.responses.put(KEY, "three", 101)).isFalse();
		assertThat(this.responses.size()).isEqualTo(StoreSize.EMPTY);
	}

}
