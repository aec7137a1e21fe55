package dev.hyperclient.cache;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The connector over each HTTP client that Spring supports.
 */
@Timeout(60)
class CachingClientHttpConnectorTransportTests {

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	private HttpCache cache;

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withListener((request, outcome) -> this.outcomes.add(outcome));
	}

	@AfterEach
	void closeCache() {
		this.cache.close();
	}

	@ParameterizedTest
	@EnumSource
	void responsesAreStoredServedAndValidated(Connectors connector) {
		String large = "0123456789".repeat(50_000);
		for (String body : List.of("text", large)) {
			server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withHeader("ETag", "\"a\"").withBody(body)));
			server.stubFor(WireMock.get(anyUrl())
				.withHeader("If-None-Match", equalTo("\"a\""))
				.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
			WebClient client = client(connector);
			String path = "/" + body.length();
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "Cache-Control: no-cache")).isEqualTo(body);
			assertThat(get(client, path, "Range: bytes=2-3")).isEqualTo(body.substring(2, 4));
			client.head().uri(path).retrieve().toBodilessEntity().block(Duration.ofSeconds(10));
			assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.REVALIDATED,
					CacheOutcome.HIT, CacheOutcome.HIT);
			this.outcomes.clear();
		}
		server.verify(4, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@EnumSource
	void bodiesAndFieldsOfRequestsAreSent(Connectors connector) {
		server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withBody("text")));
		server.stubFor(WireMock.any(anyUrl()).atPriority(9).willReturn(aResponse().withBody("done")));
		WebClient client = client(connector);
		get(client, "/a", "");
		assertThat(client.put()
			.uri("/a")
			.header("X", "1", "2")
			.cookie("c", "3")
			.bodyValue("changed")
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10))).isEqualTo("done");
		get(client, "/a", "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS);
		server.verify(putRequestedFor(anyUrl()).withHeader("X", equalTo("1"))
			.withHeader("X", equalTo("2"))
			.withHeader("Content-Type", WireMock.containing("text/plain"))
			.withCookie("c", equalTo("3"))
			.withRequestBody(equalTo("changed")));
		Flux<DataBuffer> parts = Flux.just("a", "b", "c")
			.map((text) -> DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes()));
		client.put()
			.uri("/b")
			.body(BodyInserters.fromDataBuffers(parts))
			.retrieve()
			.toBodilessEntity()
			.block(Duration.ofSeconds(10));
		client.put()
			.uri("/c")
			.body((message, context) -> message.writeAndFlushWith(parts.map(Flux::just)))
			.retrieve()
			.toBodilessEntity()
			.block(Duration.ofSeconds(10));
		server.verify(2, putRequestedFor(anyUrl()).withRequestBody(equalTo("abc")));
	}

	@ParameterizedTest
	@EnumSource
	void cookiesOfStoredResponsesAreParsed(Connectors connector) {
		server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withHeader("Set-Cookie", "a=1; Path=/", "b=2")));
		WebClient client = client(connector);
		for (int i = 0; i < 2; i++) {
			List<String> values = client.get()
				.uri("/a")
				.exchangeToMono((response) -> response.releaseBody()
					.thenReturn(List.of(response.cookies().getFirst("a").getValue(),
							response.cookies().getFirst("b").getValue())))
				.block(Duration.ofSeconds(10));
			assertThat(values).containsExactly("1", "2");
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@EnumSource
	void staleResponseReplacesLostConnection(Connectors connector) {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=0, stale-if-error=60").withBody("text")));
		WebClient client = client(connector);
		get(client, "/a", "");
		server.stubFor(WireMock.get(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
		assertThat(get(client, "/a", "")).isEqualTo("text");
		assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(() -> get(client, "/b", ""));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.STALE);
	}

	@Test
	void cookiesOfJettysCookieStoreAreNoticed() {
		server.stubFor(WireMock.get("/login").willReturn(aResponse().withHeader("Set-Cookie", "session=ann")));
		server.stubFor(WireMock.get("/a").willReturn(fresh().withBody("for ann")));
		WebClient client = client(Connectors.JETTY);
		get(client, "/login", "");
		assertThat(get(client, "/a", "")).isEqualTo("for ann");
		server.verify(WireMock.getRequestedFor(WireMock.urlEqualTo("/a")).withCookie("session", equalTo("ann")));
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void identityIsTakenFromAttributesOfTheRequest() {
		server.stubFor(WireMock.get("/a").willReturn(fresh().withBody("text")));
		WebClient client = WebClient.builder()
			.baseUrl(server.baseUrl())
			.clientConnector(new CachingClientHttpConnector(this.cache, Connectors.JDK.create())
				.withIdentity((request) -> String.valueOf(request.getAttributes().get("user"))))
			.build();
		for (String user : List.of("ann", "bob", "ann")) {
			// The token changes each time.
			client.get()
				.uri("/a")
				.attribute("user", user)
				.headers((headers) -> headers.setBearerAuth(String.valueOf(System.nanoTime())))
				.retrieve()
				.toBodilessEntity()
				.block(Duration.ofSeconds(10));
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void failingRequestIsReportedAndNotStored() {
		ClientHttpConnector broken = (method, uri, callback) -> Mono.error(new IllegalStateException("broken"));
		WebClient client = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(this.cache, broken))
			.build();
		assertThatExceptionOfType(WebClientRequestException.class)
			.isThrownBy(() -> get(client, "http://cookbooks.dev/a", ""))
			.withRootCauseInstanceOf(IllegalStateException.class);
		assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(() -> client(Connectors.JDK).put()
			.uri("/a")
			.body(Flux.error(new IllegalArgumentException("no body")), String.class)
			.retrieve()
			.toBodilessEntity()
			.block(Duration.ofSeconds(10)));
		assertThat(this.outcomes).isEmpty();
	}

	@Test
	void interimResponseIsRefused() {
		ClientHttpConnector interim = EntryPoint.scripted((request) -> Mono
			.just(ClientResponse.create(HttpStatus.EARLY_HINTS).header("Cache-Control", "max-age=60").build()));
		WebClient client = EntryPoint.CONNECTOR.client(this.cache, interim).build();
		assertThatExceptionOfType(WebClientRequestException.class)
			.isThrownBy(() -> get(client, "http://cookbooks.dev/a", ""))
			.withCauseInstanceOf(UnexpectedInterimResponseException.class);
		assertThat(this.cache.size().entries()).isZero();
	}

	/**
	 * With a heap that is smaller than the bodies.
	 */
	@Test
	void largeBodiesAreStreamedInBothDirections() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-XX:MaxDirectMemorySize=64m", "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("java.class.path"), LargeReactiveBodiesApplication.class.getName(),
				this.directory.toString(), System.getProperty("hyperclient.large-bodies.megabytes", "72"))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (InputStream output = process.getInputStream()) {
			assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8).lines())
				.containsExactly("JDK true true", "APACHE true true", "JETTY true true", "REACTOR true true");
		}
		assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
	}

	private WebClient client(Connectors connector) {
		return EntryPoint.CONNECTOR.client(this.cache, connector.create())
			.baseUrl(server.baseUrl())
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.build();
	}

	private static String get(WebClient client, String path, String fields) {
		ResponseEntity<String> response = client.method(HttpMethod.GET)
			.uri(path)
			.headers((headers) -> headers.addAll(Fields.of(fields)))
			.retrieve()
			.toEntity(String.class)
			.block(Duration.ofSeconds(10));
		return response.getBody();
	}

	private static ResponseDefinitionBuilder fresh() {
		return aResponse().withHeader(HttpHeaders.CACHE_CONTROL, "max-age=60");
	}

}
