package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.HiddenCredentialsException;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpCookie;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Credentials that are set behind the cache, in all ways that {@code WebClient} has.
 */
class HiddenCredentialsTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@BeforeEach
	void answerWithCredentials() {
		// Each user gets an answer of their own, with a lifetime.
		for (String vary : List.of("", "Authorization", "Cookie", "X-User")) {
			server.stubFor(get("/" + vary).willReturn(aResponse().withHeader("Cache-Control", "max-age=60, private")
				.withHeader("Vary", vary)
				.withBody("{{request.headers.Authorization}}{{request.headers.Cookie}}{{request.headers.X-User}}")));
		}
		server.stubFor(post("/").willReturn(aResponse().withBody("posted")));
	}

	static Stream<Named<Function<String, ExchangeFilterFunction>>> filters() {
		return Stream.of(Named.of("header", (user) -> changing((r) -> r.header("Authorization", user))),
				Named.of("cookie", (user) -> changing((r) -> r.cookie("session", user))),
				Named.of("cookie field", (user) -> changing((r) -> r.header("Cookie", "session=" + user))),
				Named.of("request of the HTTP client",
						(user) -> changing((r) -> r.httpRequest((sent) -> sent.getHeaders().setBearerAuth(user)))),
				Named.of("cookie of the request of the HTTP client",
						(user) -> changing((r) -> r
							.httpRequest((sent) -> sent.getCookies().add("session", new HttpCookie("session", user))))),
				Named.of("body inserter", (user) -> (request, next) -> next
					.exchange(ClientRequest.from(request).body((message, context) -> {
						message.getHeaders().setBearerAuth(user);
						return request.body().insert(message, context);
					}).build())));
	}

	@ParameterizedTest
	@MethodSource("filters")
	void usersOfFilterAreKeptApart(Function<String, ExchangeFilterFunction> filter) {
		for (int i = 0; i < 2; i++) {
			for (String user : List.of("alice", "bob")) {
				WebClient client = WebClients.builder(this.cache)
					.baseUrl(server.baseUrl())
					.filter(filter.apply(user))
					.build();
				String answer = text(client.get().uri("/"));
				assertThat(answer).isEqualTo(text(client.get().uri("/")));
				assertThat(answer).contains(user);
			}
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	static Stream<Named<Function<String, Consumer<ClientHttpRequest>>>> connectors() {
		return Stream.of(Named.of("header", (user) -> (request) -> request.getHeaders().setBearerAuth(user)),
				Named.of("key", (user) -> (request) -> request.getHeaders().set("X-Api-Key", user)),
				Named.of("cookie",
						(user) -> (request) -> request.getCookies().add("session", new HttpCookie("session", user))),
				Named.of("cookie field", (user) -> (request) -> request.getHeaders().set("Cookie", "session=" + user)));
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void requestWithCredentialsOfConnectorIsNeitherSentNorStored(Function<String, Consumer<ClientHttpRequest>> change) {
		for (String vary : List.of("", "Authorization")) {
			for (String user : List.of("alice", "bob")) {
				WebClient client = client(change.apply(user));
				assertThatExceptionOfType(WebClientRequestException.class)
					.isThrownBy(() -> text(client.get().uri("/" + vary)))
					.havingCause()
					.isInstanceOf(HiddenCredentialsException.class)
					.withMessageContaining("Set it in a filter of the WebClient, not in a connector below the cache")
					.withMessageNotContaining(user)
					.matches((ex) -> List.of("Authorization", "Cookie", "x-api-key")
						.contains(((HiddenCredentialsException) ex).fieldName()));
			}
		}
		server.verify(0, anyRequestedFor(anyUrl()));
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void unsafeRequestIsSentWithCredentialsOfConnector() {
		assertThat(text(client(authorization("alice")).post().uri("/"))).isEqualTo("posted");
	}

	@Test
	void identityOfTheApplicationAllowsCredentialsOfConnector() {
		for (String user : List.of("alice", "bob", "alice")) {
			assertThat(text(client(authorization(user), (request) -> user).get().uri("/"))).isEqualTo(user);
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	@Test
	void emptyIdentityOfTheApplicationDoesNot() {
		WebClient client = client(authorization("alice"), (request) -> "");
		assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(() -> text(client.get().uri("/")))
			.withCauseInstanceOf(HiddenCredentialsException.class);
	}

	@Test
	void responseThatVariesOnFieldOfConnectorIsNotStored() {
		for (String user : List.of("alice", "bob")) {
			WebClient client = client((request) -> request.getHeaders().set("X-User", user));
			assertThat(text(client.get().uri("/X-User"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void nothingIsStoredIfRequestThatIsSentIsUnknown() {
		ClientHttpConnector reactor = new ReactorClientHttpConnector();
		for (String user : List.of("alice", "bob")) {
			WebClient client = WebClients
				.builder(this.cache, (method, uri, callback) -> reactor.connect(method, uri, (request) -> {
					request.getHeaders().set("Authorization", user);
					return request.setComplete();
				}))
				.baseUrl(server.baseUrl())
				.build();
			assertThat(text(client.get().uri("/"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void responseVaryingOnHiddenAuthorizationIsNotStored() {
		// An authenticator of the HTTP client adds the field, which nobody else sees.
		for (String user : List.of("alice", "bob")) {
			ClientHttpConnector connector = WebClients
				.connector((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
					.header("Cache-Control", "max-age=60")
					.header("Vary", "Authorization")
					.body(user)
					.build()));
			WebClient client = WebClients.builder(this.cache, connector).baseUrl(server.baseUrl()).build();
			assertThat(text(client.get().uri("/Authorization"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void cookieFieldAndCookiesAreSentOnce() {
		WebClient client = WebClients.builder(this.cache, new ReactorClientHttpConnector())
			.baseUrl(server.baseUrl())
			.build();
		assertThat(text(client.get().uri("/").cookie("a", "1").cookie("b", "2")).split("; ?")).containsExactly("a=1",
				"b=2");
		assertThat(text(client.get().uri("/").header("Cookie", "c=3"))).isEqualTo("c=3");
	}

	@Test
	void identityIsDeterminedFromCookies() {
		List<String> cookies = new CopyOnWriteArrayList<>();
		WebClient client = client((request) -> {
		}, (request) -> {
			cookies.add(request.getMethod() + " " + request.getHeaders().getFirst("Cookie"));
			return "ann";
		});
		text(client.get().uri("/").cookie("a", "1"));
		assertThat(cookies).containsExactly("GET a=1");
	}

	private WebClient client(Consumer<ClientHttpRequest> change) {
		return client(change, (request) -> null);
	}

	private WebClient client(Consumer<ClientHttpRequest> change, HttpCacheIdentity identity) {
		ClientHttpConnector reactor = new ReactorClientHttpConnector();
		ClientHttpConnector changing = (method, uri, callback) -> reactor.connect(method, uri, (request) -> {
			request.beforeCommit(() -> Mono.fromRunnable(() -> change.accept(request)));
			return callback.apply(request);
		});
		return WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(this.cache, changing).withIdentity(identity))
			.baseUrl(server.baseUrl())
			.build();
	}

	private static Consumer<ClientHttpRequest> authorization(String user) {
		return (request) -> request.getHeaders().set("Authorization", user);
	}

	private static ExchangeFilterFunction changing(UnaryOperator<ClientRequest.Builder> change) {
		return (request, next) -> next.exchange(change.apply(ClientRequest.from(request)).build());
	}

	private static String text(WebClient.RequestHeadersSpec<?> request) {
		return request.retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10));
	}

}
