package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The target of a request line, taken apart before anything is unescaped, so that an
 * escaped slash belongs to a name.
 *
 * @param authority the host named in the target itself, as proxies are asked
 * @param path the names of the path
 * @param rawPath the path as sent
 * @param query the query as sent, empty if there is none
 */
record RequestTarget(@Nullable String authority, ResourcePath path, String rawPath, String query) {

	private static final String SCHEME = "http://";

	static RequestTarget parse(String target) {
		String authority = null;
		String rest = target;
		if (rest.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
			int slash = rest.indexOf('/', SCHEME.length());
			authority = rest.substring(SCHEME.length(), (slash >= 0) ? slash : rest.length());
			rest = (slash >= 0) ? rest.substring(slash) : "/";
		}
		if (!rest.startsWith("/")) {
			throw RequestRefusedException.badRequest("The request target must begin with a slash.");
		}
		int question = rest.indexOf('?');
		String path = (question >= 0) ? rest.substring(0, question) : rest;
		String query = (question >= 0) ? rest.substring(question + 1) : "";
		return new RequestTarget(authority, path(path.substring(1)), path, query);
	}

	/**
	 * The names of a path without its leading slash.
	 * @param path the path as sent
	 * @return the names; a slash at the end leaves an empty name
	 */
	static ResourcePath path(String path) {
		List<String> segments = new ArrayList<>();
		for (String segment : path.split("/", -1)) {
			String name = Percent.utf8(Percent.decode(segment, false));
			if (name.chars().anyMatch(Character::isISOControl)) {
				throw RequestRefusedException.badRequest("A path cannot contain control characters.");
			}
			segments.add(name);
		}
		return new ResourcePath(segments);
	}

}
