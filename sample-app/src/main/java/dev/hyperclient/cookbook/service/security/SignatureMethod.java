package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The ways to sign that are understood (RFC 5849, section 3.4).
 */
enum SignatureMethod {

	/**
	 * Both secrets as they are.
	 */
	PLAINTEXT("PLAINTEXT", "") {

		@Override
		boolean verifies(GuardedRequest request, OAuthParameters parameters, OAuthConsumer consumer, OAuthToken token) {
			String[] secrets = parameters.signature().split("&", -1);
			// Both are compared, so that the time does not tell which one was wrong.
			return secrets.length == 2 && Secrets.equal(consumer.secret(), OAuthEncoding.decode(secrets[0], false))
					& Secrets.equal(token.secret(), OAuthEncoding.decode(secrets[1], false));
		}

	},

	/**
	 * The request signed with SHA-1.
	 */
	HMAC_SHA1("HMAC-SHA1", "HmacSHA1"),

	/**
	 * The request signed with SHA-256.
	 */
	HMAC_SHA256("HMAC-SHA256", "HmacSHA256");

	private final String id;

	private final String algorithm;

	SignatureMethod(String id, String algorithm) {
		this.id = id;
		this.algorithm = algorithm;
	}

	static SignatureMethod named(String id) {
		return Arrays.stream(values())
			.filter((method) -> method.id.equals(id))
			.findFirst()
			.orElseThrow(() -> BadAuthorizationException.badRequest("The signature method must be one of: "
					+ Arrays.stream(values()).map((method) -> method.id).collect(Collectors.joining(", "))));
	}

	/**
	 * Whether a signature is right.
	 * @param request the request
	 * @param parameters what the request says of itself
	 * @param consumer the consumer it names
	 * @param token the token it names
	 * @return whether it is
	 */
	boolean verifies(GuardedRequest request, OAuthParameters parameters, OAuthConsumer consumer, OAuthToken token) {
		String key = OAuthEncoding.encode(consumer.secret()) + "&" + OAuthEncoding.encode(token.secret());
		return Secrets.equal(sign(key, SignatureBase.of(request, parameters)), parameters.signature());
	}

	private String sign(String key, String text) {
		try {
			Mac mac = Mac.getInstance(this.algorithm);
			mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), this.algorithm));
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java knows " + this.algorithm, ex);
		}
	}

}
