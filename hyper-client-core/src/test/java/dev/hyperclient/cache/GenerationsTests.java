package dev.hyperclient.cache;

import java.net.URI;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GenerationsTests {

	private final Generations generations = new Generations();

	@Test
	void onlyTheInvalidatedAddressIsOutdated() {
		long before = this.generations.current();
		this.generations.invalidate(uri("a"));
		assertThat(this.generations.isOutdated(uri("a"), before)).isTrue();
		assertThat(this.generations.isOutdated(uri("b"), before)).isFalse();
		assertThat(this.generations.isOutdated(uri("a"), this.generations.current())).isFalse();
	}

	@Test
	void whatIsForgottenMayConcernEveryAddressAskedBefore() {
		long before = this.generations.current();
		this.generations.invalidate(uri("a"));
		long after = this.generations.current();
		for (int i = 0; i < 1024; i++) {
			this.generations.invalidate(uri("x" + i));
		}
		assertThat(this.generations.isOutdated(uri("a"), before)).isTrue();
		assertThat(this.generations.isOutdated(uri("b"), before)).isTrue();
		assertThat(this.generations.isOutdated(uri("a"), after)).isFalse();
	}

	@Test
	void clearingInvalidatesAll() {
		long before = this.generations.current();
		this.generations.invalidateAll();
		assertThat(this.generations.isOutdated(uri("a"), before)).isTrue();
		assertThat(this.generations.isOutdated(uri("a"), this.generations.current())).isFalse();
	}

	private static URI uri(String path) {
		return URI.create("http://cookbooks.dev/" + path);
	}

}
