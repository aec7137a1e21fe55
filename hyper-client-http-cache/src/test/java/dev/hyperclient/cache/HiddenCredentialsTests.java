package dev.hyperclient.cache;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpCookie;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFilterFunctions;
import org.springframework.web.reactive.function.client.WebClient;

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
	static final WireMockExtension server = WireMockExtension.newInstance()
		.options(WireMockConfiguration.options().dynamicPort().globalTemplating(true))
		.build();

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

	static Stream<Arguments> wrongOrders() {
		return Stream.of(filter("header of a later filter", (user) -> changing((r) -> r.header("Authorization", user))),
				filter("headers of a later filter",
						(user) -> changing((r) -> r.headers((headers) -> headers.setBearerAuth(user)))),
				filter("basic authentication", (user) -> ExchangeFilterFunctions.basicAuthentication(user, "secret")),
				filter("request processor", (user) -> ExchangeFilterFunction.ofRequestProcessor(
						(request) -> Mono.just(ClientRequest.from(request).header("Authorization", user).build()))),
				filter("cookie of a later filter", (user) -> changing((r) -> r.cookie("session", user))),
				filter("cookie field of a later filter",
						(user) -> changing((r) -> r.header("Cookie", "session=" + user))),
				filter("request of the HTTP client",
						(user) -> changing((r) -> r.httpRequest((sent) -> sent.getHeaders().setBearerAuth(user)))),
				filter("cookie of the request of the HTTP client",
						(user) -> changing((r) -> r
							.httpRequest((sent) -> sent.getCookies().add("session", new HttpCookie("session", user))))),
				filter("body inserter", (user) -> (request, next) -> next
					.exchange(ClientRequest.from(request).body((message, context) -> {
						message.getHeaders().setBearerAuth(user);
						return request.body().insert(message, context);
					}).build())),
				filter("copy of the request",
						(user) -> (request,
								next) -> next.exchange(ClientRequest.create(request.method(), request.url())
									.headers((headers) -> headers.addAll(request.headers()))
									.header("Authorization", user)
									.body(request.body())
									.build())),
				filter("asynchronous token",
						(user) -> (request, next) -> Mono.fromSupplier(() -> user)
							.flatMap((token) -> next
								.exchange(ClientRequest.from(request).header("Authorization", token).build()))),
				Arguments.of("default of a connector", (UnaryOperator<String>) (user) -> user));
	}

	private static Arguments filter(String name, LaterFilter later) {
		return Arguments.of(name, later);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("wrongOrders")
	void requestWithHiddenCredentialsIsNeitherSentNorStored(String name, Object later) {
		for (String vary : List.of("", "Authorization")) {
			for (String user : List.of("alice", "bob")) {
				WebClient client = client(EntryPoint.FILTER, user, later);
				assertThatExceptionOfType(HiddenCredentialsException.class)
					.isThrownBy(() -> text(client.get().uri("/" + vary)))
					.withMessageContaining("Register the filter that sets it before the filter of the cache")
					.withMessageNotContaining(user)
					.matches((ex) -> List.of("Authorization", "Cookie").contains(ex.fieldName()));
			}
		}
		server.verify(0, anyRequestedFor(anyUrl()));
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("wrongOrders")
	void connectorKeepsUsersApartInAnyOrder(String name, Object later) {
		if (later instanceof UnaryOperator) {
			return;
		}
		for (int i = 0; i < 2; i++) {
			for (String user : List.of("alice", "bob")) {
				String answer = text(client(EntryPoint.CONNECTOR, user, later).get().uri("/"));
				assertThat(answer).isEqualTo(text(client(EntryPoint.CONNECTOR, user, later).get().uri("/")));
				assertThat(decoded(answer)).contains(user);
			}
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	@Test
	void unsafeRequestIsSentInAnyOrder() {
		WebClient client = client(EntryPoint.FILTER, "alice", changing("alice"));
		assertThat(text(client.post().uri("/"))).isEqualTo("posted");
	}

	@Test
	void identityOfTheApplicationAllowsLaterCredentials() {
		for (String user : List.of("alice", "bob", "alice")) {
			WebClient client = builder().filter(new CacheExchangeFilterFunction(this.cache).withIdentity((r) -> user))
				.filter(changing(user))
				.build();
			assertThat(text(client.get().uri("/"))).isEqualTo(user);
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	@Test
	void emptyIdentityOfTheApplicationDoesNot() {
		WebClient client = builder().filter(new CacheExchangeFilterFunction(this.cache).withIdentity((r) -> ""))
			.filter(changing("alice"))
			.build();
		assertThatExceptionOfType(HiddenCredentialsException.class).isThrownBy(() -> text(client.get().uri("/")));
	}

	@Test
	void responseThatVariesOnFieldOfLaterFilterIsNotStored() {
		for (String user : List.of("alice", "bob")) {
			WebClient client = builder().filter(new CacheExchangeFilterFunction(this.cache))
				.filter(changing((r) -> r.header("X-User", user)))
				.build();
			assertThat(text(client.get().uri("/X-User"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void nothingIsStoredIfRequestThatIsSentIsUnknown() {
		for (String user : List.of("alice", "bob")) {
			WebClient client = builder().filter(new CacheExchangeFilterFunction(this.cache))
				.filter((request, next) -> next.exchange(
						ClientRequest.create(request.method(), request.url()).header("Authorization", user).build()))
				.build();
			assertThat(text(client.get().uri("/"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void credentialsThatReactorNettyAddsAreNoticed(EntryPoint entryPoint) {
		for (String user : List.of("alice", "bob")) {
			HttpClient reactor = HttpClient.create().headers((headers) -> headers.set("Authorization", user));
			WebClient client = entryPoint.client(this.cache, new ReactorClientHttpConnector(reactor))
				.baseUrl(server.baseUrl())
				.build();
			assertThat(text(client.get().uri("/"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void responseVaryingOnHiddenAuthorizationIsNotStored(EntryPoint entryPoint) {
		// An authenticator of the HTTP client adds the field, which nobody else sees.
		for (String user : List.of("alice", "bob")) {
			ClientHttpConnector connector = EntryPoint
				.scripted((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
					.header("Cache-Control", "max-age=60")
					.header("Vary", "Authorization")
					.body(user)
					.build()));
			WebClient client = entryPoint.client(this.cache, connector).baseUrl(server.baseUrl()).build();
			assertThat(text(client.get().uri("/Authorization"))).isEqualTo(user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void cookiesSeparateUsers(EntryPoint entryPoint) {
		for (ClientHttpConnector connector : List.of(new ReactorClientHttpConnector(), new JdkClientHttpConnector())) {
			this.cache.clear();
			WebClient client = entryPoint.client(this.cache, connector).baseUrl(server.baseUrl()).build();
			for (String path : List.of("/", "/Cookie")) {
				for (String user : List.of("alice", "bob", "alice")) {
					assertThat(text(client.get().uri(path).cookie("session", user))).isEqualTo("session=" + user);
				}
			}
		}
		server.verify(8, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@EnumSource
	void responseWithoutCredentialsIsServedToRequestsWithCookies(EntryPoint entryPoint) {
		WebClient client = entryPoint.client(this.cache).baseUrl(server.baseUrl()).build();
		for (String path : List.of("/", "/Cookie")) {
			assertThat(text(client.get().uri(path))).isNull();
			assertThat(text(client.get().uri(path).cookie("session", "ann")))
				.isEqualTo(path.equals("/") ? null : "session=ann");
			assertThat(text(client.get().uri(path).header("Authorization", "ann"))).isEqualTo("ann");
		}
	}

	@ParameterizedTest
	@EnumSource
	void cookieFieldAndCookiesAreSentOnce(EntryPoint entryPoint) {
		WebClient client = entryPoint.client(this.cache, new ReactorClientHttpConnector())
			.baseUrl(server.baseUrl())
			.build();
		assertThat(text(client.get().uri("/").cookie("a", "1").cookie("b", "2")).split("; ?")).containsExactly("a=1",
				"b=2");
		assertThat(text(client.get().uri("/").header("Cookie", "c=3"))).isEqualTo("c=3");
	}

	private WebClient client(EntryPoint entryPoint, String user, Object later) {
		if (later instanceof LaterFilter filter) {
			return entryPoint.client(this.cache).baseUrl(server.baseUrl()).filter(filter.apply(user)).build();
		}
		ClientHttpConnector connector = new ReactorClientHttpConnector();
		return entryPoint.client(this.cache, (method, uri, callback) -> connector.connect(method, uri, (request) -> {
			request.beforeCommit(() -> Mono.fromRunnable(() -> request.getHeaders().setBearerAuth(user)));
			return callback.apply(request);
		})).baseUrl(server.baseUrl()).build();
	}

	private WebClient.Builder builder() {
		return WebClient.builder().baseUrl(server.baseUrl());
	}

	private static ExchangeFilterFunction changing(String user) {
		return changing((request) -> request.header("Authorization", user));
	}

	private static ExchangeFilterFunction changing(UnaryOperator<ClientRequest.Builder> change) {
		return (request, next) -> next.exchange(change.apply(ClientRequest.from(request)).build());
	}

	private static String decoded(String answer) {
		return answer.startsWith("Basic ") ? new String(Base64.getDecoder().decode(answer.substring(6))) : answer;
	}

	private static String text(WebClient.RequestHeadersSpec<?> request) {
		return request.retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10));
	}

	@FunctionalInterface
	private interface LaterFilter {

		ExchangeFilterFunction apply(String user);

	}

}
