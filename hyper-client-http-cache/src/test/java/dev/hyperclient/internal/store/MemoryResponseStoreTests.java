package dev.hyperclient.internal.store;

import java.io.IOException;
import java.util.List;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.test.ResponseStoreContract;
import org.junit.jupiter.api.Test;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.cache.store.TestResponses.ELSEWHERE;
import static dev.hyperclient.cache.store.TestResponses.KEY;
import static dev.hyperclient.cache.store.TestResponses.OTHER;
import static dev.hyperclient.cache.store.TestResponses.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MemoryResponseStoreTests extends ResponseStoreContract {

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
		assertThat(store.statistics()).isEqualTo(new StoreStatistics(1, 0));
		assertThat(store).hasToString("memory");
	}

	@Test
	void evictionsAreCounted() {
		ResponseStore store = new MemoryResponseStore(DataSize.ofKilobytes(25));
		for (CacheKey key : List.of(KEY, OTHER, ELSEWHERE)) {
			store.put(key, response("x".repeat(10_000)));
		}
		assertThat(store.statistics()).isEqualTo(new StoreStatistics(3, 1));
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void sizeMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MemoryResponseStore(DataSize.ofBytes(0)));
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
