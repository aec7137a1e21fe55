package dev.hyperclient.cache;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.spring.HiddenCredentialsException;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.message.BasicHeader;
import org.eclipse.jetty.client.BasicAuthentication;
import org.eclipse.jetty.client.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.JettyClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Credentials that HTTP clients add themselves, over the network.
 */
class AddedCredentialsTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@BeforeEach
	void answerWithCredentials() {
		server.stubFor(WireMock.get("/a").willReturn(privateResponse()));
		server.stubFor(WireMock.get("/protected").atPriority(2).willReturn(privateResponse()));
		server.stubFor(WireMock.get("/protected")
			.withHeader("Authorization", absent())
			.atPriority(1)
			.willReturn(aResponse().withStatus(401).withHeader("WWW-Authenticate", "Basic realm=\"r\"")));
		for (String user : List.of("alice", "bob")) {
			server.stubFor(WireMock.get("/login/" + user)
				.willReturn(aResponse().withHeader("Cache-Control", "no-store")
					.withHeader("Set-Cookie", "session=" + user + "; Path=/")));
		}
	}

	@AfterEach
	void resetDefaults() {
		Authenticator.setDefault(null);
		CookieHandler.setDefault(null);
	}

	/**
	 * A blocking or reactive client without a cache.
	 */
	private record Transport(String name, Function<HttpCache, TestClient> client,
			Function<HttpCache, TestClient> identified) {

		static Transport blocking(String name, Supplier<ClientHttpRequestFactory> factory) {
			return new Transport("RestClient over " + name,
					(cache) -> RestClients.client(new CachingClientHttpRequestFactory(cache, factory.get())),
					(cache) -> RestClients.client(
							new CachingClientHttpRequestFactory(cache, factory.get()).withIdentity((request) -> name)));
		}

		static Transport reactive(String name, Supplier<ClientHttpConnector> connector) {
			return new Transport("WebClient over " + name,
					(cache) -> WebClients.client(new CachingClientHttpConnector(cache, connector.get())),
					(cache) -> WebClients.client(
							new CachingClientHttpConnector(cache, connector.get()).withIdentity((request) -> name)));
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	private static String get(TestClient client, String path) {
		return get(client, path, "");
	}

	private static String get(TestClient client, String path, String fields) {
		return client.exchange(HttpMethod.GET, server.url(path), Fields.of(fields)).getBody();
	}

	private static String post(TestClient client, String path) {
		return client.exchange(HttpMethod.POST, server.url(path), HttpHeaders.EMPTY).getBody();
	}

	private static Authenticator authenticator(String user) {
		return new Authenticator() {

			@Override
			protected PasswordAuthentication getPasswordAuthentication() {
				return new PasswordAuthentication(user, "secret".toCharArray());
			}

		};
	}

	private static HttpClient.Builder jdk() {
		return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
	}

	/** Each adds the credentials of Alice to requests for /protected. */
	static Stream<Transport> clientsThatShowCredentials() {
		BasicCredentialsProvider provider = new BasicCredentialsProvider();
		provider.setCredentials(new AuthScope(null, -1),
				new UsernamePasswordCredentials("alice", "secret".toCharArray()));
		BasicHeader header = new BasicHeader("Authorization", "Basic " + encoded("alice"));
		return Stream.of(
				Transport.blocking("Apache with a credentials provider",
						() -> new HttpComponentsClientHttpRequestFactory(
								HttpClients.custom().setDefaultCredentialsProvider(provider).build())),
				Transport.blocking("Apache with a default header",
						() -> new HttpComponentsClientHttpRequestFactory(
								HttpClients.custom().setDefaultHeaders(List.of(header)).build())),
				Transport.blocking("Apache with an interceptor",
						() -> new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
							.addRequestInterceptorLast((request, entity, context) -> request.setHeader(header))
							.build())),
				Transport.reactive("Apache with a credentials provider",
						() -> new HttpComponentsClientHttpConnector(
								started(HttpAsyncClients.custom().setDefaultCredentialsProvider(provider).build()))),
				Transport.reactive("Apache with a default header",
						() -> new HttpComponentsClientHttpConnector(
								started(HttpAsyncClients.custom().setDefaultHeaders(List.of(header)).build()))),
				Transport.blocking("Jetty with authentication", () -> new JettyClientHttpRequestFactory(jetty(true))),
				Transport.blocking("Jetty with a listener", () -> new JettyClientHttpRequestFactory(jetty(false))),
				Transport.reactive("Jetty with authentication", () -> new JettyClientHttpConnector(jetty(true))),
				Transport.reactive("Jetty with a listener", () -> new JettyClientHttpConnector(jetty(false))),
				Transport.blocking("Reactor Netty with a default header",
						() -> new ReactorClientHttpRequestFactory(reactor())),
				Transport.reactive("Reactor Netty with a default header",
						() -> new ReactorClientHttpConnector(reactor())));
	}

	private static reactor.netty.http.client.HttpClient reactor() {
		return reactor.netty.http.client.HttpClient.create()
			.headers((headers) -> headers.set("Authorization", "Basic " + encoded("alice")));
	}

	private static CloseableHttpAsyncClient started(CloseableHttpAsyncClient client) {
		client.start();
		return client;
	}

	private static org.eclipse.jetty.client.HttpClient jetty(boolean challenged) {
		org.eclipse.jetty.client.HttpClient client = new org.eclipse.jetty.client.HttpClient();
		if (challenged) {
			client.getAuthenticationStore()
				.addAuthentication(new BasicAuthentication(URI.create(server.baseUrl()), "r", "alice", "secret"));
		}
		else {
			client.getRequestListeners().addListener(new Request.Listener() {

				@Override
				public void onBegin(Request request) {
					request.headers((headers) -> headers.put("Authorization", "Basic " + encoded("alice")));
				}

			});
		}
		return client;
	}

	@ParameterizedTest
	@MethodSource("clientsThatShowCredentials")
	void responseToCredentialsOfTheHttpClientIsNotStored(Transport transport) {
		RecordingListener listener = new RecordingListener();
		TestClient alice = transport.client().apply(this.cache.withAdditionalListener(listener));
		assertThat(get(alice, "/protected")).contains(encoded("alice"));
		assertThat(listener.decisions).containsExactly("nothing is stored; fwd=uri-miss",
				"not stored: 'Authorization' was set behind the cache");
		assertThat(get(alice, "/protected")).contains(encoded("alice"));
		assertThat(this.cache.size().entries()).isZero();
		TestClient bob = bob();
		assertThat(get(bob, "/protected", "Authorization: Basic " + encoded("bob"))).contains(encoded("bob"));
		assertThat(get(alice, "/protected")).contains(encoded("alice"));
		assertThat(get(bob, "/protected", "Authorization: Basic " + encoded("bob"))).contains(encoded("bob"));
		assertThat(this.cache.size().entries()).isNotZero();
	}

	@ParameterizedTest
	@MethodSource("clientsThatShowCredentials")
	void identityAllowsCredentialsOfTheHttpClient(Transport transport) {
		TestClient alice = transport.identified().apply(this.cache);
		for (int i = 0; i < 2; i++) {
			assertThat(get(alice, "/protected")).contains(encoded("alice"));
		}
		server.verify(1,
				getRequestedFor(urlEqualTo("/protected")).withHeader("Authorization", WireMock.containing("Basic")));
	}

	/** Each keeps cookies. */
	static Stream<Transport> clientsWithCookieStore() {
		return Stream.of(
				Transport.blocking("JDK",
						() -> new JdkClientHttpRequestFactory(jdk().cookieHandler(new CookieManager()).build())),
				Transport.reactive("JDK",
						() -> new JdkClientHttpConnector(jdk().cookieHandler(new CookieManager()).build())),
				Transport.blocking("wrapped JDK",
						() -> new BufferingClientHttpRequestFactory(
								new JdkClientHttpRequestFactory(jdk().cookieHandler(new CookieManager()).build()))),
				Transport.blocking("HttpURLConnection", () -> {
					CookieHandler.setDefault(new CookieManager());
					return new SimpleClientHttpRequestFactory();
				}), Transport.blocking("Apache", HttpComponentsClientHttpRequestFactory::new),
				Transport.reactive("Apache", HttpComponentsClientHttpConnector::new),
				Transport.blocking("Jetty", JettyClientHttpRequestFactory::new),
				Transport.reactive("Jetty", JettyClientHttpConnector::new));
	}

	@ParameterizedTest
	@MethodSource("clientsWithCookieStore")
	void responseToCookiesOfTheHttpClientIsNotStored(Transport transport) {
		TestClient client = transport.client().apply(this.cache);
		for (String user : List.of("alice", "bob", "alice")) {
			get(client, "/login/" + user);
			assertThat(get(client, "/a")).isEqualTo("session=" + user);
		}
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@MethodSource("clientsWithCookieStore")
	void responsesWithoutCookiesOfTheHttpClientAreStored(Transport transport) {
		TestClient client = transport.client().apply(this.cache);
		for (int i = 0; i < 3; i++) {
			assertThat(get(client, "/a")).isNullOrEmpty();
			assertThat(get(client, "/a", "Authorization: Bearer x")).isEqualTo("Bearer x");
			assertThat(get(client, "/a", "Cookie: a=1; b=2")).isEqualTo("a=1; b=2");
		}
		// The first one was stored before users were known to have their own.
		server.verify(4, getRequestedFor(urlEqualTo("/a")));
	}

	/** Each has an authenticator, whose credentials are not shown. */
	static Stream<Transport> clientsWithAuthenticator() {
		return Stream.of(
				Transport.blocking("JDK",
						() -> new JdkClientHttpRequestFactory(jdk().authenticator(authenticator("alice")).build())),
				Transport.reactive("JDK",
						() -> new JdkClientHttpConnector(jdk().authenticator(authenticator("alice")).build())),
				Transport.blocking("HttpURLConnection", () -> {
					Authenticator.setDefault(authenticator("alice"));
					return new SimpleClientHttpRequestFactory();
				}));
	}

	@ParameterizedTest
	@MethodSource("clientsWithAuthenticator")
	void requestOfClientWithAuthenticatorIsNotSent(Transport transport) {
		TestClient alice = transport.client().apply(this.cache);
		TestClient bob = bob();
		assertThat(get(bob, "/a", "Authorization: Basic " + encoded("bob"))).contains(encoded("bob"));
		for (String path : List.of("/protected", "/a")) {
			// The authenticator replaces given credentials that the server refuses.
			for (String fields : List.of("", "Authorization: Basic " + encoded("bob"))) {
				assertThatException().isThrownBy(() -> get(alice, path, fields))
					.satisfies((ex) -> assertThat(hidden(ex)).hasMessageContaining("authenticator")
						.hasMessageContaining("withIdentity")
						.hasMessageNotContaining("alice")
						.returns("Authorization", HiddenCredentialsException::fieldName));
			}
		}
		server.verify(1, WireMock.anyRequestedFor(WireMock.anyUrl()));
	}

	private static HiddenCredentialsException hidden(Exception ex) {
		Throwable found = (ex instanceof WebClientRequestException) ? ex.getCause() : ex;
		assertThat(found).isInstanceOf(HiddenCredentialsException.class);
		return (HiddenCredentialsException) found;
	}

	@Test
	void requestsThatTheCacheDoesNotAnswerUseTheAuthenticator() {
		server.stubFor(WireMock.post("/a").willReturn(aResponse().withBody("posted")));
		CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
				new JdkClientHttpRequestFactory(jdk().authenticator(authenticator("alice")).build()));
		assertThat(get(RestClients.client(factory.withCacheSelector((request) -> null)), "/protected"))
			.contains(encoded("alice"));
		assertThat(post(RestClients.client(factory), "/a")).isEqualTo("posted");
	}

	/** It would be served to requests without credentials. */
	@ParameterizedTest
	@MethodSource("clientsWithAuthenticator")
	void responseToPostWithCredentialsOfAuthenticatorIsNotStored(Transport transport) {
		// HttpURLConnection does not repeat a request whose content is streamed.
		assumeThat(transport.name()).doesNotContain("HttpURLConnection");
		server.stubFor(WireMock.post("/protected").atPriority(2).willReturn(response("max-age=60")));
		server.stubFor(WireMock.post("/protected")
			.withHeader("Authorization", absent())
			.atPriority(1)
			.willReturn(aResponse().withStatus(401).withHeader("WWW-Authenticate", "Basic realm=\"r\"")));
		assertThat(post(transport.client().apply(this.cache), "/protected")).contains(encoded("alice"));
		assertThat(this.cache.size().entries()).isZero();
		assertThat(post(transport.identified().apply(this.cache), "/protected")).contains(encoded("alice"));
		assertThat(this.cache.size().entries()).isNotZero();
	}

	/** The cookie handler has no cookie for later requests. */
	@ParameterizedTest
	@MethodSource("clientsWithCookieStore")
	void responseToPostThatRemovesItsCookieIsNotStored(Transport transport) {
		server.stubFor(WireMock.post("/logout")
			.willReturn(response("max-age=60").withHeader("Set-Cookie", "session=; Path=/; Max-Age=0")));
		TestClient client = transport.client().apply(this.cache);
		get(client, "/login/alice");
		assertThat(post(client, "/logout")).isEqualTo("session=alice");
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@MethodSource("clientsWithAuthenticator")
	void identityAllowsAuthenticator(Transport transport) {
		TestClient alice = transport.identified().apply(this.cache);
		for (int i = 0; i < 2; i++) {
			assertThat(get(alice, "/protected")).contains(encoded("alice"));
		}
		assertThat(this.cache.size().entries()).isNotZero();
	}

	@Test
	void nativeImagesFindFieldsOfSpringAndOptionalClasses() throws ReflectiveOperationException {
		RuntimeHints hints = new RuntimeHints();
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.forEach((registrar) -> registrar.registerHints(hints, getClass().getClassLoader()));
		for (String field : List.of("JdkClientHttpRequestFactory.httpClient",
				"reactive.JdkClientHttpConnector.httpClient", "HttpComponentsClientHttpRequest.httpContext",
				"reactive.HttpComponentsClientHttpRequest.context", "JettyClientHttpResponse.response",
				"ReactorClientHttpResponse.response")) {
			int dot = field.lastIndexOf('.');
			assertThat(RuntimeHintsPredicates.reflection()
				.onFieldAccess("org.springframework.http.client." + field.substring(0, dot), field.substring(dot + 1)))
				.accepts(hints);
		}
		for (String type : List.of("reactor.netty.http.client.HttpClient",
				"org.springframework.web.reactive.function.client.WebClient")) {
			assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(type))).accepts(hints);
		}
	}

	private TestClient bob() {
		return Transport.blocking("bob", () -> new JdkClientHttpRequestFactory(jdk().build()))
			.client()
			.apply(this.cache);
	}

	private static String encoded(String user) {
		return Base64.getEncoder().encodeToString((user + ":secret").getBytes());
	}

	private static ResponseDefinitionBuilder privateResponse() {
		return response("max-age=60, private");
	}

	/** It may also be stored for later GETs if it answers a POST (RFC 9110, 9.3.3). */
	private static ResponseDefinitionBuilder response(String control) {
		return aResponse().withHeader("Cache-Control", control)
			.withHeader("Content-Location", "{{request.url}}")
			.withHeader("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)))
			.withBody("{{request.headers.Authorization}}{{request.headers.Cookie}}");
	}

}
