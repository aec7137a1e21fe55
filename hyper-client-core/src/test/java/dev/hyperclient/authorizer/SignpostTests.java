package dev.hyperclient.authorizer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import oauth.signpost.signature.HmacSha1MessageSigner;
import oauth.signpost.signature.HmacSha256MessageSigner;
import oauth.signpost.signature.OAuthMessageSigner;
import oauth.signpost.signature.PlainTextMessageSigner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.UriUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares signatures with those of Signpost, for random requests. Signpost ignores
 * parameters without an equals sign, those that agree in name and value, those of the
 * query whose name the form has too, and those whose encoded name is the name of another;
 * the requests here have none of them.
 */
class SignpostTests {

	private static final int REQUESTS = 500;

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final List<String> CHARACTERS = List.of("a", "b", "Z", "0", "9", "-", ".", "_", "~", " ", "+", "&",
			"=", "%", "/", "?", "#", "*", "'", "(", ")", "!", "\"", "\\", ",", ";", ":", "@", "\u00e9", "\u263a",
			"\ud83d\ude00", "%20");

	private static final List<HttpMethod> METHODS = List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT,
			HttpMethod.PATCH, HttpMethod.DELETE);

	private static final List<String> ORIGINS = List.of("http://example.com", "HTTP://Example.COM:80",
			"https://example.com:443", "https://api.example.com", "http://localhost:8085", "https://example.com:80",
			"http://127.0.0.1:1", "http://[::1]:8080");

	static Stream<Arguments> methods() {
		return Stream.of(method(SignatureMethod.PLAINTEXT, PlainTextMessageSigner::new),
				method(SignatureMethod.HMAC_SHA1, HmacSha1MessageSigner::new),
				method(SignatureMethod.HMAC_SHA256, HmacSha256MessageSigner::new));
	}

	private static Arguments method(SignatureMethod method, Supplier<OAuthMessageSigner> signer) {
		return Arguments.of(method, signer);
	}

	@ParameterizedTest
	@MethodSource("methods")
	void signaturesAgree(SignatureMethod method, Supplier<OAuthMessageSigner> signer) throws Exception {
		for (int seed = 0; seed < REQUESTS; seed++) {
			Random random = new Random(seed);
			Sample sample = Sample.random(random);
			SignpostConsumer theirs = new SignpostConsumer(text(random), text(random), "nonce" + seed,
					Long.toString(1795219698L + seed));
			theirs.setMessageSigner(signer.get());
			theirs.setTokenWithSecret(text(random), text(random));
			OAuthAuthorizer ours = new OAuthAuthorizer(theirs.getConsumerKey(),
					new AccessToken(theirs.getToken(), theirs.getTokenSecret()))
				.withConsumerSecret(theirs.getConsumerSecret())
				.withSignatureMethod(method)
				.withClock(Clock.fixed(Instant.ofEpochSecond(1795219698L + seed), ZoneOffset.UTC))
				.withNonces((timestamp) -> "nonce" + timestamp % 1795219698L);
			assertThat(signature(ours, sample)).as("request %d: %s", seed, sample)
				.isEqualTo(theirs.signature(sample.uri, sample.method.name(), sample.body, sample.contentType));
		}
	}

	private static String signature(OAuthAuthorizer authorizer, Sample sample) {
		HttpHeaders headers = new HttpHeaders();
		if (sample.contentType != null) {
			headers.set(HttpHeaders.CONTENT_TYPE, sample.contentType);
		}
		byte @Nullable [] body = (sample.body != null) ? sample.body.getBytes(StandardCharsets.UTF_8) : null;
		authorizer.authorizeRequest(sample.uri, sample.method, body, headers);
		return SignpostConsumer.signatureOf(String.valueOf(headers.getFirst(HttpHeaders.AUTHORIZATION)));
	}

	private static String text(Random random) {
		return IntStream.range(0, random.nextInt(6))
			.mapToObj((i) -> any(random, CHARACTERS))
			.collect(Collectors.joining());
	}

	private static <T> T any(Random random, List<T> choice) {
		return choice.get(random.nextInt(choice.size()));
	}

	/**
	 * A random request.
	 */
	private record Sample(URI uri, HttpMethod method, @Nullable String body, @Nullable String contentType) {

		static Sample random(Random random) {
			String path = random.nextInt(4) == 0 ? ""
					: "/" + UriUtils.encodePath(text(random).replace("/", ""), "UTF-8");
			String query = (random.nextInt(4) == 0) ? "" : "?" + form(random, "");
			URI uri = URI.create(any(random, ORIGINS) + path + query);
			HttpMethod method = any(random, METHODS);
			return switch (random.nextInt(3)) {
				case 0 -> new Sample(uri, method, form(random, "form"), FORM);
				case 1 -> new Sample(uri, method, form(random, "form"), "application/json");
				default -> new Sample(uri, method, null, null);
			};
		}

		private static String form(Random random, String suffix) {
			Map<String, Integer> used = new HashMap<>();
			return IntStream.range(0, random.nextInt(5))
				.mapToObj((i) -> pair(random, text(random).replace("%20", "%") + suffix, used))
				.collect(Collectors.joining("&"));
		}

		/**
		 * Return a value, sometimes empty, but only for the first parameter of a name.
		 */
		private static String pair(Random random, String name, Map<String, Integer> used) {
			int times = used.merge(name, 1, Integer::sum);
			boolean empty = times == 1 && random.nextInt(3) == 0;
			return encode(random, name) + "=" + (empty ? "" : encode(random, text(random) + times));
		}

		private static String encode(Random random, String text) {
			String encoded = UriUtils.encode(text, StandardCharsets.UTF_8);
			return random.nextBoolean() ? encoded.replace("%20", "+") : encoded;
		}

	}

}
