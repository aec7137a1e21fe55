package dev.hyperclient.authorizer;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link BasicHttpAuthorizer} (RFC 7617).
 */
class BasicHttpAuthorizerTests {

	@ParameterizedTest
	@CsvSource({ "user, password, dXNlcjpwYXNzd29yZA==", "Aladdin, open sesame, QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
			"test, 123\u00a3, dGVzdDoxMjPCow==", "user, a:b:c, dXNlcjphOmI6Yw==", "user, '', dXNlcjo=",
			"'', password, OnBhc3N3b3Jk" })
	void nameAndPasswordAreSentInUtf8(String username, String password, String encoded) {
		assertThat(headers(new BasicHttpAuthorizer(username, password)).get("authorization"))
			.containsExactly("Basic " + encoded);
	}

	@Test
	void authorizationReplacesExistingHeader() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("AUTHORIZATION", "Bearer other");
		new BasicHttpAuthorizer("user", "password").authorizeRequest(URI.create("http://localhost/"), HttpMethod.GET,
				null, headers);
		assertThat(headers.get("authorization")).containsExactly("Basic dXNlcjpwYXNzd29yZA==");
	}

	@Test
	void userNameWithColonIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BasicHttpAuthorizer("us:er", "s3cret"))
			.withMessage("'username' must not contain a colon");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\r\nEvil: 1", "a\n", "\u0000", "\u007f", "\t", "\u0085" })
	void controlCharactersAreRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> new BasicHttpAuthorizer(text, "s3cret"))
			.withMessage("'username' must not contain control characters");
		assertThatIllegalArgumentException().isThrownBy(() -> new BasicHttpAuthorizer("user", "s3cret" + text))
			.withMessage("'password' must not contain control characters");
	}

	@Test
	void identityIsTheUserName() {
		assertThat(new BasicHttpAuthorizer("user", "one").identity()).isEqualTo("basic:user")
			.isEqualTo(new BasicHttpAuthorizer("user", "two").identity());
	}

	@Test
	void toStringAndUserAgentDoNotRevealThePassword() {
		BasicHttpAuthorizer authorizer = new BasicHttpAuthorizer("user", "s3cret");
		assertThat(authorizer).hasToString("BasicHttpAuthorizer[username=user]");
		assertThat(authorizer.userAgentParameters()).isEmpty();
	}

	private static HttpHeaders headers(HttpAuthorizer authorizer) {
		HttpHeaders headers = new HttpHeaders();
		authorizer.authorizeRequest(URI.create("http://localhost/"), HttpMethod.GET, null, headers);
		return headers;
	}

}
