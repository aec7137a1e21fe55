package dev.hyperclient.internal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.cache.ChildJvm;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process whose files are limited to 100 kB.
 */
class FullDiskTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/", "application/json");

	@TempDir
	Path directory;

	@Test
	@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There is no ulimit")
	void fullDiskStoresNothingAndLeavesNoFile() throws Exception {
		String output = ChildJvm.runLimited("-f 200", Writer.class, this.directory.toString());
		assertThat(output.lines().filter((line) -> line.contains("cache") || line.startsWith("failure")))
			.satisfiesExactly((line) -> assertThat(line).contains("WARN", "cannot be cached", "File too large"),
					(line) -> assertThat(line).startsWith("failure: ").contains("File too large"),
					(line) -> assertThat(line).isEqualTo("failure: none"),
					(line) -> assertThat(line).contains("WARN", "cannot be cached"));
		assertThat(output).contains("small");
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files.map((file) -> file.getFileName().toString()))
				.containsExactly(StoredFileName.of(KEY.text()));
		}
		assertThat(new FileResponseStore(this.directory).find(KEY)).isPresent();
	}

	/**
	 * Stores a short response and tries to replace it by one that is too long, twice.
	 */
	static final class Writer {

		private Writer() {
		}

		public static void main(String[] args) throws Exception {
			FileResponseStore store = new FileResponseStore(Path.of(args[0]));
			store.put(KEY, response("small".getBytes(StandardCharsets.UTF_8)));
			store.put(KEY, response(new byte[200_000]));
			try (ResponseWriter writer = store.begin(KEY, response(new byte[0]))) {
				for (int i = 0; i < 20; i++) {
					writer.write(ByteBuffer.wrap(new byte[10_000]));
				}
				writer.commit();
			}
			System.out.println("failure: " + store.failure().orElse("none"));
			store.put(KEY, response("small".getBytes(StandardCharsets.UTF_8)));
			System.out.println("failure: " + store.failure().orElse("none"));
			store.put(KEY, response(new byte[200_000]));
			System.out.println(new String(store.find(KEY).orElseThrow().body().bytes(), StandardCharsets.UTF_8));
		}

		private static StoredResponse response(byte[] body) {
			return new StoredResponse(200, HttpHeaders.EMPTY, body, Map.of(), null, null);
		}

	}

}
