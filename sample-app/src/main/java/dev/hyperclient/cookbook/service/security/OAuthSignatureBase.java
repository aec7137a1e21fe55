package dev.hyperclient.cookbook.service.security;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.GuardedRequest;
import dev.hyperclient.testservice.RequestRefusedException;

/**
 * Creates the signature base string (RFC 5849, section 3.4.1).
 */
final class OAuthSignatureBase {

	private OAuthSignatureBase() {
	}

	static String of(GuardedRequest request, OAuthParameters oauth) {
		return OAuthEncoding.encode(request.method()) + "&" + OAuthEncoding.encode(baseUri(request)) + "&"
				+ OAuthEncoding.encode(parameters(request, oauth));
	}

	/**
	 * Return the signed parameters outside the header field: those of the query and of a
	 * form in the content (section 3.4.1.3.1).
	 * @param request the request
	 * @return decoded names and values in the order they were sent
	 * @throws RequestRefusedException if a parameter is malformed, or its name begins
	 * with {@code oauth_}
	 */
	static List<Map.Entry<String, String>> requestParameters(GuardedRequest request) {
		List<Map.Entry<String, String>> parameters = request.parameters();
		if (parameters.stream().anyMatch((parameter) -> parameter.getKey().startsWith("oauth_"))) {
			throw RequestRefusedException
				.badRequest("OAuth parameters belong into the Authorization header, and only there.");
		}
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
		List<Map.Entry<String, String>> all = new ArrayList<>(OAuthSignatureBase.requestParameters(request));
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
