package dev.hyperclient.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.observation.HyperClientMeters;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.FileResponseStore;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.retry.RetryPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.PropertyNamingStrategies;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Several services in one application, each a real HTTP server.
 */
@Timeout(60)
class NamedServicesTests {

	private static final String COOKBOOK = "hyper-client.services.cookbook.";

	private final TinyService library = new TinyService();

	private final TinyService cookbook = new TinyService();

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withPropertyValues("spring.reactor.netty.shutdown-quiet-period=0s")
		.withConfiguration(
				AutoConfigurations.of(HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class,
						HyperClientMetricsAutoConfiguration.class, SslAutoConfiguration.class,
						HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
						WebClientAutoConfiguration.class, MetricsAutoConfiguration.class,
						CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class));

	private final ApplicationContextRunner named = this.bare
		.withPropertyValues(COOKBOOK + "base-url=" + this.cookbook.url(), COOKBOOK + "version=1.0");

	private final ApplicationContextRunner both = this.named
		.withPropertyValues("hyper-client.base-url=" + this.library.url(), "hyper-client.version=1.0");

	@AfterEach
	void stop() {
		this.library.close();
		this.cookbook.close();
	}

	@Test
	void eachIsInjectedByItsName() {
		this.both.withBean(Kitchen.class).run((context) -> {
			Kitchen kitchen = context.getBean(Kitchen.class);
			assertThat(kitchen.library().uri()).hasToString(this.library.url() + "/1.0/");
			assertThat(kitchen.cookbook().uri()).hasToString(this.cookbook.url() + "/1.0/");
			assertThat(kitchen.all()).containsOnly(Map.entry("serviceRoot", kitchen.library()),
					Map.entry("cookbook", kitchen.cookbook()));
		});
	}

	@Test
	void withoutAnAddressThereIsNoDefaultOne() {
		this.named.run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class).hasBean("cookbook");
			assertThat(context).doesNotHaveBean(HyperClientConnectionDetails.class);
		});
		this.named.withPropertyValues("hyper-client.base-url=${NONE:}")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class));
	}

	@Test
	void connectionDetailsMakeADefaultOne() {
		HyperClientConnectionDetails details = () -> java.net.URI.create(this.library.url() + "/1.0/");
		this.named.withBean(HyperClientConnectionDetails.class, () -> details)
			.run((context) -> assertThat(context.getBean(ServiceRoot.class).uri())
				.hasToString(this.library.url() + "/1.0/"));
	}

	@Test
	void aNameWithoutAddressIsExplained() {
		this.bare.withPropertyValues(COOKBOOK + "version=1.0")
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.cookbook.base-url' is not set",
					"Set 'hyper-client.services.cookbook.base-url'"));
	}

	@Test
	void rootsAreClosedWithTheContext() {
		ServiceRoot[] root = new ServiceRoot[1];
		this.named.run((context) -> root[0] = context.getBean("cookbook", ServiceRoot.class));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> root[0].load(""))
			.withMessageContaining("closed");
	}

	@Test
	void twoSpellingsOfOneNameAreExplained() {
		this.bare
			.withPropertyValues("hyper-client.services.my-service.base-url=" + this.library.url(),
					"hyper-client.services.myService.base-url=" + this.cookbook.url())
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.my-service' and 'hyper-client.services.myService'",
					"Write the name in the same way everywhere"));
	}

	@Test
	void theNameOfTheDefaultOneIsTaken() {
		this.both.withPropertyValues("hyper-client.services.default.base-url=" + this.library.url())
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(), "'hyper-client.services.default'",
					"'hyper-client.base-url'"));
	}

	@Test
	void theBeanOfTheDefaultOneIsTaken() {
		this.both.withPropertyValues("hyper-client.services.serviceRoot.base-url=" + this.library.url())
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.serviceRoot'", "'hyper-client.base-url'"));
	}

	@Test
	void theNameOfAnotherBeanIsExplained() {
		this.named.withBean("cookbook", String.class, () -> "mine")
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.cookbook' names a service as another bean", "another name"));
	}

	@Test
	void aRootOfTheApplicationIsTakenForItsName() {
		this.named.withUserConfiguration(OwnCookbook.class).run((context) -> {
			assertThat(context).hasSingleBean(ServiceRoot.class);
			assertThat(context.getBean("cookbook", ServiceRoot.class).uri()).hasToString("http://localhost:1/");
			assertThat(this.cookbook.requestCount()).isZero();
		});
	}

	@Test
	void aRootOfTheApplicationIsInjectedByType() {
		ServiceRoot mine = ServiceRoot.builder(null).serviceRoot("http://localhost:1").startup(Startup.LAZY).build();
		this.named.withBean("mine", ServiceRoot.class, () -> mine).run((context) -> {
			assertThat(context.getBean(ServiceRoot.class)).isSameAs(mine);
			assertThat(context.getBean("cookbook", ServiceRoot.class)).isNotSameAs(mine);
		});
	}

	@Test
	void aQualifierGivesABeanToItsService() {
		this.both.withUserConfiguration(CookbookAuthorizer.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(authorizations(this.cookbook)).isNotEmpty().containsOnly("Basic bWU6bWluZQ==");
			assertThat(authorizations(this.library)).isNotEmpty().containsOnlyNulls();
		});
	}

	@Test
	void severalBeansForOneServiceAreExplained() {
		this.both.withBean("one", HttpAuthorizer.class, () -> new BasicHttpAuthorizer("me", "mine"))
			.withBean("two", HttpAuthorizer.class, () -> new BasicHttpAuthorizer("you", "yours"))
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"several beans of the type HttpAuthorizer for the service 'default': one, two", "@Primary"));
	}

	@Test
	void aBuilderThatTheApplicationSharesIsNotChanged() {
		WebClient.Builder shared = WebClient.builder();
		this.named
			.withBean("shared", WebClient.Builder.class, () -> shared, (definition) -> definition.setPrimary(true))
			.withBean(HyperClientWebClientCustomizer.class,
					() -> (service, builder) -> builder.defaultHeader("X-Key", "ours"))
			.run((context) -> {
				assertThat(headers(this.cookbook, "X-Key")).isNotEmpty().containsOnly("ours");
				shared.build()
					.get()
					.uri(this.library.url() + "/1.0/")
					.exchangeToMono(ClientResponse::releaseBody)
					.block();
				assertThat(headers(this.library, "X-Key")).containsOnlyNulls();
			});
	}

	@Test
	void whatIsEmptyIsNotSet() {
		this.named
			.withPropertyValues(COOKBOOK + "base-url=" + this.cookbook.url() + "/1.0/", COOKBOOK + "version=",
					COOKBOOK + "allowed-origins=https://a.example,", COOKBOOK + "retry.max-retries=",
					COOKBOOK + "retry.post=", COOKBOOK + "allow-plain-http-credentials=")
			.run((context) -> assertThat(context.getBean("cookbook", ServiceRoot.class).uri())
				.hasToString(this.cookbook.url() + "/1.0/"));
	}

	@Test
	void theBackgroundStartIsNotPutOff() {
		this.named.withPropertyValues(COOKBOOK + "startup=background")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("cookbook")).isTrue());
		this.named.withPropertyValues(COOKBOOK + "startup=lazy")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("cookbook")).isFalse());
	}

	@Test
	void anEnvironmentVariableBelongsToTheNameItFits() {
		this.bare.withPropertyValues("hyper-client.services.my-service.base-url=" + this.cookbook.url(),
				"hyper-client.services.my-service.version=1.0", "hyper-client.services.my-service.basic.username=user")
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("systemEnvironment",
						Map.of("HYPERCLIENT_SERVICES_MYSERVICE_BASIC_PASSWORD", "password",
								"HYPERCLIENT_SERVICES_OTHER_BASEURL", this.library.url() + "/1.0"))))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("my-service", "other");
				assertThat(authorizations(this.cookbook)).isNotEmpty().containsOnly("Basic dXNlcjpwYXNzd29yZA==");
				assertThat(authorizations(this.library)).isNotEmpty().containsOnlyNulls();
			});
	}

	@Test
	void credentialsReachTheirOwnServiceOnly() {
		this.both.withPropertyValues(COOKBOOK + "basic.username=user", COOKBOOK + "basic.password=password")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(authorizations(this.cookbook)).isNotEmpty().containsOnly("Basic dXNlcjpwYXNzd29yZA==");
				assertThat(authorizations(this.library)).isNotEmpty().containsOnlyNulls();
			});
	}

	@Test
	void theBeansOfTheApplicationAreForTheDefaultOne(@TempDir Path directory) {
		HttpAuthorizer mine = new BasicHttpAuthorizer("me", "mine");
		ResponseStore store = new FileResponseStore(directory);
		this.library.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
		this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
		this.both
			.withPropertyValues("hyper-client.startup=lazy", COOKBOOK + "startup=lazy",
					"hyper-client.retry.max-retries=1", COOKBOOK + "retry.max-retries=1")
			.withBean(HttpAuthorizer.class, () -> mine)
			.withBean(ResponseStore.class, () -> store)
			.withBean(RetryPolicy.class,
					() -> RetryPolicy.defaults().withMaxRetries(3).withWaits((retry) -> java.time.Duration.ZERO))
			.run((context) -> {
				ServiceRoot cookbook = context.getBean("cookbook", ServiceRoot.class);
				assertThat(context.getBean(ServiceRoot.class).credentials()).contains(mine);
				assertThat(cookbook.credentials()).isEmpty();
				assertThat(context.getBean(ServiceRoot.class)).satisfies(NamedServicesTests::fails);
				assertThat(cookbook).satisfies(NamedServicesTests::fails);
				assertThat(this.library.requestCount()).isEqualTo(4);
				assertThat(this.cookbook.requestCount()).isEqualTo(2);
			});
	}

	@Test
	void aStoreOrCacheOfTheApplicationIsUsed(@TempDir Path first, @TempDir Path second) {
		ApplicationContextRunner stored = this.both.withBean(ResponseStore.class, () -> new FileResponseStore(first));
		stored.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(first).isDirectoryContaining((file) -> file.toString().contains("1.0"));
		});
		stored.withBean(HttpCache.class, () -> HttpCache.in(second)).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(second).isNotEmptyDirectory();
		});
	}

	@Test
	void customizersAreToldTheName(@TempDir Path everywhere, @TempDir Path one) {
		ServiceRootBuilderCustomizer all = (builder) -> builder.cache(everywhere);
		this.both.withBean("all", ServiceRootBuilderCustomizer.class, () -> all)
			.withBean("one", ServiceRootBuilderCustomizer.class,
					() -> ServiceRootBuilderCustomizer.forService("cookbook", (builder) -> builder.cache(one)))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(files(one)).isNotEmpty()
					.allMatch((file) -> file.contains("" + this.cookbook.server().port()));
				assertThat(files(everywhere)).isNotEmpty()
					.allMatch((file) -> file.contains("" + this.library.server().port()));
			});
	}

	@Test
	void webClientsAreCustomizedByName() {
		this.both
			.withBean(HyperClientWebClientCustomizer.class,
					() -> (service, builder) -> builder.defaultHeader("X-Service", service))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(headers(this.library, "X-Service")).isNotEmpty().containsOnly("default");
				assertThat(headers(this.cookbook, "X-Service")).isNotEmpty().containsOnly("cookbook");
			});
	}

	@Test
	void jsonMappersAreCustomizedByName() {
		this.both
			.withBean(HyperClientJsonMapperCustomizer.class,
					() -> (service,
							builder) -> builder.propertyNamingStrategy(service.equals("cookbook")
									? PropertyNamingStrategies.UPPER_CAMEL_CASE : PropertyNamingStrategies.SNAKE_CASE))
			.run((context) -> {
				for (TinyService each : List.of(this.library, this.cookbook)) {
					each.server()
						.stubFor(get("/1.0/thing").willReturn(okJson("{\"resource_type_link\": \"" + each.url()
								+ "/1.0/#service-root\", \"firstServed\": 1, \"first_served\": 2, \"FirstServed\": 3}")));
				}
				assertThat(context.getBean(ServiceRoot.class).load("thing", Entry.class).as(Thing.class))
					.isEqualTo(new Thing(2));
				assertThat(context.getBean("cookbook", ServiceRoot.class).load("thing", Entry.class).as(Thing.class))
					.isEqualTo(new Thing(3));
			});
	}

	@Test
	void theMetersTellTheServicesApart() {
		this.both.run((context) -> {
			context.getBean("cookbook", ServiceRoot.class).load("");
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			for (String client : List.of("default", "cookbook")) {
				assertThat(registry.get("hyper.client.cache")
					.tags("client", client, "outcome", "miss")
					.functionCounter()
					.count()).isEqualTo(2);
				assertThat(registry.get("hyper.client.cache")
					.tags("client", client, "outcome", "revalidated")
					.functionCounter()
					.count()).isEqualTo(client.equals("default") ? 0 : 1);
				assertThat(registry.get("hyper.client.health").tags("client", client).functionCounters())
					.hasSameSizeAs(CacheOutcome.values());
			}
			assertThat(context.getBean(HyperClientMeters.class).calls("cookbook").count(CacheOutcome.REVALIDATED))
				.isEqualTo(1);
		});
	}

	@Test
	void aCacheDirectoryMayBeShared(@TempDir Path directory) {
		this.both
			.withPropertyValues("hyper-client.cache.directory=" + directory, COOKBOOK + "cache.directory=" + directory)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(files(directory)).anyMatch((file) -> file.contains("" + this.library.server().port()))
					.anyMatch((file) -> file.contains("" + this.cookbook.server().port()));
			});
	}

	@Test
	void aSharedDirectoryServesNobodyElse(@TempDir Path directory) {
		this.cookbook.fresh();
		this.bare
			.withPropertyValues("hyper-client.base-url=" + this.cookbook.url(), "hyper-client.version=1.0",
					"hyper-client.cache.directory=" + directory, "hyper-client.basic.username=me",
					"hyper-client.basic.password=mine", COOKBOOK + "base-url=" + this.cookbook.url(),
					COOKBOOK + "version=1.0", COOKBOOK + "cache.directory=" + directory,
					COOKBOOK + "basic.username=you", COOKBOOK + "basic.password=yours")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(authorizations(this.cookbook)).hasSize(4);
				assertThat(authorizations(this.cookbook).stream().distinct()).hasSize(2);
			});
	}

	@Test
	void eachHasItsOwnTimeOut() {
		this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(20_000)));
		this.both.withPropertyValues(COOKBOOK + "read-timeout=200ms")
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(), this.cookbook.url(),
					"'hyper-client.services.cookbook.base-url'"));
	}

	@Test
	void messagesAtRunTimeNameTheKeysOfTheService() {
		this.both.run((context) -> {
			ServiceRoot root = context.getBean("cookbook", ServiceRoot.class);
			assertThatExceptionOfType(ForeignOriginException.class)
				.isThrownBy(() -> root.load("https://elsewhere.example.org/"))
				.withMessageContaining("(hyper-client.services.cookbook.allowed-origins)");
			this.cookbook.server().stop();
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load(""))
				.withMessageContaining("(hyper-client.services.cookbook.base-url)");
		});
	}

	@Test
	void eachHasItsOwnProxy() {
		WireMockServer proxy = new WireMockServer(WireMockConfiguration.options().dynamicPort());
		proxy.start();
		try {
			this.both
				.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.port(),
						COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean("cookbook", ServiceRoot.class)).satisfies(NamedServicesTests::fails);
					assertThat(proxy.getAllServeEvents()).isNotEmpty();
					assertThat(this.library.requestCount()).isEqualTo(2);
					assertThat(this.cookbook.requestCount()).isZero();
				});
		}
		finally {
			proxy.stop();
		}
	}

	@Test
	void aProxyIsToldWhoAsks() throws IOException {
		try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> refuseAndReport(proxy));
			this.named
				.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=" + proxy.getLocalPort(),
						COOKBOOK + "proxy.username=me", COOKBOOK + "proxy.password=mine", COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(ServiceRoot.class)).satisfies(NamedServicesTests::fails);
				});
			assertThat(request.join()).containsIgnoringCase("proxy-authorization: Basic bWU6bWluZQ==");
		}
	}

	private static String refuseAndReport(ServerSocket proxy) {
		try (Socket connection = proxy.accept()) {
			StringBuilder request = new StringBuilder();
			BufferedReader reader = new BufferedReader(
					new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
			for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
				request.append(line).append('\n');
			}
			connection.getOutputStream().write("HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n".getBytes());
			return request.toString();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void theClientOfTheJdkCannotTellAProxyWhoAsks() {
		this.named.withBean(ClientHttpConnectorBuilder.class, ClientHttpConnectorBuilder::jdk)
			.withPropertyValues(COOKBOOK + "proxy.host=localhost", COOKBOOK + "proxy.port=3128",
					COOKBOOK + "proxy.username=me")
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.cookbook.proxy.username'", "Reactor Netty"));
	}

	@Test
	void theClientOfTheJdkTakesAProxyToo() {
		WireMockServer proxy = new WireMockServer(WireMockConfiguration.options().dynamicPort());
		proxy.start();
		try {
			this.named
				.withPropertyValues("spring.http.clients.reactive.connector=jdk", COOKBOOK + "proxy.host=localhost",
						COOKBOOK + "proxy.port=" + proxy.port(), COOKBOOK + "startup=lazy")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(ServiceRoot.class)).satisfies(NamedServicesTests::fails);
					assertThat(proxy.getAllServeEvents()).isNotEmpty();
				});
		}
		finally {
			proxy.stop();
		}
	}

	@Test
	void theClientOfTheJdkHasNoLimitOfConnections() {
		this.named.withBean(ClientHttpConnectorBuilder.class, ClientHttpConnectorBuilder::jdk)
			.withPropertyValues(COOKBOOK + "max-connections=2")
			.run((context) -> Failures.assertAnalysed(context.getStartupFailure(),
					"'hyper-client.services.cookbook.max-connections'", "Reactor Netty"));
	}

	@Test
	void aLimitOfConnectionsIsKept() {
		this.named.withPropertyValues(COOKBOOK + "max-connections=1").run((context) -> {
			assertThat(context).hasNotFailed();
			ServiceRoot root = context.getBean(ServiceRoot.class);
			this.cookbook.server().resetRequests();
			this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(404).withFixedDelay(500)));
			CompletableFuture
				.allOf(CompletableFuture.runAsync(() -> root.load("a")),
						CompletableFuture.runAsync(() -> root.load("b")))
				.exceptionally((ex) -> null)
				.join();
			List<Long> times = this.cookbook.server()
				.getAllServeEvents()
				.stream()
				.map((event) -> event.getRequest().getLoggedDate().getTime())
				.sorted()
				.toList();
			assertThat(times).hasSize(2);
			assertThat(times.get(1) - times.get(0)).isGreaterThan(400);
		});
	}

	@Test
	void eachHasItsOwnSslBundle(@TempDir Path directory) throws Exception {
		Path keys = directory.resolve("keys.p12");
		assertThat(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keyalg", "RSA", "-alias", "localhost", "-dname", "CN=localhost", "-ext",
				"san=dns:localhost", "-storetype", "PKCS12", "-storepass", "changeit", "-keystore", keys.toString())
			.redirectErrorStream(true)
			.start()
			.waitFor()).isZero();
		WireMockServer secure = new WireMockServer(WireMockConfiguration.options()
			.httpDisabled(true)
			.dynamicHttpsPort()
			.keystorePath(keys.toString())
			.keystoreType("PKCS12")
			.keystorePassword("changeit")
			.keyManagerPassword("changeit"));
		secure.start();
		try {
			String address = "https://localhost:" + secure.httpsPort() + "/1.0/";
			this.bare
				.withPropertyValues("spring.ssl.bundle.jks.kitchen.truststore.location=file:" + keys,
						"spring.ssl.bundle.jks.kitchen.truststore.password=changeit",
						"spring.ssl.bundle.jks.kitchen.truststore.type=PKCS12", COOKBOOK + "base-url=" + address,
						COOKBOOK + "ssl.bundle=kitchen", COOKBOOK + "startup=lazy", "hyper-client.base-url=" + address,
						"hyper-client.startup=lazy")
				.run((context) -> {
					assertThatExceptionOfType(NotFound.class)
						.isThrownBy(context.getBean("cookbook", ServiceRoot.class)::svcAttributes);
					assertThatExceptionOfType(TransportException.class)
						.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
						.withMessageContaining("certification path");
				});
		}
		finally {
			secure.stop();
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnCookbook {

		@Bean
		ServiceRoot cookbook() {
			return ServiceRoot.builder(null).serviceRoot("http://localhost:1").startup(Startup.LAZY).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CookbookAuthorizer {

		@Bean
		@Qualifier("cookbook")
		BasicHttpAuthorizer cook() {
			return new BasicHttpAuthorizer("me", "mine");
		}

	}

	record Thing(int firstServed) {
	}

	private static void fails(ServiceRoot root) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(root::svcAttributes);
	}

	private static List<String> files(Path directory) {
		return List.of(directory.toFile().list());
	}

	private static List<String> authorizations(TinyService service) {
		return headers(service, "Authorization");
	}

	private static List<String> headers(TinyService service, String name) {
		return service.server()
			.getAllServeEvents()
			.stream()
			.map((event) -> event.getRequest().getHeader(name))
			.toList();
	}

	record Kitchen(ServiceRoot library, @Qualifier("cookbook") ServiceRoot cookbook, Map<String, ServiceRoot> all) {
	}

}
