package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.OAuthConsumer;
import dev.hyperclient.token.StoredCredentials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Credentials in properties, and in a file that a property names.
 */
class AuthorizationPropertiesTests {

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service);

	@TempDir
	Path directory;

	@Test
	void noAuthorizationIsSentWithoutCredentials() {
		with("basic.username=", "basic.password=", "oauth.consumer-key=", "oauth.access-token=",
				"oauth.access-token-secret=")
			.run((context) -> {
				assertThat(context.getBean(ServiceRoot.class).credentials()).isEmpty();
				assertThat(this.service.headers("Authorization")).isNotEmpty().containsOnlyNulls();
			});
	}

	@ParameterizedTest
	@CsvSource({ "password, Basic dXNlcjpwYXNzd29yZA==", "'', Basic dXNlcjo=" })
	void basicCredentialsAreSent(String password, String sent) {
		with("basic.username=user", "basic.password=" + password).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(this.service.headers("Authorization")).isNotEmpty().containsOnly(sent);
		});
	}

	@Test
	void oauthCredentialsAreSent() {
		with("oauth.consumer-key=consumer", "oauth.access-token=token", "oauth.access-token-secret=s3cret",
				"oauth.application-name=the app")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(this.service.headers("Authorization")).isNotEmpty()
					.allSatisfy((header) -> assertThat(header).startsWith("OAuth realm=\"OAuth\", ")
						.endsWith(
								"oauth_consumer_key=\"consumer\", oauth_token=\"token\", oauth_signature=\"%26s3cret\""))
					.doesNotHaveDuplicates();
				assertThat(this.service.headers("User-Agent")).allSatisfy((header) -> assertThat(header)
					.endsWith("; application=\"the app\"; oauth_consumer=\"consumer\""));
			});
	}

	@Test
	void consumerWithoutTokenIsAnonymous() {
		with("oauth.consumer-key=consumer").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(this.service.headers("Authorization")).isNotEmpty()
				.allSatisfy((header) -> assertThat(header).endsWith("oauth_token=\"\", oauth_signature=\"%26\""));
			assertThat(this.service.headers("User-Agent"))
				.allSatisfy((header) -> assertThat(header).endsWith("; oauth_consumer=\"consumer\""));
		});
	}

	@ParameterizedTest
	@CsvSource({ "plaintext, PLAINTEXT", "hmac-sha1, HMAC-SHA1", "hmac-sha256, HMAC-SHA256",
			"HMAC-SHA256, HMAC-SHA256" })
	void realmConsumerSecretAndSignatureMethodAreApplied(String property, String name) {
		HttpHeaders headers = new HttpHeaders();
		authorizer("oauth.consumer-key=consumer", "oauth.consumer-secret=cs", "oauth.realm=cookbooks",
				"oauth.signature-method=" + property)
			.authorizeRequest(URI.create("http://localhost/"), HttpMethod.GET, null, headers);
		assertThat(headers.getFirst("Authorization")).startsWith("OAuth realm=\"cookbooks\", ")
			.contains("oauth_signature_method=\"" + name + "\"")
			.matches((value) -> name.equals("PLAINTEXT") == value.endsWith("oauth_signature=\"cs%26\""));
	}

	@Test
	void authorizerBeanReplacesProperties() {
		HttpAuthorizer mine = new BasicHttpAuthorizer("me", "mine");
		with("oauth.consumer-key=consumer", "basic.username=user").withBean(HttpAuthorizer.class, () -> mine)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(ServiceRoot.class).credentials()).contains(mine);
				assertThat(this.service.headers("Authorization")).isNotEmpty().containsOnly("Basic bWU6bWluZQ==");
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			basic.username=user,basic.password=s3cret,oauth.consumer-key=consumer|basic.username|oauth.consumer-key
			basic.password=s3cret,oauth.access-token-secret=s3cret|basic.password|oauth.access-token-secret
			basic.username=user,oauth.signature-method=hmac-sha1|basic.username|oauth.signature-method
			basic.username=user,oauth2.registration-id=cook|basic.username|oauth2.registration-id
			oauth.consumer-key=me,oauth2.registration-id=cook|oauth.consumer-key|oauth2.registration-id
			oauth.credentials-file=a,oauth.access-token=s3cret|oauth.credentials-file|oauth.access-token
			oauth.credentials-file=a,oauth.access-token-secret=s3cret|oauth.credentials-file|oauth.access-token-secret
			oauth.credentials-file=a,oauth.consumer-secret=s3cret|oauth.credentials-file|oauth.consumer-secret
			""")
	void kindsOfCredentialsAreMutuallyExclusive(String properties, String first, String second) {
		MutuallyExclusiveConfigurationPropertiesException failure = catchThrowableOfType(
				MutuallyExclusiveConfigurationPropertiesException.class, () -> authorizer(properties.split(",")));
		assertThat(failure.getConfiguredNames()).containsExactlyInAnyOrder("hyper-client." + first,
				"hyper-client." + second);
		assertThat(failure).message().doesNotContain("s3cret");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			basic.username=user|basic.username|basic.password
			basic.password=s3cret|basic.password|basic.username
			basic.username=,basic.password=s3cret|basic.password|basic.username
			oauth.access-token=token,oauth.access-token-secret=s3cret|oauth.access-token|oauth.consumer-key
			oauth.application-name=app|oauth.application-name|oauth.consumer-key
			oauth.realm=cookbooks|oauth.realm|oauth.consumer-key
			oauth.consumer-secret=s3cret|oauth.consumer-secret|oauth.consumer-key
			oauth.consumer-key=consumer,oauth.access-token=token|oauth.access-token|oauth.access-token-secret
			oauth.consumer-key=consumer,oauth.access-token-secret=s3cret|oauth.access-token-secret|oauth.access-token
			""")
	void incompleteCredentialsAreRefused(String properties, String set, String missing) {
		assertRefused(properties, "'hyper-client.%s' is set, but 'hyper-client.%s' is not".formatted(set, missing),
				"Set 'hyper-client.%s'".formatted(missing));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					basic.username=us:er,basic.password=s3cret|'username' must not contain a colon|hyper-client.basic.username
					basic.username=user,basic.password=s3\tcret|'password' must not contain control|hyper-client.basic.password
					oauth.consumer-key=con\tsumer|'consumerKey' must not contain control|hyper-client.oauth
					oauth.consumer-key=c,oauth.access-token=t\tt,oauth.access-token-secret=s3cret|'key'|hyper-client.oauth.access-token
					oauth.consumer-key=c,oauth.realm=caf\u00e9|'realm' must consist of printable ASCII|hyper-client.oauth
					""")
	void invalidCredentialsAreRefused(String properties, String description, String action) {
		assertRefused(properties, description, action);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					basic.username=me,basic.password=s3cret${NO_SUCH_VARIABLE}|basic.password
					basic.username=${NO_SUCH_VARIABLE},basic.password=s3cret|basic.username
					oauth.consumer-key=c,oauth.access-token=${NO_SUCH_VARIABLE},oauth.access-token-secret=s3cret|oauth.access-token
					oauth.consumer-key=c,oauth.access-token=t,oauth.access-token-secret=${NO_SUCH_VARIABLE}|oauth.access-token-secret
					oauth.credentials-file=${NO_SUCH_VARIABLE}/credentials|oauth.credentials-file
					""")
	void unresolvedPlaceholderInCredentialsIsRefused(String properties, String property) {
		assertRefused(properties,
				"'hyper-client.%s' contains the placeholder ${...}, which is not resolved".formatted(property),
				"set the environment variable or property that the placeholder names");
	}

	@Test
	void credentialsThatAreRefusedFailTheStartBeforeAnyRequest() {
		StartupFailures.assertStartFails(with("basic.username=user"),
				"'hyper-client.basic.username' is set, but 'hyper-client.basic.password' is not", "");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void toStringMasksSecrets() {
		assertThat(BoundProperties
			.of("hyper-client", "base-url=https://me:s3cret@example.com/x", "basic.username=user",
					"basic.password=s3cret", "oauth.consumer-key=consumer", "oauth.consumer-secret=s3cret",
					"oauth.access-token=token", "oauth.access-token-secret=s3cret", "proxy.password=s3cret")
			.properties()).asString()
			.contains("example.com/x")
			.contains("username=user, password=******")
			.contains("consumerKey=consumer, consumerSecret=******, accessToken=******, accessTokenSecret=******")
			.doesNotContain("s3cret");
	}

	private ApplicationContextRunner with(String... properties) {
		return this.runner.withPropertyValues(HyperClientContextRunner.properties(properties));
	}

	/**
	 * Create the authorizer of properties.
	 * @param properties keys and values without the prefix of the default service
	 */
	static @Nullable HttpAuthorizer authorizer(String... properties) {
		return new PropertiesHttpAuthorizerFactory(BoundProperties.of("hyper-client", properties),
				new StaticListableBeanFactory().getBeanProvider(OAuth2AuthorizerFactory.class))
			.create();
	}

	private static void assertRefused(String properties, String description, String action) {
		Throwable failure = catchThrowable(() -> authorizer(properties.split(",")));
		StartupFailures.assertAnalyzed(failure, description, action);
		assertThat(StartupFailures.messages(failure)).doesNotContain("s3cret", "s3\tcret");
		assertThat(StartupFailures.analyze(failure).getDescription()).doesNotContain("s3");
	}

	@Test
	void tokenOfFileIsSent() {
		write("consumer");
		with("oauth.credentials-file=" + file(), "oauth.application-name=the app", "oauth.realm=cookbooks",
				"oauth.consumer-key=consumer", "oauth.access-token=", "oauth.access-token-secret=")
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
				.withMessageContaining("the token of the consumer 'my-tool' in the credentials file '%s'"
						+ " ('hyper-client.oauth.credentials-file'). If", file());
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
				.withMessageContaining("the token of the consumer 'my-tool' in 'hyper-client.oauth.access-token'. If"));
	}

	@Test
	void missingFileFailsTheStart() {
		String prefix = "hyper-client.services.kitchen";
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

	private void write(String consumer) {
		new CredentialsFile(file())
			.write(new StoredCredentials(OAuthConsumer.of(consumer), new AccessToken("token", "s3cret")));
	}

	private Path file() {
		return this.directory.resolve("credentials");
	}

}
