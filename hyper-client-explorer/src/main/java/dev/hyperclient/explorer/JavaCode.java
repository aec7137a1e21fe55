package dev.hyperclient.explorer;

import java.math.BigDecimal;
import java.net.URI;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.explorer.JavaExpressions.Snippet;
import dev.hyperclient.internal.generator.TypedNames;
import dev.hyperclient.internal.names.JavaLiteral;
import dev.hyperclient.internal.names.JavaNames;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Writes the Java for what a page shows: with the methods of {@link ServiceRoot}, and
 * with the classes that {@code hyper-client-generator} writes. In the first, {@code root}
 * is the {@link ServiceRoot}, in the second the generated root.
 */
record JavaCode(ServiceRoot root, TypedNames names, JavaExpressions expressions) {

	/** Attributes of all entries, which the generated classes do not repeat. */
	private static final Set<String> COMMON = Set.of(LinkName.SELF, LinkName.TYPE, "http_etag");

	private static final int MAX_VALUES = 8;

	/** Return how to get to a resource of a type from the root, empty for the root. */
	Optional<Snippet> type(TypeDescription type) {
		if (type.equals(this.root.type())) {
			return Optional.empty();
		}
		Snippet path = this.expressions.toType(type);
		return Optional.of(type.isCollection() ? collection(path, type, "") : entry(path, type));
	}

	private Snippet entry(Snippet path, TypeDescription type) {
		String variable = variable(type);
		return new Snippet("Entry %s = %s;".formatted(variable, path.untyped()),
				this.names.classOf(type.id())
					.filter((name) -> path.typed() != null)
					.map((name) -> "%s %s = %s;".formatted(name, variable, path.typed()))
					.orElse(null));
	}

	/** Return how to read an entry, with the values that it has. */
	Snippet entry(Entry entry) {
		TypeDescription type = entry.type();
		Snippet start = entry(this.expressions.to(entry.uri(), type), type);
		String variable = variable(type);
		StringBuilder untyped = new StringBuilder(start.untyped());
		StringBuilder typed = new StringBuilder((start.typed() != null) ? start.typed() : "");
		Set<String> taken = new HashSet<>(Set.of("root", variable));
		Map<String, String> getters = this.names.getters(type.id());
		type.attributes()
			.stream()
			.filter((attribute) -> !COMMON.contains(attribute.name())
					&& ValueText.EntryValue.of(entry, attribute.name()).isPresent())
			.limit(MAX_VALUES)
			.forEach((attribute) -> {
				String name = free(JavaNames.member(attribute.name()), taken);
				untyped.append('\n').append(read(variable, name, attribute, entry.get(attribute.name())));
				if (getters.containsKey(attribute.name())) {
					typed.append("\nvar %s = %s.%s();".formatted(name, variable, getters.get(attribute.name())));
				}
			});
		return new Snippet(untyped.toString(), (start.typed() != null) ? typed.toString() : null);
	}

	/** Return a name that is not taken, and take it. */
	private static String free(String wanted, Set<String> taken) {
		String free = taken.contains(wanted) ? wanted + "Value" : wanted;
		for (int number = 2; !taken.add(free); number++) {
			free = wanted + "Value" + number;
		}
		return free;
	}

	private static String read(String variable, String name, ValueDescription attribute, @Nullable Object value) {
		String[] getter = switch (attribute.type()) {
			case DATE -> new String[] { "LocalDate", "getDate" };
			case DATE_TIME -> new String[] { "OffsetDateTime", "getDateTime" };
			default -> (value instanceof String) ? new String[] { "String", "getString" }
					: (value instanceof Boolean) ? new String[] { "Boolean", "getBoolean" }
							: (value instanceof Long) ? new String[] { "Long", "getLong" }
									: (value instanceof BigDecimal) ? new String[] { "BigDecimal", "getDecimal" }
											: new String[] { "Object", "get" };
		};
		return "%s %s = %s.%s(%s);".formatted(getter[0], name, variable, getter[1], JavaLiteral.of(attribute.name()));
	}

	/**
	 * Return how to save changes.
	 * @param changes the values by the names of attributes and keys of links
	 */
	Snippet save(Entry entry, Map<String, @Nullable Object> changes) {
		TypeDescription type = entry.type();
		Snippet start = entry(this.expressions.to(entry.uri(), type), type);
		String variable = variable(type);
		String untyped = changes.entrySet()
			.stream()
			.map((change) -> ".set(%s, %s)".formatted(JavaLiteral.of(untypedKey(change.getKey())),
					this.expressions.untyped(change.getValue(), linkedType(type, change.getKey()))))
			.collect(Collectors.joining());
		Map<String, String> setters = this.names.setters(type.id());
		Optional<String> typed = changes.entrySet()
			.stream()
			.map((change) -> Optional.ofNullable(setters.get(change.getKey()))
				.flatMap((setter) -> typedValue(type, change.getKey(), change.getValue())
					.map((value) -> ".%s(%s)".formatted(setter, value))))
			.reduce(Optional.of(""), (all, one) -> all.flatMap((text) -> one.map(text::concat)));
		return new Snippet(start.untyped() + "\n" + variable + untyped + ".save();", (start.typed() != null)
				? typed.map((calls) -> start.typed() + "\n" + variable + calls + ".save();").orElse(null) : null);
	}

	private Optional<String> typedValue(TypeDescription type, String key, @Nullable Object value) {
		Optional<ValueDescription> attribute = type.attribute(key);
		return attribute.isPresent() ? this.expressions.typed(attribute.get(), value, false)
				: (value instanceof URI uri) ? this.expressions.typedEntry(uri, linkedType(type, key))
						: Optional.empty();
	}

	private static @Nullable TypeDescription linkedType(TypeDescription type, String key) {
		return type.link(untypedKey(key)).flatMap(LinkDescription::type).orElse(null);
	}

	/** A link is set by its name without suffix. */
	private static String untypedKey(String key) {
		return COMMON.contains(key) ? key : LinkName.of(key);
	}

	/** Return how to read a range of a collection. */
	Snippet slice(EntryCollection collection, int start, int stop) {
		Snippet path = this.expressions.to(collection.uri(), collection.type().orElse(null));
		return collection(path, collection.type().orElse(null), ".slice(" + start + ", " + stop + ")");
	}

	private Snippet collection(Snippet path, @Nullable TypeDescription type, String range) {
		Optional<TypeDescription> entryType = Optional.ofNullable(type).flatMap(TypeDescription::entryType);
		String variable = entryType.map(JavaCode::variable).orElse("entry");
		String loop = "for (%s %s : %s%s) {\n\tSystem.out.println(%s.uri());\n}";
		return new Snippet(loop.formatted("Entry", variable, path.untyped(), range, variable),
				entryType.flatMap((entry) -> this.names.classOf(entry.id()))
					.filter((name) -> path.typed() != null)
					.map((name) -> loop.formatted(name, variable, path.typed(), range, variable))
					.orElse(null));
	}

	/**
	 * Return how to invoke an operation of a resource.
	 * @param uri the resource, {@code null} for any of the type
	 * @param arguments the arguments; examples are used for required ones without
	 */
	Snippet operation(@Nullable URI uri, TypeDescription type, OperationDescription operation,
			Map<String, @Nullable Object> arguments) {
		Snippet receiver = (uri != null) ? this.expressions.to(uri, type) : this.expressions.toType(type);
		StringBuilder untyped = new StringBuilder(result(operation)).append(receiver.untyped())
			.append("\n\t.operation(%s)".formatted(JavaLiteral.of(operation.name())));
		for (ValueDescription parameter : operation.parameters()) {
			if (parameter.isRequired() || arguments.containsKey(parameter.name())) {
				Object value = argument(parameter, arguments);
				untyped.append("\n\t.with(%s, %s)".formatted(JavaLiteral.of(parameter.name()),
						this.expressions.untyped(value, parameter.entryType().orElse(null))));
			}
		}
		untyped.append("\n\t.invoke()").append(ending(operation)).append(';');
		return new Snippet(untyped.toString(), typedCall(receiver, type, operation, arguments));
	}

	private @Nullable Object argument(ValueDescription parameter, Map<String, @Nullable Object> arguments) {
		return arguments.containsKey(parameter.name()) ? arguments.get(parameter.name())
				: this.expressions.example(parameter);
	}

	private @Nullable String typedCall(Snippet receiver, TypeDescription type, OperationDescription operation,
			Map<String, @Nullable Object> arguments) {
		TypedNames.Operation names = this.names.operation(type.id(), operation.name()).orElse(null);
		Optional<String> owner = type.equals(this.root.type()) ? Optional.of(ServiceModel.ROOT_CLASS)
				: this.names.classOf(type.id());
		if (names == null || owner.isEmpty() || receiver.typed() == null) {
			return null;
		}
		StringBuilder required = new StringBuilder();
		StringBuilder optional = new StringBuilder();
		for (ValueDescription parameter : operation.parameters()) {
			boolean inSignature = names.required().contains(parameter.name());
			if (!inSignature && !arguments.containsKey(parameter.name())) {
				continue;
			}
			Optional<String> value = this.expressions.typed(parameter, argument(parameter, arguments), true);
			if (value.isEmpty()) {
				return null;
			}
			if (inSignature) {
				required.append(required.isEmpty() ? "" : ", ").append(value.get());
			}
			else {
				optional.append(".%s(%s)".formatted(names.optional().get(parameter.name()), value.get()));
			}
		}
		String options = optional.isEmpty() ? ""
				: "%snew %s.%s()%s".formatted(required.isEmpty() ? "" : ", ", owner.get(), names.options(), optional);
		return "var result = %s.%s(%s%s);".formatted(receiver.typed(), names.method(), required, options);
	}

	private static String result(OperationDescription operation) {
		return operation.resultType()
			.map((type) -> type.isCollection() ? "EntryCollection result = "
					: operation.creates() ? "Entry result = " : "Optional<Entry> result = ")
			.orElse("OperationResult result = ");
	}

	private static String ending(OperationDescription operation) {
		return operation.resultType()
			.map((type) -> type.isCollection() ? ".collection()" : operation.creates() ? ".entry()" : ".findEntry()")
			.orElse("");
	}

	private static String variable(TypeDescription type) {
		String name = JavaNames.member(type.id());
		return name.equals("root") ? "entry" : name;
	}

}
