package dev.hyperclient.cache.redis;

import dev.hyperclient.cache.redis.LostLookups.Loss;
import dev.hyperclient.internal.store.TieredResponseStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests whose lookups have no reply.
 */
class RedisLookupTests extends RedisSupport {

	@ParameterizedTest
	@CsvSource({ "CUT, false", "CUT, true", "LATE, false" })
	void responseToRequestWhoseLookupHasNoReplyIsNotStored(Loss loss, boolean memoryTier) throws Exception {
		assertThat(LostLookups.countOlder(redis, loss, 100,
				(store) -> memoryTier ? new TieredResponseStore(store, DataSize.ofMegabytes(1)) : store))
			.isZero();
	}

}
