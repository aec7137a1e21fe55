package dev.hyperclient.cache.spring;

import java.net.Authenticator;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.Connectors;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.Transports;
import dev.hyperclient.internal.transport.PrivateField;
import dev.hyperclient.internal.transport.PrivateFields;
import dev.hyperclient.internal.transport.ProtectedTransport;
import dev.hyperclient.netty.InterimResponses;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import org.springframework.core.SpringVersion;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.client.support.RestClientAdapter;
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
	static final WireMockExtension server = WireMockExtension.newInstance()
		.options(WireMockConfiguration.options().dynamicPort().http2PlainDisabled(true).globalTemplating(true))
		.build();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger(PrivateFields.class);

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
		this.appender.start();
		this.logger.addAppender(this.appender);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.appender);
	}

	static List<PrivateField> fieldsOfAdapters() {
		return Arrays.stream(PrivateField.values())
			.filter((field) -> field.adapter().endsWith("ClientHttp") && field != PrivateField.INTERCEPTED_FACTORY)
			.toList();
	}

	/** Spring, without one of the fields. */
	private static PrivateFields without(PrivateField missing) {
		return new PrivateFields((field) -> (field == missing) ? "renamed" : field.fieldName());
	}

	private static boolean isReactive(PrivateField field) {
		return field.adapter().contains(".reactive.");
	}

	private static <E extends Enum<E>> E clientOf(Class<E> clients, PrivateField field) {
		return Arrays.stream(clients.getEnumConstants())
			.filter((client) -> field.name().startsWith(client.name()))
			.findFirst()
			.orElseThrow();
	}

	/** A client as Spring Boot's builders create it, which is protected. */
	private Client client(PrivateField of, PrivateFields fields) {
		if (isReactive(of)) {
			ClientHttpConnector connector = clientOf(Connectors.class, of).create();
			ProtectedTransport.known(connector);
			return client(new CachingClientHttpConnector(this.cache, connector, fields));
		}
		ClientHttpRequestFactory factory = clientOf(Transports.class, of).create();
		ProtectedTransport.known(factory);
		return client(new CachingClientHttpRequestFactory(this.cache, factory, fields));
	}

	@Test
	void reactorNettyWithoutFieldIsRefused() {
		PrivateFields fields = new PrivateFields((field) -> "renamed");
		ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory();
		for (ThrowingCallable creation : List.<ThrowingCallable>of(
				() -> new CachingClientHttpRequestFactory(this.cache, factory, fields),
				() -> new CachingClientHttpRequestFactory(this.cache, factory,
						without(PrivateField.REACTOR_REQUEST_CLIENT)),
				() -> new CachingClientHttpRequestFactory(this.cache, new BufferingClientHttpRequestFactory(factory),
						fields),
				() -> new CachingClientHttpConnector(this.cache, new ReactorClientHttpConnector(), fields))) {
			assertThatIllegalStateException().isThrownBy(creation)
				.withMessageContainingAll("ReactorClientHttp", "no field 'httpClient'",
						"InterimResponses.skip(httpClient)", "another HTTP client", "Spring Boot");
		}
	}

	@Test
	void protectedReactorNettyIsAcceptedIfThatCanBeRead() {
		ReactorClientHttpRequestFactory factory = new ReactorClientHttpRequestFactory(
				InterimResponses.skip(reactor.netty.http.client.HttpClient.create()));
		Client client = client(
				new CachingClientHttpRequestFactory(this.cache, factory, without(PrivateField.REACTOR_REQUEST_CLIENT)));
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
	void nothingIsStoredWithoutField(PrivateField field) {
		Client client = client(field, without(field));
		for (int i = 0; i < 2; i++) {
			assertThat(client.get()).isEqualTo("GET");
			assertThat(client.post()).isEqualTo("POST");
		}
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.cache.size().entries()).isZero();
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void missingFieldIsLoggedOnce(PrivateField field) {
		PrivateFields fields = without(field);
		for (int i = 0; i < 2; i++) {
			client(field, fields).get();
		}
		assertThat(this.appender.list).singleElement()
			.satisfies((event) -> assertThat(event.getLevel()).isEqualTo(Level.WARN))
			.extracting(ILoggingEvent::getFormattedMessage)
			.asString()
			.contains(transport(field).getName() + " (version " + SpringVersion.getVersion() + ")", field.className(),
					"no field '" + field.fieldName() + "'", "another version", "another HTTP client", "no cache");
	}

	private static Class<?> transport(PrivateField field) {
		return (isReactive(field) ? clientOf(Connectors.class, field).create()
				: clientOf(Transports.class, field).create())
			.getClass();
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void storedResponsesAreNotServedWithoutField(PrivateField field) {
		client(field, PrivateFields.SPRING).get();
		assertThat(client(field, without(field)).get()).isEqualTo("GET");
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void unsafeRequestInvalidatesWithoutField(PrivateField field) {
		Client other = client(field, PrivateFields.SPRING);
		other.get();
		client(field, without(field)).put();
		other.get();
		server.verify(2, getRequestedFor(urlEqualTo("/a")));
	}

	@ParameterizedTest
	@MethodSource("fieldsOfAdapters")
	void otherClientsAreCachedWithoutField(PrivateField field) {
		PrivateFields fields = without(field);
		PrivateField other = Stream.of(PrivateField.SIMPLE_CONNECTION, PrivateField.JDK_CONNECTOR_CLIENT)
			.filter((candidate) -> candidate != field)
			.findFirst()
			.orElseThrow();
		Client client = client(other, fields);
		client.get();
		client.get();
		server.verify(1, getRequestedFor(urlEqualTo("/a")));
		assertThat(this.appender.list).isEmpty();
	}

	@Test
	void fieldOfAnotherTypeIsMissing() {
		PrivateFields fields = new PrivateFields(
				(field) -> (field == PrivateField.JDK_CLIENT) ? "executor" : field.fieldName());
		client(PrivateField.JDK_CLIENT, fields).get();
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.appender.list).hasSize(1);
	}

	static List<UnaryOperator<ClientHttpRequestFactory>> wrappers() {
		return List.of((factory) -> factory::createRequest, BufferingClientHttpRequestFactory::new);
	}

	@ParameterizedTest
	@MethodSource("wrappers")
	void nothingIsStoredBelowWrapperOfClientWithoutField(UnaryOperator<ClientHttpRequestFactory> wrapper) {
		ClientHttpRequestFactory wrapped = wrapper.apply(new JdkClientHttpRequestFactory());
		client(new CachingClientHttpRequestFactory(this.cache, wrapped, without(PrivateField.JDK_CLIENT))).get();
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.appender.list).hasSize(1);
	}

	@Test
	void requestOfClientWithAuthenticatorIsSentWithoutField() {
		HttpClient jdk = HttpClient.newBuilder().authenticator(new Authenticator() {
		}).build();
		Client client = client(new CachingClientHttpRequestFactory(this.cache, new JdkClientHttpRequestFactory(jdk),
				without(PrivateField.JDK_CLIENT)));
		assertThat(client.get()).isEqualTo("GET");
		assertThat(this.cache.size().entries()).isZero();
	}

	@Test
	void identityDoesNotReplaceField() {
		CachingClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache,
				Transports.APACHE.create(), without(PrivateField.APACHE_CONTEXT));
		client(factory.withIdentity((request) -> "alice")).get();
		assertThat(this.cache.size().entries()).isZero();
	}

}
