package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.autoconfigure.internal.CacheMarker;
import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The caches of marked requests.
 */
class ClientCachingTests {

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final ClientCaching caching = new ClientCaching(this.cache, List.of(), "", DataSize.ofMegabytes(1), null,
			new ConcurrentHashMap<>());

	@Test
	void requestWithoutGroupUsesTheCacheItself() {
		assertThat(select("")).isSameAs(this.cache);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "pantry" })
	void requestsOfOneGroupUseOneCache(String group) {
		assertThat(select(group)).isSameAs(select(group));
	}

	@Test
	void requestWithoutMarkHasNoCache() {
		assertThat(this.caching.<Map<String, Object>>selector((attributes) -> attributes).apply(Map.of())).isNull();
	}

	private HttpCache select(String group) {
		return this.caching.<Map<String, Object>>selector((attributes) -> attributes)
			.apply(Map.of(CacheMarker.ATTRIBUTE, new CacheMarker(group)));
	}

}
