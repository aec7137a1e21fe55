package dev.hyperclient.token;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A token in a response: {@code oauth_token} and {@code oauth_token_secret} in a form
 * (RFC 5849, 2.1 and 2.3). Other fields are ignored.
 *
 * @param key the token
 * @param secret its secret
 */
record TokenAnswer(String key, String secret) {

	private static final String KEY = "oauth_token";

	private static final String SECRET = "oauth_token_secret";

	/**
	 * Read a response.
	 * @throws UnexpectedResponseException if it is not a token. The message does not
	 * contain the response, which may have secrets
	 */
	static TokenAnswer of(ServiceResponse response) {
		try {
			Map<String, String> fields = fields(new String(response.bytes(), StandardCharsets.UTF_8).strip());
			return new TokenAnswer(require(fields, KEY), require(fields, SECRET));
		}
		catch (IllegalArgumentException ex) {
			throw malformed(response.uri(), String.valueOf(ex.getMessage()));
		}
	}

	private static UnexpectedResponseException malformed(URI uri, String reason) {
		return new UnexpectedResponseException(uri,
				"The response of %s is not a token: %s. Check that 'webRoot' is the URL of the service's web site, which OAuthTokenFlow.webRootOf returns, not the URL of its API"
					.formatted(uri, reason));
	}

	private static Map<String, String> fields(String form) {
		if (form.startsWith("<") || form.startsWith("{")) {
			throw new IllegalArgumentException("it is not a form");
		}
		Map<String, String> fields = new HashMap<>();
		for (String pair : form.split("&")) {
			int equals = pair.indexOf('=');
			if (equals > 0
					&& fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1))) != null) {
				throw new IllegalArgumentException("it has a field twice");
			}
		}
		return fields;
	}

	private static String decode(String text) {
		try {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("it is not encoded correctly");
		}
	}

	private static String require(Map<String, String> fields, String name) {
		@Nullable String value = fields.get(name);
		Assert.isTrue(value != null && !value.isEmpty(), () -> "it has no '%s'".formatted(name));
		Consumer.requireStorable(name, value);
		return value;
	}

	/**
	 * Return a text that reveals neither key nor secret.
	 */
	@Override
	public String toString() {
		return "TokenAnswer[******]";
	}

}
