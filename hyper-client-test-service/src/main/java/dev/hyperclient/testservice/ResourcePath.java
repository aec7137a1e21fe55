package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.web.util.UriUtils;

/**
 * A path as decoded segments.
 *
 * @param segments the segments
 */
record ResourcePath(List<String> segments) {

	private static final Pattern NOT_ASCII = Pattern.compile("[^\\x21-\\x7e]+");

	static ResourcePath of(String... segments) {
		return new ResourcePath(List.of(segments));
	}

	/**
	 * Parse a path without its leading slash. It is split before it is decoded, so that
	 * an encoded slash is part of a segment.
	 * @param path the path as sent
	 * @return the segments; a trailing slash results in an empty last segment
	 * @throws RequestRefusedException if a segment is malformed
	 */
	static ResourcePath parse(String path) {
		List<String> segments = new ArrayList<>();
		for (String raw : path.split("/", -1)) {
			String segment = FormFields.utf8(FormFields.decode(raw, false));
			RequestRefusedException.require(segment.chars().noneMatch(Character::isISOControl),
					"A path cannot contain control characters.");
			segments.add(segment);
		}
		return new ResourcePath(segments);
	}

	/**
	 * Return a target with one spelling of the path and one order of the query.
	 * @param target the target below the root
	 * @return the normalized target
	 * @throws RequestRefusedException if it is malformed
	 */
	static String normalized(String target) {
		int query = target.indexOf('?');
		String path = parse((query < 0) ? target : target.substring(0, query)).encoded();
		return (query < 0) ? path
				: path + "?"
						+ Stream.of(target.substring(query + 1).split("&"))
							.map((pair) -> FormFields.utf8(FormFields.decode(pair, true)))
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
	static String declaredTarget(String target) {
		String relative = target.startsWith("/") ? target.substring(1) : target;
		try {
			return normalized(NOT_ASCII.matcher(relative)
				.replaceAll((match) -> UriUtils.encode(match.group(), StandardCharsets.UTF_8)));
		}
		catch (RequestRefusedException ex) {
			throw new IllegalArgumentException(
					"'%s' is not a path below the root: %s".formatted(target, ex.getMessage()), ex);
		}
	}

	/**
	 * Return a declared path without a query.
	 * @param path the path below the root
	 * @return the path
	 * @throws IllegalArgumentException if it is malformed
	 */
	static ResourcePath declared(String path) {
		String target = declaredTarget(path);
		return target.contains("?") ? of(target) : parse(target);
	}

	/**
	 * Return the declared path of an entry.
	 * @param path the path below the root
	 * @param collections the paths of the top-level collections
	 * @return the path
	 * @throws IllegalArgumentException if it cannot be the path of an entry
	 */
	static ResourcePath entry(String path, Collection<ResourcePath> collections) {
		String target = declaredTarget(path);
		ResourcePath resource = parse(target);
		Advice.require(
				!target.contains("?") && resource.segments.stream()
					.noneMatch((segment) -> segment.isEmpty() || segment.equals(".") || segment.equals("..")),
				"'%s' is not the path of an entry: it is relative to the root, without empty segments and without a query, for example 'bugs/4'",
				path);
		Advice.require(!collections.contains(resource),
				"'%s' is the path of a collection. An entry has a path such as '%s/4'.", path, resource);
		return resource;
	}

	ResourcePath plus(String segment) {
		return new ResourcePath(Stream.concat(this.segments.stream(), Stream.of(segment)).toList());
	}

	ResourcePath parent() {
		return new ResourcePath(this.segments.subList(0, this.segments.size() - 1));
	}

	String last() {
		return this.segments.get(this.segments.size() - 1);
	}

	String encoded() {
		return this.segments.stream()
			.map((segment) -> UriUtils.encode(segment, StandardCharsets.UTF_8))
			.collect(Collectors.joining("/"));
	}

	/**
	 * Return the path as users write it.
	 * @return the path, not percent-encoded
	 */
	@Override
	public String toString() {
		return String.join("/", this.segments);
	}

}
