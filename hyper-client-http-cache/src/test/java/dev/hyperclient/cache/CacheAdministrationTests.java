package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.internal.transaction.StoredEntries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CacheAdministrationTests {

	private static final String RECIPE = "http://cookbooks.dev/1.0/recipes/1";

	private static final String LONG = "http://cookbooks.dev/1.0/recipes?text=" + "x".repeat(200);

	private final TestClock clock = new TestClock(Fields.NOW);

	@TempDir
	Path directory;

	private HttpCache cache;

	@BeforeEach
	void open() {
		this.cache = CacheContext.forRepresentations(HttpCache.inDirectory(this.directory)).withClock(this.clock);
	}

	@Test
	void entriesReturnsStoredResponsesOfUrl() {
		store(RECIPE, "application/json");
		store(RECIPE, "application/vnd.sun.wadl+xml");
		store(RECIPE, "a/b, c/d;q=0.5");
		store(RECIPE + "1", "application/json");
		store(RECIPE + "-application/json", "application/json");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(this.cache.entries(URI.create("HTTP://COOKBOOKS.dev/1.0/recipes/1#fragment")))
			.containsExactly(entry("a/b, c/d;q=0.5"), entry("application/json"), entry("application/vnd.sun.wadl+xml"));
		assertThat(this.cache.entries(URI.create(RECIPE + "/"))).isEmpty();
		assertThat(entry("").isFresh()).isTrue();
		assertThat(new StoredEntries.Entry(RECIPE, "", 200, Duration.ofSeconds(5), Duration.ofSeconds(5), 0, List.of(),
				null, "GET")
			.isFresh()).isFalse();
	}

	@Test
	void recentEntriesReturnsStoredResponsesOfAllUrls() {
		store(RECIPE, "application/json");
		store(LONG, "text/plain");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(this.cache.recentEntries(10)).extracting(CacheEntry::url).containsExactlyInAnyOrder(RECIPE, LONG);
		assertThat(this.cache.recentEntries(10)).contains(entry("application/json"));
		assertThat(this.cache.recentEntries(1)).hasSize(1);
	}

	@Test
	void evictRemovesResponsesOfUrlOnly() {
		store(RECIPE, "application/json");
		store(RECIPE, "*/*");
		store(RECIPE + "1", "application/json");
		store(LONG, "application/json");
		store(LONG, "text/plain");
		store(LONG + "1", "application/json");
		assertThat(this.cache.evict(URI.create(RECIPE))).isEqualTo(2);
		assertThat(this.cache.evict(URI.create(LONG))).isEqualTo(2);
		assertThat(this.cache.evict(URI.create(LONG))).isZero();
		assertThat(this.cache.size().entries()).isEqualTo(2);
		assertThat(this.cache.entries(URI.create(LONG + "1"))).hasSize(1);
	}

	@Test
	void clearKeepsFilesOfOtherApplications() throws IOException {
		store(RECIPE, "application/json");
		store(LONG, "application/json");
		Files.createFile(this.directory.resolve(".temp4711"));
		Files.createFile(this.directory.resolve(".tempa_c4ef7h"));
		Path template = Files.createFile(this.directory.resolve(".template"));
		Path notes = Files.createFile(this.directory.resolve("notes, mine"));
		Path subdirectory = Files.createDirectory(this.directory.resolve("a,6e040fcead0b79e6de372ee10963890a"));
		Files.createFile(subdirectory.resolve("b,6e040fcead0b79e6de372ee10963890a"));
		Path link = Files.createSymbolicLink(this.directory.resolve("c,6e040fcead0b79e6de372ee10963890a"), notes);
		assertThat(this.cache.size().entries()).isEqualTo(2);
		this.cache.clear();
		assertThat(this.cache.size()).isEqualTo(StoreSize.EMPTY);
		assertThat(this.directory.toFile().listFiles()).hasSize(4);
		assertThat(template).exists();
		assertThat(notes).exists();
		assertThat(link).isSymbolicLink();
		assertThat(subdirectory).isNotEmptyDirectory();
	}

	@Test
	void variantsHaveSelectingFieldsAndTheirIndexIsNotCounted() {
		HttpCache variants = HttpCache.inMemory(DataSize.ofMegabytes(1));
		RequestSender exchange = variants.around((request) -> CacheResponse.of(request.uri(), 200,
				Fields.of("Cache-Control: max-age=60 | Vary: Accept-Language | Content-Type: text/plain"),
				new byte[4]));
		for (String user : List.of("ann", "bob")) {
			exchange.exchange(CacheRequest.get(URI.create(RECIPE), Fields.of("")).withIdentity(user));
		}
		assertThat(variants.recentEntries(10)).hasSize(2)
			.allSatisfy((entry) -> assertThat(entry.mediaRange()).isEqualTo("text/plain"))
			.allSatisfy((entry) -> assertThat(entry.selecting()).containsExactly("accept-language", "authorization"));
		assertThat(variants.evict(URI.create(RECIPE))).isEqualTo(2);
		assertThat(variants.size().entries()).isZero();
	}

	@Test
	void responseThatEarlierVersionsStoredByNoVarySearchIsRemovedAndNotServed() {
		MemoryResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		CacheKey key = new CacheKey(LONG, "any;search");
		store.put(key, StoredResponse.of(200, Fields.of("Date: @0 | Cache-Control: max-age=60"), new byte[4], Map.of(),
				null, null));
		RequestSender exchange = HttpCache.using(store)
			.withClock(this.clock)
			.around((request) -> CacheResponse.of(request.uri(), 200, Fields.of(""), new byte[0]));
		assertThat(exchange.exchange(CacheRequest.get(URI.create(LONG), Fields.of(""))).body().length()).hasValue(0);
		assertThat(store.find(key)).isPresent();
		exchange.exchange(CacheRequest.of(HttpMethod.PUT, URI.create(LONG), Fields.of(""), ""));
		assertThat(store.find(key)).isEmpty();
	}

	@Test
	void relativeUrlIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cache.evict(URI.create("recipes/1")));
	}

	private static CacheEntry entry(String mediaType) {
		return new StoredEntries.Entry(RECIPE, mediaType, 200, Duration.ofSeconds(60), Duration.ofSeconds(5), 4,
				List.of(), null, "GET");
	}

	private void store(String url, String accept) {
		RequestSender exchange = this.cache.around((request) -> CacheResponse.of(request.uri(), 200,
				Fields.of("Date: @0 | Cache-Control: max-age=60"), "text".getBytes(StandardCharsets.UTF_8)));
		exchange.exchange(CacheRequest.get(URI.create(url), Fields.of("Accept: " + accept)));
	}

}
