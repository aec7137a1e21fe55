package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.token.Consumer;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.StoredCredentials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Credentials in a file that a property names.
 */
class CredentialsFilePropertyTests {

	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service);

	@TempDir
	Path directory;

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void tokenOfFileIsSent() {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth.application-name=the app", "oauth.realm=cookbooks")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(this.service.authorizations()).isNotEmpty()
					.allSatisfy((header) -> assertThat(header).startsWith("OAuth realm=\"cookbooks\", ")
						.endsWith(
								"oauth_consumer_key=\"consumer\", oauth_token=\"token\", oauth_signature=\"%26s3cret\""));
				assertThat(context.getBean(ServiceRoot.class).credentials().orElseThrow().userAgentParameters())
					.containsEntry("application", "the app");
			});
	}

	@Test
	void revokedTokenIsNamedByItsFileAndConsumer() {
		write("my-tool");
		this.service.server()
			.stubFor(WireMock.get("/1.0/gone")
				.willReturn(WireMock.aResponse().withStatus(401).withBody("Invalid token.")));
		with("oauth.credentials-file=" + file()).run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.load("gone"))
				.withMessageEndingWith(
						"The service refused the token of the consumer 'my-tool' in the credentials file '%s'"
								+ " ('hyper-client.oauth.credentials-file'). If it does not know the consumer, check the"
								+ " consumer key; if the token was revoked or has expired, get a new one with an"
								+ " OAuthTokenFlow, save it there, and restart the application",
						file());
		});
	}

	@Test
	void revokedTokenIsNamedByItsProperty() {
		this.service.server()
			.stubFor(WireMock.get("/1.0/gone")
				.willReturn(WireMock.aResponse().withStatus(401).withBody("Unknown consumer (my-tool).")));
		with("oauth.consumer-key=my-tool", "oauth.access-token=t0ken", "oauth.access-token-secret=s3cret")
			.run((context) -> assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> context.getBean(ServiceRoot.class).load("gone"))
				.withMessageContaining("the token of the consumer 'my-tool' in 'hyper-client.oauth.access-token'. If it"
						+ " does not know the consumer, check the consumer key;"));
	}

	@Test
	void consumerKeyOfFileIsAccepted() {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth.consumer-key=consumer", "oauth.access-token=",
				"oauth.access-token-secret=")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(this.service.authorizations()).isNotEmpty()
					.allMatch((header) -> header.contains("\"token\""));
			});
	}

	@Test
	void fileAppliesToItsServiceOnly() {
		write("consumer");
		with("services.kitchen.base-url=" + this.service.url(), "services.kitchen.version=1.0",
				"services.kitchen.oauth.credentials-file=" + file())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean("kitchen", ServiceRoot.class).credentials()).isPresent();
				assertThat(context.getBean(ServiceRoot.class).credentials()).isEmpty();
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client", "hyper-client.services.kitchen" })
	void missingFileFailsTheStart(String prefix) {
		StartupFailures.assertStartFails(
				this.runner.withPropertyValues(prefix + ".base-url=" + this.service.url(),
						prefix + ".oauth.credentials-file=" + file()),
				"'" + file() + "' does not exist", "'" + prefix + ".oauth.credentials-file'");
	}

	@Test
	void incompleteFileFailsTheStartWithoutItsContent() throws IOException {
		Files.writeString(file(), "[1]\nconsumer_key = consumer\naccess_secret = s3cret\n");
		StartupFailures.assertStartFails(with("oauth.credentials-file=" + file()),
				"does not contain credentials: it has no 'consumer_secret'", "'hyper-client.oauth.credentials-file'");
	}

	@Test
	void fileOfAnotherConsumerFailsTheStart() {
		write("other");
		StartupFailures.assertStartFails(with("oauth.credentials-file=" + file(), "oauth.consumer-key=consumer"),
				"'hyper-client.oauth.consumer-key' must be the consumer of the file", "with credentials of 'consumer'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "access-token", "access-token-secret", "consumer-secret" })
	void fileAndTokenPropertiesAreMutuallyExclusive(String other) {
		write("consumer");
		MutuallyExclusiveConfigurationPropertiesException failure = catchThrowableOfType(
				MutuallyExclusiveConfigurationPropertiesException.class, () -> AuthorizationPropertiesTests
					.authorizer("oauth.credentials-file=" + file(), "oauth." + other + "=s3cret"));
		assertThat(failure.getConfiguredNames()).containsExactlyInAnyOrder("hyper-client.oauth.credentials-file",
				"hyper-client.oauth." + other);
		assertThat(failure).message().doesNotContain("s3cret");
	}

	private void write(String consumer) {
		new CredentialsFile(file())
			.write(new StoredCredentials(Consumer.of(consumer), new AccessToken("token", "s3cret")));
	}

	private Path file() {
		return this.directory.resolve("credentials");
	}

	private ApplicationContextRunner with(String... properties) {
		return this.runner.withPropertyValues(HyperClientContextRunner.properties(properties));
	}

}
