package dev.hyperclient.cookbook.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells hosts from what is none. The host of a request goes into every link.
 */
final class Host {

	static final String EXPECTED = "The Host header must name the host, and the port if there is one.";

	private static final Pattern SHAPE = Pattern.compile("(?:[A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

	private static final int HIGHEST_PORT = 65535;

	private Host() {
	}

	static boolean isValid(String host) {
		Matcher matcher = SHAPE.matcher(host);
		return matcher.matches() && (matcher.group(1) == null || Integer.parseInt(matcher.group(1)) <= HIGHEST_PORT);
	}

}
