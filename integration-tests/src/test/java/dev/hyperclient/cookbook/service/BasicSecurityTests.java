package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service with Basic authentication.
 */
class BasicSecurityTests {

	private static final String USER = basic("user:pass:wörd");

	@RegisterExtension
	final RunningService service = new RunningService(
			CookbookSettings.onAnyPort("security=basic", "username=user", "password=pass:wörd"));

	@ParameterizedTest
	@ValueSource(strings = { "/1.0/", "/1.0/recipes", "/1.0/recipes/5", "/devel/dishes" })
	void userIsAuthenticated(String path) {
		assertThat(this.service.get(path, "Authorization", USER).statusCode()).isEqualTo(200);
	}

	@Test
	void privateRecipeIsListedForUser() {
		assertThat(this.service.get("/1.0/recipes?ws.size=300", "Authorization", USER).body()).contains("/recipes/5\"");
	}

	@Test
	void schemeIsCaseInsensitive() {
		assertThat(this.service.get("/1.0/", "Authorization", "bAsIc  " + USER.substring(6)).statusCode())
			.isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/1.0/", "/1.0/recipes/1000", "/devel/filemanager/0" })
	void requestWithoutCredentialsIsUnauthorized(String path) {
		assertUnauthorized(this.service.get(path));
	}

	@ParameterizedTest
	@ValueSource(strings = { "user:password", "user:", "user:pass:wörd ", ":pass:wörd", "User:pass:wörd",
			"other:pass:wörd", "user", ":", "", "user:pass:wörd\u0000", "us\ner:pass:wörd" })
	void wrongCredentialsAreUnauthorized(String credentials) {
		assertUnauthorized(this.service.get("/1.0/", "Authorization", basic(credentials)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Basic", "Basic ", "Basic ???", "Basic dXNlcjpw YXNz", "Basic dXNlcjpwYXNzd29yZA=",
			"Basic a", "Bearer x", "OAuth oauth_token=\"token\"", "dXNlcjpwYXNzd29yZA==", "", "Basic %00" })
	void malformedCredentialsAreUnauthorized(String header) throws IOException {
		assertThat(raw("Authorization: " + header + "\r\n")).startsWith("HTTP/1.1 401 Unauthorized\r\n")
			.contains("\r\nWWW-Authenticate: Basic realm=\"cookbooks\", charset=\"UTF-8\"\r\n");
	}

	@Test
	void credentialsThatAreNotUtf8AreUnauthorized() {
		String latin = "Basic "
				+ Base64.getEncoder().encodeToString("user:pass:wörd".getBytes(Charset.forName("ISO-8859-1")));
		assertUnauthorized(this.service.get("/1.0/", "Authorization", latin));
	}

	@Test
	void repeatedAuthorizationFieldIsRefused() throws IOException {
		String twice = raw("Authorization: " + USER + "\r\nauthorization: " + USER + "\r\n");
		assertThat(twice).startsWith("HTTP/1.1 400 Bad Request\r\n")
			.endsWith("\r\n\r\nThere must be one Authorization header only.");
		assertThat(raw("Authorization: " + USER + ", " + USER + "\r\n")).startsWith("HTTP/1.1 401 Unauthorized\r\n");
	}

	@Test
	void overlongAuthorizationFieldIsRefused() throws IOException {
		assertThat(raw("Authorization: " + basic("user:" + "x".repeat(6200)) + "\r\n"))
			.startsWith("HTTP/1.1 400 Bad Request\r\n")
			.contains("\r\nContent-Type: text/plain\r\n", "8192");
	}

	private String raw(String header) throws IOException {
		return this.service.raw("GET /1.0/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + "\r\n");
	}

	private static String basic(String credentials) {
		return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
	}

	private static void assertUnauthorized(HttpResponse<String> response) {
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().allValues("WWW-Authenticate"))
			.containsExactly("Basic realm=\"cookbooks\", charset=\"UTF-8\"");
		assertThat(response.headers().allValues("Content-Type")).containsExactly("text/plain");
		assertThat(response.body()).isNotBlank();
	}

}
