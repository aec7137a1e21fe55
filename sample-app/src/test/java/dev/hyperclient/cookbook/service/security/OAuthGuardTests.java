package dev.hyperclient.cookbook.service.security;

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
