package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static dev.hyperclient.internal.store.BackgroundThread.await;
import static dev.hyperclient.internal.store.BackgroundThread.clock;
import static dev.hyperclient.internal.store.BackgroundThread.stoppedUntil;
import static dev.hyperclient.internal.store.BackgroundThread.unfinished;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FileStoreLimitsTests {

	@TempDir
	Path directory;

	@TempDir
	Path other;

	private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);

	private final Clock moving = clock(() -> Instant.now().plus(this.later.get()));

	@Test
	void leastRecentlyUsedResponsesAreEvicted() throws Exception {
		fill(60);
		Path foreign = Files.writeString(this.directory.resolve("other"), "x".repeat(100_000));
		List<Integer> numbers = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
		Collections.shuffle(numbers, new Random(1));
		for (int rank = 0; rank < 60; rank++) {
			use(numbers.get(rank), Instant.now().minus(Duration.ofMinutes(100 - rank)));
		}
		long bytes = new FileResponseStore(this.directory).size().bytes();
		FileResponseStore store = open(DataSize.ofBytes(bytes - 1), null);
		await(() -> store.statistics().evictions() >= 6);
		List<Integer> left = numbers.stream().filter((number) -> Files.exists(file(number))).toList();
		assertThat(left).isEqualTo(numbers.subList(60 - left.size(), 60));
		assertThat(left).hasSizeBetween(53, 54);
		await(() -> store.size().entries() == numbers.stream().filter((number) -> Files.exists(file(number))).count());
		assertThat(foreign).exists();
	}

	@Test
	void concurrentCallersMeasureSizeOnce() throws Exception {
		fill(10);
		StoreSize expected = StoreSize.of(10, 10 * Files.size(file(9)));
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (int i = 0; i < 20; i++) {
				FileResponseStore store = open(DataSize.ofGigabytes(1), null);
				Callable<Boolean> caller = () -> store.size().isKnown();
				for (Future<Boolean> isKnown : threads.invokeAll(Collections.nCopies(8, caller))) {
					assertThat(isKnown.get()).isTrue();
				}
				assertThat(store.size()).isEqualTo(expected);
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void sizeIsMeasuredAgain() throws Exception {
		FileResponseStore store = open(null, null, this.moving);
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
		fill(3);
		this.later.set(Duration.ofMinutes(2));
		await(() -> store.size().entries() == 3);
	}

	@Test
	void openingDoesNotWaitForDirectory() throws Exception {
		Path abandoned = unfinished(this.directory, "1", Duration.ofHours(2));
		CountDownLatch opened = new CountDownLatch(1);
		open(null, null, stoppedUntil(opened));
		assertThat(abandoned).exists();
		opened.countDown();
		await(() -> Files.notExists(abandoned));
	}

	@Test
	void readingRecordsUseAndKeepsTimeOfModification() throws Exception {
		fill(10);
		FileTime written = Files.getLastModifiedTime(file(0));
		FileResponseStore reader = open(DataSize.ofGigabytes(1), null);
		assertThat(reader.find(key(0))).isPresent();
		assertThat(lastUse(0)).isAfter(Instant.now().minusSeconds(60));
		// Some Java versions truncate it.
		assertThat(Files.getLastModifiedTime(file(0)).toMillis()).isEqualTo(written.toMillis());
		FileResponseStore store = open(DataSize.ofBytes(55_000), null);
		await(() -> store.statistics().evictions() == 6);
		assertThat(store.find(key(0))).isPresent();
		assertThat(store.recentKeys(4)).endsWith(key(0));
	}

	/** With another clock than the file system, which may record the use as well. */
	@Test
	void useIsRecordedWithTheClockOfTheStore() throws Exception {
		fill(1);
		FileResponseStore store = open(DataSize.ofGigabytes(1), null,
				Clock.offset(Clock.systemUTC(), Duration.ofDays(1)));
		assertThat(store.find(key(0))).isPresent();
		assertThat(lastUse(0)).isAfter(Instant.now().plus(Duration.ofHours(23)));
	}

	/** Found in memory, so that the file system does not record that the file is read. */
	@Test
	void useIsRecordedToTheSecond() throws Exception {
		fill(1);
		Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
		ResponseStore store = new TieredResponseStore(
				open(DataSize.ofGigabytes(1), null, Clock.fixed(now, ZoneOffset.UTC)), DataSize.ofMegabytes(1),
				Duration.ZERO);
		StoredResponse found = store.find(key(0)).orElseThrow();
		for (int seconds : new int[] { 0, 2 }) {
			Instant former = now.minusSeconds(seconds).minusMillis(500);
			Files.setAttribute(file(0), "lastAccessTime", FileTime.from(former));
			assertThat(store.find(key(0))).containsSame(found);
			assertThat(lastUse(0)).isEqualTo((seconds > 0) ? now : former);
		}
	}

	@Test
	void responseInMemoryExpiresWithItsFile() throws Exception {
		fill(1);
		use(0, Instant.now());
		FileResponseStore files = open(null, Duration.ofMinutes(55), this.moving);
		ResponseStore store = new TieredResponseStore(files, DataSize.ofMegabytes(1), Duration.ZERO);
		assertThat(store.find(key(0))).isPresent();
		assertThat(store.size().entries()).isOne();
		this.later.set(Duration.ofMinutes(54));
		assertThat(store.find(key(0))).isPresent();
		this.later.set(Duration.ofMinutes(110));
		assertThat(store.find(key(0))).isEmpty();
		assertThat(file(0)).doesNotExist();
		assertThat(store.size()).isEqualTo(StoreSize.EMPTY);
	}

	@ParameterizedTest
	@CsvSource({ ", 55, 300", "1000000, , 300", ", 4, 120", ", , 3600" })
	void directoryIsCleanedUpWithALaterResponse(Long maxSize, Long maxIdleMinutes, long interval) throws Exception {
		FileResponseStore store = open((maxSize != null) ? DataSize.ofBytes(maxSize) : null,
				(maxIdleMinutes != null) ? Duration.ofMinutes(maxIdleMinutes) : null, this.moving);
		awaitCleanUp();
		Path abandoned = unfinished(this.directory, "1", Duration.ofHours(2));
		this.later.set(Duration.ofSeconds(interval - 60));
		store.put(key(1), response());
		awaitCleanUp();
		assertThat(abandoned).exists();
		this.later.set(Duration.ofSeconds(interval + 1));
		store.put(key(1), response());
		await(() -> Files.notExists(abandoned));
	}

	@Test
	void closedStoreIsNotCleanedUp() throws Exception {
		CountDownLatch closed = new CountDownLatch(1);
		fill(10);
		Path abandoned = unfinished(this.directory, "1", Duration.ofHours(2));
		new FileResponseStore(this.other, new FileStoreLimits(null, null, stoppedUntil(closed)));
		List<FileResponseStore> stores = List.of(open(DataSize.ofBytes(55_000), null),
				open(null, Duration.ofMinutes(55)), open(null, null));
		stores.forEach(FileResponseStore::close);
		closed.countDown();
		awaitCleanUp();
		assertThat(this.directory).isDirectoryContaining((file) -> file.equals(abandoned));
		assertThat(new FileResponseStore(this.directory).size().entries()).isEqualTo(10);
	}

	@Test
	void responseOfExactlyMaxSizeIsStored() throws Exception {
		FileResponseStore unlimited = new FileResponseStore(this.other);
		unlimited.put(key(1), response());
		long whole = unlimited.size().bytes();
		write(unlimited);
		long padded = unlimited.size().bytes();
		open(DataSize.ofBytes(whole - 1), null).put(key(1), response());
		assertThat(this.directory).isEmptyDirectory();
		// A clean-up for the smaller size must not remove the response of the exact size.
		awaitCleanUp();
		open(DataSize.ofBytes(whole), null).put(key(1), response());
		assertThat(file(1)).hasSize(whole);
		Files.delete(file(1));
		write(open(DataSize.ofBytes(padded - 1), null));
		assertThat(this.directory).isEmptyDirectory();
		awaitCleanUp();
		write(open(DataSize.ofBytes(padded), null));
		assertThat(file(1)).hasSize(padded);
	}

	private static void write(FileResponseStore store) {
		try (ResponseWriter writer = store.begin(key(1), response())) {
			for (int i = 0; i < 10; i++) {
				writer.write(ByteBuffer.wrap(new byte[1000]));
			}
			writer.commit();
		}
	}

	private Instant lastUse(int number) throws IOException {
		return Files.readAttributes(file(number), BasicFileAttributes.class).lastAccessTime().toInstant();
	}

	@Test
	void newResponsesEvictOldOnes() {
		FileResponseStore store = open(DataSize.ofBytes(55_000), null, this.moving);
		for (int i = 0; i < 30; i++) {
			store.put(key(i), response());
		}
		// A file that gets its name during a walk may be missed until the next one.
		this.later.set(Duration.ofHours(2));
		// Not which ones: they were written within the same tick of the file system's
		// clock.
		await(() -> store.size().entries() <= 5 && this.directory.toFile().list().length <= 5);
		await(() -> store.statistics().evictions() == 30 - this.directory.toFile().list().length);
		assertThat(store.statistics().puts()).isEqualTo(30);
	}

	@Test
	void latestResponseIsNotEvicted() throws Exception {
		fill(5);
		for (int i = 0; i < 5; i++) {
			use(i, Instant.now().plus(Duration.ofHours(1)));
		}
		FileResponseStore store = openAndPut(DataSize.ofBytes(55_000), key(9));
		await(() -> store.statistics().evictions() == 2);
		assertThat(store.find(key(9))).isPresent();
		assertThat(store.keys(key(9).url())).containsExactly(key(9));
	}

	@Test
	void latestResponseMayTakeWholeMaxSize() throws Exception {
		FileResponseStore store = openAndPut(DataSize.ofBytes(10_500), key(1), key(2));
		awaitCleanUp();
		assertThat(store.find(key(1))).isEmpty();
		assertThat(store.find(key(2))).isPresent();
	}

	@Test
	void responseThatIsReplacedDuringCleanUpIsNotEvicted() throws Exception {
		fill(10);
		CompletableFuture<FileResponseStore> opened = new CompletableFuture<>();
		AtomicInteger times = new AtomicInteger();
		FileResponseStore store = open(DataSize.ofBytes(55_000), null, clock(() -> {
			// The third time is when all files have been visited.
			if (isEvicting() && times.incrementAndGet() == 3) {
				opened.join().put(key(0), response());
			}
			return Instant.now();
		}));
		opened.complete(store);
		awaitCleanUp();
		awaitCleanUp();
		assertThat(store.statistics().evictions()).isPositive();
		assertThat(store.find(key(0))).isPresent();
	}

	private static boolean isEvicting() {
		return StackWalker.getInstance()
			.walk((frames) -> frames.anyMatch((frame) -> frame.getMethodName().equals("evict")));
	}

	/** Responses are evicted only after all of them have been stored. */
	private FileResponseStore openAndPut(DataSize maxSize, CacheKey... keys) {
		CountDownLatch stored = new CountDownLatch(1);
		FileResponseStore store = open(maxSize, null, stoppedUntil(stored));
		for (CacheKey key : keys) {
			store.put(key, response());
		}
		stored.countDown();
		return store;
	}

	@Test
	void responseUnusedForMaxIdleTimeIsRemoved() throws Exception {
		fill(10);
		FileResponseStore store = open(null, Duration.ofMinutes(55));
		await(() -> store.statistics().evictions() == 6);
		assertThat(store.size().entries()).isEqualTo(4);
		for (int i = 0; i < 10; i++) {
			assertThat(store.find(key(i)).isPresent()).isEqualTo(i >= 6);
		}
		FileResponseStore later = open(null, Duration.ofMinutes(55),
				Clock.offset(Clock.systemUTC(), Duration.ofHours(3)));
		assertThat(later.find(key(9))).isEmpty();
	}

	@Test
	void expiredFileThatCannotBeRemovedIsCounted() throws Exception {
		fill(1);
		long size = Files.size(file(0)) + Files.size(unfinished(this.directory, "1", Duration.ofMinutes(1)));
		Clock clock = clock(() -> {
			if (isCheckingAge() && Files.isRegularFile(file(0))) {
				replaceByDirectory(file(0));
			}
			return Instant.now();
		});
		FileResponseStore store = open(null, Duration.ofMinutes(55), clock);
		awaitCleanUp();
		assertThat(store.size()).isEqualTo(StoreSize.of(1, size));
		assertThat(store.statistics().evictions()).isZero();
	}

	/** Another process may do so at any time. Even root cannot remove it as a file. */
	private static void replaceByDirectory(Path file) {
		try {
			Files.delete(file);
			Files.createDirectories(file.resolve("inside"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isCheckingAge() {
		return StackWalker.getInstance()
			.walk((frames) -> frames.anyMatch((frame) -> frame.getMethodName().equals("isExpired")));
	}

	@Test
	void cleanUpEndsWhileUnfinishedFilesExceedMaxSize() throws Exception {
		fill(1);
		unfinished(this.directory, "1", Duration.ofMinutes(1));
		unfinished(this.directory, "2", Duration.ofMinutes(1));
		AtomicInteger steps = new AtomicInteger();
		FileResponseStore store = open(DataSize.ofBytes(15_000), null, clock(() -> {
			steps.incrementAndGet();
			return Instant.now();
		}));
		// One evicts the response, another one finds nothing more to evict.
		awaitCleanUp();
		awaitCleanUp();
		assertThat(store.statistics().evictions()).isOne();
		int before = steps.get();
		awaitCleanUp();
		awaitCleanUp();
		assertThat(steps).hasValue(before);
	}

	private void awaitCleanUp() throws IOException {
		BackgroundThread.await(this.other);
	}

	@Test
	void stalledTemporaryFilesAreRemovedBeforeStoredResponses() throws Exception {
		fill(4);
		Path stalled = unfinished(this.directory, "1", Duration.ofMinutes(6));
		Path recent = unfinished(this.directory, "2", Duration.ofMinutes(4));
		FileResponseStore writing = new FileResponseStore(this.directory);
		try (ResponseWriter writer = writing.begin(key(9), response())) {
			writer.write(ByteBuffer.wrap(new byte[10_000]));
			open(DataSize.ofBytes(65_000), null);
			await(() -> Files.notExists(stalled));
			assertThat(recent).exists();
			writer.commit();
		}
		for (int i : new int[] { 0, 1, 2, 3, 9 }) {
			assertThat(writing.find(key(i))).as("response " + i).isPresent();
		}
	}

	@Test
	void temporaryFileOfALiveWriterIsNotDiscarded() throws Exception {
		FileResponseStore writing = new FileResponseStore(this.directory);
		try (ResponseWriter writer = writing.begin(key(9), response())) {
			writer.write(ByteBuffer.wrap(new byte[10_000]));
			try (Stream<Path> paths = Files.list(this.directory)) {
				// The caller reads slowly, so nothing is written for minutes.
				Files.setLastModifiedTime(paths.findFirst().orElseThrow(),
						FileTime.from(Instant.now().minus(Duration.ofMinutes(7))));
			}
			open(DataSize.ofBytes(5000), null);
			awaitCleanUp();
			writer.commit();
		}
		assertThat(writing.find(key(9))).isPresent();
	}

	@Test
	void responseLargerThanMaxSizeIsNotStored() throws IOException {
		FileResponseStore store = open(DataSize.ofBytes(5000), null);
		store.put(key(1), response());
		try (ResponseWriter writer = store.begin(key(1), response())) {
			// Without its head.
			writer.write(ByteBuffer.wrap(new byte[5000]));
			assertThat(this.directory).isEmptyDirectory();
			writer.commit();
		}
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void limitsMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> open(DataSize.ofBytes(0), null));
		assertThatIllegalArgumentException().isThrownBy(() -> open(null, Duration.ZERO));
	}

	/**
	 * Responses of 10 kB that were last used 100, 92, 84 ... minutes ago.
	 */
	private void fill(int responses) throws IOException {
		// A store that is open may still remove temporary files later.
		try (FileResponseStore store = new FileResponseStore(this.directory)) {
			for (int i = 0; i < responses; i++) {
				store.put(key(i), response());
				use(i, Instant.now().minus(Duration.ofMinutes(100 - 8L * i)));
			}
		}
	}

	private void use(int number, Instant time) throws IOException {
		FileTime used = FileTime.from(time);
		Files.setLastModifiedTime(file(number), used);
		Files.setAttribute(file(number), "lastAccessTime", used);
	}

	private FileResponseStore open(DataSize maxSize, Duration maxAge) {
		return open(maxSize, maxAge, Clock.systemUTC());
	}

	private FileResponseStore open(DataSize maxSize, Duration maxAge, Clock clock) {
		return new FileResponseStore(this.directory, new FileStoreLimits(maxSize, maxAge, clock));
	}

	private Path file(int number) {
		return this.directory.resolve(StoredFileName.of(key(number).text()));
	}

	private static CacheKey key(int number) {
		return new CacheKey("http://cookbooks.dev/1.0/recipes/" + number, "application/json");
	}

	private static StoredResponse response() {
		return StoredResponse.of(200, HttpHeaders.EMPTY, "x".repeat(10_000).getBytes(StandardCharsets.UTF_8), Map.of(),
				null, null);
	}

}
