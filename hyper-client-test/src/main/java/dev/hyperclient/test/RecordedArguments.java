package dev.hyperclient.test;

import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.testservice.RecordedRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The arguments of operations in recorded requests: in the query, or in the content of a
 * form.
 */
final class RecordedArguments {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final ValueConverter CONVERTER = new JacksonValueConverter(UnaryOperator.identity());

	private static final JsonMapper MAPPER = JsonMapper.shared();

	private RecordedArguments() {
	}

	/**
	 * Return whether a request has an argument.
	 * @param request the request
	 * @param name the name of the parameter
	 * @param value the value, in its text form or as JSON
	 * @return whether one of its arguments has the name and the value
	 */
	static boolean contains(RecordedRequest request, String name, Object value) {
		return pairs(request).map((pair) -> pair.split("=", 2))
			.anyMatch((pair) -> pair.length == 2 && SecretParameters.decoded(pair[0]).equals(name)
					&& isValue(SecretParameters.decoded(pair[1]), value));
	}

	private static Stream<String> pairs(RecordedRequest request) {
		int query = request.target().indexOf('?');
		Stream<String> inQuery = (query < 0) ? Stream.of()
				: Stream.of(request.target().substring(query + 1).split("&"));
		String mediaType = Objects.toString(request.header("Content-Type"), "").toLowerCase(Locale.ROOT);
		return mediaType.startsWith(FORM) ? Stream.concat(inQuery, Stream.of(request.body().split("&"))) : inQuery;
	}

	/** Services take arguments as JSON, and texts with options as they are. */
	private static boolean isValue(String sent, Object value) {
		Object expected = (value instanceof Entry entry) ? entry.selfLink().toString() : value;
		return sent.equals(expected.toString()) || isJson(sent, expected);
	}

	private static boolean isJson(String sent, Object expected) {
		try {
			return MAPPER.readTree(sent).equals(MAPPER.readTree(MAPPER.writeValueAsString(CONVERTER.toWire(expected))));
		}
		catch (JacksonException ex) {
			return false;
		}
	}

}
