package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestGuard;
import dev.hyperclient.testservice.RequestRefusedException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The guard without the service, with the examples of RFC 5849.
 */
class OAuthGuardTests {

	private static final OAuthConsumer PRINTER = new OAuthConsumer("dpf43f3p2l4k3l03", "kd94hf93k423kf44");

	private static final OAuthToken JANE = new OAuthToken("nnch734d00sl2jdk", "pfkkdhi9sl3r4s00");

	private static final String PHOTOS = """
			OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", \
			oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", \
			oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D\"""";

	private final OAuthDataStore store = new OAuthDataStore() {

		@Override
		public Optional<OAuthConsumer> findConsumer(String key) {
			return key.equals(PRINTER.key()) ? Optional.of(PRINTER) : Optional.empty();
		}

		@Override
		public Optional<OAuthToken> findToken(OAuthConsumer consumer, String key) {
			return key.equals(JANE.key()) ? Optional.of(JANE) : Optional.empty();
		}

	};

	private final Clock clock = Clock.fixed(Instant.ofEpochSecond(137131202), ZoneOffset.UTC);

	@Test
	void exampleOfStandardIsGranted() {
		OAuthGuard guard = new OAuthGuard("Photos", (consumer, token, parameters) -> Optional.of(consumer), this.store,
				this.clock);
		assertThat(guard.check(photos("photos.example.net"))).isEqualTo(new Caller("dpf43f3p2l4k3l03", true));
		assertThat(guard.challenge()).isEqualTo("OAuth realm=\"Photos\"");
	}

	@Test
	void signedHostIsLowerCaseWithoutDefaultPort() {
		OAuthGuard guard = new OAuthGuard("Photos", (consumer, token, parameters) -> Optional.of(consumer), this.store,
				this.clock);
		assertThat(guard.check(photos("PHOTOS.example.net:80")).authenticated()).isTrue();
		assertUnauthorized(guard, photos("photos.example.net:8080"),
				"The consumer, the token or the signature is not right.");
	}

	@Test
	void authenticatorReceivesParametersAndMayReject() {
		OAuthGuard guard = new OAuthGuard("Photos", (consumer, token, parameters) -> {
			assertThat(consumer).isEqualTo(PRINTER);
			assertThat(token).isEqualTo(JANE);
			assertThat(parameters).containsEntry("realm", "Photos").containsEntry("oauth_nonce", "chapoH");
			return Optional.empty();
		}, this.store, this.clock);
		assertUnauthorized(guard, photos("photos.example.net"), "This consumer and token are not permitted.");
	}

	@Test
	void emptyTokenIsRefusedUnlessStoreHasIt() {
		OAuthGuard guard = new OAuthGuard("Photos", (consumer, token, parameters) -> Optional.of(consumer), this.store,
				this.clock);
		String anonymous = PHOTOS.replace("nnch734d00sl2jdk", "")
			.replace("HMAC-SHA1", "PLAINTEXT")
			.replace("MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D", "kd94hf93k423kf44%26");
		assertUnauthorized(guard, new GuardedRequest("GET", "a", "/", "", null, List.of(anonymous), new byte[0]),
				"The consumer, the token or the signature is not right.");
	}

	@Test
	void signatureBaseStringMatchesStandard() {
		String body = "c2&a3=2+q";
		GuardedRequest request = new GuardedRequest("POST", "EXAMPLE.COM:80", "/request",
				"b5=%3D%253D&a3=a&c%40=&a2=r%20b", "application/x-www-form-urlencoded", List.of(),
				body.getBytes(StandardCharsets.US_ASCII));
		OAuthParameters parameters = new OAuthParameters(
				Map.of("realm", "Example", "oauth_consumer_key", "9djdj82h48djs9d2", "oauth_token", "kkk9d7dh3k39sjv7",
						"oauth_signature_method", "HMAC-SHA1", "oauth_timestamp", "137131201", "oauth_nonce",
						"7d8f3e4a", "oauth_signature", "bYT5CMsGcbgUdFHObYMEfcx6bsw="));
		assertThat(OAuthSignatureMethod.baseString(request, parameters)).isEqualTo(
				"POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D"
						+ "%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a"
						+ "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201"
						+ "%26oauth_token%3Dkkk9d7dh3k39sjv7");
	}

	@Test
	void realmIsEscapedInChallenge() {
		assertThat(RequestGuard.challenge("Basic", "a\", b=\"\\")).isEqualTo("Basic realm=\"a\\\", b=\\\"\\\\\"");
		assertThatIllegalArgumentException().isThrownBy(() -> RequestGuard.challenge("Basic", "a\r\nX: y"));
		assertThatIllegalArgumentException().isThrownBy(() -> RequestGuard.challenge("Basic", "é"));
	}

	@Test
	void toStringHidesSecrets() {
		assertThat(PRINTER + " " + JANE + " " + new OAuthParameters(Map.of("oauth_signature", "&pfkk")) + " "
				+ photos("a"))
			.doesNotContain("kd94", "pfkk", "nnch", "Mdp");
	}

	private static void assertUnauthorized(OAuthGuard guard, GuardedRequest request, String reason) {
		assertThatExceptionOfType(RequestRefusedException.class).isThrownBy(() -> guard.check(request))
			.withMessage(reason)
			.satisfies((refused) -> assertThat(refused.status()).isEqualTo(401));
	}

	private static GuardedRequest photos(String authority) {
		return new GuardedRequest("GET", authority, "/photos", "file=vacation.jpg&size=original", null, List.of(PHOTOS),
				new byte[0]);
	}

}
