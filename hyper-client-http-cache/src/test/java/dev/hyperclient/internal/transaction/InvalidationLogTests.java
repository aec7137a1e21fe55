package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InvalidationLogTests {

	private final InvalidationLog log = new InvalidationLog();

	@Test
	void onlyInvalidatedUrlIsInvalidated() {
		long before = this.log.current();
		this.log.invalidate(uri("a"));
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("b"), before)).isFalse();
		assertThat(this.log.isInvalidated(uri("a"), this.log.current())).isFalse();
	}

	@Test
	void evictedInvalidationCountsForAllUrls() {
		long before = this.log.current();
		this.log.invalidate(uri("a"));
		long after = this.log.current();
		for (int i = 0; i < 1024; i++) {
			this.log.invalidate(uri("x" + i));
		}
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("b"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("a"), after)).isFalse();
	}

	@Test
	void eachEvictedInvalidationCountsForAllUrls() {
		this.log.invalidate(uri("a"));
		long between = this.log.current();
		this.log.invalidate(uri("b"));
		assertThat(this.log.isInvalidated(uri("a"), between)).isFalse();
		for (int i = 0; i < 1024; i++) {
			this.log.invalidate(uri("x" + i));
		}
		assertThat(this.log.isInvalidated(uri("c"), between)).isTrue();
	}

	@Test
	void invalidateAllInvalidatesAllUrls() {
		long before = this.log.current();
		this.log.invalidateAll();
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("a"), this.log.current())).isFalse();
	}

	@Test
	void invalidationOfAllUrlsIsFollowedByOthers() {
		this.log.invalidate(uri("a"));
		long earlier = this.log.current();
		this.log.invalidateAll();
		assertThat(this.log.isInvalidated(uri("a"), earlier)).isTrue();
		long before = this.log.current();
		this.log.invalidate(uri("b"));
		assertThat(this.log.isInvalidated(uri("a"), before)).isFalse();
		assertThat(this.log.isInvalidated(uri("b"), before)).isTrue();
	}

	@Test
	void groupOfAResponseInvalidatesIt() {
		StoredResponse grouped = response("Cache-Groups: \"g\"");
		long before = this.log.current();
		this.log.invalidate(CacheGroup.of(uri("other"), "h"));
		assertThat(this.log.isInvalidated(uri("a"), grouped, before)).isFalse();
		this.log.invalidate(CacheGroup.of(uri("other"), "g"));
		assertThat(this.log.isInvalidated(uri("a"), grouped, before)).isTrue();
		assertThat(this.log.isInvalidated(uri("a"), response(""), before)).isFalse();
		assertThat(this.log.isInvalidated(uri("a"), before)).isFalse();
	}

	@Test
	void responseIsStoredUnlessItIsInvalidated() {
		List<String> done = new ArrayList<>();
		long before = this.log.current();
		assertThat(store("a", before, () -> done.add("stored"), done)).isTrue();
		this.log.invalidate(uri("b"));
		assertThat(store("a", before, () -> done.add("stored"), done)).isTrue();
		assertThat(done).containsExactly("stored", "stored");
		this.log.invalidate(uri("a"));
		assertThat(store("a", before, () -> done.add("stored"), done)).isFalse();
		assertThat(done).hasSize(2);
	}

	@Test
	void responseThatIsInvalidatedWhileItIsStoredIsRemoved() {
		List<String> done = new ArrayList<>();
		long before = this.log.current();
		assertThat(store("a", before, () -> this.log.invalidate(uri("a")), done)).isTrue();
		assertThat(done).containsExactly("removed");
	}

	@Test
	void onlyInvalidatedResponsesAreNotServedWhileTheyAreStored() {
		List<String> done = new ArrayList<>();
		List<Boolean> seen = new ArrayList<>();
		long before = this.log.current();
		store("a", before, () -> {
			seen.add(this.log.isBeingStored(uri("a")));
			this.log.invalidate(uri("b"));
			seen.add(this.log.isBeingStored(uri("a")));
			// Another one is stored at the same time, and ends before.
			store("a", this.log.current(), () -> seen.add(this.log.isBeingStored(uri("a"))), done);
			this.log.invalidate(uri("a"));
			seen.add(this.log.isBeingStored(uri("a")));
			seen.add(this.log.isBeingStored(uri("b")));
		}, done);
		store("a", this.log.current(), () -> {
			this.log.invalidate(CacheGroup.of(uri("other"), "g"));
			seen.add(this.log.isBeingStored(uri("a")));
		}, done);
		assertThat(seen).containsExactly(false, false, false, true, false, true);
		assertThat(this.log.isBeingStored(uri("a"))).isFalse();
	}

	private boolean store(String path, long generation, Runnable store, List<String> done) {
		return this.log.store(uri(path), response("Cache-Groups: \"g\""), generation, store, () -> done.add("removed"));
	}

	private static StoredResponse response(String fields) {
		return StoredResponse.of(200, Fields.of(fields), new byte[0], Map.of(), null, null);
	}

	private static URI uri(String path) {
		return URI.create("http://cookbooks.dev/" + path);
	}

}
