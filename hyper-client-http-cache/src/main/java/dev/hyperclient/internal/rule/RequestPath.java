package dev.hyperclient.internal.rule;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * The path of a request, decoded and without parameters ({@code ;v=1}), as rules read it.
 *
 * @param text the path. An encoded slash cannot be told from a separator
 * @param container its segments
 */
record RequestPath(String text, PathContainer container) {

	/** Segments are decoded already. */
	static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

	/**
	 * Return the path of a URL as it is written.
	 */
	static String written(URI uri) {
		String path = uri.getRawPath();
		return (path == null || path.isEmpty()) ? "/" : path;
	}

	/**
	 * Whether all servers read a path alike, and decoding does not change it.
	 */
	static boolean isPlain(String written) {
		boolean afterSlash = false;
		for (int i = 0; i < written.length(); i++) {
			char c = written.charAt(i);
			if (c == '%' || c == ';' || (afterSlash && (c == '/' || c == '.'))) {
				return false;
			}
			afterSlash = c == '/';
		}
		return true;
	}

	static RequestPath of(String written) {
		PathContainer container = PathContainer.parsePath(written);
		return new RequestPath(container.elements()
			.stream()
			.map((element) -> (element instanceof PathSegment segment) ? segment.valueToMatch() : element.value())
			.collect(Collectors.joining()), container);
	}

	static boolean hasDotSegments(String path) {
		return Stream.of(path.split("/")).anyMatch(RequestPath::isDots);
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
		return new RequestPath(normalized, PathContainer.parsePath(normalized, DECODED));
	}

	/**
	 * Whether servers may read this path as that of another resource than its
	 * {@link #normalized} form: which segments it has, what belongs to parameters, and
	 * whether it is decoded twice.
	 */
	boolean isAmbiguous(RequestPath normalized) {
		return this.text.indexOf('%') >= 0 || !segments(this).equals(segments(normalized))
				|| this.container.elements().stream().anyMatch((element) -> element.value().indexOf(';') >= 0);
	}

	private static List<String> segments(RequestPath path) {
		return path.container.elements()
			.stream()
			.map((element) -> (element instanceof PathSegment segment) ? segment.valueToMatch() : element.value())
			.toList();
	}

	private static boolean isDots(String segment) {
		return segment.equals(".") || segment.equals("..");
	}

}
