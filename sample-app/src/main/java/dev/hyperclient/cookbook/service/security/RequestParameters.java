package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request that are signed with it and are not in the header (RFC
 * 5849, section 3.4.1.3.1).
 */
final class RequestParameters {

	private static final String FORM = "application/x-www-form-urlencoded";

	private RequestParameters() {
	}

	/**
	 * The parameters of the query and, if the content is a form, of the content.
	 * @param request the request
	 * @return names and values, decoded, in the order they were sent
	 * @throws BadAuthorizationException if they do not decode, or are parameters that
	 * belong into the header
	 */
	static List<Map.Entry<String, String>> of(GuardedRequest request) {
		List<Map.Entry<String, String>> parameters = new ArrayList<>();
		addTo(parameters, request.query());
		if (isForm(request.contentType())) {
			addTo(parameters, new String(request.body(), StandardCharsets.ISO_8859_1));
		}
		return parameters;
	}

	private static boolean isForm(@Nullable String contentType) {
		return contentType != null && contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(FORM);
	}

	private static void addTo(List<Map.Entry<String, String>> parameters, String encoded) {
		for (String pair : encoded.split("&")) {
			if (!pair.isEmpty()) {
				int equals = pair.indexOf('=');
				String name = OAuthEncoding.decode((equals >= 0) ? pair.substring(0, equals) : pair, true);
				String value = (equals >= 0) ? OAuthEncoding.decode(pair.substring(equals + 1), true) : "";
				if (name.startsWith("oauth_")) {
					throw BadAuthorizationException
						.badRequest("OAuth parameters belong into the Authorization header, and only there.");
				}
				parameters.add(Map.entry(name, value));
			}
		}
	}

}
