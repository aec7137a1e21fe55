package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redirects of {@code WebClient} that are followed above the cache, without a network.
 */
class WebClientRedirectTests {

	private static final URI URL = URI.create("https://a.example/d/a");

	private final List<String> sent = new ArrayList<>();

	private final Deque<String> redirects = new ArrayDeque<>();

	private Flux<DataBuffer> content = Flux.empty();

	@Test
	void tenRedirectsAreFollowed() {
		IntStream.range(0, 20).forEach((i) -> this.redirects.add("302 /" + i));
		assertThat(get((request) -> {
		})).isEqualTo(302);
		assertThat(this.sent).hasSize(11).last().asString().startsWith("GET https://a.example/9 ");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			308 /b,         value,   POST https://a.example/b text [text/plain]
			303 /b,         value,   GET https://a.example/b  []
			303 /b > 307 c, value,   GET https://a.example/c  []
			308 /b,         flushed, POST https://a.example/b text [text/plain]
			303 /b,         flushed, GET https://a.example/b  []
			303 /b,         stream,  GET https://a.example/b  []
			303 /b > 307 c, stream,  GET https://a.example/c  []
			307 /b,         none,    POST https://a.example/b  [text/plain]
			307 /b,         empty,   POST https://a.example/b  [text/plain]
			""")
	void bodyIsSentAgainOrDropped(String locations, String body, String last) {
		this.redirects.addAll(List.of(locations.split(" > ")));
		assertThat(post(body)).isEqualTo(200);
		assertThat(this.sent).hasSize(locations.split(" > ").length + 1).last().asString().startsWith(last);
	}

	@ParameterizedTest
	@ValueSource(ints = { 307, 308 })
	void redirectOfABodyThatMayBeReadableOnlyOnceIsReturned(int status) {
		this.redirects.add(status + " /b");
		assertThat(post("stream")).isEqualTo(status);
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void credentialsAreNotSentToAnotherOriginNorAfterIt() {
		this.redirects.addAll(List.of("302 /b", "302 https://b.example/c", "302 https://a.example/e"));
		get((request) -> request.header("Authorization", "Bearer x").cookie("c", "1"));
		assertThat(this.sent).containsExactly("GET https://a.example/d/a  [] [Bearer x] [c]",
				"GET https://a.example/b  [] [Bearer x] [c]", "GET https://b.example/c  [] [] []",
				"GET https://a.example/e  [] [] []");
	}

	@ParameterizedTest
	@CsvSource({ "/b, 200", "https://b.example/b, 302" })
	void redirectToAnotherOriginIsReturnedIfTheNativeRequestIsUsed(String location, int status) {
		this.redirects.add("302 " + location);
		assertThat(get((request) -> request
			.httpRequest((message) -> assertThat(message.<Object>getNativeRequest()).isNotNull()))).isEqualTo(status);
	}

	@Test
	void bodyThatIsNotSentAgainTakesNoBuffersOfTheHttpClient() {
		this.redirects.add("303 /b");
		List<String> buffers = new ArrayList<>();
		ClientHttpConnector connector = WebClients.connector(this::answer);
		client((method, uri, requestCallback) -> connector.connect(method, uri,
				(message) -> requestCallback.apply(new ClientHttpRequestDecorator(message) {

					@Override
					public DataBufferFactory bufferFactory() {
						buffers.add(uri.getPath());
						return super.bufferFactory();
					}

				})))
			.post()
			.uri(URL)
			.httpRequest(ClientHttpRequest::getNativeRequest)
			.bodyValue("text")
			.retrieve()
			.toBodilessEntity()
			.block();
		assertThat(buffers).isNotEmpty().containsOnly("/d/a");
	}

	@Test
	void onlyTheBeginningOfTheContentOfARedirectIsRead() {
		AtomicInteger parts = new AtomicInteger();
		this.content = Flux.generate((sink) -> {
			parts.incrementAndGet();
			sink.next(DefaultDataBufferFactory.sharedInstance.wrap(new byte[16 * 1024]));
		});
		this.redirects.add("302 /b");
		assertThat(get((request) -> {
		})).isEqualTo(200);
		assertThat(parts.get()).isBetween(1, 8);
	}

	@Test
	void redirectWhoseContentFailsIsFollowed() {
		this.content = Flux.error(new IOException("Connection reset"));
		this.redirects.add("302 /b");
		assertThat(get((request) -> {
		})).isEqualTo(200);
	}

	private int get(Consumer<WebClient.RequestHeadersSpec<?>> customizer) {
		WebClient.RequestHeadersSpec<?> request = client(WebClients.connector(this::answer)).get().uri(URL);
		customizer.accept(request);
		return status(request);
	}

	private int post(String body) {
		return status(client(WebClients.connector(this::answer)).post()
			.uri(URL)
			.header("Content-Type", "text/plain")
			.body(inserter(body)));
	}

	private static BodyInserter<?, ? super ClientHttpRequest> inserter(String body) {
		DataBuffer text = DefaultDataBufferFactory.sharedInstance.wrap("text".getBytes(StandardCharsets.UTF_8));
		return switch (body) {
			case "value" -> BodyInserters.fromValue("text");
			case "empty" -> BodyInserters.fromValue("");
			case "stream" -> BodyInserters.fromPublisher(Flux.just("te", "xt"), String.class);
			case "flushed" -> (message, context) -> {
				message.getHeaders().setContentLength(4);
				return message.writeAndFlushWith(Flux.just(Flux.just(text)));
			};
			default -> BodyInserters.empty();
		};
	}

	private static int status(WebClient.RequestHeadersSpec<?> request) {
		return request.retrieve()
			.onStatus((status) -> true, (response) -> Mono.empty())
			.toEntity(String.class)
			.map(ResponseEntity::getStatusCode)
			.map(HttpStatusCode::value)
			.block();
	}

	private static WebClient client(ClientHttpConnector connector) {
		HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));
		return WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(cache, connector).withRedirects())
			.build();
	}

	/** Answers as the next redirect says, or with 200 if there is none. */
	private Mono<ClientResponse> answer(ClientHttpRequest request) {
		MockClientHttpRequest message = (MockClientHttpRequest) request;
		HttpHeaders fields = message.getHeaders();
		return message.getBodyAsString().map((body) -> {
			this.sent.add("%s %s %s %s %s %s".formatted(message.getMethod(), message.getURI(), body,
					fields.getOrEmpty("Content-Type").stream().map((type) -> type.split(";")[0]).toList(),
					fields.getOrEmpty("Authorization"), message.getCookies().keySet()));
			String redirect = this.redirects.poll();
			if (redirect == null) {
				return ClientResponse.create(HttpStatus.OK).build();
			}
			String[] parts = redirect.split(" ");
			return ClientResponse.create(HttpStatusCode.valueOf(Integer.parseInt(parts[0])))
				.header("Location", parts[1])
				.body(this.content)
				.build();
		});
	}

}
