package dev.hyperclient.cache;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.testservice.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class HttpCacheBuilderTests {

	private static final DataSize SIZE = DataSize.ofMegabytes(1);

	private final MovableClock clock = new MovableClock(Fields.NOW);

	private final List<CacheOutcome> outcomes = new ArrayList<>();

	@TempDir
	Path directory;

	@Test
	@SuppressWarnings("try")
	void memoryCacheServesStoredResponse() {
		try (HttpCache cache = builder().inMemory(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
			assertThat(cache.entries(URI.create("http://cookbooks.dev/1.0/"))).hasSize(1);
			assertThat(cache.statistics()).isEqualTo(new StoreStatistics(1, 0));
			cache.close();
			assertThat(cache.size()).isEqualTo(StoreSize.EMPTY);
		}
	}

	@Test
	void limitedDirectoryWithMemoryTierServesStoredResponse() {
		try (HttpCache cache = builder().directory(this.directory)
			.memoryTier(SIZE)
			.maxSize(SIZE)
			.maxAge(Duration.ofDays(1))
			.build()) {
			assertThatSecondRequestIsHit(cache);
			assertThat(this.directory).isNotEmptyDirectory();
			cache.clear();
			assertThat(this.directory).isEmptyDirectory();
			assertThatSecondRequestIsHit(cache);
			assertThat(cache.evict(URI.create("http://cookbooks.dev/1.0/"))).isOne();
			assertThatSecondRequestIsHit(cache);
		}
	}

	@Test
	void temporaryCacheWithMemoryTierServesStoredResponse() {
		try (HttpCache cache = builder().memoryTier(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
		}
	}

	@Test
	void storeOfCallerIsNotClosed() {
		ResponseStore store = new MemoryResponseStore(SIZE);
		HttpCache cache = builder().store(store).build();
		assertThatSecondRequestIsHit(cache);
		cache.close();
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void storeOfCallerWithMemoryTierServesStoredResponse() {
		ResponseStore store = new MemoryResponseStore(SIZE);
		try (HttpCache cache = builder().store(store).memoryTier(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
		}
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void contradictorySettingsAreRejected() {
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).memoryTier(SIZE).build());
		assertThatIllegalStateException()
			.isThrownBy(() -> builder().store(new MemoryResponseStore(SIZE)).maxSize(SIZE).build());
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).directory(this.directory).build());
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).maxSize(SIZE).build());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().directory(this.directory).maxSize(DataSize.ofBytes(-1)).build());
	}

	private HttpCacheBuilder builder() {
		return HttpCache.builder()
			.profile(CachingProfile.REPRESENTATIONS)
			.clock(this.clock)
			.addListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	private void assertThatSecondRequestIsHit(HttpCache cache) {
		this.outcomes.clear();
		for (int i = 0; i < 3; i++) {
			CacheResponse response = cache
				.around((request) -> new CacheResponse(request.uri(), 200,
						Fields.of("Date: @0 | Cache-Control: max-age=60"), "text".getBytes(StandardCharsets.UTF_8)))
				.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/1.0/"), Fields.of("Accept: a/b")));
			assertThat(Fields.text(response)).isEqualTo("text");
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT);
	}

}
