package dev.hyperclient.cookbook.service.security;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestRefusedException;

/**
 * The parameters of an {@code Authorization: OAuth} header field (RFC 5849, section
 * 3.5.1).
 *
 * @param values the decoded values by name, in the order they were sent
 */
record OAuthParameters(Map<String, String> values) {

	static final String SIGNATURE = "oauth_signature";

	static final String CONSUMER = "oauth_consumer_key";

	static final String TOKEN = "oauth_token";

	private static final String METHOD = "oauth_signature_method";

	private static final String TIMESTAMP = "oauth_timestamp";

	static final String NONCE = "oauth_nonce";

	private static final String REALM = "realm";

	private static final Pattern PARAMETER = Pattern
		.compile(" *([A-Za-z0-9._~%-]+) *= *\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\" *(?:,(?=.)|\\z)");

	/**
	 * The token is required even if it is empty, so that a missing token is not taken for
	 * anonymous access.
	 */
	private static final List<String> REQUIRED = List.of(CONSUMER, TOKEN, METHOD, SIGNATURE);

	private static final List<String> REQUIRED_ONCE = List.of(TIMESTAMP, NONCE);

	private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,11}");

	/**
	 * Parse and validate the parameters. Signature, consumer and token are not verified.
	 * @param credentials the value of the header field after the scheme
	 * @return the parameters
	 * @throws RequestRefusedException if the parameters are malformed, repeated,
	 * incomplete or not supported
	 */
	static OAuthParameters parse(String credentials) {
		OAuthParameters parameters = new OAuthParameters(parseValues(credentials));
		parameters.require(REQUIRED);
		RequestRefusedException.require(parameters.values.getOrDefault("oauth_version", "1.0").equals("1.0"),
				"The only OAuth version is 1.0.");
		if (parameters.signatureMethod() != OAuthSignatureMethod.PLAINTEXT) {
			parameters.require(REQUIRED_ONCE);
			RequestRefusedException.require(
					SECONDS.matcher(parameters.get(TIMESTAMP)).matches() && !parameters.get(NONCE).isEmpty(),
					"The time stamp must be seconds, and the nonce some text.");
		}
		return parameters;
	}

	/**
	 * Return a required parameter.
	 * @param name one of the names above
	 * @return the value, decoded
	 */
	String get(String name) {
		return Objects.requireNonNull(this.values.get(name));
	}

	OAuthSignatureMethod signatureMethod() {
		return OAuthSignatureMethod.named(get(METHOD));
	}

	long timestamp() {
		return Long.parseLong(get(TIMESTAMP));
	}

	/**
	 * Return the parameters that are signed: all but the signature and the realm.
	 */
	Stream<Map.Entry<String, String>> signed() {
		return this.values.entrySet()
			.stream()
			.filter((parameter) -> !Set.of(SIGNATURE, REALM).contains(parameter.getKey()));
	}

	/**
	 * Decode a value, which is percent-encoded except for spaces.
	 * @param encoded the value as sent
	 * @return the text
	 * @throws RequestRefusedException if the value is malformed
	 */
	static String decode(String encoded) {
		try {
			return GuardedRequest.decode(encoded.replace(" ", "%20"));
		}
		catch (RequestRefusedException ex) {
			throw RequestRefusedException.badRequest("A signed value must be percent-encoded UTF-8.");
		}
	}

	private static Map<String, String> parseValues(String credentials) {
		Map<String, String> parameters = new LinkedHashMap<>();
		Matcher matcher = PARAMETER.matcher(credentials);
		for (int at = 0; at < credentials.length() || at == 0; at = matcher.end()) {
			matcher.region(at, credentials.length());
			RequestRefusedException.require(matcher.lookingAt(),
					"OAuth parameters must be like name=\"value\", with commas between them.");
			String name = decode(matcher.group(1));
			// Only the realm is a quoted string without percent-encoding.
			String value = name.equals(REALM) ? matcher.group(2) : decode(matcher.group(2));
			RequestRefusedException.require((name + value).chars().noneMatch(Character::isISOControl),
					"OAuth parameters must not have control characters.");
			RequestRefusedException.require(parameters.put(name, value) == null,
					"Each OAuth parameter may come once only.");
		}
		return parameters;
	}

	private void require(List<String> names) {
		List<String> missing = names.stream().filter((name) -> !this.values.containsKey(name)).toList();
		RequestRefusedException.require(missing.isEmpty(), "OAuth parameters are missing: %s",
				String.join(", ", missing));
	}

	@Override
	public String toString() {
		return "OAuthParameters" + this.values.keySet();
	}

}
