package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads an overlay, token by token, so that each error has a line. Comments and trailing
 * commas are allowed.
 */
final class OverlayReader {

	static final JsonFactory JSON = JsonFactory.builder()
		.enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
		.build();

	/** A single entry or a file is described, or returned without a type. */
	private static final Set<ValueKind> NO_RESULTS = Set.of(ValueKind.FILE, ValueKind.OPTION);

	/** Names of types elsewhere, which are not similar enough. */
	private static final Map<String, String> ALIASES = Map.of("bool", "boolean", "int", "integer", "long", "integer",
			"string", "text", "float", "double", "number", "decimal", "url", "uri", "array", "list", "entry",
			"list<entry:person>");

	private final List<Rule> rules = new ArrayList<>();

	private final Map<String, Overlay.Key> keys = new LinkedHashMap<>();

	private final Map<String, Overlay.Key> values = new LinkedHashMap<>();

	private final OverlayProblems problems;

	private OverlayReader(OverlayProblems problems) {
		this.problems = problems;
	}

	/**
	 * Return the overlay without what is invalid.
	 * @throws GeneratorException if the content is not JSON
	 */
	static Overlay read(byte[] content, OverlayProblems problems) {
		return new OverlayReader(problems).read(content);
	}

	private Overlay read(byte[] content) {
		try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), content)) {
			json.nextToken();
			object(json, (name) -> {
				switch (name) {
					case "keys" -> object(json, (collection) -> key(json, this.keys, collection));
					case "values" -> object(json, (className) -> {
						requireJavaName(json, className);
						key(json, this.values, className);
					});
					case "types" -> object(json, (type) -> type(json, type));
					default -> unknown(json, name, List.of("types", "keys", "values"));
				}
			});
			if (json.nextToken() != null) {
				problem(json, "unexpected content after the end of the overlay");
			}
		}
		catch (JacksonException ex) {
			int line = (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0;
			this.problems.add(line, "invalid JSON: " + ex.getOriginalMessage());
			this.problems.throwIfAny();
		}
		return new Overlay(List.copyOf(this.rules), this.keys, this.values);
	}

	private interface Member {

		void read(String name);

	}

	/**
	 * Read the members of an object; the current token is its start.
	 * @return whether there is content, valid or not
	 */
	private boolean object(JsonParser json, Member member) {
		if (json.currentToken() != JsonToken.START_OBJECT) {
			invalid(json, "expected an object { ... }");
			return true;
		}
		Map<String, Integer> lines = new HashMap<>();
		while (json.nextToken() == JsonToken.PROPERTY_NAME) {
			String name = json.currentName();
			json.nextToken();
			@Nullable Integer first = lines.putIfAbsent(name, line(json));
			if (first != null) {
				invalid(json, "'%s' is in line %d already; keep one of them, with all members".formatted(name, first));
			}
			else {
				member.read(name);
			}
		}
		return !lines.isEmpty();
	}

	private void key(JsonParser json, Map<String, Overlay.Key> keys, String name) {
		int line = line(json);
		@Nullable String path = text(json);
		if (path != null) {
			keys.put(name, new Overlay.Key(path, line));
		}
	}

	private void type(JsonParser json, String type) {
		int line = line(json);
		Correction correction = members(json, List.of("name", "omit", "attributes", "operations"), (name) -> {
			if (name.equals("attributes")) {
				object(json, (attribute) -> value(json, Rule.Subject.ATTRIBUTE, type, attribute, ""));
			}
			else {
				object(json, (operation) -> operation(json, type, operation));
			}
		});
		this.rules.add(new Rule(Rule.Subject.TYPE, type, "", "", correction, line));
	}

	private void operation(JsonParser json, String type, String operation) {
		int line = line(json);
		Correction correction = members(json, List.of("name", "omit", "result", "required", "source", "parameters"),
				(name) -> object(json, (parameter) -> value(json, Rule.Subject.PARAMETER, type, operation, parameter)));
		this.rules.add(new Rule(Rule.Subject.OPERATION, type, operation, "", correction, line));
	}

	/** Read the rule of an attribute, link or parameter: an object, or its type alone. */
	private void value(JsonParser json, Rule.Subject subject, String type, String member, String parameter) {
		int line = line(json);
		Correction correction = Correction.NONE;
		if (json.currentToken() == JsonToken.VALUE_STRING) {
			correction = new Correction(null, null, null, valueType(json));
		}
		else if (json.currentToken() == JsonToken.START_OBJECT) {
			correction = members(json, List.of("name", "omit", "required", "type", "source"), null);
		}
		else {
			invalid(json, "expected an object { ... } or the name of a type");
		}
		this.rules.add(new Rule(subject, type, member, parameter, correction, line));
	}

	/**
	 * Read what a rule changes.
	 * @param nested reads members with further rules, {@code null} if there are none
	 */
	private Correction members(JsonParser json, List<String> known, @Nullable Member nested) {
		Draft draft = new Draft();
		boolean content = object(json, (name) -> {
			switch (known.contains(name) ? name : "") {
				case "name" -> draft.name = javaName(json);
				case "omit" -> draft.omit = bool(json);
				case "required" -> draft.required = bool(json);
				case "type" -> draft.type = valueType(json);
				case "result" -> draft.type = result(json);
				// For readers of the file.
				case "source" -> text(json);
				case "" -> unknown(json, name, known);
				default -> Objects.requireNonNull(nested).read(name);
			}
		});
		if (!content && nested == null) {
			problem(json, "a rule without members has no effect; remove it");
		}
		return new Correction(draft.name, draft.required, draft.omit, draft.type);
	}

	private @Nullable ValueModel result(JsonParser json) {
		@Nullable ValueModel type = valueType(json);
		if (type != null && (NO_RESULTS.contains(type.kind()) || type.member() == ValueKind.OPTION || type.isEntry())) {
			problem(json,
					"the result of an operation cannot be '%s'; use text, another plain type, a list, a map, or list<entry:<resource type>>"
						.formatted(type.overlayName()));
		}
		return type;
	}

	private @Nullable ValueModel valueType(JsonParser json) {
		@Nullable String name = text(json);
		if (name == null) {
			return null;
		}
		int bracket = name.indexOf('<');
		if (bracket < 0 || !name.endsWith(">")) {
			return plainType(json, name);
		}
		@Nullable ValueKind kind = kind(json, name.substring(0, bracket));
		@Nullable ValueModel member = plainType(json, name.substring(bracket + 1, name.length() - 1));
		if (kind == null || member == null) {
			return null;
		}
		if (kind == ValueKind.LIST && !member.reference().isEmpty()) {
			return ValueModel.listOf(member);
		}
		boolean valid = (kind == ValueKind.LIST || kind == ValueKind.MAP) && switch (member.kind()) {
			case ANY, TEXT, INTEGER, BOOLEAN -> true;
			default -> false;
		};
		if (!valid) {
			problem(json,
					"'%s' is not a type; lists and maps have members of the type text, integer, boolean or any, and lists also entry:<resource type> or values:<resource type>.<attribute>"
						.formatted(name));
		}
		return ValueModel.of(kind, member.kind());
	}

	/** Return a type that is neither a list nor a map with members. */
	private @Nullable ValueModel plainType(JsonParser json, String name) {
		if (name.startsWith(ValueKind.ENTRY_PREFIX)) {
			return ValueModel.referring(ValueKind.URI, name.substring(ValueKind.ENTRY_PREFIX.length()));
		}
		if (name.startsWith(ValueKind.VALUES_PREFIX)) {
			return ValueModel.referring(ValueKind.OPTION, name.substring(ValueKind.VALUES_PREFIX.length()));
		}
		@Nullable ValueKind kind = kind(json, name);
		return (kind != null) ? ValueModel.of(kind) : null;
	}

	private @Nullable ValueKind kind(JsonParser json, String name) {
		Optional<ValueKind> kind = ValueKind.named(name);
		if (kind.isEmpty()) {
			@Nullable String alias = ALIASES.get(name.toLowerCase(Locale.ROOT));
			problem(json, "'%s' is not a type%s".formatted(name, (alias != null)
					? "; did you mean '%s'?".formatted(alias) : NameSuggestions.hint(name, ValueKind.names())));
		}
		return kind.orElse(null);
	}

	private @Nullable String javaName(JsonParser json) {
		@Nullable String name = text(json);
		if (name != null) {
			requireJavaName(json, name);
		}
		return name;
	}

	private void requireJavaName(JsonParser json, String name) {
		if (!JavaNames.isIdentifier(name)) {
			problem(json,
					"'%s' is not a name in Java; write a name of ASCII letters, digits and _ that is not a word of Java, such as '%s'"
						.formatted(name, JavaNames.identifier(name)));
		}
	}

	private @Nullable String text(JsonParser json) {
		if (json.currentToken() != JsonToken.VALUE_STRING) {
			invalid(json, "expected a text");
			return null;
		}
		return json.getString();
	}

	private @Nullable Boolean bool(JsonParser json) {
		if (json.currentToken() != JsonToken.VALUE_TRUE && json.currentToken() != JsonToken.VALUE_FALSE) {
			invalid(json, "expected true or false");
			return null;
		}
		return json.getBooleanValue();
	}

	private void unknown(JsonParser json, String name, List<String> known) {
		invalid(json, "unknown member '%s'%s".formatted(name, NameSuggestions.hint(name, known)));
	}

	/** Report a value of which nothing is read. */
	private void invalid(JsonParser json, String problem) {
		problem(json, problem);
		json.skipChildren();
	}

	private void problem(JsonParser json, String problem) {
		this.problems.add(line(json), problem);
	}

	private static int line(JsonParser json) {
		return json.currentTokenLocation().getLineNr();
	}

	private static final class Draft {

		private @Nullable String name;

		private @Nullable Boolean required;

		private @Nullable Boolean omit;

		private @Nullable ValueModel type;

	}

}
