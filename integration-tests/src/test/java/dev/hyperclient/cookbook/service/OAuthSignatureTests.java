package dev.hyperclient.cookbook.service;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

import dev.hyperclient.testservice.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests with HMAC signatures, each accepted once.
 */
class OAuthSignatureTests {

	private static final String SEARCH = "/1.0/cookbooks?ws.op=find_recipes&search=%22a+b%22";

	private final MovableClock clock = new MovableClock(Instant.parse("2026-01-01T12:00:00Z"));

	@RegisterExtension
	final RunningService service = new RunningService(CookbookSettings.onAnyPort("security=oauth"), this.clock);

	@ParameterizedTest
	@ValueSource(strings = { "HMAC-SHA1", "HMAC-SHA256" })
	void signedRequestIsAuthenticated(String method) {
		String header = OAuthHeader.signedWith(method, "consumer", "token")
			.at(now(), "n")
			.sign("GET", uri(SEARCH), "secret", "")
			.toString();
		assertThat(get(SEARCH, header).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "HMAC-SHA1", "HMAC-SHA256" })
	void formFieldsAreSigned(String method) {
		String path = "/1.0/cookbooks/Everyday%20Greens";
		OAuthHeader header = OAuthHeader.signedWith(method, "consumer", "token")
			.at(now(), "n")
			.sign("POST", uri(path), "secret", "ws.op=make_more_interesting");
		assertThat(post(path, "ws.op=find_nothing", header).statusCode()).isEqualTo(401);
		assertThat(post(path, "ws.op=make_more_interesting", header).statusCode()).isEqualTo(301);
	}

	@Test
	void requestThatDiffersFromSignedOneIsUnauthorized() {
		OAuthHeader header = header("n").sign("GET", uri(SEARCH), "secret", "");
		assertThat(get("/1.0/cookbooks?ws.op=find_recipes&search=%22a+c%22", header.toString()).statusCode())
			.isEqualTo(401);
		assertThat(get("/1.0/dishes?ws.op=find_recipes&search=%22a+b%22", header.toString()).statusCode())
			.isEqualTo(401);
		assertThat(this.service.send("DELETE", SEARCH, "", "Authorization", header.toString()).statusCode())
			.isEqualTo(401);
		assertThat(get(SEARCH, header.toString().replace("\"n\"", "\"m\"")).statusCode()).isEqualTo(401);
		assertThat(get(SEARCH, header.toString()).statusCode()).isEqualTo(200);
	}

	@Test
	void wrongSecretIsUnauthorized() {
		assertRefused(header("n").sign("GET", uri("/1.0/"), "wrong", ""),
				"The consumer, the token or the signature is not right.");
	}

	@Test
	void replayedRequestIsUnauthorized() {
		OAuthHeader header = header("n").sign("GET", uri("/1.0/"), "secret", "");
		assertThat(get("/1.0/", header.toString()).statusCode()).isEqualTo(200);
		assertRefused(header, "The nonce has been used before.");
		this.clock.advance(Duration.ofMinutes(5));
		assertRefused(header, "The nonce has been used before.");
		this.clock.advance(Duration.ofSeconds(1));
		assertRefused(header, "The time stamp is too far from the time here.");
		this.clock.advance(Duration.ofHours(1));
		assertThat(get("/1.0/", header("n").sign("GET", uri("/1.0/"), "secret", "").toString()).statusCode())
			.isEqualTo(200);
	}

	@Test
	void refusedRequestDoesNotUseItsNonce() {
		assertThat(get("/1.0/", header("n").sign("GET", uri("/1.0/"), "wrong", "").toString()).statusCode())
			.isEqualTo(401);
		assertThat(get("/1.0/", header("n").sign("GET", uri("/1.0/"), "secret", "").toString()).statusCode())
			.isEqualTo(200);
	}

	@Test
	void nonceIsUniquePerTimeStampAndConsumer() {
		assertThat(get("/1.0/", header("n").sign("GET", uri("/1.0/"), "secret", "").toString()).statusCode())
			.isEqualTo(200);
		for (String consumer : new String[] { "consumer", "other" }) {
			OAuthHeader anonymous = OAuthHeader.signedWith("HMAC-SHA1", consumer, "").at(now(), "n");
			assertThat(get("/1.0/", anonymous.sign("GET", uri("/1.0/"), "", "").toString()).statusCode())
				.isEqualTo(200);
			assertRefused(anonymous, "The nonce has been used before.");
		}
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(get("/1.0/", header("n").sign("GET", uri("/1.0/"), "secret", "").toString()).statusCode())
			.isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(longs = { -301, 301, -100_000_000, 100_000_000_000L })
	void timeStampOutsideWindowIsUnauthorized(long seconds) {
		OAuthHeader header = OAuthHeader.signedWith("HMAC-SHA256", "consumer", "token").at(now() + seconds, "n");
		assertRefused(header.sign("GET", uri("/1.0/"), "secret", ""), "The time stamp is too far from the time here.");
	}

	@ParameterizedTest
	@ValueSource(longs = { -300, 300 })
	void timeStampWithinWindowIsAccepted(long seconds) {
		OAuthHeader header = OAuthHeader.signedWith("HMAC-SHA256", "consumer", "token").at(now() + seconds, "n");
		assertThat(get("/1.0/", header.sign("GET", uri("/1.0/"), "secret", "").toString()).statusCode()).isEqualTo(200);
	}

	@Test
	void plaintextNeedsNeitherTimeStampNorNonce() {
		String header = OAuthHeader.plaintext("consumer", "token", "secret");
		assertThat(get("/1.0/", header).statusCode()).isEqualTo(200);
		assertThat(get("/1.0/", header).statusCode()).isEqualTo(200);
		String old = header + ", oauth_timestamp=\"1\", oauth_nonce=\"n\"";
		assertThat(get("/1.0/", old).statusCode()).isEqualTo(200);
		assertThat(get("/1.0/", old).statusCode()).isEqualTo(200);
	}

	private OAuthHeader header(String nonce) {
		return OAuthHeader.signedWith("HMAC-SHA1", "consumer", "token").at(now(), nonce);
	}

	private long now() {
		return this.clock.instant().getEpochSecond();
	}

	private URI uri(String path) {
		return URI.create(this.service.base() + path);
	}

	private HttpResponse<String> get(String path, String header) {
		return this.service.get(path, "Authorization", header);
	}

	private HttpResponse<String> post(String path, String form, OAuthHeader header) {
		return this.service.send("POST", path, form, "Content-Type", "application/x-www-form-urlencoded; charset=UTF-8",
				"Authorization", header.toString());
	}

	private void assertRefused(OAuthHeader header, String reason) {
		HttpResponse<String> response = get("/1.0/", header.toString());
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.body()).isEqualTo(reason);
		assertThat(RunningService.header(response, "WWW-Authenticate")).isEqualTo("OAuth realm=\"cookbooks\"");
	}

}
