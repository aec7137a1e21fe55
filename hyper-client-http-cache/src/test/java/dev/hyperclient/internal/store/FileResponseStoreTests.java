package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestResponses;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.fixtures.Waiting;
import dev.hyperclient.test.ResponseStoreContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static dev.hyperclient.cache.store.TestResponses.ELSEWHERE;
import static dev.hyperclient.cache.store.TestResponses.KEY;
import static dev.hyperclient.cache.store.TestResponses.OTHER;
import static dev.hyperclient.cache.store.TestResponses.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class FileResponseStoreTests extends ResponseStoreContract {

	@RegisterExtension
	private final LogLines log = new LogLines(FileResponseStore.class.getName(), Level.DEBUG);

	@TempDir
	Path parent;

	@Override
	protected ResponseStore createStore() {
		return new FileResponseStore(this.parent);
	}

	@Override
	protected Optional<ResponseStore> createFailingStore() throws IOException {
		return Optional.of(new FileResponseStore(Files.createFile(this.parent.resolve("file"))));
	}

	/**
	 * No test leaves a temporary file or an unexpected warning.
	 */
	@AfterEach
	void assertThatNoTemporaryFileIsLeft() throws IOException {
		assertThat(files()).filteredOn(StoredFileName::isTemporary).isSubsetOf(".temp4711");
	}

	@Test
	void missingDirectoryIsCreatedForOwnerOnly() throws IOException {
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
	void interruptedThreadStoresNothingAndLogsNoWarning() throws IOException {
		Path directory = this.parent.resolve("cache");
		FileResponseStore store = new FileResponseStore(directory);
		StoredResponse large = response("x".repeat(200_000));
		store.put(KEY, large);
		CacheKey other = new CacheKey(KEY.url() + "other", KEY.variant());
		Thread.currentThread().interrupt();
		try {
			store.put(KEY, response("two"));
			store.put(other, store.find(KEY).orElse(large));
			store.size();
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		}
		finally {
			Thread.interrupted();
		}
		assertThat(warnings()).isEmpty();
		assertThat(this.log.events()).extracting(ILoggingEvent::getFormattedMessage)
			.contains("Interrupted while storing in '" + directory + "'");
		assertThat(store.statistics().puts()).isOne();
		assertThat(body(store)).hasSize(200_000);
		assertThat(store.find(other)).isEmpty();
	}

	/**
	 * The first failure after an interruption is logged.
	 */
	@Test
	void interruptionIsNotTheFailureThatIsLoggedOnce() throws IOException {
		Path directory = this.parent.resolve("cache");
		FileResponseStore store = new FileResponseStore(directory);
		Thread.currentThread().interrupt();
		store.put(KEY, response("one"));
		assertThat(Thread.interrupted()).isTrue();
		Files.delete(directory);
		Files.createFile(directory);
		store.put(KEY, response("one"));
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void removedDirectoryIsCreatedAgain() throws IOException {
		Path directory = this.parent.resolve("cache");
		FileResponseStore store = new FileResponseStore(directory);
		Files.delete(directory);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.keys(KEY.url())).isEmpty();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		store.remove(KEY);
		store.clear();
		store.put(KEY, response("one"));
		assertThat(body(store)).isEqualTo("one");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory))).isEqualTo("rwx------");
		assertThat(warnings()).isEmpty();
	}

	@Test
	void directoryInPlaceOfFileLeavesNoTemporaryFile() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		Path file = Files.createDirectory(file(KEY));
		Files.createFile(file.resolve("inside"));
		store.put(KEY, response("one"));
		assertThat(store.find(KEY)).isEmpty();
		assertThat(files()).containsExactly(StoredFileName.of(KEY.text()));
		assertThat(warnings()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 100, 15_900, 16 * 1024, 40_000, 65_500, 100_000 })
	void headAndContentOfAnyLengthAreStored(int length) throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		HttpHeaders headers = new HttpHeaders();
		for (int fieldLength : new int[] { 1, 17_000 }) {
			headers.set("X-Long", "x".repeat(fieldLength));
			String content = "0123456789".repeat(length / 10);
			store.put(KEY,
					StoredResponse.of(200, headers, content.getBytes(StandardCharsets.UTF_8), Map.of(), null, null));
			StoredResponse found = store.find(KEY).orElseThrow();
			assertThat(found.headers().getFirst("X-Long")).hasSize(fieldLength);
			assertThat(new String(found.body().bytes(), StandardCharsets.UTF_8)).isEqualTo(content);
		}
	}

	@Test
	void truncatedFileIsRemoved() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("a body that is longer than this"));
		Path file = file(KEY);
		byte[] whole = Files.readAllBytes(file);
		for (int length = 0; length < whole.length; length++) {
			Files.write(file, Arrays.copyOf(whole, length));
			assertThat(store.find(KEY)).as("%d bytes", length).isEmpty();
			assertThat(file).doesNotExist();
		}
	}

	@Test
	void fileOfAnotherFormatIsMissAndReplaced() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("first"));
		Path file = file(KEY);
		// With a name in lower case, only the checksum of the content is verified.
		String first = Files.readString(file).replace("-Hyper-Client-Checksum", "-hyper-client-checksum");
		Files.writeString(file, first);
		assertThat(store.find(KEY)).isPresent();
		Files.writeString(file, first.replace("-hyper-client-key", "-hyper-client-format: 2\r\n-hyper-client-key"));
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("second"));
		assertThat(store.find(KEY).orElseThrow().body().bytes()).asString().isEqualTo("second");
	}

	@Test
	void changedBitIsDetected() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		HttpHeaders headers = new HttpHeaders();
		headers.add("ETag", "\"a\"");
		store.put(KEY, StoredResponse.of(200, headers, "body".getBytes(StandardCharsets.UTF_8), Map.of("accept", "a/b"),
				null, null));
		Path file = file(KEY);
		byte[] whole = Files.readAllBytes(file);
		for (int bit = 0; bit < whole.length * 8; bit++) {
			byte[] changed = whole.clone();
			changed[bit / 8] ^= (byte) (1 << (bit % 8));
			Files.write(file, changed);
			assertThat(store.find(KEY)).as("bit %d", bit).isEmpty();
		}
		Files.write(file, whole);
		assertThat(store.find(KEY)).isPresent();
	}

	@Test
	void largeContentIsVerifiedWhenItIsHeld() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		String large = "0123456789".repeat(20_000);
		store.put(KEY, response(large));
		StoredBody found = store.find(KEY).orElseThrow().body();
		assertThat(found.isInMemory()).isFalse();
		assertThat(found.length()).isEqualTo(200_000);
		StoredBody held = found.snapshot();
		Path file = file(KEY);
		byte[] whole = Files.readAllBytes(file);
		store.put(KEY, StoredResponse.of(203, HttpHeaders.EMPTY, found, Map.of(), null, null));
		assertThat(found.bytes()).as("the same content in another file").hasSize(200_000);
		store.remove(KEY);
		assertThat(new String(held.bytes(), StandardCharsets.UTF_8)).isEqualTo(large);
		assertThatIOException().isThrownBy(found::snapshot);
		for (int i = 1; i < 20; i++) {
			byte[] changed = whole.clone();
			changed[i * 10_000] ^= 1;
			Files.write(file, changed);
			assertThatIOException().isThrownBy(found::bytes);
			assertThat(file).doesNotExist();
			Files.write(file, Arrays.copyOf(whole, i * 10_000));
			assertThat(store.find(KEY)).isEmpty();
			assertThat(file).doesNotExist();
		}
	}

	@Test
	void largeContentWithoutChecksumRequiresSameFile() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		Path file = file(KEY);
		String python = "status: 200\r\ncontent-length: 100000\r\n\r\n" + "x".repeat(100_000);
		Files.writeString(file, python);
		StoredBody found = store.find(KEY).orElseThrow().body();
		assertThat(found.bytes()).hasSize(100_000);
		Path other = Files.writeString(this.parent.resolve("other"), python);
		Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
		assertThatIOException().isThrownBy(found::bytes);
		assertThat(store.find(KEY).orElseThrow().body().bytes()).hasSize(100_000);
	}

	@Test
	void writerWithRemovedFileStoresNothing() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		try (ResponseWriter writer = store.begin(KEY, response(""))) {
			store.clear();
			writer.write(ByteBuffer.wrap(new byte[10]));
			writer.commit();
		}
		assertThat(store.find(KEY)).isEmpty();
		assertThat(files()).isEmpty();
		assertThat(warnings()).isEmpty();
	}

	@Test
	void linkIsNotFollowed() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("secret"));
		Path file = file(KEY);
		Path target = Files.move(file, this.parent.resolve("target"));
		Files.createSymbolicLink(file, target);
		byte[] before = Files.readAllBytes(target);
		assertThat(store.find(KEY)).isEmpty();
		store.put(KEY, response("new"));
		assertThat(file).isRegularFile();
		assertThat(target).hasBinaryContent(before);
		Files.delete(file);
		Files.createSymbolicLink(file, target);
		store.remove(KEY);
		assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isFalse();
		assertThat(target).hasBinaryContent(before);
	}

	@Test
	void temporaryFilesOfKilledWritersAreRemoved() throws IOException {
		Path old = Files.createFile(this.parent.resolve(".temp1old_2_3"));
		Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		Files.createFile(this.parent.resolve(".temp4711"));
		Path template = Files.createFile(this.parent.resolve(".template"));
		Files.setLastModifiedTime(template, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		Path other = Files.createFile(this.parent.resolve("other"));
		Files.setLastModifiedTime(other, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
		new FileResponseStore(this.parent);
		Waiting.await().until(() -> Files.notExists(old));
		assertThat(files()).containsExactlyInAnyOrder(".temp4711", ".template", "other");
	}

	@Test
	void keyWithoutFileNameIsNotStored() {
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
	void recentKeysAreThoseOfTheLastStoredResponses() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		CacheKey[] keys = { KEY, ELSEWHERE, OTHER };
		for (int i = 0; i < keys.length; i++) {
			store.put(keys[i], response("one"));
			Files.setLastModifiedTime(file(keys[i]), FileTime.from(Instant.now().minusSeconds(100 - i)));
		}
		Files.writeString(file(new CacheKey(KEY.url() + "python", "any")), "status: 200\r\n\r\n");
		Files.writeString(file(new CacheKey(KEY.url() + "planted", "any")),
				"status: 200\r\n-hyper-client-key: .temp any\r\n\r\n");
		assertThat(store.recentKeys(2)).containsExactly(OTHER, ELSEWHERE);
		assertThat(store.recentKeys(4)).containsExactly(OTHER, ELSEWHERE, KEY);
	}

	@Test
	void keysOfFilesOfOtherClientsAreThoseOfLikelyMediaTypes() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		CacheKey named = new CacheKey(KEY.url(), "text/plain");
		CacheKey declared = new CacheKey(KEY.url() + "x".repeat(100), "application/vnd.custom+xml");
		CacheKey usual = new CacheKey(KEY.url() + "y".repeat(100), "application/json");
		CacheKey any = new CacheKey(KEY.url() + "z".repeat(100), "*/*");
		CacheKey unknown = new CacheKey(KEY.url() + "z".repeat(100), "text/csv");
		for (CacheKey key : List.of(named, declared, usual, any, unknown)) {
			Files.writeString(file(key),
					"status: 200\r\ncontent-type: application/vnd.custom+xml ; charset=utf-8\r\n\r\n");
		}
		for (CacheKey key : List.of(named, declared, usual, any)) {
			assertThat(store.keys(key.url())).containsExactly(key);
		}
		assertThat(store.keys(".temp")).isEmpty();
	}

	@Test
	void failureIsReportedUntilAResponseIsStored() throws IOException {
		Path file = Files.createFile(this.parent.resolve("file"));
		FileResponseStore store = new FileResponseStore(file);
		assertThat(store).hasToString("no directory ('" + file + "' cannot be used)");
		assertThat(store.failure()).isEmpty();
		store.put(KEY, response("one"));
		assertThat(warnings()).singleElement().asString().contains("'" + file + "'").contains("Set 'directory'");
		assertThat(store.failure()).get().asString().containsIgnoringCase("not a directory");
		assertThat(store.statistics().puts()).isZero();
		Files.delete(file);
		store.put(KEY, response("one"));
		assertThat(store.failure()).isEmpty();
		assertThat(store).hasToString(file.toString());
		store.remove(KEY);
		Files.delete(file);
		Files.createFile(file);
		store.put(KEY, response("one"));
		assertThat(warnings()).as("a new failure").hasSize(2);
	}

	@Test
	void unreadableResponseIsNoLongerCounted() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("one"));
		store.put(OTHER, response("two"));
		assertThat(store.size().entries()).isEqualTo(2);
		Files.writeString(file(KEY), Files.readString(file(KEY)).replace("one", "ONE"));
		assertThat(store.find(KEY)).isEmpty();
		assertThat(store.size()).isEqualTo(StoreSize.of(1, Files.size(file(OTHER))));
	}

	@Test
	void responseThatCannotBeRemovedIsLogged() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		Files.createFile(Files.createDirectory(file(KEY)).resolve("inside"));
		store.remove(KEY);
		assertThat(warnings()).hasSize(1);
	}

	@Test
	void unusableDirectoryIsLoggedOnceByEachStore() throws IOException {
		Path file = Files.createFile(this.parent.resolve("file"));
		new FileResponseStore(file);
		assertThat(warnings()).as("when it is opened").hasSize(1);
		Path directory = this.parent.resolve("cache");
		FileResponseStore read = new FileResponseStore(directory);
		FileResponseStore written = new FileResponseStore(directory);
		FileResponseStore closed = new FileResponseStore(directory);
		ResponseWriter late = closed.begin(KEY, response(""));
		closed.clear();
		Files.delete(directory);
		Files.createFile(directory);
		assertThat(read.keys(KEY.url())).isEmpty();
		assertThat(read.recentKeys(1)).isEmpty();
		assertThat(warnings()).as("when it is read").hasSize(2);
		written.begin(KEY, response("")).commit();
		assertThat(warnings()).as("when a response is begun").hasSize(3);
		assertThat(written.failure()).isPresent();
		closed.close();
		late.commit();
		assertThat(warnings()).as("not when it is closed").hasSize(3);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void interruptedWriterStoresNothing(boolean written) throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		try (ResponseWriter writer = store.begin(KEY, response(""))) {
			if (written) {
				writer.write(ByteBuffer.wrap(new byte[10]));
			}
			Thread.currentThread().interrupt();
			writer.write(ByteBuffer.wrap(new byte[written ? 0 : 10]));
			writer.commit();
		}
		finally {
			Thread.interrupted();
		}
		assertThat(files()).isEmpty();
		assertThat(store.failure()).isEmpty();
		assertThat(store.statistics().puts()).isZero();
	}

	@Test
	void responsesAreWrittenAtTheSameTime() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		try (ResponseWriter first = store.begin(KEY, response(""));
				ResponseWriter second = store.begin(OTHER, response(""))) {
			first.write(ByteBuffer.wrap("one".getBytes(StandardCharsets.UTF_8)));
			second.write(ByteBuffer.wrap("two".getBytes(StandardCharsets.UTF_8)));
			assertThat(files()).hasSize(2).allMatch(StoredFileName::isTemporary);
			first.commit();
			second.commit();
		}
		assertThat(body(store)).isEqualTo("one");
		assertThat(TestResponses.body(store, OTHER)).isEqualTo("two");
		assertThat(store.statistics().puts()).isEqualTo(2);
		assertThat(store.size()).isEqualTo(StoreSize.of(2, Files.size(file(KEY)) + Files.size(file(OTHER))));
		try (ResponseWriter writer = store.begin(KEY, response(""))) {
			writer.write(ByteBuffer.wrap(new byte[1000]));
			writer.commit();
		}
		assertThat(store.size()).isEqualTo(StoreSize.of(2, Files.size(file(KEY)) + Files.size(file(OTHER))));
	}

	@Test
	void emptyFileIsCountedUntilItIsReplacedOrFound() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		Files.createFile(file(KEY));
		Files.createFile(file(OTHER));
		assertThat(store.size()).isEqualTo(StoreSize.of(2, 0));
		store.put(KEY, response("one"));
		assertThat(store.size()).isEqualTo(StoreSize.of(2, Files.size(file(KEY))));
		assertThat(store.find(OTHER)).isEmpty();
		assertThat(store.size()).isEqualTo(StoreSize.of(1, Files.size(file(KEY))));
	}

	@Test
	void longHeadsOfLargeResponsesAreReadFromTheirFiles() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		HttpHeaders headers = new HttpHeaders();
		for (CacheKey key : List.of(KEY, OTHER, ELSEWHERE)) {
			headers.set("X-Long", key.text() + "x".repeat(20_000));
			store.put(key, StoredResponse.of(200, headers, new byte[100_000], Map.of(), null, null));
		}
		for (CacheKey key : List.of(KEY, OTHER, ELSEWHERE, KEY)) {
			StoredResponse found = store.find(key).orElseThrow();
			assertThat(found.headers().getFirst("X-Long")).startsWith(key.text());
			assertThat(found.body().bytes()).hasSize(100_000);
		}
	}

	@Test
	void largeContentThatIsReplacedByAnUnreadableFileCannotBeRead() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("x".repeat(100_000)));
		StoredBody found = store.find(KEY).orElseThrow().body();
		Files.write(file(KEY), new byte[100_000]);
		assertThatIOException().isThrownBy(found::snapshot).withMessageContaining("unreadable");
		Files.delete(file(KEY));
		Files.createDirectory(file(KEY));
		assertThatIOException().isThrownBy(found::snapshot).withMessageContaining("regular");
	}

	@Test
	void closedStoreIsEmptyAndKeepsFiles() throws IOException {
		FileResponseStore store = new FileResponseStore(this.parent);
		store.put(KEY, response("one"));
		store.close();
		store.close();
		store.remove(KEY);
		assertThat(store.find(KEY)).isEmpty();
		assertThat(body(new FileResponseStore(this.parent))).isEqualTo("one");
	}

	@Test
	void temporaryDirectoryIsRemovedWithContents() throws IOException {
		FileResponseStore store = FileResponseStore.temporary(FileStoreLimits.NONE, "'directory'");
		Path directory = Path.of(store.toString());
		assertThat(directory).doesNotExist();
		store.put(KEY, response("one"));
		assertThat(body(store)).isEqualTo("one");
		Files.createDirectories(directory.resolve("a/b"));
		Files.createFile(directory.resolve("a/b/c"));
		store.close();
		store.close();
		assertThat(directory).doesNotExist();
	}

	private static String body(FileResponseStore store) {
		return TestResponses.body(store, KEY);
	}

	private Path file(CacheKey key) {
		return this.parent.resolve(StoredFileName.of(key.text()));
	}

	private List<String> files() throws IOException {
		try (Stream<Path> paths = Files.list(this.parent)) {
			return paths.map((path) -> path.getFileName().toString()).toList();
		}
	}

	private List<String> warnings() {
		return this.log.events()
			.stream()
			.filter((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

}
