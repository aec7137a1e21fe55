package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class FileResponseStoreTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@TempDir
	Path parent;

	@BeforeEach
	void listen() {
		this.log.start();
		((Logger) LoggerFactory.getLogger(FileResponseStore.class)).addAppender(this.log);
	}

	@AfterEach
	void stopListening() {
		((Logger) LoggerFactory.getLogger(FileResponseStore.class)).detachAppender(this.log);
	}

	@Test
	void whatWasPutIsFoundUntilItIsRemoved() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("one"));
		store.put(KEY, response("two"));
		assertThat(body(store)).isEqualTo("two");
		assertThat(files()).containsExactly(StoredFileName.of(KEY.text()));
		store.remove(KEY);
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(files()).isEmpty();
		assertThat(warnings()).isEmpty();
	}

	@Test
	void aMissingDirectoryIsCreatedForItsOwnerOnly() throws IOException {
		assumeTrue(this.parent.getFileSystem().supportedFileAttributeViews().contains("posix"));
		Path directory = this.parent.resolve("a/b");
		FileResponseStore store = new FileResponseStore(directory);
		store.put(KEY, response("one"));
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))).isEqualTo("rwx------");
		assertThat(PosixFilePermissions
			.toString(Files.getPosixFilePermissions(directory.resolve(StoredFileName.of(KEY.text())))))
			.isEqualTo("rw-------");
	}

	@Test
	void aLinkToADirectoryIsADirectory() throws IOException {
		Path link = Files.createSymbolicLink(this.parent.resolve("link"),
				Files.createDirectory(this.parent.resolve("real")));
		FileResponseStore store = new FileResponseStore(link);
		store.put(KEY, response("one"));
		assertThat(body(store)).isEqualTo("one");
	}

	@Test
	void aFileInPlaceOfTheDirectoryStoresNothingAndIsToldOnce() throws IOException {
		Path file = Files.createFile(this.parent.resolve("file"));
		FileResponseStore store = new FileResponseStore(file);
		store.put(KEY, response("one"));
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(warnings()).singleElement().asString().contains("'" + file + "'").contains("Name a directory");
	}

	@Test
	void aDirectoryThatVanishesIsToldOnce() throws IOException {
		Path directory = Files.createDirectory(this.parent.resolve("cache"));
		FileResponseStore store = new FileResponseStore(directory);
		Files.delete(directory);
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("one"));
		store.put(KEY, response("two"));
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(warnings()).singleElement().asString().contains("it does not exist").contains(directory.toString());
	}

	@Test
	void aDirectoryInPlaceOfTheFileLeavesNothingBehind() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		Path file = Files.createDirectory(this.parent.resolve(StoredFileName.of(KEY.text())));
		Files.createFile(file.resolve("inside"));
		store.put(KEY, response("one"));
		assertThat(store.find(KEY)).isEmpty();
		assertThat(files()).containsExactly(StoredFileName.of(KEY.text()));
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void aTornFileIsRemoved() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("a body that is longer than this"));
		Path file = this.parent.resolve(StoredFileName.of(KEY.text()));
		byte[] whole = Files.readAllBytes(file);
		for (int length = 0; length < whole.length; length++) {
			Files.write(file, Arrays.copyOf(whole, length));
			assertThat(store.find(KEY)).as("%d bytes", length).isEmpty();
			assertThat(file).doesNotExist();
		}
	}

	@Test
	void writersAndReadersDoNotDisturbEachOther() throws Exception {
		FileResponseStore store = new FileResponseStore(this.parent);
		List<String> bodies = IntStream.range(0, 4).mapToObj((i) -> String.valueOf(i).repeat(20_000 + i)).toList();
		store.put(KEY, response(bodies.get(0)));
		Stream<Callable<Boolean>> writers = bodies.stream().map((body) -> () -> {
			for (int i = 0; i < 50; i++) {
				store.put(KEY, response(body));
			}
			return true;
		});
		Stream<Callable<Boolean>> readers = IntStream.range(0, 4).mapToObj((reader) -> () -> {
			boolean whole = true;
			for (int i = 0; i < 100; i++) {
				whole &= bodies.contains(body(store));
			}
			return whole;
		});
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (Future<Boolean> result : threads.invokeAll(Stream.concat(writers, readers).toList())) {
				assertThat(result.get()).isTrue();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(files()).hasSize(1);
		assertThat(warnings()).isEmpty();
	}

	@Test
	void theRemainsOfKilledWritersAreSwept() throws IOException {
		Path old = Files.createFile(this.parent.resolve(".temp1old_2_3"));
		Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		Files.createFile(this.parent.resolve(".temp4711"));
		Path template = Files.createFile(this.parent.resolve(".template"));
		Files.setLastModifiedTime(template, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		Path other = Files.createFile(this.parent.resolve("other"));
		Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		new FileResponseStore(this.parent);
		assertThat(files()).containsExactlyInAnyOrder(".temp4711", ".template", "other");
	}

	@Test
	void aKeyThatCanHaveNoFileIsNotStored() {
		FileResponseStore store = new FileResponseStore(this.parent);
		for (CacheKey key : List.of(new CacheKey(".temp", "a/b"), new CacheKey("http://a/", "\u0000"))) {
			store.put(key, response("one"));
			store.remove(key);
			assertThat(store.find(key)).isEmpty();
		}
		assertThat(this.parent).isEmptyDirectory();
		assertThat(warnings()).isEmpty();
	}

	@Test
	void aClosedStoreLooksEmptyAndKeepsItsFiles() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("one"));
		store.close();
		store.close();
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(body(new FileResponseStore(this.parent))).isEqualTo("one");
	}

	@Test
	void aTemporaryDirectoryVanishesWithWhatItHolds() throws IOException {
		TemporaryDirectory directory = TemporaryDirectory.create();
		Files.createDirectories(directory.path().resolve("a/b"));
		Files.createFile(directory.path().resolve("a/b/c"));
		directory.close();
		directory.close();
		assertThat(directory.path()).doesNotExist();
	}

	private static StoredResponse response(String body) {
		return new StoredResponse(200, HttpHeaders.EMPTY, body.getBytes(StandardCharsets.UTF_8), Map.of(), null, null);
	}

	private static String body(FileResponseStore store) {
		return new String(store.find(KEY).orElseThrow().body(), StandardCharsets.UTF_8);
	}

	private List<String> files() throws IOException {
		try (Stream<Path> paths = Files.list(this.parent)) {
			return paths.map((path) -> path.getFileName().toString()).toList();
		}
	}

	private List<String> warnings() {
		return this.log.list.stream()
			.filter((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

}
