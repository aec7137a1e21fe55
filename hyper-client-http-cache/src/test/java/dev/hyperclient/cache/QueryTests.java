package dev.hyperclient.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.fixtures.Waiting;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.mock.http.client.reactive.MockClientHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Responses to QUERY (RFC 10008), and to POST that a rule declares to be a query.
 */
class QueryTests {

	private static final HttpMethod QUERY = HttpMethod.valueOf("QUERY");

	private static final CacheRule SEARCH = CacheRule.of("/search/**")
		.withMethods(Set.of(HttpMethod.POST))
		.withSafePost(true);

	private final TestClock clock = new TestClock(Instant.now());

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	private final ExecutorService executor = Executors.newCachedThreadPool();

	/** Method, content and {@code If-None-Match} of each request. */
	private final List<String> received = new CopyOnWriteArrayList<>();

	/** Header fields of responses. A stored entity tag is answered with 304. */
	private volatile String fields = "Cache-Control: max-age=60";

	private volatile int status = 200;

	/** Is waited for before each response. */
	private volatile CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);

	private final LocalServer server = new LocalServer(this::handle);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));

	@AfterEach
	void stop() {
		this.ready.complete(null);
		this.cache.close();
		this.server.close();
		this.executor.shutdownNow();
	}

	private void handle(HttpExchange exchange) throws IOException {
		String content = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String condition = exchange.getRequestHeaders().getFirst("If-None-Match");
		this.received.add(exchange.getRequestMethod() + " " + content + ((condition != null) ? " " + condition : ""));
		this.ready.join();
		HttpHeaders sent = Fields.of(this.fields);
		sent.forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
		if (condition != null && condition.equals(sent.getETag())) {
			exchange.sendResponseHeaders(304, -1);
			return;
		}
		LocalServer.respond(exchange, this.status,
				"answer to " + ((content.length() > 20) ? content.length() : content));
	}

	/** Later responses have the same {@code Date}. */
	private void expire() {
		this.clock.advance(Duration.ofSeconds(100));
		this.fields = this.fields.replace("max-age=60", "max-age=160");
	}

	private String url() {
		return url("/search/a");
	}

	private String url(String path) {
		return this.server.url() + path;
	}

	static Stream<Named<Function<HttpCache, TestClient>>> transports() {
		return TestClients.transports()
			.filter((client) -> !client.getName().endsWith("SIMPLE"))
			.map((client) -> client.getName().equals("RestClient APACHE")
					? Named.of(client.getName(),
							(cache) -> RestClients
								.client(new CachingClientHttpRequestFactory(cache, factory(Transports.APACHE))))
					: client);
	}

	static Stream<Named<Function<HttpCache, TestClient>>> clients() {
		return transports().filter((client) -> client.getName().matches(".*(RestClient JDK|WebClient REACTOR)"));
	}

	/** Spring 7.0 rejects methods that it does not know for Apache's client. */
	static ClientHttpRequestFactory factory(Transports transport) {
		return (transport != Transports.APACHE) ? transport.create() : new HttpComponentsClientHttpRequestFactory() {

			@Override
			protected ClassicHttpRequest createHttpUriRequest(HttpMethod method, URI uri) {
				return new HttpUriRequestBase(method.name(), uri);
			}

		};
	}

	private static Client client(Function<HttpCache, TestClient> transport, HttpCache cache) {
		return client(transport.apply(cache));
	}

	private static Client client(CachingClientHttpRequestFactory factory) {
		return client(RestClients.client(factory));
	}

	private static Client client(CachingClientHttpConnector connector) {
		return client(WebClients.client(connector));
	}

	private static Client client(TestClient client) {
		return (method, url, content, fields) -> {
			HttpHeaders headers = new HttpHeaders();
			headers.setContentType(MediaType.TEXT_PLAIN);
			headers.putAll(fields);
			return client.send(method, url, headers, content);
		};
	}

	@ParameterizedTest
	@MethodSource("transports")
	void contentAndItsMetadataArePartOfTheKey(Function<HttpCache, TestClient> transport) {
		Client client = client(transport, this.cache);
		for (int i = 0; i < 2; i++) {
			assertThat(client.query(url(), "a")).isEqualTo("answer to a");
			assertThat(client.query(url(), "b")).isEqualTo("answer to b");
			assertThat(client.query(url(), "")).isEqualTo("answer to ");
			assertThat(client.send(QUERY, url(), "a", "Content-Type: application/json").getBody())
				.isEqualTo("answer to a");
			assertThat(client.send(QUERY, url(), "a", "Content-Encoding: x-own").getBody()).isEqualTo("answer to a");
			assertThat(client.send(HttpMethod.GET, url(), null, "").getBody()).isEqualTo("answer to ");
		}
		assertThat(this.received).containsExactly("QUERY a", "QUERY b", "QUERY ", "QUERY a", "QUERY a", "GET ");
		assertThat(this.cache.entries(URI.create(url()))).extracting(CacheEntry::method)
			.containsExactlyInAnyOrder("GET", "QUERY", "QUERY", "QUERY", "QUERY", "QUERY");
	}

	@ParameterizedTest
	@MethodSource("clients")
	void getWithContentBypassesTheCache(Function<HttpCache, TestClient> transport) {
		Client client = client(transport, this.cache);
		client.send(HttpMethod.GET, url(), null, "");
		for (String content : List.of("a", "b", "a")) {
			assertThat(client.send(HttpMethod.GET, url(), content, "").getBody()).isEqualTo("answer to " + content);
		}
		assertThat(client.send(HttpMethod.GET, url(), null, "").getBody()).isEqualTo("answer to ");
		assertThat(client.send(HttpMethod.GET, url(), "a", "Cache-Control: only-if-cached").getStatusCode().value())
			.isEqualTo(504);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.BYPASS,
				CacheOutcome.BYPASS, CacheOutcome.HIT, CacheOutcome.MISS);
	}

	/** The JDK's client sends one as if the content ended twice. */
	@Test
	void emptyContentHasNoBuffer() {
		List<MockClientHttpRequest> requests = new ArrayList<>();
		ClientHttpConnector connector = (method, uri, callback) -> {
			MockClientHttpRequest request = new MockClientHttpRequest(method, uri);
			requests.add(request);
			return callback.apply(request).thenReturn(new MockClientHttpResponse(200));
		};
		Client client = client(new CachingClientHttpConnector(this.cache, connector));
		client.query(url(), "");
		client.query(url(), "a");
		assertThat(requests).extracting((request) -> request.getBody().count().block()).containsExactly(0L, 1L);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void staleResponseIsValidatedWithTheContent(Function<HttpCache, TestClient> transport) {
		this.fields = "Cache-Control: max-age=60 | ETag: \"a\"";
		Client client = client(transport, this.cache);
		client.query(url(), "a");
		expire();
		assertThat(client.query(url(), "a")).isEqualTo("answer to a");
		assertThat(client.query(url(), "a")).isEqualTo("answer to a");
		assertThat(this.received).containsExactly("QUERY a", "QUERY a \"a\"");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void queryInvalidatesNothingAndChangesInvalidateQueries(Function<HttpCache, TestClient> transport) {
		Client client = client(transport, this.cache);
		client.send(HttpMethod.GET, url(), null, "");
		client.query(url(), "a");
		client.query(url(), "b");
		client.send(HttpMethod.GET, url(), null, "");
		this.received.clear();
		client.send(HttpMethod.POST, url(), "change", "");
		assertThat(this.cache.entries(URI.create(url()))).isEmpty();
		client.query(url(), "a");
		client.query(url(), "b");
		client.send(HttpMethod.GET, url(), null, "");
		assertThat(this.received).containsExactly("POST change", "QUERY a", "QUERY b", "GET ");
		assertThat(this.cache.entries(URI.create(url()))).hasSize(3);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void declaredPostIsCachedLikeQueryWithoutValidation(Function<HttpCache, TestClient> transport) {
		this.fields = "Cache-Control: max-age=60 | ETag: \"a\"";
		Client client = client(transport, this.cache.withRules(List.of(SEARCH)));
		client.send(HttpMethod.GET, url(), null, "");
		client.query(url(), "a");
		for (String content : List.of("a", "b", "a", "b")) {
			assertThat(client.send(HttpMethod.POST, url(), content, "").getBody()).isEqualTo("answer to " + content);
		}
		client.send(HttpMethod.GET, url(), null, "");
		assertThat(this.received).containsExactly("GET ", "QUERY a", "POST a", "POST b");
		assertThat(this.cache.entries(URI.create(url()))).extracting(CacheEntry::method)
			.containsExactlyInAnyOrder("GET", "QUERY", "POST", "POST");
		expire();
		client.send(HttpMethod.POST, url(), "a", "");
		client.send(HttpMethod.POST, url(), "a", "");
		assertThat(this.received).endsWith("POST b", "POST a").hasSize(5);
		client.send(HttpMethod.POST, url("/other"), "a", "");
		client.send(HttpMethod.POST, url("/other"), "a", "");
		assertThat(this.received).endsWith("POST a", "POST a", "POST a").hasSize(7);
	}

	@ParameterizedTest
	@EnumSource
	void declaredPostIsCachedOverEachHttpClient(Transports transport) {
		Client client = client(
				new CachingClientHttpRequestFactory(this.cache.withRules(List.of(SEARCH)), transport.create()));
		client.send(HttpMethod.POST, url(), "a", "");
		assertThat(client.send(HttpMethod.POST, url(), "a", "").getBody()).isEqualTo("answer to a");
		assertThat(this.received).containsExactly("POST a");
	}

	@ParameterizedTest
	@MethodSource("clients")
	void contentIsBufferedUpToTheLimit(Function<HttpCache, TestClient> transport) {
		Client client = client(transport,
				this.cache.withSettings(CacheSettings.defaults().withMaxRequestBodySize(DataSize.ofBytes(1000))));
		for (int length : new int[] { 1000, 1001, 300_000 }) {
			String content = "x".repeat(length);
			assertThat(client.query(url(), content)).isEqualTo("answer to " + length);
			assertThat(client.query(url(), content)).isEqualTo("answer to " + length);
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.BYPASS,
				CacheOutcome.BYPASS, CacheOutcome.BYPASS, CacheOutcome.BYPASS);
		assertThat(this.received).hasSize(5);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void declaredPostWithLongContentInvalidatesNothing(Function<HttpCache, TestClient> transport) {
		Client client = client(transport, this.cache.withRules(List.of(SEARCH)));
		client.send(HttpMethod.GET, url(), null, "");
		client.send(HttpMethod.POST, url(), "x".repeat(70_000), "");
		client.send(HttpMethod.GET, url(), null, "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void usersAndSelectingFieldsAreKeptApart(Function<HttpCache, TestClient> transport) {
		this.fields = "Cache-Control: max-age=60 | Vary: X-Region";
		Client client = client(transport, this.cache);
		List<String> requests = List.of("X-Region: a", "X-Region: b", "X-Region: a | Authorization: Bearer a",
				"X-Region: a | Authorization: Bearer b");
		for (int i = 0; i < 2; i++) {
			for (String request : requests) {
				client.send(QUERY, url(), "a", request);
			}
		}
		// A field that selects is known after the first response to a user only.
		client.send(QUERY, url(), "a", requests.get(0));
		int sent = this.received.size();
		requests.forEach((request) -> client.send(QUERY, url(), "a", request));
		assertThat(this.received).hasSize(sent).hasSizeLessThanOrEqualTo(6);
	}

	@ParameterizedTest
	@CsvSource({ "POST, ETag: \"a\", MISS", "POST, Last-Modified: @-100000, MISS",
			"QUERY, Last-Modified: @-100000, HIT", "POST, Expires: @4000000000, HIT" })
	void responseNeedsALifetimeOrAValidator(String method, String fields, CacheOutcome second) {
		this.fields = fields;
		HttpCache heuristic = this.cache.withSettings(CacheSettings.defaults().withHeuristicFraction(0.1))
			.withRules(List.of(SEARCH));
		Client client = client(clients().findFirst().orElseThrow().getPayload(), heuristic);
		client.send(HttpMethod.valueOf(method), url(), "a", "");
		client.send(HttpMethod.valueOf(method), url(), "a", "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, second);
	}

	@ParameterizedTest
	@MethodSource("clients")
	void rulesApplyToQueries(Function<HttpCache, TestClient> transport) {
		this.fields = "X-None: 1";
		Client client = client(transport,
				this.cache.withRules(
						List.of(CacheRule.of("/search/off").withBypass(true), SEARCH.withMaxAge(Duration.ofMinutes(10)),
								CacheRule.of("/search/**").withMaxAge(Duration.ofMinutes(10)))));
		for (String path : List.of("/search/off", "/search/a", "/other")) {
			client.query(url(path), "a");
			client.query(url(path), "a");
		}
		client.send(HttpMethod.POST, url(), "a", "");
		client.send(HttpMethod.POST, url(), "a", "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.BYPASS, CacheOutcome.BYPASS, CacheOutcome.MISS,
				CacheOutcome.HIT, CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(this.cache.withRules(List.of(SEARCH.withMaxAge(Duration.ofMinutes(10)))).entries(URI.create(url())))
			.extracting(CacheEntry::method, CacheEntry::rule)
			.containsExactlyInAnyOrder(tuple("QUERY", null), tuple("POST", "1"));
	}

	@ParameterizedTest
	@MethodSource("clients")
	void equalQueriesAreCoalesced(Function<HttpCache, TestClient> transport) throws Exception {
		Client client = client(transport, this.cache);
		// Of the first queries of a URL, all at once, only one may be stored.
		client.query(url(), "first");
		this.received.clear();
		this.ready = new CompletableFuture<>();
		List<CompletableFuture<String>> answers = IntStream.range(0, 10)
			.mapToObj(
					(i) -> CompletableFuture.supplyAsync(() -> client.query(url(), (i < 9) ? "a" : "b"), this.executor))
			.toList();
		Waiting.await().until(() -> this.received.size() >= 2);
		this.ready.complete(null);
		for (CompletableFuture<String> answer : answers) {
			answer.get(30, TimeUnit.SECONDS);
		}
		assertThat(answers.get(9).get()).isEqualTo("answer to b");
		assertThat(answers.subList(0, 9)).allSatisfy((answer) -> assertThat(answer.get()).isEqualTo("answer to a"));
		assertThat(this.received).containsExactlyInAnyOrder("QUERY a", "QUERY b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RestClient", "WebClient" })
	void staleResponseIsValidatedInTheBackgroundWithTheContent(String name) {
		this.fields = "Cache-Control: max-age=60, stale-while-revalidate=600 | ETag: \"a\"";
		Client client = name.equals("WebClient")
				? client(new CachingClientHttpConnector(this.cache, Connectors.REACTOR.create()))
				: client(new CachingClientHttpRequestFactory(this.cache, Transports.JDK.create())
					.withRevalidationExecutor(this.executor));
		client.query(url(), "a");
		expire();
		assertThat(client.query(url(), "a")).isEqualTo("answer to a");
		Waiting.await().until(() -> this.received.size() >= 2);
		assertThat(this.received).containsExactly("QUERY a", "QUERY a \"a\"");
	}

	@Test
	void cookiesOfTheHttpClientAreNotPartOfTheKey() throws IOException {
		CookieManager cookies = new CookieManager();
		cookies.put(URI.create(url()), Map.of("Set-Cookie", List.of("session=1; path=/")));
		JdkClientHttpRequestFactory jdk = new JdkClientHttpRequestFactory(
				HttpClient.newBuilder().cookieHandler(cookies).build());
		Client client = client(new CachingClientHttpRequestFactory(this.cache.withRules(List.of(SEARCH)), jdk));
		client(new CachingClientHttpRequestFactory(this.cache, Transports.JDK.create())).send(HttpMethod.GET, url(),
				null, "");
		client.query(url(), "a");
		client.query(url(), "a");
		client.send(HttpMethod.POST, url(), "a", "");
		client.send(HttpMethod.POST, url(), "a", "");
		assertThat(this.received).hasSize(5);
		assertThat(this.cache.entries(URI.create(url()))).extracting(CacheEntry::method).containsExactly("GET");
	}

	@Test
	void contentThatCanBeWrittenOnlyOnceIsStreamed() throws IOException {
		CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
				Transports.JDK.create());
		for (int i = 0; i < 2; i++) {
			ClientHttpRequest request = factory.createRequest(URI.create(url()), QUERY);
			((StreamingHttpOutputMessage) request).setBody((output) -> output.write('a'));
			try (var response = request.execute()) {
				assertThat(new String(response.getBody().readAllBytes())).isEqualTo("answer to a");
			}
		}
		WebClient client = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(this.cache, Connectors.REACTOR.create()))
			.build();
		for (int i = 0; i < 2; i++) {
			assertThat(client.method(QUERY)
				.uri(url())
				.body(Flux.just("a", "b"), String.class)
				.retrieve()
				.bodyToMono(String.class)
				.block()).isEqualTo("answer to ab");
		}
		assertThat(this.outcomes).hasSize(4).containsOnly(CacheOutcome.BYPASS);
	}

	@Test
	void contentThatFailsIsReportedAsWithoutTheCache() throws IOException {
		CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
				factory(Transports.APACHE));
		ClientHttpRequest request = factory.createRequest(URI.create(url()), QUERY);
		((StreamingHttpOutputMessage) request).setBody(new StreamingHttpOutputMessage.Body() {

			@Override
			public void writeTo(OutputStream output) throws IOException {
				output.write('a');
				throw new IOException("broken content");
			}

			@Override
			public boolean repeatable() {
				return true;
			}

		});
		assertThatExceptionOfType(IOException.class).isThrownBy(request::execute).withMessage("broken content");
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@EnumSource(names = { "JDK", "REACTOR" })
	void publisherThatFailsOrNeverEndsDoesNotBlockOthers(Connectors connector) {
		CachingClientHttpConnector caching = new CachingClientHttpConnector(this.cache, connector.create());
		WebClient client = WebClient.builder().clientConnector(caching).build();
		for (boolean hasLength : new boolean[] { false, true }) {
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> client.method(QUERY).uri(url()).body((request, context) -> {
					declareLength(request.getHeaders(), hasLength);
					return request.writeWith(Mono.error(new IllegalStateException("broken content")));
				}).retrieve().bodyToMono(String.class).block(Duration.ofSeconds(20)))
				.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("broken content"));
			Disposable endless = client.method(QUERY).uri(url()).body((request, context) -> {
				declareLength(request.getHeaders(), hasLength);
				return request.writeWith(Mono.<DataBuffer>never());
			}).retrieve().bodyToMono(String.class).subscribe();
			assertThat(client(caching).query(url(), "a")).isEqualTo("answer to a");
			endless.dispose();
		}
	}

	private static void declareLength(HttpHeaders headers, boolean hasLength) {
		if (hasLength) {
			headers.setContentLength(1);
		}
	}

	@Test
	void contentLongerThanItsDeclaredLengthIsNotPartOfAKey() {
		WebClient client = WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(
					this.cache.withSettings(CacheSettings.defaults().withMaxRequestBodySize(DataSize.ofBytes(2))),
					WebClients.connector((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
						.headers((headers) -> headers.addAll(Fields.of("Date: @0 | Cache-Control: max-age=60")))
						.body("text")
						.build()))))
			.build();
		for (int i = 0; i < 2; i++) {
			client.method(QUERY).uri(url()).body((request, context) -> {
				request.getHeaders().setContentLength(1);
				return request.writeWith(Mono.just(DefaultDataBufferFactory.sharedInstance.wrap("abc".getBytes())));
			}).retrieve().bodyToMono(String.class).block();
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.BYPASS, CacheOutcome.BYPASS);
	}

	@Test
	void negativeLimitIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CacheSettings.defaults().withMaxRequestBodySize(DataSize.ofBytes(-1)));
	}

	/**
	 * A blocking client. No status is an error.
	 */
	@FunctionalInterface
	interface Client {

		ResponseEntity<String> send(HttpMethod method, String url, String content, HttpHeaders fields);

		default ResponseEntity<String> send(HttpMethod method, String url, String content, String fields) {
			return send(method, url, content, Fields.of(fields));
		}

		default String query(String url, String content) {
			return send(QUERY, url, content, "").getBody();
		}

	}

}
