package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.hyperclient.testservice.Caller;
import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestGuard;
import dev.hyperclient.testservice.RequestRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
		OAuthGuard guard = guard(this.clock);
		assertThat(guard.check(photos("photos.example.net"))).isEqualTo(new Caller("dpf43f3p2l4k3l03", true));
		assertThat(guard.challenge()).isEqualTo("OAuth realm=\"Photos\"");
	}

	@Test
	void requestIsAcceptedOnceWithinFiveMinutesAndAsItIsSigned() {
		OAuthGuard guard = guard(this.clock);
		for (String authority : List.of("photos.example.net:8080", "other.example.net")) {
			assertUnauthorized(guard, photos(authority), "The consumer, the token or the signature is not right.");
		}
		assertThat(guard.check(photos("PHOTOS.example.net:80")).authenticated()).isTrue();
		assertUnauthorized(guard, photos("photos.example.net"), "The nonce has been used before.");
		for (int seconds : List.of(-300, 300)) {
			assertThat(guard(clock(seconds)).check(photos("photos.example.net")).authenticated()).isTrue();
		}
		for (int seconds : List.of(-301, 301)) {
			assertUnauthorized(guard(clock(seconds)), photos("photos.example.net"),
					"The time stamp is too far from the time here.");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			oauth_nonce="chapoH"        | oauth_nonce="%zz"
			oauth_nonce="chapoH"        | oauth_nonce="%00"
			oauth_nonce="chapoH"        | oauth_nonce=""
			oauth_nonce="chapoH"        | other="chapoH"
			oauth_nonce="chapoH"        | oauth_nonce="a", oauth_nonce="a"
			oauth_timestamp="137131202" | oauth_timestamp="-1"
			oauth_token                 | other
			HMAC-SHA1                   | MD5
			realm="Photos"              | realm=Photos
			realm="Photos"              | oauth_version="2.0"
			""")
	void malformedParametersAreRefused(String part, String malformed) {
		GuardedRequest request = photos("photos.example.net", PHOTOS.replace(part, malformed));
		assertThatExceptionOfType(RequestRefusedException.class).isThrownBy(() -> guard(this.clock).check(request))
			.returns(400, RequestRefusedException::status);
	}

	@ParameterizedTest
	@CsvSource({ "dpf43f3p2l4k3l03, '', kd94hf93k423kf44%26", "dpf43f3p2l4k3l03, other, kd94hf93k423kf44%26",
			"dpf43f3p2l4k3l03, nnch734d00sl2jdk, %26pfkkdhi9sl3r4s00", "other, nnch734d00sl2jdk, %26pfkkdhi9sl3r4s00" })
	void unknownConsumerTokenOrSecretIsUnauthorized(String consumer, String token, String signature) {
		String credentials = """
				OAuth oauth_consumer_key="%s", oauth_token="%s", oauth_signature="%s", \
				oauth_signature_method="PLAINTEXT\"""".formatted(consumer, token, signature);
		assertUnauthorized(guard(this.clock), photos("a", credentials),
				"The consumer, the token or the signature is not right.");
	}

	@Test
	void evictedNonceIsNotAcceptedAgain() {
		NonceMemory memory = new NonceMemory(this.clock, Duration.ofMinutes(5), 100);
		long now = this.clock.instant().getEpochSecond();
		for (int i = 0; i < 250; i++) {
			assertThat(memory.add(now - 250 + i, "a", "bc")).isTrue();
			assertThat(memory.size()).isLessThanOrEqualTo(100);
		}
		assertThat(memory.add(now - 1, "ab", "c")).isTrue();
		assertThat(IntStream.range(0, 250).noneMatch((i) -> memory.add(now - 250 + i, "a", "bc"))).isTrue();
		assertThat(memory.accepts(now - 250)).isFalse();
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

	private OAuthGuard guard(Clock now) {
		return new OAuthGuard("Photos", (consumer, token, parameters) -> Optional.of(consumer), this.store, now);
	}

	private Clock clock(int seconds) {
		return Clock.offset(this.clock, Duration.ofSeconds(seconds));
	}

	private static GuardedRequest photos(String authority) {
		return photos(authority, PHOTOS);
	}

	private static GuardedRequest photos(String authority, String credentials) {
		return new GuardedRequest("GET", authority, "/photos", "file=vacation.jpg&size=original", null,
				List.of(credentials), new byte[0]);
	}

}
