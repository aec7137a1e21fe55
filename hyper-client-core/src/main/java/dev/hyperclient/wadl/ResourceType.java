package dev.hyperclient.wadl;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A {@code resource_type} of the description: the fields, links and operations that all
 * resources of one type have. Immutable.
 */
public final class ResourceType {

	private final TypeUri uri;

	private final Supplier<Content> source;

	private volatile @Nullable Content content;

	/**
	 * Create a type.
	 * @param uri the URL with the id
	 * @param source supplies the content; called once, when it is first needed
	 */
	ResourceType(TypeUri uri, Supplier<Content> source) {
		this.uri = uri;
		this.source = source;
	}

	/**
	 * What the description says about the type.
	 */
	static final class Content {

		private final List<WadlMethod> methods;

		private final @Nullable String documentation;

		private volatile @Nullable Members members;

		Content(List<WadlMethod> methods, @Nullable String documentation) {
			this.documentation = documentation;
			this.methods = List.copyOf(methods);
		}

	}

	/**
	 * What follows from the methods, for the types that are used.
	 */
	private static final class Members {

		private final @Nullable RepresentationDefinition representation;

		private final FieldNames fieldNames;

		private final List<String> operationNames;

		private final Map<String, WadlMethod> operations;

		Members(List<WadlMethod> methods) {
			this.representation = jsonOfPlainGet(methods);
			this.fieldNames = (this.representation != null) ? FieldNames.of(this.representation.params())
					: FieldNames.NONE;
			this.operationNames = operationNames(methods);
			this.operations = operations(methods);
		}

	}

	private Content content() {
		Content known = this.content;
		return (known != null) ? known : readContent();
	}

	private Content readContent() {
		synchronized (this.source) {
			Content known = this.content;
			if (known == null) {
				known = this.source.get();
				this.content = known;
			}
			return known;
		}
	}

	private Members members() {
		Content known = content();
		Members members = known.members;
		if (members == null) {
			members = new Members(known.methods);
			known.members = members;
		}
		return members;
	}

	private static @Nullable RepresentationDefinition jsonOfPlainGet(List<WadlMethod> methods) {
		for (WadlMethod method : methods) {
			if (method.isGet() && method.operationName().isEmpty()) {
				for (RepresentationDefinition candidate : method.responseRepresentations()) {
					if (!candidate.params().isEmpty() && candidate.hasMediaType(RepresentationDefinition.JSON)) {
						return candidate;
					}
				}
			}
		}
		return null;
	}

	private static List<String> operationNames(List<WadlMethod> methods) {
		Set<String> names = new LinkedHashSet<>();
		for (WadlMethod method : methods) {
			String name = method.operationName().orElse(null);
			if (name != null) {
				names.add(name);
			}
		}
		return List.copyOf(names);
	}

	/** Of the same name, the first GET comes before any POST. */
	private static Map<String, WadlMethod> operations(List<WadlMethod> methods) {
		Map<String, WadlMethod> operations = new LinkedHashMap<>();
		addOperations(operations, methods, true);
		addOperations(operations, methods, false);
		return operations;
	}

	private static void addOperations(Map<String, WadlMethod> operations, List<WadlMethod> methods, boolean get) {
		for (WadlMethod method : methods) {
			String name = method.operationName().orElse(null);
			if (name != null && (get ? method.isGet() : method.isPost())) {
				operations.putIfAbsent(name, method);
			}
		}
	}

	/**
	 * Return the id of this type, such as {@code cookbook}.
	 * @return the id, unique among the types of a description
	 */
	public String id() {
		return this.uri.id();
	}

	/**
	 * Return the URL of this type: the URL of the description with the id as its
	 * fragment. Resources name their type by it in {@code resource_type_link}.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.uri.uri();
	}

	/**
	 * Return the methods in document order.
	 * @return the methods, unmodifiable
	 */
	public List<WadlMethod> methods() {
		return content().methods;
	}

	/**
	 * Return the JSON representation that a plain GET returns: the representation of the
	 * first GET that is not a named operation.
	 * @return the definition, or empty if such a GET returns no JSON, as for files, or
	 * JSON without keys, as for numbers
	 */
	public Optional<RepresentationDefinition> representation() {
		return Optional.ofNullable(members().representation);
	}

	/**
	 * Return whether resources of this type are collections, that is, whether a plain GET
	 * returns a page.
	 * @return whether this is a type of collections
	 */
	public boolean isCollection() {
		RepresentationDefinition representation = members().representation;
		return representation != null && representation.isPage();
	}

	/**
	 * Return the declared type of a collection's members. A member may have a more
	 * specific type, which its representation names.
	 * @return the absolute URL of the type, or empty if this is not a type of collections
	 * or the description does not name it
	 */
	public Optional<URI> entryType() {
		return isCollection() ? attribute("entry_links").flatMap(Param::linkType) : Optional.empty();
	}

	/**
	 * Return the keys of the representation that are not links to entries or collections,
	 * in document order.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> svcAttributes() {
		return members().fieldNames.attributes();
	}

	/**
	 * Return the names of the linked entries and files, in document order: the keys
	 * without {@code _link}.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> svcEntries() {
		return members().fieldNames.entries();
	}

	/**
	 * Return the names of the linked collections, in document order: the keys without
	 * {@code _collection_link}.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> svcCollections() {
		return members().fieldNames.collections();
	}

	/**
	 * Look up a key of the representation.
	 * @param name the name in the representation, such as {@code dish_link}
	 * @return the param, or empty if the representation declares no such key
	 */
	public Optional<Param> attribute(String name) {
		return representation().flatMap((definition) -> definition.param(name));
	}

	/**
	 * Return the names of the operations, each once, in document order.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> operationNames() {
		return members().operationNames;
	}

	/**
	 * Look up an operation: the first GET of that name or else the first POST.
	 * @param name the value of {@code ws.op}
	 * @return the method, or empty if there is no such operation
	 */
	public Optional<WadlMethod> operation(String name) {
		return Optional.ofNullable(members().operations.get(Objects.requireNonNull(name, "'name' must not be null")));
	}

	/**
	 * Return the documentation of this type.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(content().documentation);
	}

	@Nullable String rawDocumentation() {
		return content().documentation;
	}

	@Override
	public String toString() {
		return "resource type " + id();
	}

}
