package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.InvalidField;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.web.servlet.function.ServerRequest;

/**
 * A field of a form, made from the description.
 *
 * @param input select, date, file, entry, boolean, area or text
 * @param kinds whether the user chooses if the text is a text or JSON
 * @param type the type of an entry, empty for other values
 * @param text what the user has entered, or else the current value
 * @param json whether the text is JSON
 * @param empty whether the value is null; only for attributes
 * @param nullable whether the field has a choice for null
 * @param error what is wrong with the text, empty if it is correct
 */
record FormField(String name, String input, boolean kinds, boolean required, List<String> options, String documentation,
		String type, String text, boolean json, boolean empty, boolean nullable, String error) {

	private static final int AREA_LENGTH = 80;

	/** Return the field of a parameter with what a request has for it. */
	static FormField parameter(ValueDescription parameter, ServerRequest request) {
		String input = input(parameter);
		return new FormField(parameter.name(), input, input.equals("text") && parameter.typeName().isEmpty(),
				parameter.isRequired(), parameter.options(), parameter.documentation().orElse(""),
				parameter.entryType().map(TypeDescription::id).orElse(""), entered(request, parameter.name()),
				isJson(parameter) || request.param("j." + parameter.name()).filter("json"::equals).isPresent(), false,
				false, "");
	}

	/** Return the field of an attribute with its current value. */
	static FormField attribute(ValueDescription attribute, @Nullable Object value) {
		boolean text = value instanceof String || value == null;
		String input = input(attribute);
		if (input.equals("text") && ValueText.editable(value).length() > AREA_LENGTH
				|| ValueText.editable(value).indexOf('\n') >= 0) {
			input = "area";
		}
		boolean free = input.equals("text") && value == null && attribute.typeName().isEmpty();
		return new FormField(attribute.name(), input, free, false, attribute.options(),
				attribute.documentation().orElse(""), "", (value != null) ? ValueText.editable(value) : "",
				!text || (value == null && isJson(attribute)), value == null, true, "");
	}

	/** Return the field of a link. */
	static FormField link(String key, String type, String documentation, @Nullable Object value) {
		return new FormField(key, "entry", false, false, List.of(), documentation, type,
				(value != null) ? value.toString() : "", false, value == null, true, "");
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

	private static boolean isJson(ValueDescription value) {
		return switch (value.typeName().orElse("")) {
			case "boolean", "int", "integer", "long", "short", "byte", "decimal", "float", "double",
					"nonNegativeInteger", "positiveInteger", "unsignedInt", "unsignedShort" ->
				true;
			default -> false;
		};
	}

	/** Browsers send every line break as CRLF. */
	private static String entered(ServerRequest request, String name) {
		return request.param("p." + name).orElse("").replace("\r\n", "\n");
	}

	/** Return this field with what a request has for it. */
	FormField with(ServerRequest request) {
		boolean chosen = request.param("j." + this.name).filter("json"::equals).isPresent();
		return new FormField(this.name, this.input, this.kinds, this.required, this.options, this.documentation,
				this.type, entered(request, this.name), this.kinds ? chosen : this.json,
				request.param("n." + this.name).isPresent(), this.nullable, "");
	}

	FormField withError(String message) {
		return new FormField(this.name, this.input, this.kinds, this.required, this.options, this.documentation,
				this.type, this.text, this.json, this.empty, this.nullable, message);
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
				throw new IllegalArgumentException("is no URL of an entry", ex);
			}
		}
		return this.json ? ValueText.parse(this.text) : this.text;
	}

	/** Return the fields with what the service says about them. */
	static List<FormField> marked(List<FormField> fields, List<InvalidField> invalid) {
		Map<String, String> messages = invalid.stream()
			.collect(Collectors.toMap(InvalidField::field, InvalidField::message, (one, other) -> one + " " + other));
		return fields.stream()
			.map((field) -> messages.containsKey(field.name()) ? field.withError(messages.get(field.name())) : field)
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
