package dev.hyperclient.cache.redis;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The invalidations that are to be repeated.
 */
class PendingInvalidationsTests {

	private static final String URL = "https://example.com/recipes";

	private final PendingInvalidations pending = new PendingInvalidations();

	@Test
	void failureDuringRepetitionRemainsPending() {
		long first = this.pending.add(URL);
		long second = this.pending.add(URL);
		this.pending.repeated(URL, first);
		assertThat(this.pending.get(URL)).isEqualTo(second);
		assertThat(this.pending.isEmpty()).isFalse();
		this.pending.repeated(URL, second);
		assertThat(this.pending.isEmpty()).isTrue();
	}

	@Test
	void failuresOfTooManyUrlsConcernAll() {
		for (int i = 0; i < 10_000; i++) {
			this.pending.add(URL + i);
		}
		assertThat(this.pending.get(PendingInvalidations.ALL)).isNull();
		this.pending.add(URL);
		this.pending.add(URL + "/more");
		assertThat(this.pending.get(URL)).isNull();
		assertThat(this.pending.get(PendingInvalidations.ALL)).isNotNull();
		assertThat(this.pending.byUrl()).hasSize(10_000).doesNotContainKey(PendingInvalidations.ALL);
	}

}
