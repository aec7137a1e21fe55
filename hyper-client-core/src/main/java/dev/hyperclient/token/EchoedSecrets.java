package dev.hyperclient.token;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HTTPErrors;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.UriUtils;

/**
 * Masks secrets of the request in error responses: error pages may contain the form that
 * was sent, and error messages are logged.
 */
final class EchoedSecrets {

	private static final String MASK = "******";

	private EchoedSecrets() {
	}

	/**
	 * Return the error for a response, with secrets masked.
	 */
	static HTTPError errorOf(ServiceResponse response, List<String> secrets) {
		HttpHeaders headers = new HttpHeaders();
		response.headers()
			.forEach((name, values) -> values.forEach((value) -> headers.add(name, mask(value, secrets))));
		// ISO 8859-1 maps each byte to one character.
		String body = mask(new String(response.bytes(), StandardCharsets.ISO_8859_1), secrets);
		return HTTPErrors.of(HttpMethod.POST, new ServiceResponse(response.uri(), response.status(), headers,
				body.getBytes(StandardCharsets.ISO_8859_1)));
	}

	private static String mask(String text, List<String> secrets) {
		String masked = text;
		for (String secret : secrets) {
			if (!secret.isEmpty()) {
				String bytes = new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
				String encoded = UriUtils.encode(secret, StandardCharsets.UTF_8);
				masked = masked.replace(bytes, MASK)
					.replace(encoded, MASK)
					.replace(UriUtils.encode(encoded, StandardCharsets.UTF_8), MASK);
			}
		}
		return masked;
	}

}
