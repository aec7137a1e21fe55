package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The temporary cache of a process that exits.
 */
class TemporaryCacheTests {

	@Test
	void directoryIsCreatedWithTheFirstStoredResponseAndRemovedAtExit(@TempDir Path directory) throws Exception {
		String output = ChildJvm.run(ChildJvm.command(List.of("-Djava.io.tmpdir=" + directory), WithoutClose.class));
		assertThat(output).contains("0 before, 1 after");
		try (Stream<Path> left = Files.list(directory)) {
			assertThat(left.filter((path) -> path.getFileName().toString().startsWith("hyper-client"))).isEmpty();
		}
	}

	@Test
	void cacheIsInMemoryWithoutTemporaryDirectory(@TempDir Path directory) throws Exception {
		Path file = Files.createFile(directory.resolve("file"));
		String output = ChildJvm.run(ChildJvm.command(List.of("-Djava.io.tmpdir=" + file), Unwritable.class));
		assertThat(output).contains("1 request").contains("WARN").contains(file.toString()).contains("Set 'directory'");
	}

	/** Requests a fresh response twice. */
	static final class Unwritable {

		private Unwritable() {
		}

		public static void main(String[] args) {
			int[] requests = new int[1];
			HttpHeaders headers = new HttpHeaders();
			headers.setCacheControl("max-age=100");
			try (HttpCache cache = HttpCache.temporary()) {
				for (int i = 0; i < 2; i++) {
					cache.around((request) -> {
						requests[0]++;
						return new CacheResponse(request.uri(), 200, headers, new byte[10]);
					}).exchange(CacheRequest.get(URI.create("http://cookbooks.dev/a"), HttpHeaders.EMPTY));
				}
			}
			System.out.println(requests[0] + " request");
		}

	}

	/** Stores a response in a temporary cache and ends without closing it. */
	static final class WithoutClose {

		private WithoutClose() {
		}

		@SuppressWarnings("resource")
		public static void main(String[] args) throws Exception {
			HttpCache cache = HttpCache.temporary();
			long before = directories();
			HttpHeaders headers = new HttpHeaders();
			headers.setCacheControl("max-age=100");
			cache.around((request) -> new CacheResponse(request.uri(), 200, headers, new byte[10]))
				.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/a"), HttpHeaders.EMPTY));
			System.out.println(before + " before, " + directories() + " after");
		}

		private static long directories() throws Exception {
			try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
				return files.filter((path) -> path.getFileName().toString().startsWith("hyper-client")).count();
			}
		}

	}

}
