package dev.hyperclient.test;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;

/**
 * A method and a path that recorded requests are compared with. Segments and arguments
 * are compared decoded, since clients may encode more characters than the test.
 */
final class RequestSelection {

	private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
			"TRACE");

	private final String rootPath;

	private final String method;

	private final Target literal;

	private final Target decoded;

	/**
	 * Create a selection.
	 * @param service the service
	 * @param method the method
	 * @param path the path, with or without a slash at its beginning and the base path
	 * @throws IllegalArgumentException if there is no such method
	 */
	RequestSelection(FakeService service, String method, String path) {
		if (!METHODS.contains(method)) {
			throw new IllegalArgumentException(
					"There is no request method '%s'. Write one in upper case, such as GET or PATCH."
						.formatted(method));
		}
		this.rootPath = service.baseUrl().getPath();
		this.method = method;
		this.literal = Target.of(relative(path), false);
		this.decoded = Target.of(relative(path), true);
	}

	boolean matches(RecordedRequest request) {
		Target target = Target.of(relative(request.target()), true);
		return request.method().equals(this.method) && (this.literal.matches(target) || this.decoded.matches(target));
	}

	private String relative(String path) {
		String absolute = path.startsWith("/") ? path : "/" + path;
		return absolute.startsWith(this.rootPath) ? absolute.substring(this.rootPath.length()) : absolute.substring(1);
	}

	/**
	 * The target of a request below the base URL.
	 *
	 * @param segments the segments of the path
	 * @param query whether there is a query
	 * @param arguments the arguments of the query, sorted
	 */
	private record Target(List<String> segments, boolean query, List<String> arguments) {

		static Target of(String target, boolean encoded) {
			String[] parts = target.split("\\?", 2);
			Stream<String> segments = Stream.of(parts[0].split("/"))
				.map((segment) -> encoded ? SecretParameters.decoded(segment.replace("+", "%2B")) : segment);
			Stream<String> arguments = (parts.length < 2) ? Stream.of() : Stream.of(parts[1].split("&"))
				.map((argument) -> encoded ? SecretParameters.decoded(argument) : argument);
			return new Target(segments.toList(), parts.length > 1, arguments.sorted().toList());
		}

		boolean matches(Target received) {
			return this.segments.equals(received.segments)
					&& (!this.query || (received.query && this.arguments.equals(received.arguments)));
		}

	}

}
