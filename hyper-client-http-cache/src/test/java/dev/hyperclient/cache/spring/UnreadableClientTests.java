package dev.hyperclient.cache.spring;

import java.net.Authenticator;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.Connectors;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.MockServers;
import dev.hyperclient.cache.Transports;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.internal.transport.ObservedClient;
import dev.hyperclient.internal.transport.TestFields;
import dev.hyperclient.netty.InterimResponses;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.SpringVersion;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.annotation.PutExchange;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * HTTP clients over a version of Spring that lacks a private field which is read.
 */
class UnreadableClientTests {

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	@RegisterExtension
	private final LogLines log = new LogLines(ObservedClient.class.getPackageName() + ".PrivateFields", Level.DEBUG);

	/** A client of the server. */
	interface Client {

		@GetExchange("/a")
		String get();

		@PutExchange("/a")
		void put();

		@PostExchange("/a")
		String post();

	}

	@BeforeEach
	void start() {
		server.stubFor(WireMock.any(urlEqualTo("/a"))
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=60")
				.withHeader("Content-Location", "/a")
				.withBody("{{request.method}}")));
	}

	static List<String> fieldsOfAdapters() {
		return TestFields.ofAdapters();
	}

	private static <E extends Enum<E>> E clientOf(Class<E> clients, String field) {
		return Arrays.stream(clients.getEnumConstants())
			.filter((client) -> field.startsWith(client.name()))
			.findFirst()
			.orElseThrow();
	}

	/** A client as Spring Boot's builders create it, which is protected. */
	private Client client(String of, TestFields fields) {
		if (TestFields.isReactive(of)) {
			ClientHttpConnector connector = clientOf(Connectors.class, of).create();
			ObservedClient.known(connector);
			return client(caching(connector, fields));
		}
		ClientHttpRequestFactory factory = clientOf(Transports.class, of).create();
		ObservedClient.known(factory);
		return client(caching(factory, fields));
	}

	private CachingClientHttpRequestFactory caching(ClientHttpRequestFactory factory, TestFields fields) {
		return new CachingClientHttpRequestFactory(factory,
				ClientOptions.of(this.cache, fields.client(factory), 0, false));
	}

	private CachingClientHttpConnector caching(ClientHttpConnector connector, TestFields fields) {
		return new CachingClientHttpConnector(connector,
				ClientOptions.of(this.cache, fields.client(connector), 0, false));
	}

	@Test
	void reactorNettyWithoutFieldIsRefused() {
		TestFields fields = TestFields.none();
		ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory();
		for (ThrowingCallable creation : List.<ThrowingCallable>of(() -> caching(factory, fields),
				() -> caching(factory, TestFields.without("REACTOR_REQUEST_CLIENT")),
				() -> caching(new BufferingClientHttpRequestFactory(factory), fields),
				() -> caching(new ReactorClientHttpConnector(), fields))) {
			assertThatIllegalStateException().isThrownBy(creation)
				.withMessageContainingAll("ReactorClientHttp", "no field 'httpClient'",
						"InterimResponses.skip(httpClient)", "another HTTP client", "Spring Boot");
		}
	}

	@Test
	void protectedReactorNettyIsAcceptedIfThatCanBeRead() {
		ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory(
				InterimResponses.skip(reactor.netty.http.client.HttpClient.create()));
		Client client = client(caching(factory, TestFields.without("REACTOR_REQUEST_CLIENT")));
		assertThat(client.get()).isEqualTo("GET");
	}

	private static Client client(CachingClientHttpConnector connector) {
		return client(WebClientAdapter
			.create(WebClient.builder().baseUrl(server.baseUrl()).clientConnector(connector).build()));
	}

	private static Client client(CachingClientHttpRequestFactory factory) {
		return client(RestClientAdapter
			.create(RestClient.builder().baseUrl(server.baseUrl()).requestFactory(factory).build()));
	}

	private static Client client(HttpExchangeAdapter adapter) {
		return HttpServiceProxyFactory.builderFor(adapter).build().createClient(Client.class);
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void nothingIsStoredWithoutFieldThatIsLoggedOnce(String field) {
		TestFields fields = TestFields.without(field);
		for (int i = 0; i < 2; i++) {
			Client client = client(field, fields);
			assertThat(client.get()).isEqualTo("GET");
			assertThat(client.post()).isEqualTo("POST");
		}
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.log.events()).singleElement()
			.satisfies((event) -> assertThat(event.getLevel()).isEqualTo(Level.WARN))
			.extracting(ILoggingEvent::getFormattedMessage)
			.asString()
			.contains(transport(field).getName() + " (version " + SpringVersion.getVersion() + ")",
					TestFields.className(field), "no field '" + TestFields.fieldName(field) + "'", "another version",
					"another HTTP client", "no cache");
	}

	private static Class<?> transport(String field) {
		return (TestFields.isReactive(field) ? clientOf(Connectors.class, field).create()
				: clientOf(Transports.class, field).create())
			.getClass();
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void nothingIsServedButUnsafeRequestsInvalidateWithoutField(String field) {
		Client other = client(field, TestFields.SPRING);
		other.get();
		Client client = client(field, TestFields.without(field));
		assertThat(client.get()).isEqualTo("GET");
		client.put();
		other.get();
		server.verify(3, getRequestedFor(urlEqualTo("/a")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "SIMPLE_CONNECTION", "APACHE_CONTEXT" })
	void otherClientsAreCachedWithoutField(String field) {
		TestFields fields = TestFields.without(field);
		String other = Stream.of("SIMPLE_CONNECTION", "JDK_CONNECTOR_CLIENT")
			.filter((candidate) -> !candidate.equals(field))
			.findFirst()
			.orElseThrow();
		Client client = client(other, fields);
		client.get();
		client.get();
		server.verify(1, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.log.events()).isEmpty();
	}

	@Test
	void fieldOfAnotherTypeIsMissing() {
		TestFields fields = TestFields.named(Map.of("JDK_CLIENT", "executor"));
		client("JDK_CLIENT", fields).get();
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.log.events()).hasSize(1);
	}

	static List<UnaryOperator<ClientHttpRequestFactory>> wrappers() {
		return List.of((factory) -> factory::createRequest, BufferingClientHttpRequestFactory::new);
	}

	@ParameterizedTest
	@MethodSource("wrappers")
	void nothingIsStoredBelowWrapperOfClientWithoutField(UnaryOperator<ClientHttpRequestFactory> wrapper) {
		ClientHttpRequestFactory wrapped = wrapper.apply(new JdkClientHttpRequestFactory());
		client(caching(wrapped, TestFields.without("JDK_CLIENT"))).get();
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.log.events()).hasSize(1);
	}

	@Test
	void requestOfClientWithAuthenticatorIsSentWithoutField() {
		HttpClient jdk = HttpClient.newBuilder().authenticator(new Authenticator() {
		}).build();
		Client client = client(caching(new JdkClientHttpRequestFactory(jdk), TestFields.without("JDK_CLIENT")));
		assertThat(client.get()).isEqualTo("GET");
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void identityDoesNotReplaceField() {
		CachingClientHttpRequestFactory factory = caching(Transports.APACHE.create(),
				TestFields.without("APACHE_CONTEXT"));
		client(factory.withIdentity((request) -> "alice")).get();
		assertThat(this.cache.size().entries()).isZero();
	}

}
