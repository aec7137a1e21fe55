package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

import dev.hyperclient.autoconfigure.TlsServer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.AdditionalAnswers;
import org.mockito.Mockito;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientSsl;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.autoconfigure.WebClientSsl;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients with different client certificates, which are different users, and without one.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClientCertificateTests {

	private static final Map<String, ClientHttpRequestFactoryBuilder<?>> FACTORIES = Map.of("reactor",
			ClientHttpRequestFactoryBuilder.reactor(), "jdk", ClientHttpRequestFactoryBuilder.jdk(), "jetty",
			ClientHttpRequestFactoryBuilder.jetty(), "http-components",
			ClientHttpRequestFactoryBuilder.httpComponents(), "simple", ClientHttpRequestFactoryBuilder.simple());

	private static final Map<String, ClientHttpConnectorBuilder<?>> CONNECTORS = Map.of("reactor",
			ClientHttpConnectorBuilder.reactor(), "jdk", ClientHttpConnectorBuilder.jdk(), "jetty",
			ClientHttpConnectorBuilder.jetty(), "http-components", ClientHttpConnectorBuilder.httpComponents());

	private static final List<String> READERS = List.of("alice", "bob", "none", "alice", "bob", "none");

	private static final List<String> OWN = List.of("alice", "bob", "nobody", "alice", "bob", "nobody");

	@AutoClose
	private final CertificateServer server = new CertificateServer();

	private final ApplicationContextRunner runner = HttpCacheContextRunner.create()
		.withPropertyValues(CertificateServer.bundles());

	static Stream<List<String>> transports() {
		return Stream.of("RestClient", "WebClient")
			.flatMap((kind) -> Stream.of("reactor", "jdk", "jetty", "http-components", "simple")
				.filter((library) -> !(kind.equals("WebClient") && library.equals("simple")))
				.map((library) -> List.of(kind, library)));
	}

	/** RestTemplate has the request factories of RestClient. */
	static Stream<List<String>> clients() {
		return Stream.concat(transports(), Stream.of(List.of("RestTemplate", "jdk")));
	}

	@ParameterizedTest
	@MethodSource("clients")
	void eachCertificateIsAUser(List<String> client, CapturedOutput output) {
		withLibrary(client.get(1)).run((context) -> {
			Map<String, Function<String, String>> clients = clients(context, client.get(0));
			for (String control : List.of("private, max-age=600", "max-age=600", "max-age=0")) {
				int before = this.server.users().size();
				List<String> answers = READERS.stream()
					.map((user) -> clients.get(user).apply("/a?" + control))
					.toList();
				assertThat(answers).as(control).map(ClientCertificateTests::user).isEqualTo(OWN);
				assertThat(answers.subList(0, 3)).as("stored, %s", control).isEqualTo(answers.subList(3, 6));
				assertThat(this.server.users().size() - before).as("requests, %s", control)
					.isEqualTo(control.endsWith("=0") ? 6 : 3);
			}
			assertThat(output).doesNotContain("does not know", "are not cached");
		});
	}

	@Test
	void publicResponseIsForAllCertificates() {
		this.runner.run((context) -> {
			Map<String, Function<String, String>> clients = clients(context, "RestClient");
			assertThat(READERS).map((user) -> clients.get(user).apply("/a?public, max-age=600"))
				.containsOnly("1 for alice");
		});
	}

	@ParameterizedTest
	@MethodSource("transports")
	void unknownCertificateOfHandMadeClientIsNotStored(List<String> client) {
		HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));
		List<Function<String, String>> clients = Stream.of("", "alice", "bob")
			.map((user) -> handMade(client.get(0), client.get(1), user, cache))
			.toList();
		List<String> answers = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			clients.forEach((read) -> answers.add(read.apply("/close?max-age=600")));
		}
		assertThat(answers).map(ClientCertificateTests::user)
			.isEqualTo(Stream.generate(() -> Stream.of("nobody", "alice", "bob"))
				.limit(3)
				.flatMap((users) -> users)
				.toList());
		assertThat(this.server.users()).filteredOn("alice"::equals).hasSize(3);
		assertThat(this.server.users()).filteredOn("bob"::equals).hasSize(3);
		// The JDK's client hides from a WebClient whether it has presented a certificate.
		boolean isHidden = client.equals(List.of("WebClient", "jdk"));
		assertThat(this.server.users()).filteredOn("nobody"::equals).hasSize(isHidden ? 3 : 2);
		cache.close();
	}

	@ParameterizedTest
	@CsvSource({ "imperative.factory, RestClient", "reactive.connector, WebClient" })
	void applicationsWithOneDirectoryShareNothing(String property, String kind, @TempDir Path directory) {
		for (String user : List.of("alice", "bob", "none", "again", "alice", "bob")) {
			this.runner
				.withPropertyValues("hyper-client.http-cache.directory=" + directory,
						"spring.http.clients.ssl.bundle=" + user, "spring.http.clients." + property + "=jdk")
				.run((context) -> {
					assertThat(user(builder(context, kind).apply("/a?private, max-age=600")))
						.isEqualTo(user.equals("none") ? "nobody" : user.replace("again", "alice"));
				});
		}
		// The identity outlives the process, and a renewed certificate is another one.
		assertThat(this.server.users()).containsExactly("alice", "bob", "nobody", "alice");
	}

	@Test
	void groupsHaveTheCertificatesOfTheirBundles() {
		this.runner.withUserConfiguration(Groups.class)
			.withPropertyValues("spring.http.serviceclient.alice.base-url=" + this.server.url(),
					"spring.http.serviceclient.bob.base-url=" + this.server.url(),
					"spring.http.serviceclient.alice.ssl.bundle=alice", "spring.http.serviceclient.bob.ssl.bundle=bob")
			.run((context) -> {
				for (int i = 0; i < 2; i++) {
					assertThat(context.getBean(Alice.class).read()).isEqualTo("1 for alice");
					assertThat(context.getBean(Bob.class).read()).isEqualTo("2 for bob");
				}
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "jdk", "http-components" })
	void certificateOfACustomizerIsNotStored(String library) {
		ClientHttpRequestFactoryBuilder<?> builder = library.equals("jdk") ? ClientHttpRequestFactoryBuilder.jdk()
			.withHttpClientCustomizer((client) -> client.sslContext(TlsServer.bundle("alice", "ca").createSslContext()))
				: ClientHttpRequestFactoryBuilder.httpComponents()
					.withConnectionManagerCustomizer((connections) -> connections.setTlsSocketStrategy(
							new DefaultClientTlsStrategy(TlsServer.bundle("alice", "ca").createSslContext())));
		this.runner.withBean(ClientHttpRequestFactoryBuilder.class, () -> builder).run((context) -> {
			Function<String, String> alice = builder(context, "RestClient");
			Function<String, String> none = clients(context, "WebClient").get("none");
			assertThat(alice.apply("/a?max-age=600")).isEqualTo("1 for alice");
			assertThat(none.apply("/a?max-age=600")).isEqualTo("2 for nobody");
			assertThat(alice.apply("/a?max-age=600")).isEqualTo("3 for alice");
			assertThat(none.apply("/a?max-age=600")).isEqualTo("2 for nobody");
		});
	}

	/**
	 * It would be served what another client has stored for the bundle, or for nobody.
	 */
	@ParameterizedTest
	@MethodSource("transports")
	void clientOfABuilderWithAnotherCertificateIsServedNothingOfItsBundle(List<String> client) {
		boolean isReactive = client.get(0).equals("WebClient");
		String bundle = isReactive ? "none" : "bob";
		String user = isReactive ? "nobody" : "bob";
		this.runner.withPropertyValues("spring.http.clients.ssl.bundle=" + bundle)
			.withBean(builderType(isReactive), () -> presentingAlice(client))
			.run((context) -> {
				Function<String, String> reader = builder(context, isReactive ? "RestClient" : "WebClient");
				Function<String, String> alice = builder(context, client.get(0));
				for (String path : List.of("/a?private, max-age=600", "/b?private, max-age=0")) {
					assertThat(user(reader.apply(path))).isEqualTo(user);
					for (int i = 0; i < 3; i++) {
						assertThat(user(alice.apply(path))).as(path).isEqualTo("alice");
					}
					assertThat(user(reader.apply(path))).isEqualTo(user);
				}
			});
	}

	@SuppressWarnings("unchecked")
	private static Class<Object> builderType(boolean isReactive) {
		Class<?> type = isReactive ? ClientHttpConnectorBuilder.class : ClientHttpRequestFactoryBuilder.class;
		return (Class<Object>) type;
	}

	private static Object presentingAlice(List<String> client) {
		UnaryOperator<HttpClientSettings> presenting = (settings) -> settings
			.withSslBundle(TlsServer.bundle("alice", "ca"));
		if (client.get(0).equals("WebClient")) {
			ClientHttpConnectorBuilder<?> builder = CONNECTORS.get(client.get(1));
			return (ClientHttpConnectorBuilder<ClientHttpConnector>) (settings) -> builder
				.build(presenting.apply(settings));
		}
		ClientHttpRequestFactoryBuilder<?> builder = FACTORIES.get(client.get(1));
		return (ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory>) (settings) -> builder
			.build(presenting.apply(settings));
	}

	@Test
	void clientOfKeysThatAreNotListedIsNotServedAnonymousResponses() {
		SslBundle alice = TlsServer.bundle("alice", "ca");
		KeyManager keys = Mockito.mock(X509ExtendedKeyManager.class,
				AdditionalAnswers.delegatesTo(alice.getManagers().getKeyManagers()[0]));
		Mockito.doReturn(null).when((X509ExtendedKeyManager) keys).getClientAliases(Mockito.any(), Mockito.any());
		SslBundle unlisted = SslBundle.of(alice.getStores(), alice.getKey(), alice.getOptions(), alice.getProtocol(),
				new OwnKeys(alice.getManagers(), keys));
		withLibrary("jdk").run((context) -> {
			assertThat(client(context, "RestClient", "none").apply("/a?private, max-age=600"))
				.isEqualTo("1 for nobody");
			Function<String, String> read = rest(context.getBean(RestClient.Builder.class)
				.apply(context.getBean(RestClientSsl.class).fromBundle(unlisted))
				.build());
			for (int i = 0; i < 2; i++) {
				assertThat(user(read.apply("/a?private, max-age=600"))).isEqualTo("alice");
			}
		});
	}

	@Test
	void unknownCertificateIsReportedOnceWithTheRemedy(CapturedOutput output) {
		SimpleClientHttpRequestFactory factory = new CertifiedRequestFactory();
		HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));
		RestClient client = RestClient.create(new RestTemplate(new CachingClientHttpRequestFactory(cache, factory)));
		for (int i = 1; i < 4; i++) {
			assertThat(client.get().uri(this.server.url() + "/a?max-age=600").retrieve().body(String.class))
				.isEqualTo(i + " for alice");
		}
		assertThat(output).containsOnlyOnce(CertifiedRequestFactory.class.getName())
			.contains("spring.ssl.bundle", "HttpCacheIdentity");
		RestClient identified = RestClient.create(new RestTemplate(
				new CachingClientHttpRequestFactory(cache, factory).withIdentity((request) -> "alice")));
		for (int i = 0; i < 2; i++) {
			assertThat(identified.get().uri(this.server.url() + "/a?max-age=600").retrieve().body(String.class))
				.isEqualTo("4 for alice");
		}
		cache.close();
	}

	private ApplicationContextRunner withLibrary(String library) {
		ApplicationContextRunner imperative = this.runner
			.withPropertyValues("spring.http.clients.imperative.factory=" + library);
		return library.equals("simple") ? imperative
				: imperative.withPropertyValues("spring.http.clients.reactive.connector=" + library);
	}

	/** Return clients by the name of their bundle, from builders of Spring Boot. */
	private Map<String, Function<String, String>> clients(ApplicationContext context, String kind) {
		return Map.of("alice", client(context, kind, "alice"), "bob", client(context, kind, "bob"), "none",
				client(context, kind, "none"));
	}

	private Function<String, String> client(ApplicationContext context, String kind, String bundle) {
		return switch (kind) {
			case "RestClient" -> rest(context.getBean(RestClient.Builder.class)
				.apply(context.getBean(RestClientSsl.class).fromBundle(bundle))
				.build());
			case "WebClient" -> web(context.getBean(WebClient.Builder.class)
				.apply(context.getBean(WebClientSsl.class).fromBundle(bundle))
				.build());
			default -> rest(RestClient.create(context.getBean(RestTemplateBuilder.class)
				.sslBundle(context.getBean(SslBundles.class).getBundle(bundle))
				.build()));
		};
	}

	private Function<String, String> builder(ApplicationContext context, String kind) {
		return kind.equals("WebClient") ? web(context.getBean(WebClient.Builder.class).build())
				: rest(context.getBean(RestClient.Builder.class).build());
	}

	private Function<String, String> handMade(String kind, String library, String certificate, HttpCache cache) {
		HttpClientSettings settings = HttpClientSettings.ofSslBundle(TlsServer.bundle(certificate, "ca"));
		return kind.equals("WebClient")
				? web(WebClient.builder()
					.clientConnector(new CachingClientHttpConnector(cache, CONNECTORS.get(library).build(settings)))
					.build())
				: rest(RestClient.create(new RestTemplate(
						new CachingClientHttpRequestFactory(cache, FACTORIES.get(library).build(settings)))));
	}

	private Function<String, String> rest(RestClient client) {
		return (path) -> String.valueOf(client.get().uri(uri(path)).retrieve().body(String.class));
	}

	private Function<String, String> web(WebClient client) {
		return (path) -> String.valueOf(client.get().uri(uri(path)).retrieve().bodyToMono(String.class).block());
	}

	private URI uri(String path) {
		return URI.create(this.server.url() + path.replace(" ", "%20"));
	}

	private static String user(String answer) {
		return answer.substring(answer.lastIndexOf(' ') + 1);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "alice", types = Alice.class)
	@ImportHttpServices(group = "bob", types = Bob.class)
	static class Groups {

	}

	interface Alice {

		@GetExchange("/a?max-age=600")
		String read();

	}

	interface Bob {

		@GetExchange("/a?max-age=600")
		String read();

	}

	private record OwnKeys(SslManagerBundle delegate, KeyManager keys) implements SslManagerBundle {

		@Override
		public KeyManager[] getKeyManagers() {
			return new KeyManager[] { this.keys };
		}

		@Override
		public KeyManagerFactory getKeyManagerFactory() {
			return this.delegate.getKeyManagerFactory();
		}

		@Override
		public TrustManagerFactory getTrustManagerFactory() {
			return this.delegate.getTrustManagerFactory();
		}

	}

	/** As applications set a certificate for {@code HttpURLConnection}. */
	static class CertifiedRequestFactory extends SimpleClientHttpRequestFactory {

		@Override
		protected void prepareConnection(HttpURLConnection connection, String httpMethod) throws IOException {
			super.prepareConnection(connection, httpMethod);
			((HttpsURLConnection) connection)
				.setSSLSocketFactory(TlsServer.bundle("alice", "ca").createSslContext().getSocketFactory());
		}

	}

}
