package dev.hyperclient.test;

import java.util.List;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.RecordedRequest;
import org.jspecify.annotations.Nullable;

/**
 * Requests in the messages of assertions, limited so that a message of a test with many
 * large requests can be read, and fits into memory.
 */
final class RecordedRequestsText {

	private static final int MAX_REQUESTS = 50;

	private static final int MAX_VALUE = 1000;

	private RecordedRequestsText() {
	}

	/**
	 * Return a line for each request with method, target and status.
	 * @param requests the requests, oldest first
	 * @return the lines of the most recent requests
	 */
	static String lines(List<RecordedRequest> requests) {
		return text(requests, false);
	}

	/**
	 * Return a line for each request with its conditions and its body, too.
	 * @param requests the requests, oldest first
	 * @return the lines of the most recent requests
	 */
	static String details(List<RecordedRequest> requests) {
		return text(requests, true);
	}

	/**
	 * Return the beginning of a text.
	 * @param text the text
	 * @return the beginning, and how much is missing
	 */
	static String cut(String text) {
		return (text.length() <= MAX_VALUE) ? text
				: "%s... (%d more characters)".formatted(text.substring(0, MAX_VALUE), text.length() - MAX_VALUE);
	}

	private static String text(List<RecordedRequest> requests, boolean detailed) {
		if (requests.isEmpty()) {
			return "  nothing";
		}
		int omitted = Math.max(requests.size() - MAX_REQUESTS, 0);
		String text = requests.stream()
			.skip(omitted)
			.map((request) -> detailed ? detailed(request) : "  " + request)
			.collect(Collectors.joining(System.lineSeparator()));
		return (omitted == 0) ? text : "  ... %d earlier requests%n%s".formatted(omitted, text);
	}

	private static String detailed(RecordedRequest request) {
		StringBuilder text = new StringBuilder("  ").append(request);
		append(text, "If-Match", request.ifMatch());
		append(text, "If-None-Match", request.ifNoneMatch());
		append(text, "body", request.body());
		return text.toString();
	}

	private static void append(StringBuilder text, String name, @Nullable String value) {
		if (value != null && !value.isEmpty()) {
			text.append(", ").append(name).append(": ").append(cut(value));
		}
	}

}
