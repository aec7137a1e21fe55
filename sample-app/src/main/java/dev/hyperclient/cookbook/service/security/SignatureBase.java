package dev.hyperclient.cookbook.service.security;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes the text that is signed (RFC 5849, section 3.4.1).
 */
final class SignatureBase {

	private SignatureBase() {
	}

	static String of(GuardedRequest request, OAuthParameters oauth) {
		return OAuthEncoding.encode(request.method()) + "&" + OAuthEncoding.encode(address(request)) + "&"
				+ OAuthEncoding.encode(parameters(request, oauth));
	}

	/**
	 * Section 3.4.1.2. The service speaks plain HTTP only.
	 */
	private static String address(GuardedRequest request) {
		String host = request.authority().toLowerCase(Locale.ROOT);
		return "http://" + (host.endsWith(":80") ? host.substring(0, host.length() - 3) : host) + request.path();
	}

	/**
	 * Section 3.4.1.3.2: sorted by name and then by value, both encoded.
	 */
	private static String parameters(GuardedRequest request, OAuthParameters oauth) {
		List<Map.Entry<String, String>> all = new ArrayList<>(RequestParameters.of(request));
		oauth.values()
			.entrySet()
			.stream()
			.filter((parameter) -> !parameter.getKey().equals("realm")
					&& !parameter.getKey().equals(OAuthParameters.SIGNATURE))
			.forEach(all::add);
		return all.stream()
			.map((parameter) -> Map.entry(OAuthEncoding.encode(parameter.getKey()),
					OAuthEncoding.encode(parameter.getValue())))
			.sorted(Map.Entry.<String, String>comparingByKey()
				.thenComparing(Map.Entry.comparingByValue(Comparator.naturalOrder())))
			.map((parameter) -> parameter.getKey() + "=" + parameter.getValue())
			.collect(Collectors.joining("&"));
	}

}
