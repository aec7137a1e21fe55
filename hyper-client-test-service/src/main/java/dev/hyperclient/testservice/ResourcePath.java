package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.web.util.UriUtils;

/**
 * A path as decoded segments.
 *
 * @param segments the segments
 */
record ResourcePath(List<String> segments) {

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
			String segment = PercentDecoder.utf8(PercentDecoder.decode(raw, false));
			RequestRefusedException.require(segment.chars().noneMatch(Character::isISOControl),
					"A path cannot contain control characters.");
			segments.add(segment);
		}
		return new ResourcePath(segments);
	}

	ResourcePath plus(String segment) {
		return new ResourcePath(Stream.concat(this.segments.stream(), Stream.of(segment)).toList());
	}

	String encoded() {
		return this.segments.stream()
			.map((segment) -> UriUtils.encode(segment, StandardCharsets.UTF_8))
			.collect(Collectors.joining("/"));
	}

}
