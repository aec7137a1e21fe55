package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.web.util.UriUtils;

/**
 * Where a resource is below the version, as names that are not yet escaped.
 *
 * @param segments the names
 */
record ResourcePath(List<String> segments) {

	static ResourcePath of(String... segments) {
		return new ResourcePath(List.of(segments));
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
