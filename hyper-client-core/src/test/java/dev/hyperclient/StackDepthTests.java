package dev.hyperclient;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limits the methods that a GET of an entry passes through, since each of them is one
 * more to read for a maintainer who follows a call. Method calls of other projects do not
 * count.
 */
class StackDepthTests {

	private static final int MAX_TO_LOOKUP = 24;

	private static final int MAX_TO_AUTHORIZER = 28;

	@AutoClose
	private final StubService service = new StubService();

	private final AtomicReference<List<String>> lookup = new AtomicReference<>(List.of());

	private final AtomicReference<List<String>> authorization = new AtomicReference<>(List.of());

	@Test
	void entryReachesStoreAndAuthorizerThroughFewMethods() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = this.service.client()
			.authorizer(new Observed())
			.cache(HttpCache.builder().store(new ObservedStore()))
			.build()) {
			EntryCollection recipes = root.collection("recipes");
			recipes.get(4);
			assertThat(this.lookup.get()).endsWith("dev.hyperclient.DefaultEntryCollection.get")
				.hasSizeLessThanOrEqualTo(MAX_TO_LOOKUP)
				.doesNotHaveDuplicates();
			assertThat(this.authorization.get()).endsWith("dev.hyperclient.DefaultEntryCollection.get")
				.hasSizeLessThanOrEqualTo(MAX_TO_AUTHORIZER)
				.doesNotHaveDuplicates();
		}
	}

	/** Return the methods of the project that the present call passes through. */
	private static List<String> methods() {
		return Arrays.stream(Thread.currentThread().getStackTrace())
			.filter((frame) -> frame.getClassName().startsWith("dev.hyperclient.")
					&& !frame.getClassName().startsWith(StackDepthTests.class.getName()))
			.map((frame) -> frame.getClassName() + "." + frame.getMethodName())
			.toList();
	}

	private final class Observed implements HttpAuthorizer {

		@Override
		public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			StackDepthTests.this.authorization.set(methods());
		}

		@Override
		public String identity() {
			return "user";
		}

	}

	/** A store of the application, which is empty. */
	private final class ObservedStore implements ResponseStore {

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			StackDepthTests.this.lookup.set(methods());
			return Optional.empty();
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
			// Stores nothing.
		}

		@Override
		public void remove(CacheKey key) {
			// Has nothing to remove.
		}

		@Override
		public Set<CacheKey> keys(String url) {
			return Set.of();
		}

		@Override
		public void clear() {
			// Is always empty.
		}

		@Override
		public StoreSize size() {
			return StoreSize.UNKNOWN;
		}

		@Override
		public void close() {
			// Has no medium.
		}

	}

}
