package dev.hyperclient.cookbook.specification;

import java.nio.file.Path;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;
import dev.hyperclient.cookbook.service.CookbookSettings;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Authentication", over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthenticationTests {

	private static final AccessToken TOKEN = new AccessToken("token", "secret");

	private final CookbookService basic = service(CookbookServiceProperties.Security.BASIC);

	private final CookbookService oauth = service(CookbookServiceProperties.Security.OAUTH);

	private static CookbookService service(CookbookServiceProperties.Security security) {
		return new CookbookService(CookbookSettings.onAnyPort("security=" + security));
	}

	@AfterAll
	void stopServices() {
		this.basic.close();
		this.oauth.close();
	}

	@Test
	void credentialsReturnsAuthorizer() {
		HttpAuthorizer authorizer = new BasicHttpAuthorizer("user", "password");
		try (ServiceRoot root = open(this.basic, authorizer)) {
			assertThat(root.credentials()).containsSame(authorizer);
		}
		try (ServiceRoot lazy = ServiceRoot.builder(null)
			.serviceRoot(this.basic.baseUrl())
			.startup(Startup.LAZY)
			.build()) {
			assertThat(lazy.credentials()).isEmpty();
		}
	}

	@Test
	void firstRequestWithoutAuthorizerThrowsUnauthorized() {
		for (CookbookService service : new CookbookService[] { this.basic, this.oauth }) {
			service.reset();
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> open(service, null))
				.isInstanceOf(HTTPError.class)
				.withMessageMatching("(?s)GET http://\\S+/1.0/: HTTP Error 401: Unauthorized\n.*");
			assertThat(service.requests()).hasSize(1);
		}
	}

	@Test
	void wrongBasicCredentialsThrowUnauthorized() {
		for (String[] wrong : new String[][] { { "user", "wrong" }, { "other", "password" }, { "", "" } }) {
			assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> open(this.basic, new BasicHttpAuthorizer(wrong[0], wrong[1])));
		}
	}

	@Test
	void basicCredentialsAreAccepted() {
		try (ServiceRoot root = open(this.basic, new BasicHttpAuthorizer("user", "password"))) {
			assertThat(root.collection("recipes").get(4).getLong("id")).isEqualTo(4);
		}
	}

	@Test
	void knownConsumerWithItsTokenIsAccepted() {
		try (ServiceRoot root = open(this.oauth, new OAuthAuthorizer("consumer", TOKEN))) {
			assertThat(root.collection("recipes").get(5).getBoolean("private")).isTrue();
		}
	}

	@Test
	void emptyTokenGivesAnonymousAccess() {
		for (String consumer : new String[] { "consumer", "new consumer" }) {
			try (ServiceRoot root = open(this.oauth, new OAuthAuthorizer(consumer, AccessToken.anonymous()))) {
				assertThat(root.collection("recipes").get(4).getLong("id")).isEqualTo(4);
				assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(5));
			}
		}
	}

	@Test
	void unknownConsumerWithTokenThrowsUnauthorized() {
		for (AccessToken token : new AccessToken[] { TOKEN, new AccessToken("other", "token") }) {
			assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> open(this.oauth, new OAuthAuthorizer("another consumer", token)));
		}
	}

	@Test
	void knownConsumerWithOtherTokenThrowsUnauthorized() {
		for (AccessToken token : new AccessToken[] { new AccessToken("token", "wrong"),
				new AccessToken("wrong", "secret") }) {
			assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> open(this.oauth, new OAuthAuthorizer("consumer", token)));
		}
	}

	static SignatureMethod[] signatureMethods() {
		return new SignatureMethod[] { SignatureMethod.PLAINTEXT, SignatureMethod.HMAC_SHA1,
				SignatureMethod.HMAC_SHA256 };
	}

	@ParameterizedTest
	@MethodSource("signatureMethods")
	void everyKindOfRequestIsSigned(SignatureMethod method) {
		this.oauth.reset();
		try (ServiceRoot root = open(this.oauth, new OAuthAuthorizer("consumer", TOKEN).withSignatureMethod(method))) {
			assertThat(root.entry("featured_cookbook").getString("name")).startsWith("Mastering");
			Entry created = CookbookCreation.create(root, "Signed & sealed = ~*+ ünïcode");
			assertThat(root.collection("cookbooks").get(created.getString("name")).getString("cuisine"))
				.isEqualTo("General");
			assertThat(root.collection("cookbooks")
				.operation("find_recipes")
				.with("search", "e & f = \"g\"+é")
				.invoke()
				.collection()).isEmpty();
			assertThat(root.collection("recipes")).hasSize(6);
		}
	}

	@Test
	void storedResponsesAreNotSharedBetweenIdentities(@TempDir Path directory) {
		this.oauth.reset();
		try (ServiceRoot known = open(this.oauth, new OAuthAuthorizer("consumer", TOKEN), directory)) {
			known.collection("recipes").get(5);
		}
		try (ServiceRoot anonymous = open(this.oauth, new OAuthAuthorizer("consumer", AccessToken.anonymous()),
				directory)) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> anonymous.collection("recipes").get(5));
		}
	}

	private static ServiceRoot open(CookbookService service, @Nullable HttpAuthorizer authorizer) {
		return open(service, authorizer, null);
	}

	private static ServiceRoot open(CookbookService service, @Nullable HttpAuthorizer authorizer,
			@Nullable Path directory) {
		return ServiceRoot.builder(authorizer)
			.serviceRoot(service.baseUrl())
			.version("1.0")
			.cache(directory)
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.collection("cookbooks", CollectionType.collectionOf("cookbook").withKeyPath("cookbooks/{key}"))
			.build();
	}

}
