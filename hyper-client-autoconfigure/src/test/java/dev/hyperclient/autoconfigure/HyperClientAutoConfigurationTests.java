package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.testservice.FakeService;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ApplicationContext;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

/**
 * The default service against an HTTP server.
 */
class HyperClientAutoConfigurationTests {

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner
		.create(HyperClientMetricsAutoConfiguration.class, HyperClientHealthContributorAutoConfiguration.class);

	private final ApplicationContextRunner configured = this.runner
		.withPropertyValues("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0");

	@Test
	void baseUrlAndVersionConfigureServiceRoot() {
		this.configured.run((context) -> {
			assertThat(context).hasSingleBean(ServiceRoot.class);
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(this.service.url() + "/1.0/");
			assertThat(context.getBean(ServiceRoot.class).svcAttributes()).containsExactly("motto",
					"resource_type_link");
		});
	}

	@Test
	void rootBeanOfApplicationIsKept() {
		this.runner.withBean(ServiceRoot.class, () -> mock(ServiceRoot.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class));
	}

	@Test
	void freshStoredRootNeedsNoRequestAndNoWebClient(@TempDir Path directory) {
		AtomicInteger webClients = new AtomicInteger();
		WebClientCustomizer counting = (builder) -> webClients.incrementAndGet();
		try (FakeService fresh = FakeService.builder("fresh").start()) {
			ApplicationContextRunner cached = this.runner
				.withPropertyValues("hyper-client.base-url=" + fresh.baseUrl(),
						"hyper-client.cache.directory=" + directory)
				.withBean(WebClientCustomizer.class, () -> counting);
			cached.run((context) -> assertThat(context).hasNotFailed());
			assertThat(webClients).hasValue(1);
			assertThat(fresh.requests()).hasSize(2);
			cached.run((context) -> assertThat(context).hasNotFailed());
			assertThat(webClients).hasValue(1);
			assertThat(fresh.requests()).hasSize(2);
		}
	}

	@Test
	void cacheLimitsAreApplied(@TempDir Path directory) {
		ApplicationContextRunner cached = this.configured
			.withPropertyValues("hyper-client.cache.directory=" + directory);
		cached
			.withPropertyValues("hyper-client.cache.max-size=1MB", "hyper-client.cache.max-idle-time=30d",
					"hyper-client.cache.memory-tier=1MB")
			.run((context) -> assertThat(context.getBean(ServiceRoot.class).cache().size().entries()).isEqualTo(2));
		cached.withPropertyValues("hyper-client.cache.max-idle-time=1ns")
			.run((context) -> assertThat(this.service.headers("If-None-Match")).hasSize(4).containsOnlyNulls());
		cached.withPropertyValues("hyper-client.cache.max-size=1B")
			.run((context) -> assertThat(context.getBean(ServiceRoot.class).cache().statistics().puts()).isZero());
	}

	@Test
	void parsedDescriptionIsKeptInItsDirectory(@TempDir Path directory) {
		Path cache = directory.resolve("cache");
		ApplicationContextRunner cached = this.configured.withPropertyValues("hyper-client.cache.directory=" + cache);
		Path chosen = directory.resolve("chosen");
		cached.withPropertyValues("hyper-client.cache.description-directory=" + chosen)
			.run((context) -> assertThat(chosen).isNotEmptyDirectory());
		StartupFailures.assertStartFails(cached.withPropertyValues("hyper-client.cache.description-directory=" + cache),
				"(hyper-client.cache.description-directory) is '" + cache + "'",
				"Correct 'hyper-client.cache.description-directory'");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void cacheSizeWithoutUnitIsLogged(@TempDir Path directory, CapturedOutput output) {
		ApplicationContextRunner cached = this.configured
			.withPropertyValues("hyper-client.cache.directory=" + directory);
		cached.withPropertyValues("hyper-client.cache.max-size=100MB")
			.run((context) -> assertThat(output).doesNotContain("'hyper-client.cache.max-size'"));
		cached.withPropertyValues("hyper-client.cache.max-size=10")
			.run((context) -> assertThat(output).containsOnlyOnce("'hyper-client.cache.max-size' is 10 bytes"));
	}

	@Test
	void missingBaseUrlFailsTheUseOfRoot() {
		StartupFailures.assertStartFails(this.runner.withBean(Recipes.class), "'hyper-client.base-url' is not set",
				"Set 'hyper-client.base-url'");
		this.runner.run((context) -> assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> context.getBean(ServiceRoot.class))
			.satisfies((failure) -> StartupFailures.assertAnalyzed(failure, "'hyper-client.base-url' is not set",
					"Set 'hyper-client.base-url'")));
	}

	@Test
	void applicationWithoutPropertiesStarts() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class);
			assertThat(RootBeans.byService(context.getBeanFactory())).isEmpty();
		});
	}

	@Test
	void configuredRootIsCreatedAtStart() {
		this.configured.run((context) -> assertThat(context.getBeanFactory().containsSingleton("default")).isTrue());
		this.configured.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("default")).isFalse());
		this.configured.withPropertyValues("hyper-client.startup=background")
			.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("default")).isTrue());
	}

	@Test
	void rootHasNameOfServiceAndAlias() {
		this.configured.run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnly(Map.entry("default", root));
			assertThat(context.getBean("serviceRoot")).isSameAs(root);
		});
	}

	@Test
	void disabledServiceHasNoRoot() {
		StartupFailures.assertStartFails(
				this.configured.withPropertyValues("hyper-client.enabled=false").withBean(Recipes.class),
				"'hyper-client.enabled' is not true", "Set 'hyper-client.enabled' to true");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', value = { "localhost:8080, 'https://localhost:8080' or 'http://localhost:8080'",
			"staging, 'hyper-client.preset' to 'launchpad'" })
	void baseUrlWithoutSchemeFailsTheStart(String baseUrl, String action) {
		StartupFailures.assertStartFails(this.runner.withPropertyValues("hyper-client.base-url=" + baseUrl),
				"(hyper-client.base-url) must begin with http:// or https:// but is '" + baseUrl + "'", action);
	}

	@Test
	void credentialsAreMissing() {
		this.service.server()
			.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(401)
				.withHeader("WWW-Authenticate", "OAuth realm=\"cookbooks\"")
				.withBody("<p>\u001b[31mWho are\nyou?" + "x".repeat(1000))));
		this.configured.run((context) -> {
			StartupFailures.assertAnalyzed(context.getStartupFailure(),
					"HTTP Error 401: Unauthorized. The service asks for: OAuth realm=\"cookbooks\". It says: <p> [31mWho are you?xxx",
					"No credentials are set, but the service requires some. Set properties below 'hyper-client.basic'");
			assertThat(StartupFailures.analyze(context.getStartupFailure()).getDescription()).hasSizeLessThan(500);
		});
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', value = { "basic.username=me basic.password=s3cret, below 'hyper-client.basic'",
			"oauth.consumer-key=me, below 'hyper-client.oauth'" })
	void credentialsAreRefused(String properties, String action) {
		this.service.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(401)));
		this.configured.withPropertyValues(HyperClientContextRunner.properties(properties.split(" ")))
			.run((context) -> {
				StartupFailures.assertAnalyzed(context.getStartupFailure(), "HTTP Error 401: Unauthorized.",
						"Check the credentials " + action + ".");
				assertThat(StartupFailures.messages(context.getStartupFailure())).doesNotContain("s3cret");
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			404 | HTTP Error 404         | Check 'hyper-client.base-url' and 'hyper-client.version'
			403 | It says: Members only. | No credentials are set, but the service requires some.
			410 | HTTP Error 410: Gone   | The service responded, but has no root at this URL.
			429 | HTTP Error 429         | The service limits requests. Wait before the next start
			""")
	void refusalOfTheServiceHasAnAction(int status, String description, String action) {
		this.service.server()
			.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody("Members only")));
		StartupFailures.assertStartFails(this.configured.withPropertyValues("hyper-client.retry.max-retries=0"),
				description, action);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					http://localhost:8080/1.0/           | already ends with the version '1.0' | http://localhost:8080/
					https://api.example.com/app/1.0      | already ends with the version '1.0' | https://api.example.com/app/
					http://api.example.com:8080/app      | must begin with https://            | https://api.example.com:8080/app/
					ftp://api.example.com/app            | must begin with http:// or https:// | https://api.example.com/app/
					http://api.example.com/app?key=s3cret| have neither query nor fragment     | http://api.example.com/app/
					https://me:s3cret@api.example.com/   | must not contain a user name        | https://api.example.com/
					https:///app                         | name a host                         | https://api.example.com/
					""")
	void baseUrlThatIsRefusedIsCorrected(String baseUrl, String description, String corrected) {
		this.runner
			.withPropertyValues("hyper-client.base-url=" + baseUrl, "hyper-client.version=1.0",
					"hyper-client.basic.username=me", "hyper-client.basic.password=s3cret")
			.run((context) -> {
				StartupFailures.assertAnalyzed(context.getStartupFailure(), description,
						"Correct 'hyper-client.base-url', for instance to %s.".formatted(corrected));
				assertThat(StartupFailures.messages(context.getStartupFailure())).doesNotContain("s3cret");
			});
	}

	@Test
	void otherContentFailsTheStart() {
		this.service.server()
			.stubFor(any(anyUrl()).willReturn(aResponse().withHeader("Content-Type", "text/html").withBody("{}")));
		this.configured.run((context) -> {
			FailureAnalysis analysis = StartupFailures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription())
				.contains("No self-describing service found: " + this.service.url() + "/1.0/ serves text/html")
				.doesNotContainIgnoringCase("check");
			assertThat(analysis.getAction())
				.startsWith("Check that 'hyper-client.base-url' and 'hyper-client.version'");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					ht tp://x                         | but is 'ht tp://x' (Illegal character in scheme name at index 2)
					https://api.example.com/my app    | but is 'https://api.example.com/my app' (Illegal character in path at index 26)
					https://a b.example/?token=s3cret | but is 'https://a b.example/...' (Illegal character in authority at index
					https://me:s3cret@a.example/b c   | must be a valid URL (Illegal character in path at index 29)
					""")
	void baseUrlThatIsNoUrlIsShownWithoutSecrets(String baseUrl, String description) {
		this.runner.withPropertyValues("hyper-client.base-url=" + baseUrl).run((context) -> {
			StartupFailures.assertAnalyzed(context.getStartupFailure(), description,
					"Set 'hyper-client.base-url' to a URL such as https://api.example.org/");
			StartupFailures.assertAnalyzed(context.getStartupFailure(), "'hyper-client.base-url' must be a valid URL",
					"");
			assertThat(StartupFailures.causes(context.getStartupFailure()))
				.noneSatisfy((cause) -> assertThat(cause.toString()).contains("s3cret"));
		});
	}

	@Test
	void maximumResponseSizeIsApplied() {
		this.configured.withPropertyValues("hyper-client.max-response-size=100B")
			.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
				.anyMatch(ResponseTooLargeException.class::isInstance));
	}

	@ParameterizedTest
	@CsvSource({ "'', 1", "false, 1", "true, 2" })
	void postIsRetriedIfTheServiceAllowsIt(String retryPost, int requests) {
		try (FakeService kitchen = FakeService.builder("kitchen")
			.type("dish", "dishes",
					(dish) -> dish.key("name")
						.text("name")
						.entry(Map.of("name", "soup"))
						.operation("cook", (cook) -> cook.post().answers((call) -> "done")))
			.start()) {
			this.runner
				.withPropertyValues("hyper-client.base-url=" + kitchen.baseUrl(),
						"hyper-client.retry.post=" + retryPost)
				.run((context) -> {
					Entry soup = context.getBean(ServiceRoot.class).collection("dishes").at(0);
					kitchen.faults().failNext("POST", "/dishes/soup", 503);
					if (requests == 1) {
						assertThatExceptionOfType(ServerError.class).isThrownBy(() -> soup.operation("cook").invoke());
					}
					else {
						assertThat(soup.operation("cook").invoke().content()).isEqualTo("done");
					}
					assertThat(kitchen.requests("POST", "/dishes/soup")).hasSize(requests);
				});
		}
	}

	@Test
	void metersAreRegisteredAtStart() {
		this.configured.withConfiguration(HyperClientContextRunner.METERS).run((context) -> {
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.get("cache.size")
				.tags("cache", "default", "name", "default", "cache.manager", "hyper-client")
				.gauge()
				.value()).isEqualTo(2);
			assertThat(meters.get("cache.puts").functionCounter().count()).isEqualTo(2);
			assertThat(meters.get("cache.evictions").functionCounter().count()).isZero();
			assertThat(meters.get("cache.gets").tag("result", "miss").functionCounter().count()).isEqualTo(2);
			assertThat(meters.get("cache.gets").tag("result", "hit").functionCounter().count()).isZero();
			assertThat(meters.get("hyper.client.cache.entries").gauge().value()).isEqualTo(2);
			assertThat(meters.get("hyper.client.cache.stored").gauge().value()).isGreaterThan(100);
		});
	}

	@Test
	void healthCheckIsOneConditionalRequestWithItsOwnMeter() {
		this.configured.withConfiguration(HyperClientContextRunner.METERS).run((context) -> {
			int before = this.service.requestCount();
			assertThat(indicator(context).health().getStatus()).isEqualTo(Status.UP);
			assertThat(this.service.requestCount() - before).isEqualTo(1);
			assertThat(count(context, "hyper.client.cache", "revalidated")).isZero();
			assertThat(count(context, "hyper.client.health", "revalidated")).isEqualTo(1);
		});
	}

	@Test
	void healthCanBeDisabled() {
		this.configured.withPropertyValues("management.health.hyper-client.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean("hyperClientHealthContributor"));
	}

	private static HealthIndicator indicator(ApplicationContext context) {
		HealthContributor contributor = context.getBean("hyperClientHealthContributor", HealthContributor.class);
		return (contributor instanceof CompositeHealthContributor composite)
				? (HealthIndicator) composite.stream().iterator().next().contributor() : (HealthIndicator) contributor;
	}

	private static double count(ApplicationContext context, String meter, String outcome) {
		FunctionCounter counter = context.getBean(MeterRegistry.class)
			.get(meter)
			.tags("client", "default", "outcome", outcome)
			.functionCounter();
		return counter.count();
	}

	record Recipes(ServiceRoot root) {
	}

}
