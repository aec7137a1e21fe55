package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * The request factory over an HTTP client whose requests are answered by the test.
 */
class CachingClientHttpRequestFactoryTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final String FRESH = "Date: @0 | Cache-Control: max-age=60";

	private final TestClock clock = new TestClock(Fields.NOW);

	private final BlockingQueue<CacheOutcome> outcomes = new LinkedBlockingQueue<>();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(this.clock)
		.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));

	private final Transport transport = new Transport();

	private CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache, this.transport);

	@Test
	void credentialsOfInterceptorAreSeen() {
		this.transport.answer = (request) -> response(200, FRESH, request.getHeaders().getFirst("Authorization"));
		for (String user : List.of("ann", "bob", "ann")) {
			RestClient client = RestClient.builder()
				.requestFactory(this.factory)
				.requestInterceptor((request, body, next) -> {
					request.getHeaders().set("Authorization", user);
					return next.execute(request, body);
				})
				.build();
			assertThat(client.get().uri(URL).retrieve().body(String.class)).isEqualTo(user);
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void headerFieldsOfFactoryAreSeen() {
		this.transport.answer = (request) -> response(200, FRESH, "text");
		AtomicInteger user = new AtomicInteger();
		ClientHttpRequestFactory authorizing = (uri, method) -> {
			ClientHttpRequest request = this.transport.createRequest(uri, method);
			request.getHeaders().set("Authorization", "user " + user.incrementAndGet());
			return request;
		};
		this.factory = new CachingClientHttpRequestFactory(this.cache, authorizing);
		get();
		get();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS);
		assertThat(this.transport.requests.get(1).getHeaders().getFirst("Authorization")).isEqualTo("user 2");
	}

	@Test
	void factoryWithInterceptorsIsRefused() {
		ClientHttpRequestInterceptor interceptor = (request, body, next) -> next.execute(request, body);
		ClientHttpRequestFactory intercepting = new InterceptingClientHttpRequestFactory(this.transport,
				List.of(interceptor));
		for (ClientHttpRequestFactory delegate : List.of(intercepting,
				new BufferingClientHttpRequestFactory(intercepting))) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> new CachingClientHttpRequestFactory(this.cache, delegate))
				.withMessageContaining("set the interceptors on the RestClient or RestTemplate");
		}
	}

	@Test
	void statusTextIsThatOfServerOrOfStandard() {
		this.transport.answer = (request) -> response(200, FRESH + " | ETag: \"a\"", "text").text("Fine");
		assertThat(get()).isEqualTo("200 Fine text");
		assertThat(get()).isEqualTo("200 OK text");
		this.transport.answer = (request) -> response(304, "ETag: \"a\"", "").text("Same");
		this.clock.advance(Duration.ofSeconds(60));
		assertThat(get()).isEqualTo("200 OK text");
		assertThat(get("Cache-Control: only-if-cached, no-cache")).isEqualTo("504 Gateway Timeout ");
		this.transport.answer = (request) -> response(299, FRESH, "").text(null);
		assertThat(get("Cache-Control: no-store")).isEqualTo("299  ");
	}

	@Test
	void bodyIsWrittenIfHttpClientDoesNotStream() throws IOException {
		this.transport.answer = (request) -> response(200, "", "");
		ClientHttpRequest streamed = this.factory.createRequest(URL, HttpMethod.POST);
		((StreamingHttpOutputMessage) streamed).setBody((output) -> output.write("a".getBytes()));
		assertThatIllegalStateException().isThrownBy(streamed::getBody);
		streamed.execute().close();
		ClientHttpRequest buffered = this.factory.createRequest(URL, HttpMethod.POST);
		buffered.getBody().write("b".getBytes());
		buffered.execute().close();
		assertThat(this.transport.requests).extracting(MockClientHttpRequest::getBodyAsString)
			.containsExactly("a", "b");
		assertThatIllegalStateException().isThrownBy(buffered::execute);
		assertThatIllegalStateException().isThrownBy(buffered::getBody);
	}

	@Test
	void attributesReachHttpClientAndIdentity() throws IOException {
		this.transport.answer = (request) -> response(200, FRESH, "text");
		this.factory = this.factory.withIdentity((request) -> (String) request.getAttributes().get("user"));
		for (String user : List.of("ann", "bob", "ann")) {
			ClientHttpRequest request = request("");
			request.getAttributes().put("user", user);
			text(request.execute());
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(this.transport.requests.get(1).getAttributes()).containsEntry("user", "bob");
	}

	@Test
	void responseClosedBeforeItsLastBytesIsStored() throws IOException {
		this.transport.answer = (request) -> response(200, FRESH, "{}\n");
		try (ClientHttpResponse response = request("").execute()) {
			assertThat(response.getBody().readNBytes(2)).hasSize(2);
		}
		assertThat(get()).isEqualTo("200 OK {}");
		RestClient client = RestClient.builder().requestFactory(this.factory).build();
		client.get().uri("http://cookbooks.dev/b").retrieve().toBodilessEntity();
		client.get().uri("http://cookbooks.dev/b").retrieve().toBodilessEntity();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.HIT);
	}

	@Test
	void failureOfHttpClientIsThrownAsItIs() {
		IOException refused = new IOException("refused");
		this.transport.answer = (request) -> {
			throw refused;
		};
		assertThatIOException().isThrownBy(() -> request("").execute()).isSameAs(refused);
		this.transport.answer = (request) -> {
			throw new IllegalStateException("closed");
		};
		assertThatIllegalStateException().isThrownBy(() -> request("").execute()).withMessage("closed");
		assertThat(this.outcomes).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 101, 103 })
	void interimResponseIsRefused(int status) {
		this.transport.answer = (request) -> response(status, FRESH, "");
		assertThatExceptionOfType(UnexpectedInterimResponseException.class).isThrownBy(() -> request("").execute())
			.satisfies((ex) -> assertThat(ex.status()).isEqualTo(status));
		assertThat(this.transport.closed).hasValue(1);
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: x", "Content-Length: -1", "Content-Length: 99999999999999999999",
			"Content-Length: 4, 5", "Transfer-Encoding: x", "Vary: , *", "Vary: \u0000", "hyper-client-asked: 1",
			"Set-Cookie: a\u0001b", "ETag: \"", "Age: -1", "Cache-Control: max-age=\"60", "Connection: ,,",
			"Content-Encoding: \u00e4", "Location: http://%", "Content-Type: /" })
	void hostileHeaderFieldDoesNotFailRequest(String field) {
		this.transport.answer = (request) -> response(200, field + " | " + FRESH, "text");
		assertThat(get()).isEqualTo("200 OK text");
		assertThat(get()).isEqualTo("200 OK text");
	}

	/** As a factory that the cache does not know may add them. */
	@ParameterizedTest
	@ValueSource(strings = { "Authorization", "Cookie" })
	void responseToCredentialsOfHttpClientIsNotStored(String field) {
		this.transport.answer = (request) -> {
			request.getHeaders().set(field, "user " + this.transport.requests.size());
			return response(200, FRESH, request.getHeaders().getFirst(field));
		};
		assertThat(get()).isEqualTo("200 OK user 1");
		assertThat(get()).isEqualTo("200 OK user 2");
		this.factory = this.factory.withIdentity((request) -> "ann");
		assertThat(get()).isEqualTo("200 OK user 3");
		assertThat(get()).isEqualTo("200 OK user 3");
	}

	@Test
	void fieldsOfTheConnectionAreNotStored() throws IOException {
		this.transport.answer = (request) -> {
			Response response = response(200, FRESH + " | Connection: a | a: 1", "text");
			response.getHeaders().add(":status", "200");
			return response;
		};
		get();
		try (ClientHttpResponse hit = request("").execute()) {
			assertThat(hit.getBody()).isSameAs(hit.getBody());
			assertThat(hit.getHeaders().containsHeader("Cache-Control")).isTrue();
			assertThat(hit.getHeaders().headerNames()).doesNotContain(":status", "Connection", "a");
		}
		assertThat(this.transport.requests).hasSize(1);
	}

	@Test
	void invalidStatusClosesResponse() {
		this.transport.answer = (request) -> response(0, "", "");
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> request("").execute());
		assertThat(this.transport.closed).hasValue(1);
	}

	@Test
	void interruptedRequestIsNotAnsweredWithStaleResponse() {
		this.transport.answer = (request) -> response(200, "Date: @0 | Cache-Control: max-age=1", "old");
		get();
		this.clock.advance(Duration.ofSeconds(5));
		this.transport.answer = (request) -> {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("interrupted");
		};
		assertThatIOException().isThrownBy(() -> request("").execute()).withMessage("interrupted");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void nullArgumentsAreRejected() {
		assertThatNullPointerException().isThrownBy(() -> new CachingClientHttpRequestFactory(null, this.transport))
			.withMessage("'cache' must not be null");
		assertThatNullPointerException().isThrownBy(() -> this.factory.withIdentity(null));
		assertThatNullPointerException().isThrownBy(() -> this.factory.withMaxBodySize(null));
		assertThatNullPointerException().isThrownBy(() -> this.factory.withRevalidationExecutor(null));
	}

	private String get() {
		return get("");
	}

	private String get(String fields) {
		try {
			return text(request(fields).execute());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ClientHttpRequest request(String fields) throws IOException {
		ClientHttpRequest request = this.factory.createRequest(URL, HttpMethod.GET);
		request.getHeaders().addAll(Fields.of(fields));
		return request;
	}

	private static String text(ClientHttpResponse response) throws IOException {
		try (response) {
			return response.getStatusCode().value() + " " + response.getStatusText() + " "
					+ new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8).strip();
		}
	}

	private Response response(int status, String fields, String body) {
		return new Response(status, Fields.of(fields), String.valueOf(body), this.transport.closed);
	}

	private interface Answer {

		ClientHttpResponse to(MockClientHttpRequest request) throws IOException;

	}

	/**
	 * An HTTP client.
	 */
	private static final class Transport implements ClientHttpRequestFactory {

		private final List<MockClientHttpRequest> requests = new ArrayList<>();

		private final AtomicInteger closed = new AtomicInteger();

		private volatile Answer answer = (request) -> {
			throw new IOException("no answer");
		};

		@Override
		public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
			return new MockClientHttpRequest(method, uri) {

				@Override
				protected ClientHttpResponse executeInternal() throws IOException {
					Transport.this.requests.add(this);
					return Transport.this.answer.to(this);
				}

			};
		}

	}

	private static final class Response extends MockClientHttpResponse {

		private final int status;

		private final AtomicInteger closed;

		private String text = "OK";

		Response(int status, HttpHeaders headers, String body, AtomicInteger closed) {
			super(body.getBytes(), 200);
			getHeaders().addAll(headers);
			this.status = status;
			this.closed = closed;
		}

		Response text(String other) {
			this.text = other;
			return this;
		}

		@Override
		public HttpStatusCode getStatusCode() {
			return HttpStatusCode.valueOf(this.status);
		}

		@Override
		public String getStatusText() {
			return this.text;
		}

		@Override
		public void close() {
			this.closed.incrementAndGet();
		}

	}

}
