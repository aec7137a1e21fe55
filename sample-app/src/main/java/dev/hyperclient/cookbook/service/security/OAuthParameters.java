package dev.hyperclient.cookbook.service.security;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The parameters of a signed request, complete and of a kind that can be verified.
 *
 * @param values the values by name
 */
record OAuthParameters(Map<String, String> values) {

	static final String SIGNATURE = "oauth_signature";

	private static final String CONSUMER = "oauth_consumer_key";

	private static final String TOKEN = "oauth_token";

	private static final String METHOD = "oauth_signature_method";

	private static final String TIMESTAMP = "oauth_timestamp";

	private static final String NONCE = "oauth_nonce";

	/**
	 * The token is among them: clients of these services send it even if it is empty, so
	 * that one that was forgotten is never taken for anonymous access.
	 */
	private static final List<String> REQUIRED = List.of(CONSUMER, TOKEN, METHOD, SIGNATURE);

	private static final List<String> REQUIRED_ONCE = List.of(TIMESTAMP, NONCE);

	private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,11}");

	/**
	 * Check the parameters without looking anything up.
	 * @param values the values by name
	 * @return the parameters
	 * @throws BadAuthorizationException if they cannot be verified
	 */
	static OAuthParameters check(Map<String, String> values) {
		OAuthParameters parameters = new OAuthParameters(values);
		parameters.require(REQUIRED);
		if (!values.getOrDefault("oauth_version", "1.0").equals("1.0")) {
			throw BadAuthorizationException.badRequest("The only OAuth version is 1.0.");
		}
		if (parameters.signatureMethod() != SignatureMethod.PLAINTEXT) {
			parameters.require(REQUIRED_ONCE);
			if (!SECONDS.matcher(parameters.get(TIMESTAMP)).matches() || parameters.nonce().isEmpty()) {
				throw BadAuthorizationException.badRequest("The time stamp must be seconds, and the nonce some text.");
			}
		}
		return parameters;
	}

	String consumerKey() {
		return get(CONSUMER);
	}

	String tokenKey() {
		return get(TOKEN);
	}

	String signature() {
		return get(SIGNATURE);
	}

	SignatureMethod signatureMethod() {
		return SignatureMethod.named(get(METHOD));
	}

	long timestamp() {
		return Long.parseLong(get(TIMESTAMP));
	}

	String nonce() {
		return get(NONCE);
	}

	private String get(String name) {
		return Objects.requireNonNull(this.values.get(name));
	}

	private void require(List<String> names) {
		List<String> missing = names.stream().filter((name) -> !this.values.containsKey(name)).toList();
		if (!missing.isEmpty()) {
			throw BadAuthorizationException.badRequest("OAuth parameters are missing: " + String.join(", ", missing));
		}
	}

	@Override
	public String toString() {
		return "OAuthParameters" + this.values.keySet();
	}

}
