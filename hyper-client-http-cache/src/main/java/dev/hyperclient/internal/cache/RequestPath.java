package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * The path of a request, decoded and without parameters ({@code ;v=1}), as rules read it.
 */
final class RequestPath {

	/** Segments are decoded already. */
	static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

	private final String text;

	private final boolean plain;

	private @Nullable PathContainer container;

	private RequestPath(String text, boolean plain, @Nullable PathContainer container) {
		this.text = text;
		this.plain = plain;
		this.container = container;
	}

	static RequestPath of(URI uri) {
		String raw = uri.getRawPath();
		String path = (raw == null || raw.isEmpty()) ? "/" : raw;
		if (path.indexOf('%') < 0 && path.indexOf(';') < 0 && !path.contains("//") && !path.contains("/.")) {
			return new RequestPath(path, true, null);
		}
		PathContainer parsed = PathContainer.parsePath(path);
		return new RequestPath(parsed.elements()
			.stream()
			.map((element) -> (element instanceof PathSegment segment) ? segment.valueToMatch() : element.value())
			.collect(Collectors.joining()), false, parsed);
	}

	/**
	 * Whether all servers read this path alike.
	 */
	boolean isPlain() {
		return this.plain;
	}

	/**
	 * Return the path, in which an encoded slash cannot be told from a separator.
	 */
	String text() {
		return this.text;
	}

	PathContainer container() {
		PathContainer parsed = this.container;
		if (parsed == null) {
			parsed = PathContainer.parsePath(this.text);
			this.container = parsed;
		}
		return parsed;
	}

	boolean hasDotSegments() {
		return !this.plain && List.of(this.text.split("/")).stream().anyMatch(RequestPath::isDots);
	}

	/**
	 * Return the path as servers read it that decode it before they split it: without
	 * empty segments and dot segments (RFC 3986, 5.2.4), and an encoded slash separates.
	 */
	RequestPath normalized() {
		List<String> segments = new ArrayList<>();
		for (String segment : this.text.split("[/\\\\]")) {
			if (segment.equals("..") && !segments.isEmpty()) {
				segments.remove(segments.size() - 1);
			}
			else if (!segment.isEmpty() && !isDots(segment)) {
				segments.add(segment);
			}
		}
		String normalized = "/" + String.join("/", segments)
				+ ((this.text.endsWith("/") && !segments.isEmpty()) ? "/" : "");
		return new RequestPath(normalized, false, PathContainer.parsePath(normalized, DECODED));
	}

	private static boolean isDots(String segment) {
		return segment.equals(".") || segment.equals("..");
	}

}
