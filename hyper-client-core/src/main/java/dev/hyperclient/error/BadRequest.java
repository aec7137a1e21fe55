package dev.hyperclient.error;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * 400: the service rejected the request as invalid. The body contains the reason.
 */
public class BadRequest extends ClientError {

	BadRequest(HttpMethod method, ServiceResponse response) {
		super(method, response);
	}

	/**
	 * Return the problems of single attributes or arguments, parsed from a plain-text
	 * body with a line for each. The rest of the body is in {@link #bodyText()}.
	 * @return the problems in the order of the body, unmodifiable, empty if it names no
	 * attribute
	 */
	public List<InvalidField> invalidFields() {
		return read(headers().getFirst(HttpHeaders.CONTENT_TYPE), bodyText());
	}

	/**
	 * Read lines such as {@code cuisine: Invalid value}. A line without a name continues
	 * the message of the previous line, since values in a message may have several lines.
	 */
	private static List<InvalidField> read(@Nullable String contentType, String body) {
		if (contentType == null || !contentType.regionMatches(true, 0, "text/plain", 0, "text/plain".length())) {
			return List.of();
		}
		List<InvalidField> errors = new ArrayList<>();
		@Nullable String field = null;
		StringBuilder message = new StringBuilder();
		for (String line : body.lines().toList()) {
			int end = nameEnd(line);
			if (end > 0) {
				add(errors, field, message);
				field = line.substring(0, end);
				message = new StringBuilder(line.substring(end + ": ".length()));
			}
			else {
				message.append('\n').append(line);
			}
		}
		add(errors, field, message);
		return Collections.unmodifiableList(errors);
	}

	private static void add(List<InvalidField> errors, @Nullable String field, StringBuilder message) {
		if (field != null) {
			errors.add(new InvalidField(field, message.toString()));
		}
	}

	/** Return where the name at the beginning of a line ends, 0 if there is none. */
	private static int nameEnd(String line) {
		int end = 0;
		while (end < line.length() && isOfName(line.charAt(end))) {
			end++;
		}
		return line.startsWith(": ", end) ? end : 0;
	}

	private static boolean isOfName(char character) {
		return character == '_' || character == '.' || character == '-' || Character.isLetterOrDigit(character);
	}

}
