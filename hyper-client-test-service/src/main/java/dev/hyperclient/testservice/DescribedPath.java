package dev.hyperclient.testservice;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Paths and targets below the root of a described service, in one spelling.
 */
final class DescribedPath {

	private DescribedPath() {
	}

	/**
	 * Return a target with one spelling of the path and one order of the query.
	 * @param target the target below the root
	 * @return the normalized target
	 * @throws RequestRefusedException if it is malformed
	 */
	static String normalized(String target) {
		int query = target.indexOf('?');
		String path = ResourcePath.parse((query < 0) ? target : target.substring(0, query)).encoded();
		if (query < 0) {
			return path;
		}
		return path + "?"
				+ Stream.of(target.substring(query + 1).split("&"))
					.map((pair) -> PercentDecoder.utf8(PercentDecoder.decode(pair, true)))
					.sorted()
					.collect(Collectors.joining("&"));
	}

	/**
	 * Return a declared target, in which characters other than ASCII may be as they are,
	 * and which may begin with a slash.
	 * @param target the target below the root
	 * @return the normalized target
	 * @throws IllegalArgumentException if it is malformed
	 */
	static String declared(String target) {
		StringBuilder ascii = new StringBuilder();
		String relative = target.startsWith("/") ? target.substring(1) : target;
		relative.codePoints().forEach((character) -> append(character, ascii));
		try {
			return normalized(ascii.toString());
		}
		catch (RequestRefusedException ex) {
			throw new IllegalArgumentException("'%s' is no path below the root: %s".formatted(target, ex.getMessage()),
					ex);
		}
	}

	/**
	 * Return the declared path of an entry.
	 * @param path the path below the root
	 * @return the normalized path
	 * @throws IllegalArgumentException if it cannot be the path of an entry
	 */
	static String entry(String path) {
		String normalized = declared(path);
		boolean segments = Stream.of(normalized.split("/", -1))
			.noneMatch((segment) -> segment.isEmpty() || segment.equals(".") || segment.equals(".."));
		if (!segments || normalized.contains("?")) {
			throw new IllegalArgumentException(
					"'%s' is no path of an entry: it is relative to the root, without empty segments and without a query, for example 'bugs/4'"
						.formatted(path));
		}
		return normalized;
	}

	/**
	 * Return the normalized target of a URL.
	 * @param base the root
	 * @param url the URL
	 * @return the target, or the URL itself if it is not below the root
	 */
	static String of(URI base, String url) {
		if (!url.startsWith(base.toString())) {
			return url;
		}
		try {
			return normalized(url.substring(base.toString().length()));
		}
		catch (RequestRefusedException ex) {
			return url;
		}
	}

	private static void append(int character, StringBuilder ascii) {
		if (character > 0x20 && character < 0x7f) {
			ascii.appendCodePoint(character);
			return;
		}
		for (byte octet : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
			ascii.append("%%%02X".formatted(octet));
		}
	}

}
