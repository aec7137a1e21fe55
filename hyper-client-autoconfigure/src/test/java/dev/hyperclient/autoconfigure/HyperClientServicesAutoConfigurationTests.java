package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.internal.files.CacheDirectories;
import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.FakeService;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Named services in one application.
 */
@ExtendWith(OutputCaptureExtension.class)
class HyperClientServicesAutoConfigurationTests extends AbstractTwoServicesTests {

	@Test
	void rootsAreInjectedByName() {
		this.both.withBean(Kitchen.class).run((context) -> {
			Kitchen kitchen = context.getBean(Kitchen.class);
			assertThat(kitchen.library().uri()).hasToString(this.library.url() + "/1.0/");
			assertThat(kitchen.cookbook().uri()).hasToString(this.cookbook.url() + "/1.0/");
			assertThat(kitchen.all()).containsOnly(Map.entry("default", kitchen.library()),
					Map.entry("cookbook", kitchen.cookbook()));
		});
	}

	@Test
	void rulesOfANamedServiceAreItsOwn(@TempDir Path directory) {
		ApplicationContextRunner runner = this.named.withPropertyValues(
				COOKBOOK + "cache.directory=" + directory.resolve("cache"), "hyper-client.cache.rules[0].url=/**",
				"hyper-client.cache.rules[0].bypass=true",
				COOKBOOK + "cache.rules[0].url=" + this.cookbook.url() + "/1.0/**",
				COOKBOOK + "cache.rules[0].max-age=1h", COOKBOOK + "cache.rules[0].override=true");
		runner.run((context) -> context.getBean(ServiceRoot.class).svcAttributes());
		int first = this.cookbook.requestCount();
		runner.run((context) -> context.getBean(ServiceRoot.class).svcAttributes());
		assertThat(this.cookbook.requestCount()).isEqualTo(first).isPositive();
	}

	@Test
	void ruleOfANamedServiceThatCannotBeUsedFailsTheStart() {
		StartupFailures.assertStartFails(this.named.withPropertyValues(COOKBOOK + "cache.rules[0].url=/a"),
				"'hyper-client.services.cookbook.cache.rules' cannot be used: Rule 1: it has no effect.",
				"Write max-age");
		StartupFailures.assertStartFails(
				this.named.withPropertyValues(COOKBOOK + "cache.rules[0].service-group=github",
						COOKBOOK + "cache.rules[0].bypass=true"),
				"'hyper-client.services.cookbook.cache.rules'", "url: /people/**");
		StartupFailures.assertStartFails(
				this.named.withPropertyValues(COOKBOOK + "cache.rules[0].url=/a",
						COOKBOOK + "cache.rules[0].methods=POST", COOKBOOK + "cache.rules[0].safe-post=true"),
				"'hyper-client.services.cookbook.cache.rules'", "methods: [GET]");
	}

	@Test
	void noDefaultServiceWithoutBaseUrl() {
		this.named.run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class).hasBean("cookbook");
			assertThat(context).doesNotHaveBean(HyperClientConnectionDetails.class);
		});
		this.named.withPropertyValues("hyper-client.base-url=${NONE:}")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class));
	}

	@Test
	void connectionDetailsConfigureDefaultService() {
		HyperClientConnectionDetails details = () -> URI.create(this.library.url() + "/1.0/");
		this.named.withBean(HyperClientConnectionDetails.class, () -> details)
			.run((context) -> assertThat(context.getBean(ServiceRoot.class).uri())
				.hasToString(this.library.url() + "/1.0/"));
	}

	@Test
	void qualifiedConnectionDetailsConfigureNamedService() {
		HyperClientConnectionDetails details = () -> URI.create(this.library.url() + "/1.0/");
		this.bare.withPropertyValues(COOKBOOK + "enabled=true")
			.withBean("elsewhere", HyperClientConnectionDetails.class, () -> details,
					(definition) -> ((AbstractBeanDefinition) definition)
						.addQualifier(new AutowireCandidateQualifier(Qualifier.class, "cookbook")))
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(ServiceRoot.class);
				assertThat(context.getBean("cookbook", ServiceRoot.class).uri())
					.hasToString(this.library.url() + "/1.0/");
			});
	}

	@Test
	void eachServiceHasConnectionDetailsOfItsOwn() {
		this.named
			.withPropertyValues("hyper-client.base-url=http://ignored.invalid/", "hyper-client.startup=lazy",
					COOKBOOK + "startup=lazy")
			.withUserConfiguration(ConnectionDetailsOfBoth.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(ServiceRoot.class).uri()).hasToString("http://localhost:1/library/");
				assertThat(context.getBean("cookbook", ServiceRoot.class).uri())
					.hasToString("http://localhost:1/cookbook/1.0/");
			});
	}

	@Test
	void connectionDetailsHaveSslBundle() {
		try (TlsServer server = new TlsServer("localhost")) {
			HyperClientConnectionDetails details = new HyperClientConnectionDetails() {

				@Override
				public URI getBaseUrl() {
					return URI.create(server.url());
				}

				@Override
				public SslBundle getSslBundle() {
					return TlsServer.bundle("", "ca");
				}

			};
			this.bare.withPropertyValues("hyper-client.startup=lazy", "hyper-client.retry.max-retries=0")
				.withBean(HyperClientConnectionDetails.class, () -> details)
				.run((context) -> assertThatExceptionOfType(NotFound.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes));
		}
	}

	@Test
	void missingBaseUrlOfNamedServiceFailsTheStart() {
		StartupFailures.assertStartFails(this.bare.withPropertyValues(COOKBOOK + "version=1.0"),
				"'hyper-client.services.cookbook.base-url' is not set", "Set 'hyper-client.services.cookbook.base-url'",
				"a bean of the type HyperClientConnectionDetails with @Qualifier(\"cookbook\")");
	}

	@Test
	void disabledNamedServiceHasNoRootAndNoMeters() {
		ApplicationContextRunner disabled = this.both.withPropertyValues(COOKBOOK + "enabled=false");
		disabled.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("default");
			assertThat(
					context.getBean(MeterRegistry.class).find("hyper.client.cache").tag("client", "cookbook").meters())
				.isEmpty();
			assertThat(this.cookbook.requestCount()).isZero();
		});
		StartupFailures.assertStartFails(disabled.withBean(Kitchen.class),
				"'hyper-client.services.cookbook.enabled' is not true",
				"Set 'hyper-client.services.cookbook.enabled' to true");
	}

	@ParameterizedTest
	@ValueSource(strings = { "cookBook", "cook_book" })
	void serviceOfAnySpellingCanBeDisabled(String name) {
		String prefix = "hyper-client.services." + name + ".";
		this.bare.withPropertyValues(prefix + "enabled=false", prefix + "base-url=" + this.cookbook.url())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBeansOfType(ServiceRoot.class)).doesNotContainKey(name);
				assertThat(this.cookbook.requestCount()).isZero();
			});
		this.bare
			.withPropertyValues(prefix + "enabled=true", prefix + "version=1.0",
					prefix + "base-url=" + this.cookbook.url())
			.run((context) -> assertThat(context.getBeansOfType(ServiceRoot.class)).containsKey(name));
		StartupFailures.assertStartFails(this.bare.withPropertyValues(prefix + "base-ulr=" + this.cookbook.url()),
				"base-ulr' does not exist", ".base-url'?");
	}

	@Test
	void disabledDefaultServiceLeavesNamedServices() {
		this.both.withPropertyValues("hyper-client.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBeansOfType(ServiceRoot.class)).containsOnlyKeys("cookbook");
			assertThat(this.library.requestCount()).isZero();
		});
	}

	@Test
	void rootsAreClosedWithContext() {
		Map<String, ServiceRoot> roots = new HashMap<>();
		this.both.run((context) -> roots.putAll(context.getBeansOfType(ServiceRoot.class)));
		assertThat(roots).hasSize(2)
			.allSatisfy((service, root) -> assertThatExceptionOfType(IllegalStateException.class)
				.isThrownBy(() -> root.load(""))
				.withMessageContaining("closed"));
	}

	@Test
	void severalSpellingsOfOneNameFailTheStart() {
		StartupFailures.assertStartFails(
				this.bare.withPropertyValues("hyper-client.services.my-service.base-url=" + this.library.url(),
						"hyper-client.services.myService.base-url=" + this.cookbook.url()),
				"'hyper-client.services.my-service' and 'hyper-client.services.myService'",
				"Use one spelling of the name everywhere");
	}

	@ParameterizedTest
	@ValueSource(strings = { "default", "serviceRoot" })
	void nameAndAliasOfDefaultServiceAreReserved(String name) {
		String key = "hyper-client.services." + name;
		StartupFailures.assertStartFails(this.both.withPropertyValues(key + ".base-url=" + this.library.url()),
				"'" + key + "'", "'hyper-client.base-url'");
	}

	@Test
	void emptyPropertiesAreNotSet() {
		this.named
			.withPropertyValues(COOKBOOK + "base-url=" + this.cookbook.url() + "/1.0/", COOKBOOK + "version=",
					COOKBOOK + "allowed-origins=https://a.example,", COOKBOOK + "retry.max-retries=",
					COOKBOOK + "retry.post=", COOKBOOK + "allow-plain-http-credentials=")
			.run((context) -> assertThat(context.getBean("cookbook", ServiceRoot.class).uri())
				.hasToString(this.cookbook.url() + "/1.0/"));
	}

	@Test
	void environmentVariableAppliesToMatchingName() {
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
				assertThat(this.cookbook.authorizations()).isNotEmpty().containsOnly("Basic dXNlcjpwYXNzd29yZA==");
				assertThat(this.library.authorizations()).isNotEmpty().containsOnlyNulls();
			});
	}

	@Test
	void metersHaveServiceNameAsTag() {
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
		});
	}

	@Test
	void sharedCacheDirectorySeparatesIdentities(@TempDir Path directory) {
		List<String> authorizations = new CopyOnWriteArrayList<>();
		try (FakeService fresh = FakeService.builder("fresh").guard((request) -> {
			authorizations.addAll(request.authorizations());
			return Caller.ANONYMOUS;
		}).start()) {
			this.bare
				.withPropertyValues("hyper-client.base-url=" + fresh.baseUrl(),
						"hyper-client.cache.directory=" + directory, "hyper-client.basic.username=me",
						"hyper-client.basic.password=mine", COOKBOOK + "base-url=" + fresh.baseUrl(),
						COOKBOOK + "cache.directory=" + directory, COOKBOOK + "basic.username=you",
						COOKBOOK + "basic.password=yours")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(fresh.requests()).hasSize(4);
					assertThat(authorizations).hasSize(4);
					assertThat(authorizations.stream().distinct()).hasSize(2);
				});
		}
	}

	@Test
	void runtimeMessagesNameKeysOfService() {
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

	@ParameterizedTest
	@ValueSource(strings = { "cache.directory", "cache.description-directory" })
	@DisabledOnOs(OS.WINDOWS)
	void directoryThatOtherUsersCanChangeIsLoggedWithKeyOfServiceUnlessItIsTrusted(String property,
			@TempDir Path parent, CapturedOutput output) throws IOException {
		Path directory = Files.createDirectory(parent.resolve("open"));
		Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
		String text = "(hyper-client.services.cookbook.%s) is '%s', which can be changed by other users"
			.formatted(property, directory);
		ApplicationContextRunner runner = this.both.withPropertyValues(COOKBOOK + property + "=" + directory);
		runner.withPropertyValues(COOKBOOK + "cache.trust-directory=true")
			.run((context) -> assertThat(output).doesNotContain(text));
		runner.run((context) -> assertThat(output).containsOnlyOnce(text));
	}

	@Test
	void eachServiceIsLoggedByItsName() {
		try (LogLines log = new LogLines("dev.hyperclient.client", Level.INFO)) {
			this.both.run((context) -> assertThat(log.of(Level.INFO))
				.anyMatch((line) -> line.startsWith("Service 'cookbook' at " + this.cookbook.url()))
				.anyMatch((line) -> line.startsWith("Service 'default' at " + this.library.url())));
		}
	}

	@Test
	void cacheBuilderOfTheApplicationKeepsItsSettingName(@TempDir Path parent, CapturedOutput output)
			throws IOException {
		Path file = Files.createFile(parent.resolve("file"));
		ServiceRootBuilderCustomizer customizer = (service, builder) -> builder
			.cache(CacheDirectories.named(HttpCache.builder(), "'recipes.directory'").directory(file));
		this.both.withBean(ServiceRootBuilderCustomizer.class, () -> customizer)
			.run((context) -> assertThat(output).contains("Set 'recipes.directory' to a directory")
				.doesNotContain("cache.directory"));
	}

	record Kitchen(ServiceRoot library, @Qualifier("cookbook") ServiceRoot cookbook, Map<String, ServiceRoot> all) {
	}

	@Configuration(proxyBeanMethods = false)
	static class ConnectionDetailsOfBoth {

		@Bean
		HyperClientConnectionDetails first() {
			return () -> URI.create("http://localhost:1/library/");
		}

		@Bean
		@Qualifier("cookbook")
		HyperClientConnectionDetails second() {
			return new HyperClientConnectionDetails() {

				@Override
				public URI getBaseUrl() {
					return URI.create("http://localhost:1/cookbook/");
				}

				@Override
				public String getVersion() {
					return "1.0";
				}

			};
		}

	}

}
