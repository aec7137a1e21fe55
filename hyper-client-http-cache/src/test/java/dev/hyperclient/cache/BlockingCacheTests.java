package dev.hyperclient.cache;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.api.CacheListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A {@code RestClient} with a cache, in a class loader without the optional libraries.
 */
class BlockingCacheTests {

	private static final Pattern OPTIONAL = Pattern.compile(
			"(spring-webflux|reactor|reactive-streams|netty|micrometer-core|lettuce|spring-data|spring-tx|hyper-client-core)[^/]*\\.jar$");

	@RegisterExtension
	static final WireMockExtension server = MockServers.plain();

	@TempDir
	Path directory;

	@Test
	void freshResponseIsServedWithoutOptionalLibraries() throws Exception {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=60").withBody("text")));
		assertThat(run(3)).containsExactly("MISS", "text", "HIT", "text", "HIT", "text");
	}

	@Test
	void largeStreamedResponseIsStoredAndValidated() throws Exception {
		String content = "0123456789".repeat(20_000);
		server.stubFor(WireMock.get(anyUrl()).willReturn(aResponse().withHeader("ETag", "\"a\"").withBody(content)));
		server.stubFor(WireMock.get(anyUrl())
			.withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
		assertThat(run(2)).containsExactly("MISS", content, "REVALIDATED", content);
	}

	@Test
	void staleResponseReplacesServerError() throws Exception {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=0, stale-if-error=60").withBody("text")));
		assertThat(run(1)).containsExactly("MISS", "text");
		server.stubFor(WireMock.get(anyUrl()).willReturn(aResponse().withStatus(503).withBody("error")));
		assertThat(run(1)).containsExactly("STALE", "text");
	}

	private List<Object> run(int times) throws Exception {
		try (URLClassLoader loader = withoutOptionalLibraries()) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("reactor.core.publisher.Mono"));
			Class<?> application = loader.loadClass(Application.class.getName());
			assertThat(application).isNotEqualTo(Application.class);
			Method run = application.getMethod("run", String.class, String.class, int.class);
			return new ArrayList<>(
					(List<?>) run.invoke(null, this.directory.toString(), server.baseUrl() + "/a", times));
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

	/**
	 * An application whose class path has neither WebFlux nor Reactor nor Micrometer's
	 * meters.
	 */
	public static final class Application {

		private Application() {
		}

		/**
		 * Request a URL several times with a {@code RestClient} and a cache in a
		 * directory.
		 * @param directory the directory
		 * @param url the URL
		 * @param times how often
		 * @return outcome and content of each request
		 */
		public static List<String> run(String directory, String url, int times) {
			List<String> results = new ArrayList<>();
			CacheListener listener = (request, result) -> results.add(result.outcome().name());
			try (HttpCache cache = HttpCache.builder().directory(Path.of(directory)).addListener(listener).build()) {
				RestClient restClient = RestClient.builder()
					.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
					.build();
				for (int i = 0; i < times; i++) {
					results.add(restClient.get().uri(url).retrieve().body(String.class));
				}
			}
			return results;
		}

	}

}
