package dev.hyperclient.authorizer;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests for {@link OAuthAuthorizer}.
 */
class OAuthAuthorizerTests {

	private static final String PREFIX = "OAuth realm=\"OAuth\", oauth_nonce=\"n\", oauth_timestamp=\"1795219698\", "
			+ "oauth_version=\"1.0\", oauth_signature_method=\"PLAINTEXT\", ";

	@Test
	void headerHasTheExpectedFormat() {
		OAuthAuthorizer authorizer = fixed(new OAuthAuthorizer("consumer", new AccessToken("token", "secret")))
			.withNonces((timestamp) -> "12924910975224824970" + timestamp);
		assertThat(header(authorizer)).isEqualTo("OAuth realm=\"OAuth\", "
				+ "oauth_nonce=\"129249109752248249701795219698\", oauth_timestamp=\"1795219698\", "
				+ "oauth_version=\"1.0\", oauth_signature_method=\"PLAINTEXT\", oauth_consumer_key=\"consumer\", "
				+ "oauth_token=\"token\", oauth_signature=\"%26secret\"");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			my consumer & co, to/k=n, secret, my%20consumer%20%26%20co, to%2Fk%3Dn, %26secret
			caf\u00e9, token, s+cr&t, caf%C3%A9, token, %26s%252Bcr%2526t
			consumer, '', '', consumer, '', %26
			a-._~b*'()!, token, '\u263a', a-._~b%2A%27%28%29%21, token, %26%25E2%2598%25BA
			'a"b\\c', token, '', a%22b%5Cc, token, %26
			""")
	void keysAndSecretsAreEncoded(String consumer, String token, String secret, String sentConsumer, String sentToken,
			String signature) {
		assertThat(header(fixed(new OAuthAuthorizer(consumer, new AccessToken(token, secret)))))
			.isEqualTo(PREFIX + "oauth_consumer_key=\"%s\", oauth_token=\"%s\", oauth_signature=\"%s\""
				.formatted(sentConsumer, sentToken, signature));
	}

	@Test
	void consumerSecretAndRealmCanBeSet() {
		OAuthAuthorizer authorizer = new OAuthAuthorizer("consumer", new AccessToken("token", "ts"))
			.withConsumerSecret("cs")
			.withRealm("OAuth test");
		assertThat(header(authorizer)).startsWith("OAuth realm=\"OAuth test\", oauth_nonce=")
			.endsWith(", oauth_signature=\"cs%26ts\"");
	}

	@Test
	void quotesAndBackslashesInTheRealmAreEscaped() {
		assertThat(header(consumer().withRealm("a \"b\", oauth_token=\"evil\" \\")))
			.startsWith("OAuth realm=\"a \\\"b\\\", oauth_token=\\\"evil\\\" \\\\\", oauth_nonce=");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\r\nEvil: 1", "a\n", "\u0000", "\u007f", "\t", "\u0085" })
	void controlCharactersAreRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> new OAuthAuthorizer(text, AccessToken.anonymous()))
			.withMessage("'consumerKey' must not contain control characters");
		assertThatIllegalArgumentException().isThrownBy(() -> consumer().withApplicationName(text))
			.withMessage("'applicationName' must not contain control characters");
		assertThatIllegalArgumentException().isThrownBy(() -> consumer().withConsumerSecret(text))
			.withMessage("'consumerSecret' must not contain control characters");
		assertThatIllegalArgumentException().isThrownBy(() -> consumer().withRealm(text))
			.withMessage("'realm' must consist of printable ASCII characters");
		assertThatIllegalArgumentException().isThrownBy(() -> new AccessToken(text, "s3cret"))
			.withMessage("'key' must not contain control characters");
		assertThatIllegalArgumentException().isThrownBy(() -> new AccessToken("token", "s3cret" + text))
			.withMessage("'secret' must not contain control characters");
	}

	@Test
	void realmWithNonAsciiCharactersIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> consumer().withRealm("caf\u00e9"));
	}

	@Test
	void authorizationReplacesExistingHeader() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("authorization", "Bearer other");
		authorize(consumer(), headers);
		assertThat(headers.get("Authorization")).singleElement().asString().startsWith("OAuth ");
	}

	@Test
	void nonceIsUniqueAndEndsWithTheTimestamp() {
		OAuthAuthorizer authorizer = consumer()
			.withClock(Clock.fixed(Instant.ofEpochSecond(1795219698), ZoneOffset.UTC));
		Set<String> nonces = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			Matcher nonce = Pattern.compile("oauth_nonce=\"(\\d+1795219698)\"").matcher(header(authorizer));
			assertThat(nonce.find()).isTrue();
			nonces.add(nonce.group(1));
		}
		assertThat(nonces).hasSize(1000);
	}

	@Test
	void timestampIsTheTimeInSeconds() {
		long before = Instant.now().getEpochSecond();
		Matcher timestamp = Pattern.compile("oauth_timestamp=\"(\\d+)\"").matcher(header(consumer()));
		assertThat(timestamp.find()).isTrue();
		assertThat(Long.parseLong(timestamp.group(1))).isBetween(before, Instant.now().getEpochSecond());
	}

	@Test
	void anotherMethodSignsUrlAndForm() {
		OAuthAuthorizer authorizer = fixed(new OAuthAuthorizer("my app", new AccessToken("to/ken", "t&s")))
			.withConsumerSecret("c+s")
			.withSignatureMethod(SignatureMethod.HMAC_SHA1);
		HttpHeaders headers = new HttpHeaders();
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		authorizer.authorizeRequest(URI.create("http://cookbooks.dev/1.0/?b=%20&a=1"), HttpMethod.POST,
				"c=2+q".getBytes(), headers);
		// Calculated with the module hmac of Python.
		assertThat(headers.getFirst("Authorization")).isEqualTo(
				PREFIX.replace("PLAINTEXT", "HMAC-SHA1") + "oauth_consumer_key=\"my%20app\", oauth_token=\"to%2Fken\", "
						+ "oauth_signature=\"UtlJ%2Fx47hZZudxjvHA%2F%2BF2AgAfg%3D\"");
	}

	@Test
	void userAgentNamesConsumerAndApplication() {
		assertThat(consumer().userAgentParameters()).containsExactly(entry("oauth_consumer", "consumer"));
		assertThat(consumer().withApplicationName("the app").userAgentParameters())
			.containsExactly(entry("application", "the app"), entry("oauth_consumer", "consumer"));
		assertThat(consumer().withApplicationName("the app").withApplicationName(null).userAgentParameters())
			.isEqualTo(Map.of("oauth_consumer", "consumer"));
	}

	@Test
	void identityDependsOnConsumerAndToken() {
		assertThat(Set.of(identity("a", "b", "s"), identity("a", "", "s"), identity("a", "", ""),
				identity("a&b", "", ""), identity("a%26b", "", ""), identity("a", "b&", "s"), identity("ab", "", "")))
			.hasSize(7);
		assertThat(identity("a", "b", "one")).isEqualTo("oauth:a&b").isEqualTo(identity("a", "b", "two"));
		assertThat(identity("a", "", "")).isEqualTo("oauth:a");
	}

	@Test
	void toStringDoesNotRevealSecrets() {
		OAuthAuthorizer authorizer = new OAuthAuthorizer("consumer", new AccessToken("token", "token-s3cret"))
			.withConsumerSecret("consumer-s3cret")
			.withSignatureMethod(SignatureMethod.HMAC_SHA256);
		assertThat(authorizer).hasToString("OAuthAuthorizer[consumerKey=consumer, accessToken=AccessToken[******], "
				+ "applicationName=null, realm=OAuth, signatureMethod=HMAC-SHA256]");
		assertThat(authorizer.identity()).doesNotContain("s3cret");
		assertThat(authorizer.userAgentParameters().toString()).doesNotContain("s3cret");
		assertThat(header(authorizer)).doesNotContain("s3cret")
			.doesNotContain(Base64.getEncoder().encodeToString("token-s3cret".getBytes()));
	}

	private static String identity(String consumer, String token, String secret) {
		return new OAuthAuthorizer(consumer, new AccessToken(token, secret)).identity();
	}

	private static OAuthAuthorizer consumer() {
		return new OAuthAuthorizer("consumer", new AccessToken("token", "secret"));
	}

	private static OAuthAuthorizer fixed(OAuthAuthorizer authorizer) {
		return authorizer.withClock(Clock.fixed(Instant.ofEpochSecond(1795219698), ZoneOffset.UTC))
			.withNonces((timestamp) -> "n");
	}

	private static String header(OAuthAuthorizer authorizer) {
		return authorize(authorizer, new HttpHeaders());
	}

	private static String authorize(OAuthAuthorizer authorizer, HttpHeaders headers) {
		authorizer.authorizeRequest(URI.create("http://cookbooks.dev/1.0/"), HttpMethod.GET, null, headers);
		return String.valueOf(headers.getFirst("Authorization"));
	}

}
