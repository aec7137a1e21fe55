package dev.hyperclient.cookbook.specification;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Authentication", over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthenticationTests {

	private static final AccessToken TOKEN = new AccessToken("token", "secret");

	@AutoClose
	private final CookbookService basic = service(CookbookServiceProperties.Security.BASIC);

	@AutoClose
	private final CookbookService oauth = service(CookbookServiceProperties.Security.OAUTH);

	private static CookbookService service(CookbookServiceProperties.Security security) {
		return new CookbookService(CookbookSettings.onAnyPort("security=" + security));
	}

	@Test
	void credentialsReturnsAuthorizer() {
		HttpAuthorizer authorizer = new BasicHttpAuthorizer("user", "password");
		try (ServiceRoot root = open(this.basic, authorizer)) {
			assertThat(root.credentials()).containsSame(authorizer);
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
	void emptyTokenGivesAnonymousAccess() {
		for (String consumer : new String[] { "consumer", "new consumer" }) {
			try (ServiceRoot root = open(this.oauth, new OAuthAuthorizer(consumer, AccessToken.anonymous()))) {
				Entry beans = root.collection("recipes").get(4).entry("dish");
				assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(5));
				Entry cookbook = root.collection("cookbooks").get("James Beard's American Cookery");
				assertThat(cookbook.operation("find_recipe_for").with("dish", beans).invoke().findEntry()).isEmpty();
			}
		}
	}

	@Test
	void unknownConsumerOrTokenThrowsUnauthorized() {
		for (String[] wrong : new String[][] { { "other", "token", "secret" }, { "other", "wrong", "secret" },
				{ "consumer", "token", "wrong" }, { "consumer", "wrong", "secret" }, { "consumer", "wrong", "" } }) {
			assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> open(this.oauth, new OAuthAuthorizer(wrong[0], new AccessToken(wrong[1], wrong[2]))));
		}
	}

	@Test
	void everyKindOfRequestIsSigned() {
		this.oauth.reset();
		try (ServiceRoot root = open(this.oauth,
				new OAuthAuthorizer("consumer", TOKEN).withSignatureMethod(SignatureMethod.HMAC_SHA256))) {
			assertThat(root.entry("featured_cookbook").getString("name")).startsWith("Mastering");
			Entry created = CookbookServiceTestBase.create(root, "Signed & sealed = ~*+ ünïcode");
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

	private static ServiceRoot open(CookbookService service, @Nullable HttpAuthorizer authorizer) {
		return ServiceRoot.builder(authorizer)
			.serviceRoot(service.baseUrl())
			.version("1.0")
			.retryPolicy(RetryPolicy.none())
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.collection("cookbooks", CollectionType.collectionOf("cookbook").withKeyPath("cookbooks/{key}"))
			.build();
	}

}
