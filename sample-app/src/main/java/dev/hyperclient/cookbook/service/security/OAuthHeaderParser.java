package dev.hyperclient.cookbook.service.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the parameters of an {@code Authorization: OAuth} header apart (RFC 5849, section
 * 3.5.1).
 */
final class OAuthHeaderParser {

	private static final String REALM = "realm";

	private static final Pattern PARAMETER = Pattern
		.compile(" *([A-Za-z0-9._~%-]+) *= *\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\" *");

	private OAuthHeaderParser() {
	}

	/**
	 * The parameters in the order they were sent.
	 * @param credentials what follows the name of the scheme
	 * @return the values by name, decoded
	 * @throws BadAuthorizationException if this is no list of parameters, or a name comes
	 * twice
	 */
	static Map<String, String> parse(String credentials) {
		Map<String, String> parameters = new LinkedHashMap<>();
		Matcher matcher = PARAMETER.matcher(credentials);
		for (int at = 0; at < credentials.length() || at == 0; at = matcher.end() + 1) {
			matcher.region(at, credentials.length());
			if (!matcher.lookingAt() || !isEnd(credentials, matcher.end())) {
				throw BadAuthorizationException
					.badRequest("OAuth parameters must be like name=\"value\", with commas between them.");
			}
			add(parameters, OAuthEncoding.decode(matcher.group(1), false), matcher.group(2));
		}
		return parameters;
	}

	private static boolean isEnd(String credentials, int at) {
		return at == credentials.length() || (credentials.charAt(at) == ',' && at + 1 < credentials.length());
	}

	private static void add(Map<String, String> parameters, String name, String raw) {
		// The realm alone is an ordinary quoted text.
		String value = name.equals(REALM) ? raw : OAuthEncoding.decode(raw, false);
		if (name.chars().anyMatch(Character::isISOControl) || value.chars().anyMatch(Character::isISOControl)) {
			throw BadAuthorizationException.badRequest("OAuth parameters must not have control characters.");
		}
		if (parameters.put(name, value) != null) {
			throw BadAuthorizationException.badRequest("Each OAuth parameter may come once only.");
		}
	}

}
