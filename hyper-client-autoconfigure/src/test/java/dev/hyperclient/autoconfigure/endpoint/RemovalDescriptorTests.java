package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.RemovalDescriptor;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.SharedResponseStore;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the endpoints report of a removal.
 */
class RemovalDescriptorTests {

	private static final URI URL = URI.create("https://example.com/recipes");

	private final SharedResponseStore store = Mockito.mock(SharedResponseStore.class);

	@Test
	void numberIsThatOfTheStore() {
		BDDMockito.given(this.store.removeAll()).willReturn(OptionalLong.of(3));
		BDDMockito.given(this.store.failure()).willReturn(Optional.empty());
		assertThat(removed(null)).isEqualTo(3);
		assertThat(removed(URL)).isZero();
	}

	@Test
	void numberIsUnknownIfStoreDoesNotAnswer() {
		BDDMockito.given(this.store.removeAll()).willReturn(OptionalLong.empty());
		BDDMockito.given(this.store.failure()).willReturn(Optional.of("no answer"));
		BDDMockito.given(this.store.invalidateAll(Set.of(URL.toString()))).willReturn(true);
		assertThat(removed(null)).isNull();
		assertThat(removed(URL)).isNull();
	}

	private Long removed(URI url) {
		return RemovalDescriptor.of(HttpCache.using(this.store), url).removed();
	}

}
