package dev.hyperclient.internal.store;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Memory in front of a store that processes share.
 */
class TieredSharedStoreTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/a", "any");

	private final TestStore.Shared shared = new TestStore.Shared();

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
		assertThat(this.shared.finds).hasValue(1);
		request.put(KEY, response());
		assertThat(this.shared.storedLater).as("stored through it").isTrue();
	}

	@Test
	void secondLookupOfARequestKeepsItsView() {
		this.shared.put(KEY, response());
		this.store.forRequest(KEY.url()).find(KEY);
		SharedResponseStore request = this.store.forRequest(KEY.url());
		request.find(new CacheKey(KEY.url(), "other"));
		request.find(KEY);
		request.put(KEY, response());
		assertThat(this.shared.storedLater).isFalse();
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
	void responseIsNotInvalidatedAtOnceByAStoreThatIsNotShared() {
		MemoryResponseStore behind = new MemoryResponseStore(DataSize.ofKilobytes(100));
		TieredResponseStore tier = new TieredResponseStore(behind, DataSize.ofKilobytes(100));
		tier.put(KEY, response());
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
	void removedResponsesAreCountedAndLeaveMemory() {
		this.shared.put(KEY, response());
		this.store.find(KEY);
		assertThat(this.store.removeAll()).hasValue(1);
		assertThat(this.store.find(KEY)).isEmpty();
		this.shared.put(KEY, response());
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

}
