package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.Set;

import dev.hyperclient.autoconfigure.SortedAutoConfigurations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Masking of secrets.
 */
class HyperClientSanitizingFunctionTests {

	private final HyperClientSanitizingAutoConfiguration.HyperClientSanitizingFunction function = new HyperClientSanitizingAutoConfiguration.HyperClientSanitizingFunction(
			() -> Set.of("pl4ceholder", "short"));

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.basic.password", "hyperClient.basic.password", "hyper_client.basic.password",
			"HYPER-CLIENT.BASIC.PASSWORD", "HYPERCLIENT_BASIC_PASSWORD", "HYPER_CLIENT_BASIC_PASSWORD",
			"hyperclient_basic_password", "hyper-client.oauth.access-token-secret",
			"hyper-client.oauth.accessTokenSecret", "hyper-client.oauth.access_token_secret",
			"HYPERCLIENT_OAUTH_ACCESSTOKENSECRET", "HYPERCLIENT_OAUTH_ACCESS_TOKEN_SECRET",
			"hyper-client.oauth.access-token", "HYPERCLIENT_OAUTH_ACCESSTOKEN", "hyper-client.oauth.consumer-secret",
			"HYPERCLIENT_OAUTH_CONSUMERSECRET", "hyper-client.services.foo.basic.password",
			"hyper-client.services[foo].basic.password", "hyper-client.services[my.foo/bar].oauth.consumer-secret",
			"hyper-client.services[\"foo\"].basic.password", "HYPERCLIENT_SERVICES_FOO_BASIC_PASSWORD",
			"HYPERCLIENT_SERVICES_FOO_OAUTH_ACCESSTOKENSECRET", "MYAPP_HYPERCLIENT_BASIC_PASSWORD",
			"hyper-client.basic[password]", "hyper-client.oauth2.client-secret", "hyper-client.http-cache.identity-key",
			"HYPERCLIENT_HTTPCACHE_IDENTITYKEY", "HYPER_CLIENT_HTTP_CACHE_IDENTITY_KEY" })
	void secretsAreMaskedInEverySpelling(String key) {
		assertThat(sanitized(key, "m4rker")).isEqualTo("******");
		assertThat(sanitized(key, 4711)).isEqualTo("******");
	}

	@Test
	void longSecretIsMaskedUnderAnyKey() {
		assertThat(sanitized("MY_PW", "pl4ceholder")).isEqualTo("******");
		assertThat(sanitized("MY_PW", "pl4ceholders")).isEqualTo("pl4ceholders");
		assertThat(sanitized("length", "short")).isEqualTo("short");
	}

	@ParameterizedTest
	@ValueSource(strings = { "hyper-client.basic.username", "hyper-client.oauth.consumer-key",
			"HYPERCLIENT_OAUTH_CONSUMERKEY", "hyper-client.oauth2.registration-id",
			"hyper-client.allow-plain-http-credentials", "hyper-client.services.foo.basic.username", "other.password",
			"hyper-client.http-cache.identity-key-file", "hyper-client.http-cache.directory" })
	void otherValuesAreShown(String key) {
		assertThat(sanitized(key, "me@example.com")).isEqualTo("me@example.com");
		assertThat(sanitized(key, null)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "http://me:m4rker@example.com/, http://******@example.com/", "http://m4rker@h/, http://******@h/",
			"http://me:m4/rk@er@example.com/, http://******@example.com/", "me:m4rker@example.com, ******@example.com",
			"http://example.com/, http://example.com/" })
	void userInfoOfUrlIsMasked(String value, String shown) {
		for (String key : new String[] { "hyper-client.base-url", "hyperClient.baseUrl", "HYPERCLIENT_BASEURL",
				"hyper-client.services.foo.base-url", "HYPERCLIENT_SERVICES_FOO_BASEURL",
				"hyper-client.allowed-origins[0]" }) {
			assertThat(sanitized(key, value)).isEqualTo(shown);
		}
		assertThat(sanitized("hyper-client.base-url", URI.create("http://me:m4rker@h/"))).isEqualTo("http://******@h/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "java -jar app.jar --hyper-client.basic.password=m4rker",
			"-Xmx1g -Dhyper-client.services[foo].oauth.access-token-secret=m4rker -ea",
			"-DHYPERCLIENT_BASIC_PASSWORD=m4rker", "{\"hyper-client.basic.password\": \"m4rker\"}",
			"{\"hyper-client\": {\"basic\": {\"username\": \"me\",\n\"password\": \"m4rker\"}}}",
			"{\"hyperClient.oauth\":{\"accessToken\":\"m4rker\"}}", "App --hyper-client.http-cache.identity-key=m4rker",
			"{\"hyper-client\": {\"http-cache\": {\"identity-key\": \"m4rker\"}}}" })
	void valuesThatSetSecretsAreMasked(String value) {
		assertThat(sanitized("sun.java.command", value)).isEqualTo("******");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/lib/hyper-client-core.jar:/lib/token.jar", "--hyper-client.basic.username=me",
			"{\"hyper-client\": {\"version\": \"1.0\"}}", "--password=other",
			"App --hyper-client.http-cache.identity-key-file=/secrets/key" })
	void valuesThatOnlyMentionTheClientAreShown(String value) {
		assertThat(sanitized("sun.java.command", value)).isEqualTo(value);
	}

	@Test
	void functionIsThereWithoutAServiceIfTheActuatorIs() {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(SortedAutoConfigurations.of(HyperClientSanitizingAutoConfiguration.class));
		runner.run((context) -> assertThat(context).hasBean("hyperClientSanitizingFunction"));
		runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("hyperClientSanitizingFunction"));
	}

	private Object sanitized(String key, Object value) {
		return this.function.apply(new SanitizableData(null, key, value)).getValue();
	}

}
