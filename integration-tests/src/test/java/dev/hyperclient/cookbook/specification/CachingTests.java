package dev.hyperclient.cookbook.specification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.testservice.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The specification, "Caching" and "Limits".
 */
class CachingTests extends CookbookServiceTestBase {

	@TempDir
	private Path directory;

	@Test
	void temporaryDirectoryIsUsedWithoutCacheAndRemoved() throws IOException {
		Set<Path> before = temporaryDirectories();
		try (ServiceRoot other = client().build()) {
			Set<Path> used = temporaryDirectories();
			used.removeAll(before);
			assertThat(used).as("directories of %s", other).hasSize(1);
			assertThat(fileNames(used.iterator().next())).hasSize(2);
		}
		assertThat(temporaryDirectories()).isEqualTo(before);
	}

	@Test
	void secondRequestIsConditionalAndServedFromCache() {
		Entry first = this.root.collection("recipes").get(4);
		assertThat(requests()).containsExactly("GET /1.0/recipes/4 200");
		Entry second = this.root.collection("recipes").get(4);
		assertThat(requests()).containsExactly("GET /1.0/recipes/4 304");
		assertThat(second.getString("instructions")).isEqualTo(first.getString("instructions"));
	}

	@Test
	void entryOfPageIsRefreshedWith304AndFetchedInFullByKey() {
		Entry recipe = this.root.collection("recipes").at(0);
		forgetRequests();
		recipe.svcRefresh();
		assertThat(requests()).containsExactly("GET /1.0/recipes/1 304");
		assertThat(recipe.getString("instructions")).startsWith("You can always judge");
		this.root.collection("recipes").get(1);
		assertThat(requests()).containsExactly("GET /1.0/recipes/1 200");
	}

	@Test
	void newClientOnSameDirectoryReusesRootOnly() throws IOException {
		try (ServiceRoot first = client().cache(this.directory).build()) {
			first.collection("recipes").get(4);
		}
		// Responses of any age are kept.
		for (String name : fileNames(this.directory)) {
			Files.setAttribute(this.directory.resolve(name), "lastModifiedTime", FileTime.fromMillis(0));
			Files.setAttribute(this.directory.resolve(name), "lastAccessTime", FileTime.fromMillis(0));
		}
		forgetRequests();
		try (ServiceRoot second = client().cache(this.directory).build()) {
			assertThat(requests()).isEmpty();
			assertThat(second.collection("recipes").get(4).getLong("id")).isEqualTo(4);
			assertThat(requests()).containsExactly("GET /1.0/recipes/4 304");
		}
	}

	@Test
	void rootOfVersion1StaysFresh() {
		MovableClock clock = new MovableClock(Instant.now());
		build("1.0", clock);
		clock.advance(Duration.ofHours(2));
		assertThat(build("1.0", clock)).isEmpty();
		clock.advance(Duration.ofMinutes(61));
		assertThat(build("1.0", clock)).containsExactly("GET /1.0/ 304", "GET /1.0/ 304");
	}

	@Test
	void rootOfDevelIsFreshForTwoSeconds() {
		MovableClock clock = new MovableClock(Instant.now());
		assertThat(build("devel", clock)).containsExactly("GET /devel/ 200", "GET /devel/ 200");
		assertThat(build("devel", clock)).isEmpty();
		clock.advance(Duration.ofHours(1));
		assertThat(build("devel", clock)).containsExactly("GET /devel/ 304", "GET /devel/ 304");
	}

	@Test
	void newDirectoryHasTwoFilesThatRemainAfterClose() throws IOException {
		assertThat(fileNames(this.directory)).isEmpty();
		client().cache(this.directory).build().close();
		List<String> names = fileNames(this.directory);
		assertThat(names).hasSize(2);
		assertThat(names).anySatisfy((name) -> assertThat(name).contains("application,json"));
		assertThat(names).anySatisfy((name) -> assertThat(name).contains("application,vnd.sun.wadl+xml"));
		assertThat(names)
			.allSatisfy((name) -> assertThat(name).startsWith("localhost," + this.service.port() + ",1.0,-"));
	}

	@Test
	void versionsDoNotShareStoredResponses() throws IOException {
		client().cache(this.directory).build().close();
		client().cache(this.directory).version("devel").build().close();
		assertThat(fileNames(this.directory)).hasSize(4);
	}

	/** Return the requests that building a client on the shared directory sends. */
	private List<String> build(String version, MovableClock clock) {
		forgetRequests();
		try (HttpCache cache = HttpCache.inDirectory(this.directory)) {
			ServiceRootBuilder builder = client().version(version).cache(cache.withClock(clock));
			builder.build().close();
			return requests();
		}
	}

	private static List<String> fileNames(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.map((file) -> file.getFileName().toString()).sorted().collect(Collectors.toList());
		}
	}

	/** Return the temporary directories of this service; other builds may have others. */
	private Set<Path> temporaryDirectories() throws IOException {
		try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
			return files.filter((file) -> file.getFileName().toString().startsWith("hyper-client"))
				.filter(this::isForThisService)
				.collect(Collectors.toCollection(TreeSet::new));
		}
	}

	private boolean isForThisService(Path directory) {
		String[] names = directory.toFile().list();
		return names != null
				&& Stream.of(names).anyMatch((name) -> name.startsWith("localhost," + this.service.port() + ","));
	}

}
