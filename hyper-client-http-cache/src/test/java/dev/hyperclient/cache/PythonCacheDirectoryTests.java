package dev.hyperclient.cache;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.transaction.CacheContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.HttpHeaders;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
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
		store(200, fields(), "{\"name\": \"Crème\"}");
		assertThat(fetch()).isEqualTo("200|True|\"a\"|{\"name\": \"Crème\"}");
		assertThat(server.getAllServeEvents()).isEmpty();
	}

	@Test
	void pythonFollowsJavaRedirect() throws Exception {
		HttpHeaders headers = fields();
		headers.set("Location", "/1.0/recipes/2");
		store(301, headers, "");
		server.stubFor(
				WireMock.get("/1.0/recipes/2").willReturn(aResponse().withHeader("ETag", "\"b\"").withBody("moved")));
		assertThat(fetch()).endsWith("|moved");
		server.verify(1, getRequestedFor(anyUrl()));
	}

	private static HttpHeaders fields() {
		HttpHeaders headers = new HttpHeaders();
		headers.set("Date", Fields.date(Instant.now()));
		headers.set("Cache-Control", "max-age=3600");
		headers.set("ETag", "\"a\"");
		headers.set("Vary", "Accept");
		headers.set("X-Name", "Crème");
		return headers;
	}

	private void store(int status, HttpHeaders headers, String content) {
		CacheContext.forRepresentations(HttpCache.inDirectory(this.directory))
			.around((request) -> CacheResponse.of(this.url, status, headers, content.getBytes(StandardCharsets.UTF_8)))
			.exchange(CacheRequest.get(this.url, Fields.of("Accept: " + JSON)));
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

}
