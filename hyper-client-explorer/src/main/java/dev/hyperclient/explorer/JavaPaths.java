package dev.hyperclient.explorer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.generator.TypedNames;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * Expressions for resources, with and without generated classes.
 */
final class JavaPaths {

	private final ServiceRoot root;

	private final ServiceModel model;

	private final RootLinks links;

	JavaPaths(ServiceRoot root, ServiceModel model) {
		this.root = root;
		this.model = model;
		this.links = RootLinks.of(root);
	}

	/** Return an expression for the first resource of a type that links lead to. */
	Expression toType(TypeDescription type) {
		Optional<List<TypeGraph.Step>> path = this.model.graph().path(type.id());
		if (path.isEmpty()) {
			return loaded("...", type);
		}
		StringBuilder untyped = new StringBuilder("root");
		@Nullable StringBuilder typed = new StringBuilder("root");
		TypeDescription at = this.root.type();
		for (TypeGraph.Step step : path.get()) {
			untyped.append(switch (step.kind()) {
				case ENTRY -> ".entry(%s)".formatted(JavaLiterals.literal(step.name()));
				case COLLECTION -> ".collection(%s)".formatted(JavaLiterals.literal(step.name()));
				case AT -> ".at(0)";
			});
			String typedStep = typedStep(at, step);
			typed = (typed != null && typedStep != null) ? typed.append(typedStep) : null;
			at = next(at, step);
		}
		return new Expression(untyped.toString(), (typed != null) ? typed.toString() : null);
	}

	private @Nullable String typedStep(TypeDescription from, TypeGraph.Step step) {
		if (step.kind() == TypeGraph.StepKind.AT) {
			return ".at(0)";
		}
		boolean entry = step.kind() == TypeGraph.StepKind.ENTRY;
		String getter = this.model.names()
			.of(from.id())
			.getters()
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
	Expression to(URI uri, @Nullable TypeDescription type) {
		if (uri.equals(this.root.uri())) {
			return new Expression("root", "root");
		}
		TypedNames.Members members = this.model.names().of(this.root.type().id());
		for (Map.Entry<String, URI> entry : this.links.entries().entrySet()) {
			if (entry.getValue().equals(uri)) {
				String name = entry.getKey();
				return new Expression("root.entry(%s)".formatted(JavaLiterals.literal(name)),
						getter(members, name + LinkName.SUFFIX));
			}
		}
		Set<String> keys = keys(uri);
		for (Map.Entry<String, EntryCollection> top : this.links.collections().entrySet()) {
			String name = top.getKey();
			EntryCollection collection = top.getValue();
			String untyped = "root.collection(%s)".formatted(JavaLiterals.literal(name));
			String typed = getter(members, name + LinkName.COLLECTION_SUFFIX);
			if (collection.uri().equals(uri)) {
				return new Expression(untyped, typed);
			}
			for (String key : keys) {
				if (isKey(collection, key, uri)) {
					String get = ".get(%s)".formatted(key.matches("[1-9]\\d{0,8}|0") ? key : JavaLiterals.literal(key));
					return new Expression(untyped + get, (typed != null) ? typed + get : null);
				}
			}
		}
		return loaded(Links.shortened(uri.toString(), this.root.uri()), type);
	}

	private static @Nullable String getter(TypedNames.Members members, String key) {
		String getter = members.getters().get(key);
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

	private Expression loaded(String url, @Nullable TypeDescription type) {
		boolean collection = type != null && type.isCollection();
		String load = "load(%s, %s.class)".formatted(JavaLiterals.literal(url),
				collection ? "EntryCollection" : "Entry");
		Optional<String> typed = (type == null) ? Optional.empty()
				: this.model.names()
					.classOf(type.id())
					.map((name) -> "new %s(root.root().%s)".formatted(name, load))
					.or(() -> type.entryType()
						.flatMap((entry) -> this.model.names().classOf(entry.id()))
						.map((name) -> "new TypedCollection<>(root.root().%s, %s::new)".formatted(load, name)));
		return new Expression("root." + load, typed.orElse(null));
	}

	/**
	 * An expression.
	 *
	 * @param typed {@code null} if the generated classes have none
	 */
	record Expression(String untyped, @Nullable String typed) {

	}

}
