package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestRefusedException;

import org.springframework.web.util.UriUtils;

/**
 * The supported signature methods (RFC 5849, section 3.4).
 */
enum OAuthSignatureMethod {

	/**
	 * Both secrets in plain text (section 3.4.4).
	 */
	PLAINTEXT("PLAINTEXT", "") {

		@Override
		boolean verifies(GuardedRequest request, OAuthParameters parameters, OAuthConsumer consumer, OAuthToken token) {
			String[] secrets = parameters.get(OAuthParameters.SIGNATURE).split("&", -1);
			// Both are compared always, so that the time does not reveal which one is
			// wrong.
			return secrets.length == 2 && OAuthGuard.isEqual(consumer.secret(), OAuthParameters.decode(secrets[0]))
					& OAuthGuard.isEqual(token.secret(), OAuthParameters.decode(secrets[1]));
		}

	},

	/**
	 * HMAC with SHA-1 (section 3.4.2).
	 */
	HMAC_SHA1("HMAC-SHA1", "HmacSHA1"),

	/**
	 * HMAC with SHA-256.
	 */
	HMAC_SHA256("HMAC-SHA256", "HmacSHA256");

	private final String id;

	private final String algorithm;

	OAuthSignatureMethod(String id, String algorithm) {
		this.id = id;
		this.algorithm = algorithm;
	}

	static OAuthSignatureMethod named(String id) {
		return Arrays.stream(values())
			.filter((method) -> method.id.equals(id))
			.findFirst()
			.orElseThrow(() -> RequestRefusedException.badRequest("The signature method must be one of: "
					+ Arrays.stream(values()).map((method) -> method.id).collect(Collectors.joining(", "))));
	}

	/**
	 * Return whether the signature of a request is valid.
	 * @param request the request
	 * @param parameters the parameters of the request
	 * @param consumer the consumer of the request
	 * @param token the token of the request
	 * @return whether the signature is valid
	 */
	boolean verifies(GuardedRequest request, OAuthParameters parameters, OAuthConsumer consumer, OAuthToken token) {
		String key = encode(consumer.secret()) + "&" + encode(token.secret());
		return OAuthGuard.isEqual(sign(key, baseString(request, parameters)),
				parameters.get(OAuthParameters.SIGNATURE));
	}

	String sign(String key, String text) {
		try {
			Mac mac = Mac.getInstance(this.algorithm);
			mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), this.algorithm));
			return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(this.algorithm + " is not available", ex);
		}
	}

	/**
	 * Return the signature base string (section 3.4.1).
	 */
	static String baseString(GuardedRequest request, OAuthParameters oauth) {
		return encode(request.method()) + "&" + encode(baseUri(request)) + "&" + encode(parameters(request, oauth));
	}

	/**
	 * Return the signed parameters outside the header field: the parameters of the query
	 * and of a form in the content (section 3.4.1.3.1).
	 * @param request the request
	 * @return decoded names and values in the order they were sent
	 * @throws RequestRefusedException if a parameter is malformed, or its name begins
	 * with {@code oauth_}
	 */
	static List<Map.Entry<String, String>> requestParameters(GuardedRequest request) {
		List<Map.Entry<String, String>> parameters = request.parameters();
		RequestRefusedException.require(
				parameters.stream().noneMatch((parameter) -> parameter.getKey().startsWith("oauth_")),
				"OAuth parameters belong into the Authorization header, and only there.");
		return parameters;
	}

	/**
	 * Return the base string URI (section 3.4.1.2). The service supports plain HTTP only.
	 */
	private static String baseUri(GuardedRequest request) {
		String host = request.authority().toLowerCase(Locale.ROOT);
		return "http://" + (host.endsWith(":80") ? host.substring(0, host.length() - 3) : host) + request.path();
	}

	/**
	 * Return the normalized parameters (section 3.4.1.3.2), sorted by encoded name and
	 * value.
	 */
	private static String parameters(GuardedRequest request, OAuthParameters oauth) {
		return Stream.concat(requestParameters(request).stream(), oauth.signed())
			.map((parameter) -> Map.entry(encode(parameter.getKey()), encode(parameter.getValue())))
			.sorted(Map.Entry.<String, String>comparingByKey()
				.thenComparing(Map.Entry.comparingByValue(Comparator.naturalOrder())))
			.map((parameter) -> parameter.getKey() + "=" + parameter.getValue())
			.collect(Collectors.joining("&"));
	}

	private static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

}
