package dev.hyperclient.internal.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Memory in front of a store that processes share.
 */
class TieredSharedStoreTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/a", "any");

	private final Shared shared = new Shared();

	private final TieredResponseStore store = new TieredResponseStore(this.shared, DataSize.ofKilobytes(100),
			Duration.ofDays(1));

	@Test
	void requestIsLookedUpByTheOtherStore() {
		SharedResponseStore request = this.store.forRequest(KEY.url());
		assertThat(request.isLookedUp()).isFalse();
		assertThat(request.find(KEY)).isEmpty();
		assertThat(request.isLookedUp()).isTrue();
	}

	@Test
	void requestThatIsAnsweredFromMemoryIsTheOneThatHasFilledIt() {
		this.shared.put(KEY, response());
		this.store.forRequest(KEY.url()).find(KEY);
		SharedResponseStore request = this.store.forRequest(KEY.url());
		assertThat(request.find(KEY)).isPresent();
		assertThat(request.isLookedUp()).isTrue();
		assertThat(this.shared.finds).isEqualTo(1);
		request.put(KEY, response());
		assertThat(this.shared.later).as("stored through it").isTrue();
	}

	@Test
	void secondLookupOfARequestKeepsItsView() {
		this.shared.put(KEY, response());
		this.store.forRequest(KEY.url()).find(KEY);
		SharedResponseStore request = this.store.forRequest(KEY.url());
		request.find(new CacheKey(KEY.url(), "other"));
		request.find(KEY);
		request.put(KEY, response());
		assertThat(this.shared.later).isFalse();
	}

	@Test
	void invalidatedResponseLeavesMemory() {
		this.shared.put(KEY, response());
		this.store.find(KEY);
		assertThat(this.store.forRequest(KEY.url()).invalidateAll(Set.of(KEY.url()))).isTrue();
		assertThat(this.shared.invalidated).containsExactly(KEY.url());
		assertThat(this.store.find(KEY)).isEmpty();
	}

	@Test
	void responseThatARequestRemembersDoesNotReturnToMemory() {
		this.shared.put(KEY, response());
		SharedResponseStore request = this.store.forRequest(KEY.url());
		request.find(KEY);
		this.store.forRequest(KEY.url()).invalidateAll(Set.of(KEY.url()));
		assertThat(request.find(KEY)).isPresent();
		assertThat(this.store.find(KEY)).isEmpty();
	}

	@Test
	void requestForgetsWhatTheOtherStoreForgets() {
		this.shared.put(KEY, response());
		SharedResponseStore request = this.store.forRequest(KEY.url());
		request.find(KEY);
		this.store.forRequest(KEY.url()).invalidateAll(Set.of(KEY.url()));
		assertThat(request.forget()).isTrue();
		assertThat(request.find(KEY)).isEmpty();
		assertThat(this.store.forget()).isFalse();
	}

	@Test
	void responseIsNotInvalidatedAtOnceByAStoreThatIsNotShared() {
		MemoryResponseStore behind = new MemoryResponseStore(DataSize.ofKilobytes(100));
		TieredResponseStore tier = new TieredResponseStore(behind, DataSize.ofKilobytes(100));
		tier.put(KEY, response());
		tier.find(KEY);
		assertThat(tier.invalidateAll(Set.of(KEY.url()))).isFalse();
		assertThat(tier.find(KEY)).isPresent();
		assertThat(tier.forRequest(KEY.url())).isSameAs(tier);
		assertThat(tier.isLookedUp()).isTrue();
		assertThat(tier.forget()).isFalse();
		assertThat(tier.accepts(1)).isTrue();
		tier.endUnstored();
	}

	@Test
	void groupLeavesMemory() {
		this.shared.put(KEY, response());
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
	void closedStoreIsEmpty() {
		this.shared.put(KEY, response());
		this.store.find(KEY);
		this.store.close();
		assertThat(this.store.find(KEY)).isEmpty();
	}

	private static StoredResponse response() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Cache-Groups", "\"g\"");
		return new StoredResponse(200, headers, new byte[1], Map.of(), null, null);
	}

	/** A store, or its view of one request. */
	private static final class Shared implements SharedResponseStore {

		private final MemoryResponseStore responses;

		private final Set<String> invalidated = new HashSet<>();

		private int finds;

		private boolean later;

		private boolean ended;

		private String failure = "";

		Shared() {
			this(new MemoryResponseStore(DataSize.ofKilobytes(100)));
		}

		private Shared(MemoryResponseStore responses) {
			this.responses = responses;
		}

		@Override
		public SharedResponseStore forRequest(String url) {
			return new View(this, false);
		}

		@Override
		public boolean invalidateAll(Set<String> urls) {
			this.invalidated.addAll(urls);
			urls.forEach((url) -> this.responses.keys(url).forEach(this.responses::remove));
			return true;
		}

		@Override
		public void endUnstored() {
			this.ended = true;
		}

		@Override
		public boolean accepts(long length) {
			return length <= 10;
		}

		@Override
		public Optional<String> failure() {
			return this.failure.isEmpty() ? Optional.empty() : Optional.of(this.failure);
		}

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			this.finds++;
			return this.responses.find(key);
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
			this.responses.put(key, response);
		}

		@Override
		public void remove(CacheKey key) {
			this.responses.remove(key);
		}

		@Override
		public void removeGroups(Set<CacheGroup> groups) {
			this.responses.removeGroups(groups);
		}

		@Override
		public Set<CacheKey> keys(String url) {
			return this.responses.keys(url);
		}

		@Override
		public List<CacheKey> recentKeys(int maximum) {
			return this.responses.recentKeys(maximum);
		}

		@Override
		public void clear() {
			this.responses.clear();
		}

		@Override
		public StoreSize size() {
			return this.responses.size();
		}

		@Override
		public void close() {
			this.responses.close();
		}

	}

	/** The view of one request. */
	private static final class View implements SharedResponseStore {

		private final Shared shared;

		private final boolean isLater;

		private final Map<CacheKey, Optional<StoredResponse>> found = new HashMap<>();

		private boolean lookedUp;

		View(Shared shared, boolean isLater) {
			this.shared = shared;
			this.isLater = isLater;
			this.lookedUp = isLater;
		}

		@Override
		public SharedResponseStore forRequest(String url) {
			return new View(this.shared, true);
		}

		@Override
		public boolean isLookedUp() {
			return this.lookedUp;
		}

		@Override
		public boolean invalidateAll(Set<String> urls) {
			return this.shared.invalidateAll(urls);
		}

		@Override
		public Optional<String> failure() {
			return this.shared.failure();
		}

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			this.lookedUp = true;
			return this.found.computeIfAbsent(key, this.shared::find);
		}

		@Override
		public boolean forget() {
			this.found.clear();
			return true;
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
			this.shared.later |= this.isLater;
			this.shared.put(key, response);
		}

		@Override
		public void remove(CacheKey key) {
			this.shared.remove(key);
		}

		@Override
		public Set<CacheKey> keys(String url) {
			return this.shared.keys(url);
		}

		@Override
		public void clear() {
			this.shared.clear();
		}

		@Override
		public StoreSize size() {
			return this.shared.size();
		}

		@Override
		public void close() {
			// Belongs to the store.
		}

	}

}
