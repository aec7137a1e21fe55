package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.testservice.MovableClock;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.hyperclient.cache.TestClients.TestClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What all clients of Spring do alike with a cache in a directory.
 */
@ParameterizedClass
@MethodSource("clients")
class CachedClientTests {

	private static final String NOW = Fields.date(Fields.NOW);

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance()
		.options(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true))
		.build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@Parameter
	TestClients clients;

	@TempDir
	Path directory;

	private HttpCache cache;

	static Stream<TestClients> clients() {
		return Stream.of(new WebClients(), new RestClients());
	}

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withClock(new MovableClock(Fields.NOW))
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	@Test
	void secondGetIsConditionalAndReturnsSameBody() {
		server.stubFor(get("/a").willReturn(tagged().withBody("text")));
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("Date", NOW).withHeader("X-New", "1")));
		assertThat(entity("/a").getBody()).isEqualTo("text");
		ResponseEntity<String> second = entity("/a");
		assertThat(second.getStatusCode()).isEqualTo(HttpStatus.OK);
		assertThat(second.getBody()).isEqualTo("text");
		assertThat(second.getHeaders().getFirst("X-New")).isEqualTo("1");
		server.verify(1, getRequestedFor(urlEqualTo("/a")).withHeader("If-None-Match", equalTo("\"a\"")));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
	}

	@Test
	void hitSendsNoRequest() {
		String large = "x".repeat(1_000_000);
		server.stubFor(get("/a").willReturn(fresh().withBody(large)));
		for (int i = 0; i < 3; i++) {
			assertThat(entity("/a").getBody()).isEqualTo(large);
		}
		server.verify(1, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.HIT);
	}

	@Test
	void tooLargeBodyIsNotStored() {
		server.stubFor(get("/a").willReturn(fresh().withBody("x".repeat(300_000))));
		TestClient client = this.clients.withMaxBodySize(this.cache, DataSize.ofBytes(200_000));
		assertThat(client.get(server.url("/a")).getBody()).hasSize(300_000);
		assertThat(files()).isEmpty();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS);
	}

	@Test
	void tooLargeBodyRemovesOlderResponse() {
		TestClient client = this.clients.withMaxBodySize(this.cache, DataSize.ofBytes(200_000));
		for (int size : List.of(201_000, 300_000)) {
			String path = "/" + size;
			server.stubFor(get(path).willReturn(fresh().withBody("old")));
			assertThat(client.get(server.url(path)).getBody()).isEqualTo("old");
			server.stubFor(get(path).willReturn(fresh().withBody("x".repeat(size))));
			for (String directive : List.of("no-cache", "max-stale")) {
				ResponseEntity<String> answer = client.exchange(HttpMethod.GET, server.url(path),
						Fields.of("Cache-Control: " + directive));
				assertThat(answer.getBody()).hasSize(size);
			}
		}
	}

	@Test
	void changedLargeFileIsFetchedAgain() throws IOException {
		String large = "x".repeat(200_000);
		server.stubFor(get("/a").willReturn(fresh().withHeader("ETag", "\"a\"").withBody(large)));
		assertThat(entity("/a").getBody()).isEqualTo(large);
		Path file = files().get(0);
		byte[] bytes = Files.readAllBytes(file);
		bytes[150_000] ^= 1;
		Files.write(file, bytes);
		assertThat(entity("/a").getBody()).isEqualTo(large);
		assertThat(entity("/a").getBody()).isEqualTo(large);
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void largeFileRemovedDuringValidationIsFetchedAgain() throws IOException {
		String large = "x".repeat(200_000);
		server.stubFor(get("/a").willReturn(tagged().withBody(large)));
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\"")).willReturn(aResponse().withStatus(304)));
		assertThat(entity("/a").getBody()).isEqualTo(large);
		assertThat(entity("/a").getBody()).isEqualTo(large);
		byte[] bytes = Files.readAllBytes(files().get(0));
		bytes[bytes.length - 1] ^= 1;
		Files.write(files().get(0), bytes);
		assertThat(entity("/a").getBody()).isEqualTo(large);
		server.verify(4, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.MISS);
	}

	@Test
	void usersAreKeptApartByCredentials() throws IOException {
		server.stubFor(get("/a").willReturn(fresh().withBody("anyone's")));
		server.stubFor(get("/a").withBasicAuth("ann", "secret").willReturn(fresh().withBody("ann's")));
		HttpHeaders ann = new HttpHeaders();
		ann.setBasicAuth("ann", "secret");
		assertThat(entity(HttpMethod.GET, ann).getBody()).isEqualTo("ann's");
		assertThat(entity(HttpMethod.GET, ann).getBody()).isEqualTo("ann's");
		assertThat(entity("/a").getBody()).isEqualTo("anyone's");
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
		for (Path file : files()) {
			assertThat(file.getFileName() + Files.readString(file)).doesNotContain("secret", "Basic", "YW5u");
		}
	}

	@Test
	void successfulUnsafeRequestInvalidates() throws IOException {
		server.stubFor(get("/a").willReturn(fresh().withBody("{}")));
		server.stubFor(patch("/a").willReturn(aResponse().withStatus(209).withBody("{}")));
		HttpHeaders json = Fields.of("Accept: application/json");
		entity(HttpMethod.GET, json);
		assertThat(files()).hasSize(1);
		entity(HttpMethod.PATCH, json);
		assertThat(files()).isEmpty();
	}

	@Test
	void notModifiedForConditionOfCallerIsReturned() {
		server.stubFor(get("/a").willReturn(aResponse().withStatus(304).withHeader("Date", NOW)));
		ResponseEntity<String> answer = entity(HttpMethod.GET, Fields.of("If-None-Match: \"b\""));
		assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.NOT_MODIFIED);
	}

	@Test
	void notModifiedForOtherResponseIsRepeatedUnconditionally() {
		server.stubFor(get("/a").inScenario("a")
			.whenScenarioStateIs(Scenario.STARTED)
			.willSetStateTo("changed")
			.willReturn(tagged().withBody("old")));
		server.stubFor(get("/a").inScenario("a")
			.whenScenarioStateIs("changed")
			.withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"b\"")));
		server.stubFor(get("/a").inScenario("a")
			.whenScenarioStateIs("changed")
			.withHeader("If-None-Match", absent())
			.willReturn(aResponse().withBody("new").withHeader("ETag", "\"b\"")));
		assertThat(entity("/a").getBody()).isEqualTo("old");
		assertThat(entity("/a").getBody()).isEqualTo("new");
		server.verify(3, getRequestedFor(urlEqualTo("/a")));
	}

	@Test
	void encodedContentKeepsItsCoding() {
		server.stubFor(get("/a").willReturn(fresh().withHeader("Content-Encoding", "br").withBody("text")));
		for (int i = 0; i < 2; i++) {
			ResponseEntity<String> answer = entity("/a");
			assertThat(answer.getBody()).isEqualTo("text");
			assertThat(answer.getHeaders().get("Content-Encoding")).containsExactly("br");
			assertThat(answer.getHeaders().headerNames()).noneMatch((name) -> name.startsWith("hyper-client"));
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void listenerIsNotifiedOfStatusAndSavedBytes() {
		server.stubFor(get("/a").willReturn(tagged().withBody("text")));
		server.stubFor(get("/a").withHeader("If-None-Match", equalTo("\"a\""))
			.willReturn(aResponse().withStatus(304).withHeader("Date", NOW).withHeader("Cache-Control", "max-age=60")));
		server.stubFor(get("/missing").willReturn(aResponse().withStatus(404)));
		server.stubFor(patch(urlEqualTo("/a")).willReturn(aResponse().withStatus(202)));
		List<String> results = new CopyOnWriteArrayList<>();
		this.cache = this.cache.withAdditionalListener(
				(request, result) -> results.add(result.outcome() + " " + result.status() + " " + result.savedBytes()));
		entity("/a");
		entity("/a");
		entity("/a");
		entity("/missing");
		entity(HttpMethod.PATCH, new HttpHeaders());
		assertThat(results).containsExactly("MISS 200 0", "REVALIDATED 304 4", "HIT 200 4", "MISS 404 0",
				"BYPASS 202 0");
	}

	private ResponseEntity<String> entity(String path) {
		return this.clients.create(this.cache).get(server.url(path));
	}

	private ResponseEntity<String> entity(HttpMethod method, HttpHeaders headers) {
		return this.clients.create(this.cache).exchange(method, server.url("/a"), headers);
	}

	private static ResponseDefinitionBuilder tagged() {
		return aResponse().withHeader("Date", NOW).withHeader("ETag", "\"a\"");
	}

	private static ResponseDefinitionBuilder fresh() {
		return aResponse().withHeader("Date", NOW).withHeader("Cache-Control", "max-age=60");
	}

	private List<Path> files() {
		try (Stream<Path> paths = Files.list(this.directory)) {
			return paths.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
