package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestRefusedException;
import org.junit.jupiter.api.Test;

import org.springframework.web.util.UriUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any number of anonymous requests.
 */
class NonceFloodTests {

	private static final long NOW = 1_000_000;

	private static final int FLOOD = 50_001;

	private final OAuthDataStore store = new OAuthDataStore() {

		@Override
		public Optional<OAuthConsumer> findConsumer(String key) {
			return Optional.of(new OAuthConsumer(key, ""));
		}

		@Override
		public Optional<OAuthToken> findToken(OAuthConsumer consumer, String key) {
			return Optional.of(key.isEmpty() ? OAuthToken.ANONYMOUS : new OAuthToken(key, ""));
		}

	};

	private final OAuthGuard guard = new OAuthGuard("kitchen", (consumer, token, parameters) -> Optional.of(consumer),
			this.store, Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC));

	@Test
	void anonymousRequestsDoNotLockOutAuthenticatedOnes() throws Exception {
		for (int i = 0; i < FLOOD; i++) {
			isAccepted("", NOW + 300, "n" + i);
		}
		assertThat(isAccepted("", NOW, "n")).isFalse();
		assertThat(isAccepted("token", NOW, "n")).isTrue();
	}

	private boolean isAccepted(String token, long timestamp, String nonce) throws Exception {
		Map<String, String> parameters = new HashMap<>(
				Map.of("oauth_consumer_key", "x", "oauth_token", token, "oauth_signature_method", "HMAC-SHA256",
						"oauth_timestamp", Long.toString(timestamp), "oauth_nonce", nonce));
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec("&".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		String text = OAuthSignatureMethod.baseString(request(""), new OAuthParameters(parameters));
		byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
		parameters.put("oauth_signature", Base64.getEncoder().encodeToString(signature));
		GuardedRequest signed = request("OAuth " + parameters.entrySet()
			.stream()
			.map((parameter) -> parameter.getKey() + "=\""
					+ UriUtils.encode(parameter.getValue(), StandardCharsets.UTF_8) + "\"")
			.collect(Collectors.joining(", ")));
		try {
			this.guard.check(signed);
			return true;
		}
		catch (RequestRefusedException ex) {
			return false;
		}
	}

	private static GuardedRequest request(String authorization) {
		return new GuardedRequest("GET", "a", "/", "", null, List.of(authorization), new byte[0]);
	}

}
