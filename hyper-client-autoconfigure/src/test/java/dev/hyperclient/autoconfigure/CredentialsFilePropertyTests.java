package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.token.Consumer;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.StoredCredentials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credentials in a file that a property names, seen on the wire and in the explanations
 * of what is wrong.
 */
@Timeout(60)
class CredentialsFilePropertyTests {

	private final TinyService service = new TinyService();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(OwnReactorResources.class)
		.withPropertyValues("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0")
		.withConfiguration(AutoConfigurations.of(HyperClientAutoConfiguration.class,
				HyperClientServicesAutoConfiguration.class, HttpClientAutoConfiguration.class,
				ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class));

	@TempDir
	Path directory;

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void theTokenArrivesOnTheWire() {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth.application-name=the app", "oauth.realm=cookbooks")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(authorizations()).isNotEmpty()
					.allSatisfy((header) -> assertThat(header).startsWith("OAuth realm=\"cookbooks\", ")
						.endsWith(
								"oauth_consumer_key=\"consumer\", oauth_token=\"token\", oauth_signature=\"%26s3cret\""));
				assertThat(context.getBean(ServiceRoot.class).credentials().orElseThrow().userAgentParameters())
					.containsEntry("application", "the app");
			});
	}

	@Test
	void theConsumerMayBeNamedAsWell() {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth.consumer-key=consumer", "oauth.access-token=",
				"oauth.access-token-secret=")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(authorizations()).isNotEmpty().allMatch((header) -> header.contains("\"token\""));
			});
	}

	@Test
	void everyServiceHasItsOwn() {
		write("consumer");
		with("services.kitchen.base-url=" + this.service.url(), "services.kitchen.version=1.0",
				"services.kitchen.oauth.credentials-file=" + file())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean("kitchen", ServiceRoot.class).credentials()).isPresent();
				assertThat(context.getBean(ServiceRoot.class).credentials()).isEmpty();
			});
	}

	@Test
	void aMissingFileIsExplained() {
		with("oauth.credentials-file=" + file()).run((context) -> assertExplained(context.getStartupFailure(),
				"'" + file() + "' does not exist", "'hyper-client.oauth.credentials-file'"));
	}

	@Test
	void aMissingFileOfANamedServiceIsExplained() {
		with("services.kitchen.base-url=" + this.service.url(), "services.kitchen.oauth.credentials-file=" + file())
			.run((context) -> assertExplained(context.getStartupFailure(), "does not exist",
					"'hyper-client.services.kitchen.oauth.credentials-file'"));
	}

	@Test
	void aTornFileIsExplainedAndNotRepeated() throws IOException {
		Files.writeString(file(), "[1]\nconsumer_key = consumer\naccess_secret = s3cret\n");
		with("oauth.credentials-file=" + file()).run((context) -> assertExplained(context.getStartupFailure(),
				"does not contain credentials: it has no 'consumer_secret'", "'hyper-client.oauth.credentials-file'"));
	}

	@Test
	void theFileOfAnotherConsumerIsExplained() {
		write("other");
		with("oauth.credentials-file=" + file(), "oauth.consumer-key=consumer")
			.run((context) -> assertExplained(context.getStartupFailure(),
					"'hyper-client.oauth.consumer-key' is 'consumer', but the file", "with credentials of 'consumer'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "access-token", "access-token-secret", "consumer-secret" })
	void aFileExcludesWhatIsInIt(String other) {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth." + other + "=s3cret").run((context) -> {
			Throwable failure = context.getStartupFailure();
			assertThat(causes(failure)).anySatisfy((cause) -> assertThat(cause).isInstanceOfSatisfying(
					MutuallyExclusiveConfigurationPropertiesException.class,
					(exclusive) -> assertThat(exclusive.getConfiguredNames()).containsExactlyInAnyOrder(
							"hyper-client.oauth.credentials-file", "hyper-client.oauth." + other)));
			assertNoSecret(failure);
		});
	}

	private void write(String consumer) {
		new CredentialsFile(file())
			.write(new StoredCredentials(Consumer.of(consumer), new AccessToken("token", "s3cret")));
	}

	private Path file() {
		return this.directory.resolve("credentials");
	}

	private ApplicationContextRunner with(String... properties) {
		return this.runner.withPropertyValues(
				Arrays.stream(properties).map((property) -> "hyper-client." + property).toArray(String[]::new));
	}

	private List<String> authorizations() {
		return this.service.server()
			.getAllServeEvents()
			.stream()
			.map((event) -> event.getRequest().getHeader("Authorization"))
			.toList();
	}

	private static void assertExplained(Throwable failure, String description, String action) {
		assertThat(causes(failure)).anySatisfy(
				(cause) -> assertThat(cause).isInstanceOfSatisfying(FailureAnalyzedException.class, (analyzed) -> {
					assertThat(analyzed.analysis().getDescription()).contains(description);
					assertThat(analyzed.analysis().getAction()).contains(action);
				}));
		assertNoSecret(failure);
	}

	private static void assertNoSecret(Throwable failure) {
		assertThat(causes(failure).stream().map(Throwable::toString).collect(Collectors.joining("\n")))
			.doesNotContain("s3cret");
	}

	private static List<Throwable> causes(Throwable failure) {
		return Stream.iterate(failure, (cause) -> cause != null, Throwable::getCause).toList();
	}

}
