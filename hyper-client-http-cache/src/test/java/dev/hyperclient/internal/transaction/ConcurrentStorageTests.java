package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.internal.policy.IdentityKey;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests and writes that change the responses of one URL at the same time.
 */
class ConcurrentStorageTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final CacheKey PRIMARY = new CacheKey(URL.toString(), "any");

	private final Hooked store = new Hooked();

	private CacheContext context = new CacheContext(this.store, Clock.systemUTC(), CachingProfile.RFC_9111,
			CacheSettings.defaults(), IdentityKey.ofProcess());

	private volatile String version = "old";

	private String fields = "Cache-Control: max-age=60";

	private Function<CacheRequest, String> content = (request) -> this.version;

	@Test
	void responseFromBeforeAWriteIsNotServedIfItsVariantWasListed() {
		this.fields = "Cache-Control: max-age=60 | Vary: X-Unit";
		assertThat(get("X-Unit: 1")).isEqualTo("old");
		this.store.before = (key) -> {
			if (key.equals(PRIMARY)) {
				// Another thread asks for unit 1 anew.
				this.store.before = (variant) -> {
					this.store.before = Hooked.NOTHING;
					// A third one writes.
					this.version = "new";
					exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
				};
				get("X-Unit: 1 | Cache-Control: no-cache");
			}
		};
		get("X-Unit: 3");
		assertThat(get("X-Unit: 3")).as("3").isEqualTo("new");
		assertThat(get("X-Unit: 1")).as("1").isEqualTo("new");
	}

	@Test
	void representationFromBeforeAWriteIsNotServed() {
		this.context = this.context.withProfile(CachingProfile.REPRESENTATIONS);
		this.fields = "Cache-Control: max-age=60 | Content-Type: text/plain";
		this.store.before = (key) -> {
			this.store.before = Hooked.NOTHING;
			this.version = "new";
			exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
		};
		assertThat(get("")).isEqualTo("old");
		assertThat(get("")).isEqualTo("new");
	}

	@Test
	void responseFromBeforeAWriteIsNotServedIfItsIndexWasReplaced() {
		CompletableFuture<Void> received = new CompletableFuture<>();
		CompletableFuture<Void> proceed = new CompletableFuture<>();
		this.content = (request) -> {
			String state = this.version;
			if (request.identity().isEmpty() && HttpMethod.GET.equals(request.method())) {
				received.complete(null);
				proceed.join();
			}
			return state;
		};
		CompletableFuture<Void> anonymous = CompletableFuture.runAsync(() -> get(""));
		received.join();
		assertThat(getAs("ann")).isEqualTo("old");
		this.store.before = (key) -> {
			if (key.equals(PRIMARY)) {
				this.store.before = Hooked.NOTHING;
				// The anonymous response is stored now, and then there is a write.
				proceed.complete(null);
				anonymous.join();
				this.version = "new";
				exchange(CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, ""));
			}
		};
		getAs("ben");
		this.content = (request) -> this.version;
		assertThat(getAs("ben")).as("ben").isEqualTo("new");
		assertThat(getAs("ann")).as("ann").isEqualTo("new");
	}

	@Test
	void wholeResponseSurvivesTheRangeThatWasRequestedAtTheSameTime() {
		CompletableFuture<Void> received = new CompletableFuture<>();
		CompletableFuture<Void> proceed = new CompletableFuture<>();
		this.fields = "Cache-Control: max-age=60 | ETag: \"1\"";
		this.content = (request) -> {
			if (request.headers().containsHeader("Range")) {
				received.complete(null);
				proceed.join();
				return "wh";
			}
			return "whole";
		};
		CompletableFuture<Void> range = CompletableFuture.runAsync(() -> get("Range: bytes=0-1"));
		received.join();
		get("");
		proceed.complete(null);
		range.join();
		this.content = (request) -> "sent again";
		assertThat(get("")).isEqualTo("whole");
	}

	private String get(String fields) {
		return exchange(CacheRequest.get(URL, Fields.of(fields)));
	}

	private String getAs(String user) {
		return exchange(CacheRequest.get(URL, Fields.of("Authorization: Bearer " + user)).withIdentity(user));
	}

	private String exchange(CacheRequest request) {
		return Fields.text(BlockingCacheDriver.of(this.context, (sent) -> {
			byte[] bytes = this.content.apply(sent).getBytes(StandardCharsets.UTF_8);
			boolean part = sent.headers().containsHeader("Range");
			HttpHeaders headers = Fields.of(this.fields);
			if (part) {
				headers.set("Content-Range", "bytes 0-1/5");
			}
			return CacheResponse.of(sent.uri(), part ? 206 : 200, headers, ResponseContent.of(bytes));
		}).exchange(request));
	}

	/** A store that does something before it stores a response. */
	private static final class Hooked extends TestStore {

		private static final Consumer<CacheKey> NOTHING = (key) -> {
		};

		private volatile Consumer<CacheKey> before = NOTHING;

		@Override
		public void put(CacheKey key, StoredResponse response) {
			this.before.accept(key);
			super.put(key, response);
		}

	}

}
