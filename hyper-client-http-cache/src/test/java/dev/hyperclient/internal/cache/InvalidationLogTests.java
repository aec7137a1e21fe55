package dev.hyperclient.internal.cache;

import java.net.URI;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InvalidationLogTests {

	private final InvalidationLog log = new InvalidationLog();

	@Test
	void onlyInvalidatedUrlIsInvalidated() {
		long before = this.log.current();
		this.log.invalidate(uri("a"));
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("b"), before)).isFalse();
		assertThat(this.log.isInvalidated(uri("a"), this.log.current())).isFalse();
	}

	@Test
	void evictedInvalidationCountsForAllUrls() {
		long before = this.log.current();
		this.log.invalidate(uri("a"));
		long after = this.log.current();
		for (int i = 0; i < 1024; i++) {
			this.log.invalidate(uri("x" + i));
		}
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("b"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("a"), after)).isFalse();
	}

	@Test
	void invalidateAllInvalidatesAllUrls() {
		long before = this.log.current();
		this.log.invalidateAll();
		assertThat(this.log.isInvalidated(uri("a"), before)).isTrue();
		assertThat(this.log.isInvalidated(uri("a"), this.log.current())).isFalse();
	}

	private static URI uri(String path) {
		return URI.create("http://cookbooks.dev/" + path);
	}

}
