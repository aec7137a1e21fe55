package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.internal.policy.IdentityKey;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A cache directory shared by this and the Python client.
 */
class PythonCacheDirectoryTests {

	private static final String PYTHON = "/usr/bin/python3";

	private static final String FETCH = """
			import sys
			from lazr.restfulclient._browser import MultipleRepresentationCache, RestfulHttp
			directory, url, media_type = sys.argv[1:]
			cache = MultipleRepresentationCache(directory)
			cache.request_media_type = media_type
			http = RestfulHttp(cache=cache, proxy_info=None)
			response, content = http.request(url, headers={"Accept": media_type})
			print(response.status, response.fromcache, response["etag"], content.decode("utf-8"), sep="|", end="")
			""";

	private static final String JSON = "application/json";

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final List<CacheRequest> sent = new ArrayList<>();

	@TempDir
	Path directory;

	private URI url;

	@BeforeAll
	static void requirePython() throws Exception {
		assumeTrue(Files.isExecutable(Path.of(PYTHON)), "There is no " + PYTHON);
		assumeTrue(run("-c", "import httplib2, lazr.restfulclient").exitValue() == 0,
				"The Python client of such services is not installed");
	}

	@BeforeEach
	void createUrl() {
		this.url = URI.create(server.baseUrl() + "/1.0/recipes/1?ws.op=a%20b&x='");
	}

	@Test
	void pythonServesFreshJavaFile() throws Exception {
		store(fields(Instant.now(), "max-age=3600"));
		assertThat(fetch()).isEqualTo("200|True|\"a\"|{\"name\": \"Crème\"}");
		assertThat(server.getAllServeEvents()).isEmpty();
		assertThat(files()).hasSize(1);
	}

	@Test
	void pythonFreshensStaleJavaFileReadably() throws Exception {
		store(fields(Instant.now().minusSeconds(60), "max-age=1"));
		server.stubFor(WireMock.get(anyUrl())
			.withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304)
				.withHeader("Date", Fields.date(Instant.now()))
				.withHeader("Cache-Control", "max-age=3600")));
		assertThat(fetch()).isEqualTo("200|True|\"a\"|{\"name\": \"Crème\"}");
		assertThat(files()).hasSize(1);
		assertThat(body(get(CacheResponse.of(this.url, 500, HttpHeaders.EMPTY, new byte[0]))))
			.isEqualTo("{\"name\": \"Crème\"}");
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void freshPythonFileIsValidated() throws Exception {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Date", Fields.date(Instant.now()))
				.withHeader("Cache-Control", "max-age=3600")
				.withHeader("ETag", "\"a\"")
				.withHeader("Vary", "Accept")
				.withHeader("Set-Cookie", "a=b")
				.withBody("{\"name\": \"Crème\"}".repeat(100))));
		// The test server compresses and changes its entity tags.
		assertThat(fetch()).startsWith("200|False|\"a--gzip\"|");
		assertThat(files()).hasSize(1);
		HttpHeaders notModified = fields(Instant.now(), "max-age=3600");
		notModified.set("ETag", "\"a--gzip\"");
		CacheResponse confirmed = get(CacheResponse.of(this.url, 304, notModified, new byte[0]));
		assertThat(this.sent.get(0).headers().getFirst("If-None-Match")).isEqualTo("\"a--gzip\"");
		assertThat(body(confirmed)).isEqualTo("{\"name\": \"Crème\"}".repeat(100));
		assertThat(files()).hasSize(1);
		assertThat(Files.readString(files().get(0))).doesNotContain("set-cookie")
			.contains("-varied-accept: application/json\r\n", "-hyper-client-identity: " + IdentityKey.hash(""));
		server.verify(1, getRequestedFor(anyUrl()));
		assertThat(fetch()).startsWith("200|True|\"a--gzip\"|");
		server.verify(1, getRequestedFor(anyUrl()));
	}

	@Test
	void pythonFollowsJavaRedirect() throws Exception {
		HttpHeaders headers = fields(Instant.now(), "max-age=3600");
		headers.set("Location", "/1.0/recipes/2");
		get(CacheResponse.of(this.url, 301, headers, new byte[0]));
		server.stubFor(
				WireMock.get("/1.0/recipes/2").willReturn(aResponse().withHeader("ETag", "\"b\"").withBody("moved")));
		assertThat(fetch()).endsWith("|moved");
		server.verify(1, getRequestedFor(anyUrl()));
	}

	private void store(HttpHeaders headers) {
		get(CacheResponse.of(this.url, 200, headers, "{\"name\": \"Crème\"}".getBytes(StandardCharsets.UTF_8)));
	}

	private static HttpHeaders fields(Instant date, String cacheControl) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Date", Fields.date(date));
		headers.set("Cache-Control", cacheControl);
		headers.set("ETag", "\"a\"");
		headers.set("Vary", "Accept");
		headers.set("X-Name", "Crème");
		return headers;
	}

	private CacheResponse get(CacheResponse answer) {
		RequestSender exchange = CacheContext.forRepresentations(HttpCache.inDirectory(this.directory))
			.around((request) -> {
				this.sent.add(request);
				return answer;
			});
		return exchange.exchange(CacheRequest.get(this.url, Fields.of("Accept: " + JSON)));
	}

	private String fetch() throws Exception {
		Process process = run("-c", FETCH, this.directory.toString(), this.url.toString(), JSON);
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.exitValue()).as(output).isZero();
		return output;
	}

	private static Process run(String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of(PYTHON));
		Collections.addAll(command, arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().put("PYTHONIOENCODING", "utf-8");
		Process process = builder.start();
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		return process;
	}

	private static String body(CacheResponse response) {
		return Fields.text(response);
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> paths = Files.list(this.directory)) {
			return paths.toList();
		}
	}

}
