package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.hyperclient.cache.store.TestResponses.response;
import static dev.hyperclient.internal.store.BackgroundThread.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removal of the files of groups, in the background or when the store is closed.
 */
class FileGroupTests {

	private static final String ORIGIN = "http://cookbooks.dev";

	private static final CacheKey KEY = new CacheKey(ORIGIN + "/a", "any");

	private static final Set<CacheGroup> RECIPES = Set.of(new CacheGroup(ORIGIN, "recipes"));

	private final CountDownLatch background = new CountDownLatch(1);

	@TempDir
	Path directory;

	@TempDir
	Path other;

	@AfterEach
	void continueBackground() {
		this.background.countDown();
	}

	@Test
	void filesOfAGroupAreRemovedInTheBackground() {
		FileResponseStore store = store();
		store.put(KEY, response("Cache-Groups: \"recipes\", \"a\"", "text"));
		assertThat(store.size().entries()).isOne();
		store.removeGroups(RECIPES);
		assertThat(store.find(KEY)).isEmpty();
		await(() -> Files.notExists(file(KEY)));
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		assertThat(store.statistics().evictions()).isZero();
	}

	@Test
	void responseOfAGroupIsNotServedWhileItsFileExists() {
		FileResponseStore store = store();
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		CacheKey second = new CacheKey(ORIGIN + "/b", "any");
		store.put(second, response("Cache-Groups: \"recipes\"", "text"));
		stopBackground();
		store.removeGroups(RECIPES);
		assertThat(file(KEY)).exists();
		assertThat(store.find(KEY)).isEmpty();
		assertThat(file(KEY)).as("removed by the lookup").doesNotExist();
		assertThat(file(second)).exists();
		store.close();
		assertThat(file(second)).as("removed by the closed store").doesNotExist();
	}

	@Test
	void otherResponsesRemain() {
		FileResponseStore store = store();
		CacheKey elsewhere = new CacheKey("http://elsewhere.dev/a", "any");
		CacheKey plain = new CacheKey(ORIGIN + "/plain", "any");
		CacheKey menus = new CacheKey(ORIGIN + "/menus", "any");
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		store.put(elsewhere, response("Cache-Groups: \"recipes\"", "text"));
		store.put(plain, response("x"));
		store.put(menus, response("Cache-Groups: \"menus\"", "text"));
		store.removeGroups(RECIPES);
		for (int i = 0; i < 2; i++) {
			for (CacheKey key : List.of(elsewhere, plain, menus)) {
				assertThat(store.find(key)).as(key.url()).isPresent();
			}
			await(() -> Files.notExists(file(KEY)));
		}
		store.close();
		for (CacheKey key : List.of(elsewhere, plain, menus)) {
			assertThat(file(key)).as(key.url()).exists();
		}
	}

	@Test
	void groupsOfManyOriginsAreRemoved() {
		FileResponseStore store = store();
		List<CacheKey> keys = Stream.of("http://a.dev/", "https://a.dev/", "http://b.dev:81/", "http://c.dev/")
			.map((url) -> new CacheKey(url, "any"))
			.toList();
		keys.forEach((key) -> store.put(key, response("Cache-Groups: \"recipes\"", "text")));
		store.removeGroups(Set.of(new CacheGroup("http://a.dev", "recipes"),
				new CacheGroup("http://b.dev:81", "recipes"), new CacheGroup("http://c.dev", "menus")));
		store.close();
		assertThat(keys.stream().map(this::file).map(Files::exists)).containsExactly(false, true, false, true);
	}

	@Test
	void responseStoredAfterTheInvalidationIsServedAndRemains() {
		FileResponseStore store = store();
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		stopBackground();
		store.removeGroups(RECIPES);
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		assertThat(store.find(KEY)).isPresent();
		store.removeGroups(Set.of(new CacheGroup(ORIGIN, "menus")));
		assertThat(store.find(KEY)).isPresent();
		store.close();
		assertThat(file(KEY)).exists();
		FileResponseStore again = store();
		again.removeGroups(RECIPES);
		assertThat(again.find(KEY)).isEmpty();
	}

	@Test
	void responseIsNotServedAfterASecondInvalidation() {
		FileResponseStore store = store();
		stopBackground();
		store.removeGroups(RECIPES);
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		store.removeGroups(RECIPES);
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void invalidatedFileIsRemovedIfItIsNotReplaced() throws IOException {
		FileResponseStore store = store();
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		stopBackground();
		store.removeGroups(RECIPES);
		try (ResponseWriter writer = store.begin(KEY, response("Cache-Groups: \"recipes\"", "text"))) {
			writer.write(ByteBuffer.wrap(new byte[10]));
			// Another process clears the directory, except for the invalidated file.
			try (Stream<Path> files = Files.list(this.directory)) {
				for (Path file : files.filter((path) -> !path.equals(file(KEY))).toList()) {
					Files.delete(file);
				}
			}
			writer.commit();
		}
		assertThat(store.find(KEY)).isEmpty();
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void fileOfAnotherClientIsRemovedByItsName() throws IOException {
		Path file = this.directory.resolve(StoredFileName.of(KEY.text()));
		Path elsewhere = this.directory.resolve(StoredFileName.of("http://elsewhere.dev/a-any"));
		for (Path python : List.of(file, elsewhere)) {
			Files.writeString(python, "status: 200\r\ncache-groups: \"recipes\"\r\ncontent-length: 0\r\n\r\n");
		}
		FileResponseStore store = store();
		store.removeGroups(RECIPES);
		store.close();
		assertThat(file).doesNotExist();
		assertThat(elsewhere).exists();
	}

	@Test
	void fileWithUserInformationIsInTheGroupsOfItsOrigin() {
		FileResponseStore store = store();
		CacheKey key = new CacheKey("http://ann@cookbooks.dev/a", "any");
		store.put(key, response("Cache-Groups: \"recipes\"", "text"));
		store.removeGroups(RECIPES);
		store.close();
		assertThat(file(key)).doesNotExist();
	}

	/** More than 10,000 groups are not distinguished. */
	@Test
	void anyNumberOfGroupsIsRemoved() {
		FileResponseStore store = store();
		CacheKey plain = new CacheKey(ORIGIN + "/plain", "any");
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		store.put(plain, response("x"));
		Set<CacheGroup> groups = new LinkedHashSet<>();
		for (int i = 0; i < 10_000; i++) {
			groups.add(new CacheGroup("http://elsewhere.dev", "g" + i));
		}
		groups.addAll(RECIPES);
		stopBackground();
		store.removeGroups(groups);
		store.close();
		assertThat(file(KEY)).doesNotExist();
		assertThat(file(plain)).exists();
	}

	@Test
	void closedStoreRemovesNoGroups() throws Exception {
		FileResponseStore store = store();
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		store.close();
		store.removeGroups(RECIPES);
		BackgroundThread.await(this.other);
		assertThat(file(KEY)).exists();
	}

	@Test
	void groupsOfAMissingDirectoryAreForgotten() throws Exception {
		FileResponseStore store = store();
		Files.delete(this.directory);
		store.removeGroups(RECIPES);
		BackgroundThread.await(this.other);
		store.put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		assertThat(store.find(KEY)).isPresent();
		store.close();
		assertThat(file(KEY)).exists();
	}

	@Test
	void groupIsForgottenOnlyWhenItsFilesAreRemoved() throws IOException {
		List<Long> removed = new ArrayList<>();
		GroupRemoval removal = new GroupRemoval(new StoreDirectory(this.directory), removed::add);
		assertThat(removal.isEmpty()).isTrue();
		store().put(KEY, response("Cache-Groups: \"recipes\"", "text"));
		removal.add(RECIPES);
		assertThat(removal.isEmpty()).isFalse();
		assertThat(removal.include(file(KEY), RECIPES)).isTrue();
		long size = Files.size(file(KEY));
		removal.removeFiles();
		assertThat(removed).containsExactly(size);
		assertThat(file(KEY)).doesNotExist();
		assertThat(removal.isEmpty()).isTrue();
		assertThat(removal.removals()).isOne();
		assertThat(removal.include(file(KEY), RECIPES)).isFalse();
	}

	@Test
	void everyGroupCountsBeyondTheMaximum() {
		GroupRemoval removal = new GroupRemoval(new StoreDirectory(this.directory), (size) -> {
		});
		removal.add(IntStream.range(0, 10_000)
			.mapToObj((i) -> new CacheGroup(ORIGIN, "g" + i))
			.collect(Collectors.toSet()));
		assertThat(removal.include(file(KEY), RECIPES)).isFalse();
		removal.add(Set.of(new CacheGroup(ORIGIN, "one more")));
		assertThat(removal.include(file(KEY), RECIPES)).isTrue();
	}

	/** Stop the thread that removes files until the end of the test. */
	private void stopBackground() {
		new FileResponseStore(this.other,
				new FileStoreLimits(null, null, BackgroundThread.stoppedUntil(this.background)));
	}

	private FileResponseStore store() {
		return new FileResponseStore(this.directory);
	}

	private Path file(CacheKey key) {
		return this.directory.resolve(StoredFileName.of(key.text()));
	}

}
