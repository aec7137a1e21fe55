package dev.hyperclient.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.generator.ClientModel.ValueModel;
import dev.hyperclient.generator.Overlay.Correction;
import dev.hyperclient.generator.Overlay.Rule;
import dev.hyperclient.internal.text.Candidates;
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

	private static final List<ValueKind> RESULTS = List.of(ValueKind.TEXT, ValueKind.INTEGER, ValueKind.BOOLEAN,
			ValueKind.ANY);

	private final Path file;

	private final List<Rule> rules = new ArrayList<>();

	private final Map<String, String> keys = new LinkedHashMap<>();

	private final Map<String, Integer> keyLines = new LinkedHashMap<>();

	private OverlayReader(Path file) {
		this.file = file;
	}

	/** Return the overlay with the lines of its keys. */
	static Result read(Path file) {
		return new OverlayReader(file).read();
	}

	/**
	 * An overlay.
	 *
	 * @param keyLines the line of each key lookup
	 */
	record Result(Overlay overlay, Map<String, Integer> keyLines) {

	}

	private Result read() {
		JsonFactory factory = JsonFactory.builder()
			.enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
			.build();
		try (JsonParser json = factory.createParser(ObjectReadContext.empty(), Files.readAllBytes(this.file))) {
			json.nextToken();
			object(json, (name) -> {
				switch (name) {
					case "keys" -> object(json, (collection) -> {
						this.keyLines.put(collection, line(json));
						this.keys.put(collection, text(json));
					});
					case "types" -> object(json, (type) -> type(json, type));
					default -> throw unknown(json, name, List.of("types", "keys"));
				}
			});
			if (json.nextToken() != null) {
				throw failure(json, "unexpected content after the end of the overlay");
			}
		}
		catch (JacksonException ex) {
			int line = (ex.getLocation() != null) ? ex.getLocation().getLineNr() : 0;
			throw new GeneratorException(this.file, line, "invalid JSON: " + ex.getOriginalMessage(), ex);
		}
		catch (IOException ex) {
			throw new GeneratorException(this.file, 0, "cannot be read: " + ex.getMessage(), ex);
		}
		return new Result(new Overlay(List.copyOf(this.rules), this.keys), this.keyLines);
	}

	private interface Member {

		void read(String name);

	}

	/** Read the members of an object; the current token is its start or its value. */
	private void object(JsonParser json, Member member) {
		if (json.currentToken() != JsonToken.START_OBJECT) {
			throw failure(json, "expected an object { ... }");
		}
		while (json.nextToken() == JsonToken.PROPERTY_NAME) {
			String name = json.currentName();
			json.nextToken();
			member.read(name);
		}
	}

	private void type(JsonParser json, String type) {
		int line = line(json);
		Draft draft = new Draft();
		object(json, (name) -> {
			switch (name) {
				case "name" -> draft.name = javaName(json);
				case "omit" -> draft.omit = bool(json);
				case "attributes" -> object(json, (attribute) -> attribute(json, type, attribute));
				case "operations" -> object(json, (operation) -> operation(json, type, operation));
				default -> throw unknown(json, name, List.of("name", "omit", "attributes", "operations"));
			}
		});
		this.rules.add(new Rule(Rule.Subject.TYPE, type, "", "", draft.correction(), line));
	}

	private void attribute(JsonParser json, String type, String attribute) {
		int line = line(json);
		this.rules.add(new Rule(Rule.Subject.ATTRIBUTE, type, attribute, "", value(json), line));
	}

	private void operation(JsonParser json, String type, String operation) {
		int line = line(json);
		Draft draft = new Draft();
		object(json, (name) -> {
			switch (name) {
				case "name" -> draft.name = javaName(json);
				case "omit" -> draft.omit = bool(json);
				case "result" -> draft.type = result(json);
				case "parameters" -> object(json, (parameter) -> parameter(json, type, operation, parameter));
				default -> throw unknown(json, name, List.of("name", "omit", "result", "parameters"));
			}
		});
		this.rules.add(new Rule(Rule.Subject.OPERATION, type, operation, "", draft.correction(), line));
	}

	private void parameter(JsonParser json, String type, String operation, String parameter) {
		int line = line(json);
		this.rules.add(new Rule(Rule.Subject.PARAMETER, type, operation, parameter, value(json), line));
	}

	/** Read the rule of an attribute, link or parameter: an object, or its type alone. */
	private Correction value(JsonParser json) {
		Draft draft = new Draft();
		if (json.currentToken() == JsonToken.VALUE_STRING) {
			draft.type = valueType(json);
			return draft.correction();
		}
		object(json, (name) -> {
			switch (name) {
				case "name" -> draft.name = javaName(json);
				case "omit" -> draft.omit = bool(json);
				case "required" -> draft.required = bool(json);
				case "type" -> draft.type = valueType(json);
				default -> throw unknown(json, name, List.of("name", "omit", "required", "type"));
			}
		});
		return draft.correction();
	}

	private ValueModel result(JsonParser json) {
		ValueModel type = valueType(json);
		if (!RESULTS.contains(type.kind())) {
			throw failure(json, "the result of an operation can be %s"
				.formatted(String.join(", ", RESULTS.stream().map(ValueKind::overlayName).toList())));
		}
		return type;
	}

	private ValueModel valueType(JsonParser json) {
		String name = text(json);
		int bracket = name.indexOf('<');
		if (bracket < 0 || !name.endsWith(">")) {
			return ValueModel.of(kind(json, name));
		}
		ValueKind kind = kind(json, name.substring(0, bracket));
		ValueKind member = kind(json, name.substring(bracket + 1, name.length() - 1));
		boolean valid = (kind == ValueKind.LIST || kind == ValueKind.MAP) && switch (member) {
			case ANY, TEXT, INTEGER, BOOLEAN -> true;
			default -> false;
		};
		if (!valid) {
			throw failure(json, "'%s' is no type; lists and maps have members of the type text, integer, boolean or any"
				.formatted(name));
		}
		return new ValueModel(kind, member, "");
	}

	private ValueKind kind(JsonParser json, String name) {
		return ValueKind.named(name)
			.orElseThrow(
					() -> failure(json, "'%s' is no type%s".formatted(name, Candidates.hint(name, ValueKind.names()))));
	}

	private String javaName(JsonParser json) {
		String name = text(json);
		if (!name.equals(JavaNames.identifier(name))) {
			throw failure(json, "'%s' is no name in Java".formatted(name));
		}
		return name;
	}

	private String text(JsonParser json) {
		if (json.currentToken() != JsonToken.VALUE_STRING) {
			throw failure(json, "expected a text");
		}
		return json.getString();
	}

	private boolean bool(JsonParser json) {
		if (json.currentToken() != JsonToken.VALUE_TRUE && json.currentToken() != JsonToken.VALUE_FALSE) {
			throw failure(json, "expected true or false");
		}
		return json.getBooleanValue();
	}

	private GeneratorException unknown(JsonParser json, String name, List<String> known) {
		return failure(json, "unknown member '%s'%s".formatted(name, Candidates.hint(name, known)));
	}

	private GeneratorException failure(JsonParser json, String problem) {
		return new GeneratorException(this.file, line(json), problem, null);
	}

	private static int line(JsonParser json) {
		return json.currentTokenLocation().getLineNr();
	}

	private static final class Draft {

		private @Nullable String name;

		private @Nullable Boolean required;

		private @Nullable Boolean omit;

		private @Nullable ValueModel type;

		Correction correction() {
			return new Correction(this.name, this.required, this.omit, this.type);
		}

	}

}
