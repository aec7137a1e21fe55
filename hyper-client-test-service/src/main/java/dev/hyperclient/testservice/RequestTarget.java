package dev.hyperclient.testservice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The target of a request line.
 *
 * @param host the host and, if sent, the port; empty if there is none
 * @param path the decoded path segments
 * @param rawPath the path as sent
 * @param query the query as sent, empty if there is none
 */
record RequestTarget(String host, ResourcePath path, String rawPath, String query) {

	static final String HOST_EXPECTED = "The Host header must name the host, and the port if there is one.";

	private static final String SCHEME = "http://";

	private static final Pattern HOST = Pattern.compile("(?:[A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

	private static final int MAX_PORT = 65535;

	/**
	 * Parse the target of a request line.
	 * @param target the target
	 * @param hostHeader the value of {@code Host}, which an absolute target replaces
	 * @return the target
	 */
	static RequestTarget parse(String target, @Nullable String hostHeader) {
		String host = (hostHeader != null) ? hostHeader : "";
		String rest = target;
		if (rest.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
			int slash = rest.indexOf('/', SCHEME.length());
			host = rest.substring(SCHEME.length(), (slash >= 0) ? slash : rest.length());
			rest = (slash >= 0) ? rest.substring(slash) : "/";
		}
		if (!rest.startsWith("/")) {
			throw RequestRefusedException.badRequest("The request target must begin with a slash.");
		}
		int question = rest.indexOf('?');
		String path = (question >= 0) ? rest.substring(0, question) : rest;
		String query = (question >= 0) ? rest.substring(question + 1) : "";
		return new RequestTarget(host, ResourcePath.parse(path.substring(1)), path, query);
	}

	/**
	 * Return whether a text is a host with an optional port. The host of a request is
	 * part of every link.
	 * @param text the text
	 * @return whether it is a host
	 */
	static boolean isHost(String text) {
		Matcher matcher = HOST.matcher(text);
		return matcher.matches() && (matcher.group(1) == null || Integer.parseInt(matcher.group(1)) <= MAX_PORT);
	}

}
