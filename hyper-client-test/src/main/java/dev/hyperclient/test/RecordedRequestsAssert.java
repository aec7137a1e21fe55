package dev.hyperclient.test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.testservice.RecordedRequest;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Assertions about recorded requests with one method and path. Each method that begins
 * with {@code with} verifies that at least one of them matches. The next assertion
 * applies to the requests that match. Not thread-safe.
 */
public final class RecordedRequestsAssert extends AbstractAssert<RecordedRequestsAssert, List<RecordedRequest>> {

	private static final int MAX_BODY = 64 * 1024;

	private static final int MAX_REQUESTS = 50;

	private static final int MAX_VALUE = 1000;

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final Pattern BOUNDARY = Pattern.compile("(?i)^multipart/form-data.*boundary=\"?([^\";]+)");

	private static final Pattern PART = Pattern
		.compile("(?s)(?<fields>.*? name=\"(?<name>[^\"]*)\".*?)\r\n\r\n(?<value>.*)\r\n");

	private static final ValueConverter CONVERTER = new JacksonValueConverter(UnaryOperator.identity());

	private static final JsonMapper MAPPER = JsonMapper.shared();

	private final String expected;

	RecordedRequestsAssert(List<RecordedRequest> actual, String expected) {
		super(actual, RecordedRequestsAssert.class);
		this.expected = expected;
	}

	/**
	 * Verify that a request was conditional by {@code If-Match}, with any entity tag.
	 * @return assertions about the requests with the field
	 */
	public RecordedRequestsAssert withIfMatch() {
		return with("If-Match", (request) -> request.ifMatch() != null);
	}

	/**
	 * Verify the {@code If-Match} of a request.
	 * @param entityTag the value of the field, with the quotation marks
	 * @return assertions about the requests with that value
	 */
	public RecordedRequestsAssert withIfMatch(String entityTag) {
		return with("If-Match: " + entityTag, (request) -> entityTag.equals(request.ifMatch()));
	}

	/**
	 * Verify that a request was conditional by {@code If-None-Match}: the client had a
	 * stored response.
	 * @return assertions about the requests with the field
	 */
	public RecordedRequestsAssert withIfNoneMatch() {
		return with("If-None-Match", (request) -> request.ifNoneMatch() != null);
	}

	/**
	 * Verify the {@code If-None-Match} of a request.
	 * @param entityTag the value of the field, with the quotation marks
	 * @return assertions about the requests with that value
	 */
	public RecordedRequestsAssert withIfNoneMatch(String entityTag) {
		return with("If-None-Match: " + entityTag, (request) -> entityTag.equals(request.ifNoneMatch()));
	}

	/**
	 * Verify the body of a request.
	 * @param text the whole body
	 * @return assertions about the requests with that body
	 * @throws IllegalArgumentException if the text is longer than 64 KiB, the part of a
	 * body that the service keeps
	 */
	public RecordedRequestsAssert withBody(String text) {
		int length = text.getBytes(StandardCharsets.UTF_8).length;
		if (length > MAX_BODY) {
			throw new IllegalArgumentException(
					"The service keeps the first %d bytes of a body, but the expected body has %d. Use withBodyContaining(...)."
						.formatted(MAX_BODY, length));
		}
		return with("the body " + cut(text), (request) -> text.equals(request.body()));
	}

	/**
	 * Verify a part of the body of a request, of which the service keeps the first 64
	 * KiB.
	 * @param text a part of the body
	 * @return assertions about the requests with that part
	 */
	public RecordedRequestsAssert withBodyContaining(String text) {
		return with("a body containing " + cut(text), (request) -> Objects.toString(request.body(), "").contains(text));
	}

	/**
	 * Verify an argument of an operation, in the query of a GET or in the form of a POST.
	 * In a form with files, only arguments in the first 64 KiB are read. A file is not an
	 * argument: {@link #withBodyContaining} compares its content.
	 * @param name the name of the parameter, for instance {@code status}
	 * @param value the value that was given to the operation, such as a text, a number, a
	 * date or an entry, or {@code null}. Times with a time zone are compared by their
	 * instant
	 * @return assertions about the requests with that argument
	 */
	public RecordedRequestsAssert withArgument(String name, @Nullable Object value) {
		return with("the argument %s=%s".formatted(name, value), (request) -> hasArgument(request, name, value));
	}

	/**
	 * Verify the status of the response to a request.
	 * @param status the status, for instance 304
	 * @return assertions about the requests with that response
	 */
	public RecordedRequestsAssert withStatus(int status) {
		return with("the status " + status, (request) -> request.status() == status);
	}

	/**
	 * Verify the number of requests.
	 * @param number the number
	 * @return this
	 */
	public RecordedRequestsAssert times(int number) {
		if (this.actual.size() != number) {
			throw failure("%nExpecting service to have received:%n  %s%n%s times but it received:%n%s", this.expected,
					number, details(this.actual));
		}
		return this;
	}

	private RecordedRequestsAssert with(String condition, Predicate<RecordedRequest> predicate) {
		String text = this.expected + (this.expected.contains(" with ") ? " and " : " with ") + condition;
		List<RecordedRequest> matching = this.actual.stream().filter(predicate).toList();
		if (matching.isEmpty()) {
			throw failure("%nExpecting service to have received:%n  %s%nbut it received:%n%s", text,
					details(this.actual));
		}
		return new RecordedRequestsAssert(matching, text);
	}

	/**
	 * Return whether a request has an argument.
	 * @param request the request
	 * @param name the name of the parameter
	 * @param value the value, in its text form or as JSON
	 * @return whether one of its arguments has the name and the value
	 */
	private static boolean hasArgument(RecordedRequest request, String name, @Nullable Object value) {
		return arguments(request)
			.anyMatch((argument) -> argument.getKey().equals(name) && isValue(argument.getValue(), value));
	}

	private static Stream<Map.Entry<String, String>> arguments(RecordedRequest request) {
		return Stream.concat(pairs(request), parts(request));
	}

	private static Stream<Map.Entry<String, String>> pairs(RecordedRequest request) {
		int query = request.target().indexOf('?');
		Stream<String> inQuery = (query < 0) ? Stream.of()
				: Stream.of(request.target().substring(query + 1).split("&"));
		return (contentType(request).toLowerCase(Locale.ROOT).startsWith(FORM)
				? Stream.concat(inQuery, Stream.of(request.body().split("&"))) : inQuery)
			.map((pair) -> pair.split("=", 2))
			.filter((pair) -> pair.length == 2)
			.map((pair) -> Map.entry(SecretParameters.decoded(pair[0]), SecretParameters.decoded(pair[1])));
	}

	/** The parts of a form with files (RFC 7578) that are not files. */
	private static Stream<Map.Entry<String, String>> parts(RecordedRequest request) {
		Matcher boundary = BOUNDARY.matcher(contentType(request));
		if (!boundary.find()) {
			return Stream.of();
		}
		return Stream.of(request.body().split(Pattern.quote("--" + boundary.group(1))))
			.map(PART::matcher)
			.filter(Matcher::matches)
			.filter((part) -> !part.group("fields").contains("; filename="))
			.map((part) -> Map.entry(part.group("name"), part.group("value")));
	}

	private static String contentType(RecordedRequest request) {
		return Objects.toString(request.header("Content-Type"), "");
	}

	/** Services take arguments as JSON, and texts with options as they are. */
	private static boolean isValue(String sent, @Nullable Object value) {
		if (value == null) {
			return sent.equals("null");
		}
		Object expected = (value instanceof Entry entry) ? entry.selfLink().toString() : value;
		return sent.equals(expected.toString()) || isJson(sent, expected)
				|| (expected instanceof TemporalAccessor time && isInstant(sent, time));
	}

	/** Times are sent in UTC, with microseconds. */
	private static boolean isInstant(String sent, TemporalAccessor expected) {
		try {
			return expected.isSupported(ChronoField.INSTANT_SECONDS) && OffsetDateTime.parse(sent.replace("\"", ""))
				.toInstant()
				.equals(Instant.from(expected).truncatedTo(ChronoUnit.MICROS));
		}
		catch (DateTimeParseException ex) {
			return false;
		}
	}

	private static boolean isJson(String sent, Object expected) {
		try {
			return MAPPER.readTree(sent).equals(MAPPER.readTree(MAPPER.writeValueAsString(CONVERTER.toWire(expected))));
		}
		catch (JacksonException ex) {
			return false;
		}
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
	private static String details(List<RecordedRequest> requests) {
		return text(requests, true);
	}

	/**
	 * Return the beginning of a text.
	 * @param text the text
	 * @return the beginning, and the number of missing characters
	 */
	private static String cut(String text) {
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
		append(text, "arguments", arguments(request).map(Map.Entry::toString).collect(Collectors.joining(" ")));
		return text.toString();
	}

	private static void append(StringBuilder text, String name, @Nullable String value) {
		if (value != null && !value.isEmpty()) {
			text.append(", ").append(name).append(": ").append(cut(value));
		}
	}

}
