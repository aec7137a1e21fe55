package dev.hyperclient.explorer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.names.JavaLiteral;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * Expressions for resources, and for values: JSON values, a {@link FileArgument}, and a
 * {@link URI} for an entry. With and without generated classes.
 */
record JavaExpressions(ServiceRoot root, ServiceModel model, RootLinks links) {

	private static final String FIRST = ".at(0)";

	private static final String BY_KEY = ".get(\"...\")";

	static JavaExpressions of(ServiceRoot root, ServiceModel model) {
		return new JavaExpressions(root, model, RootLinks.of(root));
	}

	/**
	 * Return an expression for a resource of a type that links lead to: by a key where
	 * one is declared, otherwise the first one.
	 */
	Snippet toType(TypeDescription type) {
		Optional<List<TypeGraph.Step>> path = this.model.graph().path(type.id());
		if (path.isEmpty()) {
			return loaded("...", type);
		}
		StringBuilder untyped = new StringBuilder("root");
		@Nullable StringBuilder typed = new StringBuilder("root");
		TypeDescription at = this.root.type();
		String entryOf = FIRST;
		for (TypeGraph.Step step : path.get()) {
			untyped.append(switch (step.kind()) {
				case ENTRY -> ".entry(%s)".formatted(JavaLiteral.of(step.name()));
				case COLLECTION -> ".collection(%s)".formatted(JavaLiteral.of(step.name()));
				case AT -> entryOf;
			});
			@Nullable String typedStep = (step.kind() == TypeGraph.StepKind.AT) ? entryOf : typedStep(at, step);
			entryOf = (at.equals(this.root.type()) && hasKeys(step.name())) ? BY_KEY : FIRST;
			typed = (typed != null && typedStep != null) ? typed.append(typedStep) : null;
			at = next(at, step);
		}
		return new Snippet(untyped.toString(), (typed != null) ? typed.toString() : null);
	}

	/** Return whether a key lookup is declared for a collection of the root. */
	private boolean hasKeys(String name) {
		EntryCollection collection = this.links.collections().get(name);
		if (collection == null) {
			return false;
		}
		try {
			collection.getReference("any");
			return true;
		}
		catch (UnsupportedOperationException ex) {
			return false;
		}
	}

	private @Nullable String typedStep(TypeDescription from, TypeGraph.Step step) {
		boolean entry = step.kind() == TypeGraph.StepKind.ENTRY;
		String getter = this.model.names()
			.getters(from.id())
			.get(step.name() + (entry ? LinkName.SUFFIX : LinkName.COLLECTION_SUFFIX));
		TypeDescription target = next(from, step);
		Optional<String> known = this.model.names()
			.classOf(entry ? target.id() : target.entryType().map(TypeDescription::id).orElse(null));
		if (getter == null || known.isEmpty()) {
			return null;
		}
		// Without an overlay, links of entries may be null.
		boolean optional = entry && !from.equals(this.root.type());
		return "." + getter + (optional ? "().orElseThrow()" : "()");
	}

	private static TypeDescription next(TypeDescription from, TypeGraph.Step step) {
		return switch (step.kind()) {
			case AT -> from.entryType().orElse(from);
			case ENTRY, COLLECTION -> from.links()
				.stream()
				.filter((link) -> link.name().equals(step.name()) && link.kind().name().equals(step.kind().name()))
				.findFirst()
				.flatMap((link) -> link.type())
				.orElse(from);
		};
	}

	/**
	 * Return an expression for the resource with a URL: of the root, by a key, or else by
	 * its URL.
	 */
	Snippet to(URI uri, @Nullable TypeDescription type) {
		if (uri.equals(this.root.uri())) {
			return new Snippet("root", "root");
		}
		Map<String, String> getters = this.model.names().getters(this.root.type().id());
		for (Map.Entry<String, URI> entry : this.links.entries().entrySet()) {
			if (entry.getValue().equals(uri)) {
				String name = entry.getKey();
				return new Snippet("root.entry(%s)".formatted(JavaLiteral.of(name)),
						getter(getters, name + LinkName.SUFFIX));
			}
		}
		for (Map.Entry<String, EntryCollection> top : this.links.collections().entrySet()) {
			if (top.getValue().uri().equals(uri)) {
				return collection(top.getKey());
			}
		}
		return byKey(uri, type).orElseGet(() -> loaded(Links.shortened(uri.toString(), this.root.uri()), type));
	}

	private Snippet collection(String name) {
		return new Snippet("root.collection(%s)".formatted(JavaLiteral.of(name)),
				getter(this.model.names().getters(this.root.type().id()), name + LinkName.COLLECTION_SUFFIX));
	}

	/**
	 * Return an expression that reads an entry by a key. Keys of several collections may
	 * lead to its URL; only one whose entries may have its type contains it.
	 */
	private Optional<Snippet> byKey(URI uri, @Nullable TypeDescription type) {
		Set<String> keys = keys(uri);
		return this.links.collections()
			.entrySet()
			.stream()
			.filter((top) -> type == null
					|| entryType(top.getValue()).filter((of) -> this.model.mayBe(type, of)).isPresent())
			.sorted(Comparator.comparing((top) -> !entryType(top.getValue()).equals(Optional.ofNullable(type))))
			.flatMap((top) -> keys.stream()
				.filter((key) -> isKey(top.getValue(), key, uri))
				.map((key) -> byKey(top.getKey(), key, entryType(top.getValue()).orElse(null), type)))
			.findFirst();
	}

	/** Return the described type, whose class the generated getter returns. */
	private static Optional<TypeDescription> entryType(EntryCollection collection) {
		return collection.type().flatMap(TypeDescription::entryType).or(collection::entryType);
	}

	private Snippet byKey(String name, String key, @Nullable TypeDescription of, @Nullable TypeDescription type) {
		Snippet collection = collection(name);
		String get = ".get(%s)".formatted(key.matches("[1-9]\\d{0,8}|0") ? key : JavaLiteral.of(key));
		String typed = (collection.typed() != null) ? collection.typed() + get : null;
		if (typed != null && type != null && !type.equals(of)) {
			// The collection returns the class of its entries, not a more specific one.
			String entry = typed + ".entry()";
			typed = this.model.names().classOf(type.id()).map((as) -> "new %s(%s)".formatted(as, entry)).orElse(null);
		}
		return new Snippet(collection.untyped() + get, typed);
	}

	private static @Nullable String getter(Map<String, String> getters, String key) {
		String getter = getters.get(key);
		return (getter != null) ? "root." + getter + "()" : null;
	}

	private static boolean isKey(EntryCollection collection, String key, URI uri) {
		try {
			return collection.getReference(key).uri().equals(uri);
		}
		catch (UnsupportedOperationException | IllegalArgumentException ex) {
			return false;
		}
	}

	/** Return what may be the key in a URL: all or some of its last segment. */
	private static Set<String> keys(URI uri) {
		Set<String> keys = new LinkedHashSet<>();
		String path = (uri.getRawPath() != null && uri.getRawQuery() == null) ? uri.getRawPath() : "";
		String last = path.substring(path.lastIndexOf('/') + 1);
		if (!last.isEmpty()) {
			String decoded = UriUtils.decode(last, StandardCharsets.UTF_8);
			keys.add(decoded);
			for (int i = 1; i < decoded.length() && !Character.isLetterOrDigit(decoded.charAt(i - 1)); i++) {
				keys.add(decoded.substring(i));
			}
		}
		return keys;
	}

	private Snippet loaded(String url, @Nullable TypeDescription type) {
		boolean collection = type != null && type.isCollection();
		String load = "load(%s, %s.class)".formatted(JavaLiteral.of(url), collection ? "EntryCollection" : "Entry");
		Optional<String> typed = (type == null) ? Optional.empty()
				: this.model.names()
					.classOf(type.id())
					.map((name) -> "new %s(root.root().%s)".formatted(name, load))
					.or(() -> type.entryType()
						.flatMap((entry) -> this.model.names().classOf(entry.id()))
						.map((name) -> "new TypedCollection<>(root.root().%s, %s::new)".formatted(load, name)));
		return new Snippet("root." + load, typed.orElse(null));
	}

	/** Return a value that the description allows, for a required parameter. */
	Object example(ValueDescription parameter) {
		if (!parameter.options().isEmpty()) {
			return parameter.options().get(0);
		}
		return switch (parameter.type()) {
			case DATE -> "2026-01-31";
			case DATE_TIME -> "2026-01-31T12:00:00Z";
			case FILE -> FileArgument.of(new byte[0]).withFileName("file.bin");
			case ANY -> parameter.entryType().isPresent() ? parameter.entryType().get() : "...";
		};
	}

	/**
	 * Return an expression for a value.
	 * @param type the type of the entry if it is one, {@code null} if it is unknown
	 */
	String untyped(@Nullable Object value, @Nullable TypeDescription type) {
		if (value instanceof URI uri) {
			return to(uri, type).untyped();
		}
		if (value instanceof TypeDescription any) {
			return toType(any).untyped();
		}
		return literal(value);
	}

	/**
	 * Return an expression for a generated method, empty if it does not take the value.
	 * @param argument whether the value is an argument of an operation
	 */
	Optional<String> typed(ValueDescription described, @Nullable Object value, boolean argument) {
		if (argument && value instanceof URI uri) {
			return typedEntry(uri, described.entryType().orElse(null));
		}
		if (value instanceof TypeDescription type) {
			return Optional.ofNullable(toType(type).typed());
		}
		if (value == null) {
			return described.isRequired() ? Optional.empty() : Optional.of("null");
		}
		if (!described.options().isEmpty()) {
			return this.model.names()
				.optionClass(described.options())
				.filter((name) -> value instanceof String)
				.map((name) -> "%s.of(%s)".formatted(name, literal(value)));
		}
		return switch (described.type()) {
			case DATE -> parsed(value, LocalDate::parse).map((date) -> "LocalDate.parse(\"%s\")".formatted(date));
			case DATE_TIME ->
				parsed(value, OffsetDateTime::parse).map((time) -> "OffsetDateTime.parse(\"%s\")".formatted(time));
			case FILE -> Optional.of(literal(value));
			case ANY -> typedLiteral(described, value);
		};
	}

	private static Optional<String> typedLiteral(ValueDescription described, Object value) {
		return switch (described.typeName().orElse("")) {
			case "boolean" -> Optional.of(value).filter(Boolean.class::isInstance).map(String::valueOf);
			case "int", "integer", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt",
					"unsignedShort" ->
				Optional.of(value).filter(Long.class::isInstance).map((number) -> number + "L");
			case "decimal" -> Optional.of(value)
				.filter(Number.class::isInstance)
				.map(Number.class::cast)
				.map(JavaExpressions::decimal);
			case "float", "double" -> Optional.of(value).filter(Number.class::isInstance).map((number) -> number + "d");
			case "string", "normalizedString", "token" ->
				Optional.of(value).filter(String.class::isInstance).map(JavaExpressions::literal);
			case "anyURI" -> Optional.of(value)
				.filter(String.class::isInstance)
				.map((text) -> "URI.create(%s)".formatted(literal(text)));
			default -> Optional.of(literal(value));
		};
	}

	Optional<String> typedEntry(URI uri, @Nullable TypeDescription type) {
		if (type == null) {
			return Optional.empty();
		}
		return this.model.names().classOf(type.id()).flatMap((name) -> Optional.ofNullable(to(uri, type).typed()));
	}

	private static <T> Optional<T> parsed(Object value, Function<String, T> parser) {
		try {
			return Optional.of(parser.apply(value.toString()));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	private static String decimal(Number number) {
		return "new BigDecimal(\"%s\")".formatted((number instanceof BigDecimal exact) ? exact : number.toString());
	}

	private static String literal(@Nullable Object value) {
		if (value instanceof String text) {
			return JavaLiteral.of(text);
		}
		if (value instanceof FileArgument file) {
			return "FileArgument.of(Path.of(%s))"
				.formatted(JavaLiteral.of((file.fileName() != null) ? file.fileName() : "file.bin"));
		}
		if (value instanceof Long number) {
			return (number.intValue() == number) ? number.toString() : number + "L";
		}
		if (value instanceof BigInteger number) {
			return "new BigInteger(\"%s\")".formatted(number);
		}
		if (value instanceof Number number) {
			return decimal(number);
		}
		if (value instanceof List<?> list) {
			return list.contains(null)
					? list.stream()
						.map(JavaExpressions::literal)
						.collect(Collectors.joining(", ", "Arrays.asList(", ")"))
					: list.stream().map(JavaExpressions::literal).collect(Collectors.joining(", ", "List.of(", ")"));
		}
		if (value instanceof Map<?, ?> map) {
			return map.entrySet()
				.stream()
				.map((member) -> "Map.entry(%s, %s)".formatted(literal(member.getKey()), literal(member.getValue())))
				.collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
		}
		return String.valueOf(value);
	}

	/**
	 * An expression, or the Java for a page.
	 *
	 * @param typed {@code null} if the generated classes have no method for it
	 */
	record Snippet(String untyped, @Nullable String typed) {
	}

	/**
	 * The top-level entries and collections of a service, without those that its
	 * description has but its root lacks or hides. Makes no request if the root has been
	 * fetched.
	 *
	 * @param entries the URLs by name
	 * @param collections the collections by name
	 */
	record RootLinks(Map<String, URI> entries, Map<String, EntryCollection> collections) {

		static RootLinks of(ServiceRoot root) {
			return new RootLinks(readable(root.svcEntries(), (name) -> root.entry(name).uri()),
					readable(root.svcCollections(), root::collection));
		}

		private static <T> Map<String, T> readable(Collection<String> names, Function<String, T> reader) {
			Map<String, T> found = new LinkedHashMap<>();
			for (String name : names) {
				try {
					found.put(name, reader.apply(name));
				}
				catch (NoSuchElementException | RedactedValueException ex) {
					// Described, but not there or hidden, for instance "me" of an
					// anonymous
					// user.
				}
			}
			return found;
		}

	}

}
