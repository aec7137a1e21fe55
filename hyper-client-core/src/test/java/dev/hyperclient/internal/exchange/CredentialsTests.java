package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.ForeignOriginException;
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
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The origins to which credentials and a {@code User-Agent} are sent, which ones are
 * valid, and which responses an authorizer is notified of.
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
		ServiceRequest sent = new Credentials(ROOT, new RecordingAuthorizer(value, true), () -> "").applyTo(get(ROOT));
		assertThat(sent.headers().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "s3cret\u0000", "s3cret\b", "s3cret\n", "s3cret\r\nEvil: 1", "s3cret\u001f",
			"s3cret\u007f", "s3cret\u0100", "\u98df s3cret" })
	void authorizationOfOtherCharactersIsRejected(String value) {
		Credentials credentials = new Credentials(ROOT, new RecordingAuthorizer(value, true), () -> "");
		assertThatExceptionOfType(CredentialsException.class).isThrownBy(() -> credentials.applyTo(get(ROOT)))
			.withMessageStartingWith(ROOT + " was not requested: ")
			.withMessageNotContaining("s3cret");
	}

	@Test
	void authorizerIsNotifiedOfTheServiceOnly() {
		RecordingAuthorizer authorizer = new RecordingAuthorizer("token", true);
		Credentials credentials = new Credentials(ROOT, authorizer, () -> "");
		for (URI uri : List.of(ROOT, ELSEWHERE)) {
			credentials.accepted(get(uri));
			assertThat(credentials.renewedFor(get(uri), refusal(uri))).isEqualTo(uri.equals(ROOT));
		}
		assertThat(authorizer.events).containsExactly("accepted " + ROOT, "refused " + ROOT);
		Credentials none = new Credentials(ROOT, null, () -> "");
		none.accepted(get(ROOT));
		assertThat(none.renewedFor(get(ROOT), refusal(ROOT))).isFalse();
		assertThat(none.identityFor(ROOT)).isEmpty();
	}

	private static ServiceRequest get(URI uri) {
		return ServiceRequest.get(uri, new HttpHeaders());
	}

	private static ServiceResponse refusal(URI uri) {
		return ServiceResponse.of(uri, 401, HttpHeaders.EMPTY, new byte[0]);
	}

	@ParameterizedTest
	@CsvSource({ "http://host/1.0/, http://host:80/x", "http://host:80/, http://host/x",
			"https://host/, https://host:443", "http://Host/, HTTP://hOST/",
			"http://[2001:DB8::1]:8080/, http://[2001:db8::1]:8080/x", "http://host/, http://host" })
	void theSameOriginInOtherWordsIsAllowed(URI root, URI uri) {
		assertThatNoException()
			.isThrownBy(() -> new AllowedOrigins(root, List.of(), SettingNames.OF_BUILDER).require(uri, null));
	}

	@ParameterizedTest
	@CsvSource({ "http://host/1.0/x/../y, http://host/1.0/y", "http://host/1.0/./y?a=/../b, http://host/1.0/y?a=/../b",
			"http://host/1.0/x/%2E%2e/y, http://host/1.0/y", "http://host/1.0/x/.., http://host/1.0/",
			"http://files/a/../b, http://files/b", "http://host/1.0/../1.0/y#z, http://host/1.0/y#z",
			"http://host/1.0/x/..y, http://host/1.0/x/..y", "http://host/1.0/a%2Eb, http://host/1.0/a%2Eb",
			"http://host/1.0//x, http://host/1.0//x", "http://host/other, http://host/other" })
	void dotSegmentsAreRemoved(URI uri, URI expected) {
		AllowedOrigins origins = new AllowedOrigins(URI.create("http://host/1.0/"), List.of(URI.create("http://files")),
				SettingNames.OF_BUILDER);
		assertThat(origins.require(uri, null)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "http://host/1.0/../admin", "http://host/1.0/../../admin", "http://host/1.0/%2e%2E/admin",
			"http://host/1.0/x/../..", "http://HOST:80/1.0/..", "http://host/../1.0/x/../../y", "http://files/../b" })
	void dotSegmentsThatLeaveTheServiceAreRefused(URI uri) {
		AllowedOrigins origins = new AllowedOrigins(URI.create("http://host/1.0/"), List.of(URI.create("http://files")),
				SettingNames.OF_BUILDER);
		assertThatExceptionOfType(ForeignOriginException.class).isThrownBy(() -> origins.require(uri, null))
			.withMessage("%s has dot segments that lead out of the service root http://host/1.0/ and was not requested",
					uri);
	}

	@ParameterizedTest
	@CsvSource({ "https://host/, http://host/", "http://host/, https://host/", "https://host/, https://host:80/",
			"https://host/, http://host:443/", "http://host/, http://host.evil/", "http://host/, http://sub.host/",
			"http://host/, http://host@evil/", "http://host/, http://host:80@evil/", "http://host/, http://evil#@host/",
			"http://host/, http://evil?@host/", "http://host/, http://evil%40host/", "http://host/, http://me@host/",
			"http://host/, http://@host/", "http://host/, //host/", "http://host/, ws://host/",
			"http://host/, http:host", "http://[::1]/, http://[::2]/", "http://[::1]/, http://[::1%25lo]/" })
	void anotherOriginIsRefused(URI root, URI uri) {
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> new AllowedOrigins(root, List.of(), SettingNames.OF_BUILDER).require(uri, null));
	}

	@Test
	void parametersFollowInAlphabeticalOrder() {
		assertThat(Credentials.userAgent(Map.of("oauth_consumer", "consumer", "application", "the app")))
			.isEqualTo(Product.TOKEN + "; application=\"the app\"; oauth_consumer=\"consumer\"");
	}

	@Test
	void quotesAreEscapedAndOtherCharactersEncoded() {
		assertThat(Credentials.userAgent(Map.of("a", "a \"b\" \\c"))).endsWith("; a=\"a \\\"b\\\" \\\\c\"");
		assertThat(Credentials.userAgent(Map.of("a", " ~"))).endsWith("; a=\" ~\"");
		assertThat(Credentials.userAgent(Map.of("a", "\u007f"))).endsWith("; a*=utf-8''%7F");
		assertThat(Credentials.userAgent(Map.of("a", "café"))).endsWith("; a*=utf-8''caf%C3%A9");
		assertThat(Credentials.userAgent(Map.of("a", "x\r\nEvil: 1"))).endsWith("; a*=utf-8''x%0D%0AEvil%3A%201");
	}

	@ParameterizedTest
	@CsvSource({ "200, true, authorized 200 accepted", "304, true, authorized 304 accepted",
			"399, true, authorized 399 accepted", "400, true, authorized 400", "403, true, authorized 403",
			"402, true, authorized 402", "500, true, authorized 500", "401, false, authorized 401 refused",
			"401 200, true, authorized 401 refused authorized 200 accepted",
			"401 401, true, authorized 401 refused authorized 401",
			"401 503, true, authorized 401 refused authorized 503" })
	void refusalIsReportedAndRequestIsSentOnceMoreWithNewCredentials(String statuses, boolean renews, String expected) {
		Iterator<Integer> answers = Arrays.stream(statuses.split(" ")).map(Integer::valueOf).iterator();
		RecordingAuthorizer authorizer = new RecordingAuthorizer("Token", renews);
		CallState call = CallState.collecting();
		Step service = (request, state) -> {
			assertThat(request.headers().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo("Token");
			int status = answers.next();
			authorizer.events.add(Integer.toString(status));
			return ServiceResponse.of(request.uri(), status, HttpHeaders.EMPTY, new byte[0]);
		};
		ServiceResponse response = new AuthorizerStep(service, new Credentials(ROOT, authorizer, () -> ""))
			.exchange(ServiceRequest.get(ROOT, new HttpHeaders()), call);
		assertThat(statuses).endsWith(Integer.toString(response.status()));
		assertThat(String.join(" ", authorizer.events).replace(" " + ROOT, "")).isEqualTo(expected);
		assertThat(call.memory().mayRenew()).isEqualTo(!expected.contains("refused"));
	}

	/** An authorizer with a value, and a list of its calls. */
	private static final class RecordingAuthorizer implements HttpAuthorizer {

		private final String value;

		private final boolean renews;

		private final List<String> events = new ArrayList<>();

		RecordingAuthorizer(String value, boolean renews) {
			this.value = value;
			this.renews = renews;
		}

		@Override
		public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.set(HttpHeaders.AUTHORIZATION, this.value);
			this.events.add("authorized");
		}

		@Override
		public boolean renew(Refusal refusal) {
			this.events.add("refused " + refusal.request().uri());
			return this.renews;
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
