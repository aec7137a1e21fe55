package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.net.http.HttpResponse;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Malformed {@code Authorization} header fields: the response has the reason, and the
 * request has no effect.
 */
class OAuthBadInputTests {

	private static final String RIGHT = OAuthHeader.plaintext("consumer", "token", "secret");

	private static final String GREENS = "/1.0/cookbooks/Everyday%20Greens";

	@RegisterExtension
	final RunningService service = new RunningService(CookbookSettings.onAnyPort("security=oauth"));

	@AfterEach
	void assertNothingHasChanged() {
		assertThat(this.service.get(GREENS, "Authorization", RIGHT).statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "OAuth", "OAuth ", "OAuth ,", "OAuth x", "OAuth x=", "OAuth x=y", "OAuth x=\"",
			"OAuth x=\"y", "OAuth =\"y\"", "OAuth x=\"y\",", "OAuth x=\"y\",,z=\"\"", "OAuth x=\"y\" z=\"\"",
			"OAuth x=\"y\"; z=\"\"", "OAuth x='y'", "OAuth x=\"y\"\"", "OAuth x=\"y\\\"", "OAuth {\"x\":\"y\"}" })
	void malformedParameterListIsRefused(String header) throws IOException {
		assertBadRequest("Authorization: " + header,
				"OAuth parameters must be like name=\"value\", with commas between them.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "%", "%2", "%zz", "%-1", "%+f", "%ff", "%c0%af", "%ed%a0%80", "ok%" })
	void malformedPercentEncodingIsRefused(String value) throws IOException {
		assertBadRequest("Authorization: " + RIGHT + ", x=\"" + value + "\"",
				"A signed value must be percent-encoded UTF-8.");
		assertBadRequest("Authorization: " + RIGHT.replace("%26secret", "%26" + value.replace("%", "%25")),
				"A signed value must be percent-encoded UTF-8.");
		assertBadRequest("Authorization: " + RIGHT + ", " + value + "=\"x\"", null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%00", "%0d%0aX: y", "%7f", "%c2%85" })
	void controlCharactersAreRefused(String value) throws IOException {
		assertBadRequest("Authorization: " + RIGHT + ", x=\"" + value + "\"",
				"OAuth parameters must not have control characters.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\u0001", "\t", "\u00e9", "\u007f", "\u0000" })
	void nonAsciiCharactersAreRefused(String character) throws IOException {
		assertBadRequest("Authorization: " + RIGHT + ", x=\"a" + character + "b\"", null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "oauth_consumer_key", "oauth_token", "oauth_signature", "oauth_signature_method" })
	void missingParameterIsNamed(String name) throws IOException {
		assertBadRequest("Authorization: " + RIGHT.replace(name + "=", "x="), "OAuth parameters are missing: " + name);
	}

	@Test
	void allMissingParametersAreNamed() throws IOException {
		assertBadRequest("Authorization: OAuth realm=\"\"",
				"OAuth parameters are missing: oauth_consumer_key, oauth_token, oauth_signature_method, oauth_signature");
	}

	@ParameterizedTest
	@ValueSource(strings = { "realm=\"OAuth\"", "oauth_token=\"token\"", "oauth_token=\"other\"",
			"oauth%5Ftoken=\"token\"", "oauth_version=\"1.0\"" })
	void repeatedParameterIsRefused(String parameter) throws IOException {
		assertBadRequest("Authorization: " + RIGHT + ", " + parameter, "Each OAuth parameter may come once only.");
	}

	@Test
	void repeatedAuthorizationFieldIsRefused() throws IOException {
		assertBadRequest("Authorization: " + RIGHT + "\r\nauthorization: " + RIGHT,
				"There must be one Authorization header only.");
		assertBadRequest("Authorization: " + RIGHT + "\r\nAuthorization: Basic eDp5",
				"There must be one Authorization header only.");
		assertBadRequest("Authorization: " + RIGHT + ", " + RIGHT, null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void parametersOutsideHeaderAreRefused(String method) {
		String path = GREENS + (method.equals("GET") ? "?oauth_token=token" : "");
		HttpResponse<String> response = this.service.send(method, path,
				method.equals("GET") ? "" : "ws.op=make_more_interesting&oauth_token=token", "Content-Type",
				"application/x-www-form-urlencoded", "Authorization", RIGHT);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("OAuth parameters belong into the Authorization header, and only there.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RSA-SHA1", "HMAC-MD5", "hmac-sha1", "plaintext", "" })
	void unknownSignatureMethodIsRefused(String method) throws IOException {
		assertBadRequest("Authorization: " + RIGHT.replace("PLAINTEXT", method),
				"The signature method must be one of: PLAINTEXT, HMAC-SHA1, HMAC-SHA256");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2.0", "1", "1.0a", "" })
	void unknownVersionIsRefused(String version) throws IOException {
		assertBadRequest("Authorization: " + RIGHT.replace("1.0", version), "The only OAuth version is 1.0.");
	}

	@ParameterizedTest
	@CsvSource({ "'',n", "now,n", "-1,n", "0,n", "1.5,n", "99999999999999999999,n", "1795219698,''" })
	void malformedTimeStampOrNonceIsRefused(String timestamp, String nonce) throws IOException {
		String header = OAuthHeader.signedWith("HMAC-SHA1", "consumer", "token")
			.with("oauth_timestamp", timestamp)
			.with("oauth_nonce", nonce)
			.with("oauth_signature", "x")
			.toString();
		assertBadRequest("Authorization: " + header, "The time stamp must be seconds, and the nonce some text.");
	}

	@Test
	void hmacWithoutTimeStampOrNonceIsRefused() throws IOException {
		assertBadRequest("Authorization: " + RIGHT.replace("PLAINTEXT", "HMAC-SHA256"),
				"OAuth parameters are missing: oauth_timestamp, oauth_nonce");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "secret", "&&secret", "&secret&", "x&secret", "secret&", "&", "&%2573ecret", "&Secret" })
	void wrongPlaintextSignatureIsUnauthorized(String signature) throws IOException {
		String encoded = signature.replace("%", "%25").replace("&", "%26");
		assertRefused("Authorization: " + RIGHT.replace("%26secret", encoded), "401 Unauthorized",
				"The consumer, the token or the signature is not right.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", "AAAA", "MdpQcU8iPSUjWoN/UDMsK2sui9I=" })
	void wrongHmacSignatureIsUnauthorized(String signature) throws IOException {
		String header = OAuthHeader.signedWith("HMAC-SHA1", "consumer", "token")
			.at(System.currentTimeMillis() / 1000, "n")
			.with("oauth_signature", signature)
			.toString();
		assertRefused("Authorization: " + header, "401 Unauthorized",
				"The consumer, the token or the signature is not right.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Basic dXNlcjpwYXNzd29yZA==", "Bearer x", "OAuth2 x", "Negotiate" })
	void otherSchemeIsUnauthorized(String header) throws IOException {
		assertRefused("Authorization: " + header, "401 Unauthorized",
				"This service wants OAuth credentials, and the request has others.");
	}

	@Test
	void emptyConsumerIsUnauthorized() throws IOException {
		assertRefused("Authorization: " + OAuthHeader.plaintext("", "", ""), "401 Unauthorized", null);
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "\\\\", "%41", "\\\"", ",", " " })
	void headerFieldOfMaximumLengthIsAccepted(String filling) throws IOException {
		String some = filling.repeat((8000 - RIGHT.length()) / filling.length());
		assertThat(raw("GET", "Authorization: " + RIGHT.replace("realm=\"OAuth\"", "realm=\"" + some + "\"")))
			.startsWith("HTTP/1.1 200 Ok\r\n");
		assertBadRequest("Authorization: " + RIGHT.replace("realm=\"OAuth\"", "realm=\"" + "x".repeat(8192) + "\""),
				"The Authorization header may have 8192 characters at the most.");
	}

	@Test
	void longConsumerKeyIsAccepted() throws IOException {
		assertRefused("Authorization: " + OAuthHeader.plaintext("c".repeat(4000), "t".repeat(3000), "s"),
				"401 Unauthorized", null);
	}

	@Test
	void malformedQueryIsRefused() throws IOException {
		assertThat(this.service.raw("GET /1.0/dishes?x=%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: "
				+ RIGHT + "\r\n\r\n"))
			.startsWith("HTTP/1.1 400 Bad Request\r\n");
	}

	private void assertBadRequest(String header, @Nullable String reason) throws IOException {
		assertRefused(header, "400 Bad Request", reason);
	}

	private void assertRefused(String header, String status, @Nullable String reason) throws IOException {
		String response = raw("POST", header);
		assertThat(response).startsWith("HTTP/1.1 " + status + "\r\n").contains("\r\nContent-Type: text/plain\r\n");
		String body = response.substring(response.indexOf("\r\n\r\n") + 4);
		assertThat(body).isNotBlank().isEqualTo((reason != null) ? reason : body);
		assertThat(response.contains("\r\nWWW-Authenticate: OAuth realm=\"cookbooks\"\r\n"))
			.isEqualTo(status.startsWith("401"));
	}

	private String raw(String method, String header) throws IOException {
		String body = method.equals("GET") ? "" : "ws.op=make_more_interesting";
		return this.service.raw(method + " " + GREENS + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
				+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n"
				+ header + "\r\n\r\n" + body);
	}

}
