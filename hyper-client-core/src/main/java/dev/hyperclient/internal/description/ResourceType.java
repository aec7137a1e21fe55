package dev.hyperclient.internal.description;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * A {@code resource_type} of the description: the fields, links and operations that all
 * resources of one type have. Immutable.
 */
public final class ResourceType {

	private final TypeUri uri;

	private final SingletonSupplier<Content> content;

	private final SingletonSupplier<Members> members;

	/**
	 * Create a type.
	 * @param uri the URL with the id
	 * @param source supplies the content; called once, when it is first needed
	 */
	ResourceType(TypeUri uri, Supplier<Content> source) {
		this.uri = uri;
		this.content = SingletonSupplier.of(source);
		this.members = SingletonSupplier.of(() -> new Members(methods()));
	}

	/**
	 * Content of the type in the description.
	 */
	record Content(List<WadlMethod> methods, @Nullable String documentation) {

		Content {
			methods = List.copyOf(methods);
		}

	}

	/**
	 * Members by the methods, only for the types that are used. Links to entries and
	 * collections are named without their suffix; all other params, including
	 * {@code self_link} and URLs outside of the service, are attributes with their full
	 * name.
	 */
	private static final class Members {

		private final @Nullable RepresentationDefinition representation;

		private final boolean page;

		private final boolean written;

		/** Names of the members that can be written, or {@code null} if all can. */
		private final @Nullable Set<String> writable;

		private final Map<String, Param> params = new HashMap<>();

		private final List<String> attributes = new ArrayList<>();

		private final List<String> entries = new ArrayList<>();

		private final List<String> collections = new ArrayList<>();

		private final Map<String, WadlMethod> operations = new LinkedHashMap<>();

		Members(List<WadlMethod> methods) {
			this.representation = jsonOfPlainGet(methods);
			this.page = this.representation != null && this.representation.isPage();
			if (this.representation != null) {
				this.representation.params().forEach(this::add);
			}
			Optional<WadlMethod> write = method(methods, "PATCH").or(() -> method(methods, "PUT"));
			this.written = write.isPresent();
			this.writable = write.stream()
				.flatMap((method) -> method.requestRepresentations().stream())
				.filter((content) -> !content.params().isEmpty())
				.findFirst()
				.map((content) -> content.params().stream().map(Param::name).collect(Collectors.toSet()))
				.orElse(null);
			// Of the same name, the first GET comes before any POST.
			methods.forEach((method) -> method.operationName()
				.ifPresent((name) -> this.operations.merge(name, method,
						(known, other) -> (known.isGet() || other.isPost()) ? known : other)));
		}

		private void add(Param param) {
			String name = param.name();
			this.params.putIfAbsent(name, param);
			if (!param.isResourceLink()) {
				this.attributes.add(name);
			}
			else {
				(name.endsWith(LinkName.COLLECTION_SUFFIX) ? this.collections : this.entries).add(LinkName.of(name));
			}
		}

		private static Optional<WadlMethod> method(List<WadlMethod> methods, String name) {
			return methods.stream().filter((method) -> method.name().equals(name)).findFirst();
		}

		private static @Nullable RepresentationDefinition jsonOfPlainGet(List<WadlMethod> methods) {
			return methods.stream()
				.filter((method) -> method.isGet() && method.operationName().isEmpty())
				.flatMap((method) -> method.responseRepresentations().stream())
				.filter((candidate) -> !candidate.params().isEmpty() && candidate.hasMediaType("application/json"))
				.findFirst()
				.orElse(null);
		}

	}

	private Members members() {
		return this.members.obtain();
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
		return this.content.obtain().methods();
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
		return members().page;
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
		return Collections.unmodifiableList(members().attributes);
	}

	/**
	 * Return the names of the linked entries and files, in document order: the keys
	 * without {@code _link}.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> svcEntries() {
		return Collections.unmodifiableList(members().entries);
	}

	/**
	 * Return the names of the linked collections, in document order: the keys without
	 * {@code _collection_link}.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> svcCollections() {
		return Collections.unmodifiableList(members().collections);
	}

	/**
	 * Look up a key of the representation.
	 * @param name the name in the representation, such as {@code dish_link}
	 * @return the param, or empty if the representation declares no such key
	 */
	public Optional<Param> attribute(String name) {
		return Optional.ofNullable(members().params.get(name));
	}

	/**
	 * Return a key that representations of another type have and those of this type lack.
	 * Without one, an entry of this type may be one of the other type.
	 * @param other the other type
	 * @return the key, or empty if there is none, or one of the types is not described,
	 * or the other is a type of collections
	 */
	public Optional<String> lackedMember(ResourceType other) {
		if (id().equals(other.id()) || representation().isEmpty() || other.isCollection()) {
			return Optional.empty();
		}
		return other.representation()
			.flatMap((json) -> json.params()
				.stream()
				.map(Param::name)
				.filter((name) -> attribute(name).isEmpty())
				.findFirst());
	}

	/**
	 * Return whether the content of a PATCH, or else of a PUT, includes a member. One
	 * without description includes all.
	 * @param member a member of the representation
	 * @return whether it can be written
	 */
	public boolean isWritable(Param member) {
		return members().written && !isReadOnly(member);
	}

	/**
	 * Return whether the description lists what can be written, and not this member.
	 * @param member a member of the representation
	 * @return whether it is read-only
	 */
	public boolean isReadOnly(Param member) {
		Set<String> writable = members().writable;
		return writable != null && !writable.contains(member.name());
	}

	/**
	 * Return the names of the operations, each once, in document order.
	 * @return the names, unmodifiable, perhaps empty
	 */
	public List<String> operationNames() {
		return List.copyOf(members().operations.keySet());
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
		return DocumentationText.plain(rawDocumentation());
	}

	@Nullable String rawDocumentation() {
		return this.content.obtain().documentation();
	}

}
