package dev.hyperclient.internal.transaction;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.transaction.VariantIndex.Variant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The variants of a URL in their stored form.
 */
class VariantIndexTests {

	private final VariantIndex index = VariantIndex.of(Set.of("x-unit", "accept-language"), null);

	@Test
	void storedIndexIsReadAsItWas() {
		VariantIndex all = this.index.with(new Variant("1", "en", "o", "")).with(new Variant("2", "", "p", "k"));
		StoredResponse stored = all.toStored();
		assertThat(VariantIndex.from(stored)).contains(all);
		assertThat(stored.headers().getFirst("x-variant-ids")).isEqualTo("1:en:o,2::p:k");
		assertThat(VariantIndex.from(this.index.toStored())).contains(this.index);
	}

	@Test
	void variantOfAnEarlierVersionHasNoMoreThanItsId() {
		StoredResponse stored = StoredResponse.of(999,
				Fields.of("x-variant-names: x-unit | x-variant-generation: g | x-variant-ids: 1"), new byte[0],
				Map.of(), null, null);
		assertThat(VariantIndex.from(stored).orElseThrow().variants()).containsExactly(Variant.of("1"));
	}

	@Test
	void responseIsNoIndex() {
		StoredResponse stored = this.index.toStored();
		assertThat(VariantIndex.from(StoredResponse.of(200, stored.headers(), new byte[0], Map.of(), null, null)))
			.isEmpty();
		assertThat(VariantIndex.from(StoredResponse.of(999, Fields.of(""), new byte[0], Map.of(), null, null)))
			.isEmpty();
	}

	@Test
	void variantThatIsListedIsNotAddedAgain() {
		VariantIndex one = this.index.with(new Variant("1", "en", "o", ""));
		assertThat(one.with(new Variant("1", "en", "o", ""))).isSameAs(one);
		VariantIndex two = one.with(new Variant("2", "en", "o", ""));
		assertThat(two.with(new Variant("1", "de", "o", "")).variants()).as("the latest last")
			.isEqualTo(List.of(new Variant("2", "en", "o", ""), new Variant("1", "de", "o", "")));
	}

	@Test
	void variantsAreRemoved() {
		VariantIndex one = this.index.with(Variant.of("1")).with(Variant.of("2")).without((v) -> v.id().equals("1"));
		assertThat(one.has("1")).isFalse();
		assertThat(one.has("2")).isTrue();
		assertThat(one.isSameGeneration(this.index)).isTrue();
	}

	@Test
	void indexWithMoreNamesIsAnother() {
		VariantIndex more = VariantIndex.of(Set.of("x-size"), this.index);
		assertThat(more.names()).containsExactly("accept-language", "x-size", "x-unit");
		assertThat(more.isSameGeneration(this.index)).isFalse();
	}

}
