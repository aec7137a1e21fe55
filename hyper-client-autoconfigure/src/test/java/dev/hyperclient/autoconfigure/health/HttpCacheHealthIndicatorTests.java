package dev.hyperclient.autoconfigure.health;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Health of a cache.
 */
class HttpCacheHealthIndicatorTests {

	private final ResponseStore store = Mockito.mock(ResponseStore.class);

	@Test
	void shareOfLateLookupsIsDetailOfStoreThatDoesNotWait() {
		assertThat(health(StoreStatistics.NONE).getDetails()).doesNotContainKey("cacheLateShare");
		Health slow = health(StoreStatistics.of(1, 0).withLateReplies(30, 0.75));
		assertThat(slow.getStatus()).isEqualTo(Status.UP);
		assertThat(slow.getDetails()).containsEntry("cacheLateShare", 0.75);
	}

	private Health health(StoreStatistics statistics) {
		BDDMockito.given(this.store.size()).willReturn(StoreSize.EMPTY);
		BDDMockito.given(this.store.statistics()).willReturn(statistics);
		return new HttpCacheHealthContributorAutoConfiguration.HttpCacheHealthIndicator(HttpCache.using(this.store))
			.health();
	}

}
