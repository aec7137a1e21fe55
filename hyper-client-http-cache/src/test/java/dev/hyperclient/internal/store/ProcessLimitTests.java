package dev.hyperclient.internal.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.ChildJvm;
import dev.hyperclient.cache.store.CacheGroup;
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
 * Processes whose files are limited to 100 kB, or that can open no more files.
 */
class ProcessLimitTests {

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

	@Test
	@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There is no ulimit")
	void groupIsNotForgottenBeforeItsFilesAreRemoved() throws Exception {
		String output = ChildJvm.runLimited("-n 256", Remover.class, this.directory.toString());
		assertThat(output).contains("[marked, marked").contains(", removed").doesNotContain("forgotten");
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
			return StoredResponse.of(200, HttpHeaders.EMPTY, body, Map.of(), null, null);
		}

	}

	/**
	 * Removes a group with more and more files that it may open.
	 */
	static final class Remover {

		private Remover() {
		}

		public static void main(String[] args) throws Exception {
			HttpHeaders headers = new HttpHeaders();
			headers.set("Cache-Groups", "\"recipes\"");
			FileResponseStore store = new FileResponseStore(Path.of(args[0]));
			StoreDirectory directory = new StoreDirectory(Path.of(args[0]));
			GroupRemoval removal = new GroupRemoval(directory, (size) -> {
			});
			List<String> results = new ArrayList<>();
			for (int round = 0; round < 2; round++) {
				store.put(KEY, StoredResponse.of(200, headers, new byte[10], Map.of(), null, null));
				// The first round only loads classes.
				List<InputStream> open = (round > 0) ? openAll() : new ArrayList<>();
				do {
					removal.add(Set.of(new CacheGroup("http://cookbooks.dev", "recipes")));
					removal.removeFiles();
					boolean exists = Files.exists(directory.file(KEY));
					results.add(!removal.isEmpty() ? "marked" : exists ? "forgotten" : "removed");
					if (!open.isEmpty()) {
						open.remove(0).close();
					}
				}
				while (Files.exists(directory.file(KEY)));
				results = (round > 0) ? results : new ArrayList<>();
				open.clear();
			}
			System.out.println(results);
			System.exit(0);
		}

		private static List<InputStream> openAll() {
			List<InputStream> open = new ArrayList<>();
			try {
				while (true) {
					open.add(new FileInputStream("/dev/null"));
				}
			}
			catch (IOException ex) {
				return open;
			}
		}

	}

}
