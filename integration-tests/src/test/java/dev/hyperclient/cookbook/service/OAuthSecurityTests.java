package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service with OAuth, according to the specification.
 */
class OAuthSecurityTests {

	private static final String KNOWN = OAuthHeader.plaintext("consumer", "token", "secret");

	private static final String ANONYMOUS = OAuthHeader.plaintext("consumer", "", "");

	@RegisterExtension
	final RunningService service = new RunningService(
			CookbookSettings.onAnyPort("security=oauth", "realm=The \"big\" book"));

	@Test
	void knownConsumerWithItsTokenIsAuthenticated() {
		assertThat(get("/1.0/", KNOWN).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "consumer", "other", "Système & co" })
	void anyConsumerWithEmptyTokenIsAnonymous(String consumer) {
		String header = OAuthHeader.plaintext(consumer, "", "");
		assertThat(get("/1.0/", header).statusCode()).isEqualTo(200);
		assertThat(get("/1.0/recipes/4", header).statusCode()).isEqualTo(200);
		assertUnauthorized(get("/1.0/recipes/5", header), "You may not see this recipe.");
	}

	@ParameterizedTest
	@CsvSource({ "token,secret", "token,''", "other,secret", "other,''" })
	void unknownConsumerWithTokenIsUnauthorized(String token, String secret) {
		assertUnauthorized(get("/1.0/", OAuthHeader.plaintext("other", token, secret)), null);
	}

	@ParameterizedTest
	@CsvSource({ "other,secret", "token,wrong", "token,''", "Token,secret", "'',secret", "token,secret2",
			"token,secre" })
	void knownConsumerWithInvalidTokenIsUnauthorized(String token, String secret) {
		assertUnauthorized(get("/1.0/", OAuthHeader.plaintext("consumer", token, secret)), null);
	}

	@Test
	void requestWithoutCredentialsIsUnauthorized() {
		assertUnauthorized(this.service.get("/1.0/"), "This service wants OAuth credentials.");
	}

	@ParameterizedTest
	@CsvSource({ "GET,/", "GET,/1.0/", "GET,/devel/", "GET,/1.0/recipes", "GET,/1.0/recipes/1000", "GET,/1.0/nothing",
			"PATCH,/1.0/dishes/Roast%20chicken", "POST,/1.0/cookbooks/Everyday%20Greens", "DELETE,/1.0/recipes/1",
			"PUT,/1.0/cookbooks/Everyday%20Greens/cover", "GET,/1.0/cookbooks/Everyday%20Greens/cover",
			"GET,/devel/filemanager/0" })
	void everyResourceRequiresCredentials(String method, String path) {
		assertUnauthorized(this.service.send(method, path, ""), null);
		assertUnauthorized(
				this.service.send(method, path, "", "Authorization", OAuthHeader.plaintext("consumer", "token", "x")),
				null);
	}

	@Test
	void refusedWriteChangesNothing() {
		String[][] attempts = { { "POST", "/1.0/cookbooks/Everyday%20Greens", "ws.op=make_more_interesting" },
				{ "PUT", "/1.0/cookbooks/Everyday%20Greens/cover", "x" }, { "DELETE", "/1.0/recipes/1", "" } };
		for (String[] attempt : attempts) {
			assertUnauthorized(this.service.send(attempt[0], attempt[1], attempt[2], "Content-Type",
					"application/x-www-form-urlencoded"), null);
		}
		assertThat(get("/1.0/cookbooks/Everyday%20Greens", KNOWN).statusCode()).isEqualTo(200);
		assertThat(get("/1.0/cookbooks/Everyday%20Greens/cover", KNOWN).statusCode()).isEqualTo(404);
		assertThat(get("/1.0/recipes/1", KNOWN).statusCode()).isEqualTo(200);
	}

	@Test
	void storedFileRequiresCredentials() {
		String cover = "/1.0/cookbooks/Everyday%20Greens/cover";
		this.service.send("PUT", cover, "green", "Content-Type", "image/png", "Authorization", KNOWN);
		assertThat(RunningService.header(get(cover, KNOWN), "Location")).endsWith("/devel/filemanager/0");
		assertThat(get("/devel/filemanager/0", KNOWN).body()).isEqualTo("green");
		assertUnauthorized(this.service.get("/devel/filemanager/0"), null);
	}

	@Test
	void privateRecipeIsVisibleToKnownConsumer() {
		HttpResponse<String> recipe = get("/1.0/recipes/5", KNOWN);
		assertThat(recipe.statusCode()).isEqualTo(200);
		assertThat(RunningService.json(recipe).get("private").asBoolean()).isTrue();
		assertThat(ids("/1.0/recipes?ws.size=300", KNOWN)).containsExactly(1, 2, 3, 4, 5, 6);
		assertThat(ids("/1.0/recipes?ws.size=300", ANONYMOUS)).containsExactly(1, 2, 3, 4, 6);
		assertThat(ids("/1.0/dishes/Baked%20beans/recipes", KNOWN)).containsExactly(4, 5);
		assertThat(ids("/1.0/dishes/Baked%20beans/recipes", ANONYMOUS)).containsExactly(4);
		String search = "/1.0/cookbooks?ws.op=find_recipes&ws.size=10&search=e";
		assertThat(ids(search, KNOWN)).containsExactly(1, 6, 2, 4, 3, 5);
		assertThat(ids(search, ANONYMOUS)).containsExactly(1, 6, 2, 4, 3);
	}

	@Test
	void privateRecipeIsFoundByDishForKnownConsumer() {
		String found = "/1.0/cookbooks/James%20Beard%27s%20American%20Cookery?ws.op=find_recipe_for&dish=%22"
				+ this.service.root() + "dishes/Baked%2520beans%22";
		assertThat(RunningService.json(get(found, KNOWN)).get("id").asInt()).isEqualTo(5);
		assertThat(get(found, ANONYMOUS).body()).isEqualTo("null");
	}

	@Test
	void privateRecipeIsWritableForKnownConsumer() {
		assertUnauthorized(patch(ANONYMOUS), "You may not see this recipe.");
		assertThat(patch(KNOWN).statusCode()).isEqualTo(209);
	}

	@Test
	void anyRealmOfClientIsAccepted() {
		String quoted = KNOWN.replace("realm=\"OAuth\"", "realm=\"a \\\"b\\\", c\"");
		assertThat(get("/1.0/", quoted).statusCode()).isEqualTo(200);
		assertThat(get("/1.0/", KNOWN.replace("realm=\"OAuth\", ", "")).statusCode()).isEqualTo(200);
	}

	@Test
	void orderAndEncodingOfParametersAreIrrelevant() {
		String header = "oauth   oauth_token=\"%74oken\" ,oauth_signature=\"%26%73ecret\",oauth_consumer_key = \"consumer\",  "
				+ "oauth_signature_method=\"PLAINTEXT\"";
		assertThat(get("/1.0/", header).statusCode()).isEqualTo(200);
	}

	private HttpResponse<String> get(String path, String header) {
		return this.service.get(path, "Authorization", header);
	}

	private HttpResponse<String> patch(String header) {
		return this.service.send("PATCH", "/1.0/recipes/5", "{\"instructions\":\"Wait.\"}", "Content-Type",
				"application/json", "Authorization", header);
	}

	private Iterable<Integer> ids(String path, String header) {
		return StreamSupport.stream(RunningService.json(get(path, header)).get("entries").spliterator(), false)
			.map((entry) -> entry.get("id").asInt())
			.toList();
	}

	private static void assertUnauthorized(HttpResponse<String> response, @Nullable String reason) {
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().allValues("WWW-Authenticate"))
			.containsExactly("OAuth realm=\"The \\\"big\\\" book\"");
		assertThat(response.headers().allValues("Content-Type")).containsExactly("text/plain");
		assertThat(response.body()).isNotBlank().isEqualTo((reason != null) ? reason : response.body());
	}

}
