package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.hyperclient.cache.ChildJvm;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes write into one directory, two at a time, and are killed while they write.
 * Every response that can be read afterwards is complete. The system property
 * {@code hyperclient.crash.kills} is the number of killed processes; the profile
 * {@code crash} sets it to 500.
 */
@Tag("slow")
class CrashTests {

	private static final int KILLS = Integer.getInteger("hyperclient.crash.kills", 10);

	private static final int KEYS = 6;

	private final Random random = new Random();

	private int whole;

	private int absent;

	private long unfinished;

	@TempDir
	Path directory;

	@Test
	@Timeout(value = 30, unit = TimeUnit.MINUTES)
	void killedWriterLeavesResponseWholeOrAbsent() throws Exception {
		for (int kills = 0; kills < KILLS; kills += 2) {
			List<Process> writers = List.of(start(kills), start(kills + 1));
			try {
				for (Process writer : writers) {
					letWrite(writer, 1 + this.random.nextInt(120));
					writer.destroyForcibly();
				}
			}
			finally {
				writers.forEach(Process::destroyForcibly);
			}
			for (Process writer : writers) {
				assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
				assertThat(writer.exitValue()).as("killed, not ended").isNotZero();
			}
			readAll();
		}
		System.out.printf("%d kills: %d responses read whole, %d absent, %d unfinished files left%n", KILLS, this.whole,
				this.absent, this.unfinished);
		assertThat(this.whole).isGreaterThan(KILLS);
		assertThatTemporaryFilesAreRemoved();
	}

	private Process start(int seed) throws IOException {
		return new ProcessBuilder(
				ChildJvm.command(List.of(), Writer.class, this.directory.toString(), String.valueOf(seed)).toList())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
	}

	private static void letWrite(Process writer, int responses) throws IOException {
		InputStream progress = writer.getInputStream();
		for (int i = 0; i < responses; i++) {
			assertThat(progress.read()).as("a writer ended by itself").isEqualTo('.');
		}
	}

	private void readAll() throws IOException {
		FileResponseStore store = new FileResponseStore(this.directory);
		for (int i = 0; i < KEYS; i++) {
			Optional<StoredResponse> found = store.find(key(i));
			if (found.isEmpty()) {
				this.absent++;
				continue;
			}
			byte[] body = found.get().body().bytes();
			String[] written = found.get().headers().getFirst("X-Content").split(" ");
			assertThat(written[0]).isEqualTo(String.valueOf(i));
			assertThat(Arrays.equals(body, content(i, Integer.parseInt(written[1]), Integer.parseInt(written[2]))))
				.isTrue();
			this.whole++;
		}
		try (Stream<Path> files = Files.list(this.directory)) {
			this.unfinished = files.filter((file) -> StoredFileName.isTemporary(file.getFileName().toString())).count();
		}
	}

	private void assertThatTemporaryFilesAreRemoved() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			for (Path file : files.toList()) {
				Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
			}
		}
		new FileResponseStore(this.directory);
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> files().stream().noneMatch(StoredFileName::isTemporary));
		assertThat(files()).allMatch(StoredFileName::isStored).hasSizeLessThanOrEqualTo(KEYS);
	}

	private List<String> files() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.map((file) -> file.getFileName().toString()).toList();
		}
	}

	private static CacheKey key(int number) {
		return new CacheKey("http://cookbooks.dev/1.0/recipes/" + number, "application/json");
	}

	private static byte[] content(int key, int version, int length) {
		byte[] content = new byte[length];
		new Random(31L * key + version).nextBytes(content);
		return content;
	}

	/** Stores responses until it is killed, and prints its progress. */
	static final class Writer {

		private Writer() {
		}

		public static void main(String[] args) {
			FileResponseStore store = new FileResponseStore(Path.of(args[0]));
			Random random = new Random(Long.parseLong(args[1]));
			// Until the process that reads the progress ends, at the latest.
			while (!System.out.checkError()) {
				int number = random.nextInt(KEYS);
				int version = random.nextInt();
				byte[] content = content(number, version,
						random.nextBoolean() ? random.nextInt(3000) : random.nextInt(500_000));
				HttpHeaders headers = new HttpHeaders();
				headers.add("X-Content", number + " " + version + " " + content.length);
				System.out.write('.');
				System.out.flush();
				switch (random.nextInt(10)) {
					case 0 -> store.remove(key(number));
					case 1, 2, 3 -> inPieces(store, number, headers, content);
					default -> store.put(key(number), StoredResponse.of(200, headers, content, Map.of(), null, null));
				}
				store.find(key(random.nextInt(KEYS)));
			}
		}

		private static void inPieces(FileResponseStore store, int number, HttpHeaders headers, byte[] content) {
			StoredResponse head = StoredResponse.of(200, headers, "".getBytes(StandardCharsets.UTF_8), Map.of(), null,
					null);
			try (ResponseWriter writer = store.begin(key(number), head)) {
				for (int i = 0; i < content.length; i += 20_000) {
					writer.write(ByteBuffer.wrap(content, i, Math.min(20_000, content.length - i)));
				}
				writer.commit();
			}
		}

	}

}
