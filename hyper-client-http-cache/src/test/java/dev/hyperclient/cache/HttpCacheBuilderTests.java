package dev.hyperclient.cache;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Caches in memory, in directories, in temporary directories, and in a class loader
 * without the optional libraries.
 */
class HttpCacheBuilderTests {

	private static final DataSize SIZE = DataSize.ofMegabytes(1);

	private static final Pattern OPTIONAL = Pattern.compile(
			"(spring-webflux|reactor|reactive-streams|netty|micrometer-core|lettuce|spring-data|spring-tx|hyper-client-core)[^/]*\\.jar$");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final List<CacheOutcome> outcomes = new ArrayList<>();

	@TempDir
	Path directory;

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	@Test
	@SuppressWarnings("try")
	void memoryCacheServesStoredResponse() {
		try (HttpCache cache = builder().inMemory(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
			assertThat(cache.entries(URI.create("http://cookbooks.dev/1.0/"))).hasSize(1);
			assertThat(cache.statistics()).isEqualTo(StoreStatistics.of(1, 0));
			cache.close();
			assertThat(cache.size()).isEqualTo(StoreSize.EMPTY);
		}
	}

	@Test
	void limitedDirectoryWithMemoryTierServesStoredResponse() {
		try (HttpCache cache = builder().directory(this.directory)
			.memoryTier(SIZE)
			.maxSize(SIZE)
			.maxIdleTime(Duration.ofDays(1))
			.build()) {
			assertThatSecondRequestIsHit(cache);
			assertThat(this.directory).isNotEmptyDirectory();
			cache.clear();
			assertThat(this.directory).isEmptyDirectory();
			assertThatSecondRequestIsHit(cache);
			assertThat(cache.evict(URI.create("http://cookbooks.dev/1.0/"))).isOne();
			assertThatSecondRequestIsHit(cache);
		}
	}

	@Test
	void temporaryCacheWithMemoryTierServesStoredResponse() {
		try (HttpCache cache = builder().memoryTier(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
		}
	}

	@Test
	void storeOfCallerIsNotClosed() {
		ResponseStore store = new MemoryResponseStore(SIZE);
		HttpCache cache = builder().store(store).build();
		assertThatSecondRequestIsHit(cache);
		cache.close();
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void storeOfCallerWithMemoryTierServesStoredResponse() {
		ResponseStore store = new MemoryResponseStore(SIZE);
		try (HttpCache cache = builder().store(store).memoryTier(SIZE).build()) {
			assertThatSecondRequestIsHit(cache);
		}
		assertThat(store.size().entries()).isOne();
	}

	@Test
	void contradictorySettingsAreRejected() {
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).memoryTier(SIZE).build());
		assertThatIllegalStateException()
			.isThrownBy(() -> builder().store(new MemoryResponseStore(SIZE)).maxSize(SIZE).build());
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).directory(this.directory).build());
		assertThatIllegalStateException().isThrownBy(() -> builder().inMemory(SIZE).maxSize(SIZE).build());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().directory(this.directory).maxSize(DataSize.ofBytes(-1)).build());
	}

	private HttpCacheBuilder builder() {
		return HttpCache.builder()
			.clock(this.clock)
			.addListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	private void assertThatSecondRequestIsHit(HttpCache cache) {
		this.outcomes.clear();
		for (int i = 0; i < 3; i++) {
			CacheResponse response = cache
				.around((request) -> CacheResponse.of(request.uri(), 200,
						Fields.of("Date: @0 | Cache-Control: max-age=60"), "text".getBytes(StandardCharsets.UTF_8)))
				.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/1.0/"), Fields.of("Accept: a/b")));
			assertThat(Fields.text(response)).isEqualTo("text");
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT);
	}

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

	@Test
	void responsesAreServedAndValidatedWithoutOptionalLibraries() throws Exception {
		server.stubFor(
				WireMock.get("/a").willReturn(aResponse().withHeader("Cache-Control", "max-age=60").withBody("text")));
		assertThat(run("/a")).containsExactly("MISS", "text", "HIT", "text");
		String large = "0123456789".repeat(20_000);
		server.stubFor(WireMock.get("/b").willReturn(aResponse().withHeader("ETag", "\"a\"").withBody(large)));
		server.stubFor(WireMock.get("/b")
			.withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
		assertThat(run("/b")).containsExactly("MISS", large, "REVALIDATED", large);
	}

	private List<Object> run(String path) throws Exception {
		try (URLClassLoader loader = withoutOptionalLibraries()) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("reactor.core.publisher.Mono"));
			Class<?> application = loader.loadClass(Application.class.getName());
			assertThat(application).isNotEqualTo(Application.class);
			Method run = application.getMethod("run", String.class, String.class);
			return new ArrayList<>((List<?>) run.invoke(null, this.directory.toString(), server.url(path)));
		}
	}

	private static URLClassLoader withoutOptionalLibraries() throws Exception {
		List<URL> urls = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			if (!OPTIONAL.matcher(entry).find()) {
				urls.add(Path.of(entry).toUri().toURL());
			}
		}
		return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
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
						return CacheResponse.of(request.uri(), 200, headers, new byte[10]);
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
			cache.around((request) -> CacheResponse.of(request.uri(), 200, headers, new byte[10]))
				.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/a"), HttpHeaders.EMPTY));
			System.out.println(before + " before, " + directories() + " after");
		}

		private static long directories() throws Exception {
			try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
				return files.filter((path) -> path.getFileName().toString().startsWith("hyper-client")).count();
			}
		}

	}

	/**
	 * An application whose class path has neither WebFlux nor Reactor nor Micrometer's
	 * meters.
	 */
	public static final class Application {

		private Application() {
		}

		/**
		 * Request a URL twice with a {@code RestClient} and a cache in a directory.
		 * @param directory the directory
		 * @param url the URL
		 * @return outcome and content of each request
		 */
		public static List<String> run(String directory, String url) {
			List<String> results = new ArrayList<>();
			CacheListener listener = (request, result) -> results.add(result.outcome().name());
			try (HttpCache cache = HttpCache.builder().directory(Path.of(directory)).addListener(listener).build()) {
				RestClient restClient = RestClient.builder()
					.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
					.build();
				for (int i = 0; i < 2; i++) {
					results.add(restClient.get().uri(url).retrieve().body(String.class));
				}
			}
			return results;
		}

	}

}
