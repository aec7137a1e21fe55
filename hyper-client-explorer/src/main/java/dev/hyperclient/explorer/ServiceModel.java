package dev.hyperclient.explorer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.generator.TypedNames;

/**
 * Model of a description for the pages, computed once: texts are parsed and links are
 * followed. Immutable and thread-safe.
 */
final class ServiceModel {

	/** The generated root. */
	static final String ROOT_CLASS = "ServiceClient";

	private static final int MAX_SUMMARY = 160;

	/** In the order of the list of types. */
	private static final List<String> KINDS = List.of("root", "entry", "collection", "other");

	private final WadlApplication application;

	private final List<TypeRow> types = new ArrayList<>();

	private final List<SearchItem> items = new ArrayList<>();

	private final TypeGraph graph;

	private final TypedNames names;

	ServiceModel(ServiceRoot root) {
		this.application = applicationOf(root);
		this.names = new TypedNames(root, ROOT_CLASS);
		List<TypeDescription> described = root.types();
		this.graph = TypeGraph.of(root.type(), described);
		for (TypeDescription type : described) {
			this.types.add(row(root, type));
			addItems(type);
		}
		this.types.sort(Comparator.comparingInt((type) -> KINDS.indexOf(type.kind())));

	}

	private static TypeRow row(ServiceRoot root, TypeDescription type) {
		List<OperationDescription> operations = type.operations();
		String kind = type.equals(root.type()) ? "root" : type.isCollection() ? "collection"
				: type.attributes().isEmpty() && type.links().isEmpty() ? "other" : "entry";
		return new TypeRow(type.id(), kind, summary(type.documentation().orElse("")),
				type.isCollection() ? 0 : type.attributes().size(), type.isCollection() ? 0 : type.links().size(),
				operations.size());
	}

	private void addItems(TypeDescription type) {
		add(type, "type", type.id(), type.documentation());
		if (!type.isCollection()) {
			for (ValueDescription attribute : type.attributes()) {
				add(type, "attribute", attribute.name(), attribute.documentation());
			}
			for (LinkDescription link : type.links()) {
				add(type, "link", link.name(), link.documentation());
			}
		}
		for (OperationDescription operation : type.operations()) {
			add(type, "operation", operation.name(), operation.documentation());
			for (ValueDescription parameter : operation.parameters()) {
				add(type, "parameter", operation.name() + "(" + parameter.name() + ")", parameter.documentation());
			}
		}
	}

	private void add(TypeDescription type, String kind, String name, Optional<String> documentation) {
		String text = documentation.orElse("");
		this.items.add(new SearchItem(type.id(), kind, name, summary(text),
				(type.id() + " " + name).toLowerCase(Locale.ROOT), text.toLowerCase(Locale.ROOT)));
	}

	/**
	 * Return the text after its title, such as "About this service": a first paragraph
	 * that is no sentence.
	 */
	static String withoutTitle(String text) {
		String[] parts = text.strip().split("\\n\\s*\\n", 2);
		return (parts.length == 2 && !parts[0].matches("(?s).*[.:!?]")) ? parts[1] : text;
	}

	/** Return the first sentence of a text. */
	static String summary(String text) {
		String first = text.strip().replaceAll("\\s+", " ");
		int sentence = first.indexOf(". ");
		if (sentence > 0) {
			first = first.substring(0, sentence + 1);
		}
		return (first.length() <= MAX_SUMMARY) ? first : first.substring(0, MAX_SUMMARY).strip() + " …";
	}

	/** Return whether this is the model of the current description. */
	boolean isCurrent(ServiceRoot root) {
		return this.application == applicationOf(root);
	}

	private static WadlApplication applicationOf(ServiceRoot root) {
		return WadlApplication.of(root.type());
	}

	TypeGraph graph() {
		return this.graph;
	}

	TypedNames names() {
		return this.names;
	}

	List<TypeRow> types() {
		return this.types;
	}

	boolean isDeletable(String type) {
		return this.application.findResourceTypeById(type)
			.stream()
			.flatMap((found) -> found.methods().stream())
			.anyMatch((method) -> method.name().equals("DELETE"));
	}

	/**
	 * Return whether an entry of a type may be in a collection of another type: it has
	 * all of its members.
	 */
	boolean mayBe(TypeDescription type, TypeDescription other) {
		return resourceType(type).flatMap((one) -> resourceType(other).filter((of) -> one.lackedMember(of).isEmpty()))
			.isPresent();
	}

	private Optional<ResourceType> resourceType(TypeDescription type) {
		return this.application.findResourceTypeById(type.id());
	}

	/**
	 * Return what contains all words of a query, in its name or documentation: names that
	 * equal the query first, then names that have all words, then documentation.
	 */
	List<SearchItem> search(String query) {
		String wanted = query.strip().toLowerCase(Locale.ROOT);
		List<String> words = List.of(wanted.split("\\s+"));
		return this.items.stream()
			.filter((item) -> item.rank(wanted, words) >= 0)
			.sorted(Comparator.comparingInt((item) -> item.rank(wanted, words)))
			.toList();
	}

	/**
	 * A type in a list.
	 *
	 * @param kind one of {@code KINDS}; another type has no JSON, for instance the type
	 * of files
	 */
	record TypeRow(String id, String kind, String summary, int attributes, int links, int operations) {

	}

	/**
	 * Something that can be found.
	 *
	 * @param names type and name in lower case
	 * @param text the documentation in lower case
	 */
	record SearchItem(String type, String kind, String name, String summary, String names, String text) {

		/** Return the rank of a match, -1 for none; smaller is better. */
		private int rank(String wanted, List<String> words) {
			boolean named = true;
			for (String word : words) {
				boolean inName = this.names.contains(word);
				if (!inName && !this.text.contains(word)) {
					return -1;
				}
				named = named && inName;
			}
			String name = this.name.toLowerCase(Locale.ROOT);
			int base = name.equals(wanted) ? 0
					: name.startsWith(wanted) ? 1 : words.stream().allMatch(name::contains) ? 2 : named ? 3 : 4;
			return 2 * base + (this.kind.equals("type") ? 0 : 1);
		}

	}

}
