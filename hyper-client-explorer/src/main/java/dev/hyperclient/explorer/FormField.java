package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.InvalidField;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.DigestUtils;
import org.springframework.web.servlet.function.ServerRequest;

/**
 * A field of a form, made from the description.
 *
 * @param input select, date, file, entry, boolean, area or text
 * @param kinds whether the user chooses how the text is sent, because the description
 * gives no type
 * @param type the type of an entry, empty for other values
 * @param text what the user has entered, or else the current value
 * @param kind how the text is sent: text, number, boolean or json
 * @param empty whether the value is null; only for attributes
 * @param nullable whether the field has a choice for null
 * @param changed whether the user has changed what the form showed
 * @param error what is wrong with the text, empty if it is correct
 * @param advice what the user can do about the error, empty for nothing
 */
record FormField(String name, String input, boolean kinds, boolean required, List<String> options, String documentation,
		String type, String text, String kind, boolean empty, boolean nullable, boolean changed, String error,
		String advice) {

	private static final int AREA_LENGTH = 80;

	/** A number of JSON. */
	private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

	private static final Pattern BOOLEAN = Pattern.compile("true|false");

	private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

	/** Null unless a text is entered. */
	private static final String PRESET = "if-empty";

	/** In place of what the form showed, after the user has changed it. */
	private static final String CHANGED = "changed";

	private static final Set<String> KINDS = Set.of("text", "number", "boolean", "json");

	/** Return the field of a parameter with what a request has for it. */
	static FormField parameter(ValueDescription parameter, ServerRequest request) {
		String input = input(parameter);
		return new FormField(parameter.name(), input, input.equals("text") && parameter.typeName().isEmpty(),
				parameter.isRequired(), parameter.options(), parameter.documentation().orElse(""),
				parameter.entryType().map(TypeDescription::id).orElse(""), entered(request, parameter.name()),
				chosen(request, parameter.name()).orElse(kind(parameter)), false, false, false, "", "");
	}

	/** Return the field of an attribute with its current value. */
	static FormField attribute(ValueDescription attribute, @Nullable Object value) {
		String text = (value != null) ? ValueText.editable(value) : "";
		String input = input((value instanceof Boolean) ? "boolean" : input(attribute), text, attribute.options());
		boolean free = input.equals("text") && value == null && attribute.typeName().isEmpty();
		return new FormField(attribute.name(), input, free, false, attribute.options(),
				attribute.documentation().orElse(""), "", text, (value != null) ? kind(value) : kind(attribute),
				value == null, true, false, "", "");
	}

	/**
	 * Return an input that shows a text, which may contradict the description: what is
	 * not shown would be replaced when another field is saved.
	 */
	private static String input(String input, String text, List<String> options) {
		boolean shown = switch (input) {
			case "select" -> text.isEmpty() || options.contains(text);
			case "boolean" -> text.isEmpty() || BOOLEAN.matcher(text).matches();
			case "date" -> text.isEmpty() || DATE.matcher(text).matches();
			default -> true;
		};
		if (shown && !input.equals("text")) {
			return input;
		}
		return (text.length() > AREA_LENGTH || text.indexOf('\n') >= 0) ? "area" : "text";
	}

	/** Return the field of a link. */
	static FormField link(String key, String type, String documentation, @Nullable Object value) {
		return new FormField(key, "entry", false, false, List.of(), documentation, type,
				(value != null) ? value.toString() : "", "text", value == null, true, false, "", "");
	}

	private static String input(ValueDescription value) {
		if (!value.options().isEmpty()) {
			return "select";
		}
		return switch (value.type()) {
			case DATE -> "date";
			case DATE_TIME -> "text";
			case FILE -> "file";
			case ANY -> value.entryType().isPresent() ? "entry"
					: value.typeName().orElse("").equals("boolean") ? "boolean" : "text";
		};
	}

	private static String kind(ValueDescription value) {
		return switch (value.typeName().orElse("")) {
			case "boolean" -> "boolean";
			case "int", "integer", "long", "short", "byte", "decimal", "float", "double", "nonNegativeInteger",
					"positiveInteger", "unsignedInt", "unsignedShort" ->
				"number";
			default -> "text";
		};
	}

	private static String kind(Object value) {
		return (value instanceof String) ? "text"
				: (value instanceof Number) ? "number" : (value instanceof Boolean) ? "boolean" : "json";
	}

	private static Optional<String> chosen(ServerRequest request, String name) {
		return request.param("j." + name).filter(KINDS::contains);
	}

	/** Browsers send every line break as CRLF. */
	private static String entered(ServerRequest request, String name) {
		return withoutReturns(request.param("p." + name).orElse(""));
	}

	private static String withoutReturns(String text) {
		return text.replace("\r\n", "\n").replace('\r', '\n');
	}

	/**
	 * Return this field with what a request has for it, or this field if the form did not
	 * have it or the user left it as it was. The form may show other values than this
	 * field, which an entry has that was changed in the meantime.
	 */
	FormField with(ServerRequest request) {
		Optional<String> none = request.param("n." + this.name);
		if (none.isEmpty() && request.param("p." + this.name).isEmpty()) {
			return this;
		}
		String text = entered(request, this.name);
		String newKind = chosen(request, this.name).orElse(this.kind);
		boolean newEmpty = none.isPresent() && (!none.get().equals(PRESET) || text.isEmpty());
		if (request.param("s." + this.name).filter(digest(text, newKind, newEmpty)::equals).isPresent()) {
			return this;
		}
		return new FormField(this.name, input(this.input, text, this.options), this.kinds || !newKind.equals(this.kind),
				this.required, this.options, this.documentation, this.type, text, newKind, newEmpty, this.nullable,
				true, "", "");
	}

	/**
	 * Return what a form sends to say what it showed, so that a field that the user
	 * leaves as it was does not overwrite what others have changed.
	 */
	public String shown() {
		return this.changed ? CHANGED : digest(this.text, this.kind, this.empty);
	}

	private static String digest(String text, String kind, boolean empty) {
		String sent = withoutReturns(text);
		return DigestUtils.md5DigestAsHex((empty + kind + sent).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Return what a form sends for null. If the form itself has selected null, a text
	 * that is entered replaces it, though the choice is left.
	 */
	public String nullChoice() {
		return this.empty && this.text.isEmpty() ? PRESET : "null";
	}

	/** Whether saving this field would change nothing. */
	boolean isSameAs(FormField current) {
		return (this.empty && current.empty)
				|| (this.empty == current.empty && this.text.equals(current.text) && this.kind.equals(current.kind));
	}

	FormField withError(String message) {
		return withError(message, this.kind, "");
	}

	private FormField withError(String message, String newKind, String newAdvice) {
		return new FormField(this.name, this.input, this.kinds, this.required, this.options, this.documentation,
				this.type, this.text, newKind, this.empty, this.nullable, this.changed, message, newAdvice);
	}

	/**
	 * Return this field as the service may expect it: a text that looks like another
	 * value is what a service refuses if its description gives no type.
	 */
	private FormField refused(String message) {
		String other = !this.kinds || !this.kind.equals("text") ? "" : NUMBER.matcher(this.text.strip()).matches()
				? "number" : BOOLEAN.matcher(this.text.strip()).matches() ? "boolean" : "";
		return switch (other) {
			case "number" -> withError(message, other,
					"It was sent as a text. The service may expect a number, which is chosen now: send it again.");
			case "boolean" -> withError(message, other,
					"It was sent as a text. The service may expect true or false, which is chosen now: send it again.");
			default -> withError(message);
		};
	}

	/**
	 * Return the value for the client: an entry as {@link URI}, without a request.
	 * @throws IllegalArgumentException if the text is no such value
	 */
	@Nullable Object value(ServiceRoot root) {
		if (this.empty) {
			return null;
		}
		if (this.input.equals("entry") && !this.text.isBlank()) {
			try {
				return root.uri().resolve(this.text.strip());
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("is not the URL of an entry", ex);
			}
		}
		return switch (this.kind) {
			case "number" -> parsed(NUMBER, "is not a number: write for instance 12 or 9.5");
			case "boolean" -> parsed(BOOLEAN, "is neither true nor false");
			case "json" -> ValueText.parse(this.text);
			default -> this.text;
		};
	}

	private @Nullable Object parsed(Pattern pattern, String problem) {
		String value = this.text.strip();
		if (!pattern.matcher(value).matches()) {
			throw new IllegalArgumentException(problem);
		}
		return ValueText.parse(value);
	}

	/** Return the fields with what the service says about them. */
	static List<FormField> marked(List<FormField> fields, List<InvalidField> invalid) {
		Map<String, String> messages = invalid.stream()
			.collect(Collectors.toMap(InvalidField::field, InvalidField::message, (one, other) -> one + " " + other));
		return fields.stream()
			.map((field) -> messages.containsKey(field.name()) ? field.refused(messages.get(field.name())) : field)
			.toList();
	}

	/** Return the file of a form, empty if none was chosen. */
	static Optional<FileArgument> file(Part part) throws IOException {
		String name = part.getSubmittedFileName();
		if (name == null || name.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(FileArgument.of(new ByteArrayResource(part.getInputStream().readAllBytes()))
			.withFileName(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)));
	}

}
