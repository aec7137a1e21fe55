package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.text.Product;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The origin to which credentials are sent, and which ones are valid.
 */
class CredentialsTests {

	private static final URI ROOT = URI.create("https://host/1.0/");

	private static final URI ELSEWHERE = URI.create("https://elsewhere/1.0/");

	@ParameterizedTest
	@CsvSource({ "https://host/x, true", "https://host:443/x, true", "HTTPS://HOST/x, true", "http://host/x, false",
			"http://host:443/x, false", "https://host:8443/x, false", "https://host@evil/x, false",
			"https://my_host/x, false" })
	void credentialsAreSentToServiceOnly(URI uri, boolean authorized) {
		Credentials credentials = new Credentials(ROOT, new BasicHttpAuthorizer("me", "s3cret"), () -> "");
		ServiceRequest sent = credentials.applyTo(ServiceRequest.get(uri, new HttpHeaders()));
		assertThat(sent.headers().containsHeader(HttpHeaders.AUTHORIZATION)).isEqualTo(authorized);
		assertThat(credentials.identityFor(uri)).isEqualTo(authorized ? "basic:me" : "");
	}

	@Test
	void userAgentNamesTheApplicationToTheServiceOnly() {
		Credentials credentials = new Credentials(ROOT, new OAuthAuthorizer("consumer", AccessToken.anonymous()),
				() -> "");
		assertThat(credentials.applyTo(get(ROOT)).headers().getFirst(HttpHeaders.USER_AGENT))
			.isEqualTo(Product.TOKEN + "; oauth_consumer=\"consumer\"");
		assertThat(credentials.applyTo(get(ELSEWHERE)).headers().getFirst(HttpHeaders.USER_AGENT))
			.isEqualTo(Product.TOKEN);
		assertThat(new Credentials(ROOT, null, () -> "").applyTo(get(ROOT)).headers().getFirst(HttpHeaders.USER_AGENT))
			.isEqualTo(Product.TOKEN);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a\tb", "!", "~", "\u0080", "\u00ff" })
	void authorizationOfTheseCharactersIsSent(String value) {
		ServiceRequest sent = new Credentials(ROOT, new RecordingAuthorizer(value), () -> "").applyTo(get(ROOT));
		assertThat(sent.headers().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "s3cret\u0000", "s3cret\b", "s3cret\n", "s3cret\r\nEvil: 1", "s3cret\u001f",
			"s3cret\u007f", "s3cret\u0100", "\u98df s3cret" })
	void authorizationOfOtherCharactersIsRejected(String value) {
		Credentials credentials = new Credentials(ROOT, new RecordingAuthorizer(value), () -> "");
		assertThatExceptionOfType(CredentialsException.class).isThrownBy(() -> credentials.applyTo(get(ROOT)))
			.withMessageStartingWith(ROOT + " was not requested: ")
			.withMessageNotContaining("s3cret");
	}

	@Test
	void authorizerIsNotifiedOfTheServiceOnly() {
		RecordingAuthorizer authorizer = new RecordingAuthorizer("token");
		Credentials credentials = new Credentials(ROOT, authorizer, () -> "");
		for (URI uri : List.of(ROOT, ELSEWHERE)) {
			credentials.accepted(get(uri));
			assertThat(credentials.renewedFor(get(uri), refusal(uri))).isEqualTo(uri.equals(ROOT));
		}
		assertThat(authorizer.events).containsExactly("accepted " + ROOT, "renewed " + ROOT);
		Credentials none = new Credentials(ROOT, null, () -> "");
		none.accepted(get(ROOT));
		assertThat(none.renewedFor(get(ROOT), refusal(ROOT))).isFalse();
		assertThat(none.identityFor(ROOT)).isEmpty();
	}

	private static ServiceRequest get(URI uri) {
		return ServiceRequest.get(uri, new HttpHeaders());
	}

	private static ServiceResponse refusal(URI uri) {
		return new ServiceResponse(uri, 401, HttpHeaders.EMPTY, new byte[0]);
	}

	/** An authorizer with a value and a list of its calls. */
	private static final class RecordingAuthorizer implements HttpAuthorizer {

		private final String value;

		private final List<String> events = new ArrayList<>();

		RecordingAuthorizer(String value) {
			this.value = value;
		}

		@Override
		public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.set(HttpHeaders.AUTHORIZATION, this.value);
		}

		@Override
		public boolean renew(Refusal refusal) {
			return this.events.add("renewed " + refusal.request().uri());
		}

		@Override
		public void accepted(URI absoluteUri) {
			this.events.add("accepted " + absoluteUri);
		}

		@Override
		public String identity() {
			return "me";
		}

	}

}
