package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Description of a resource type by its service: attributes, links and operations. Makes
 * no request. Immutable and thread-safe; descriptions of the same type of the same
 * service are equal.
 *
 * @see ServiceRoot#types()
 * @see Entry#type()
 * @see EntryCollection#entryType()
 */
public final class TypeDescription {

	static {
		WadlApplication.OF_TYPE.foundIn(TypeDescription.class, (type) -> type.description.application());
	}

	private final ResourceType type;

	private final TypeLookup description;

	TypeDescription(ResourceType type, TypeLookup description) {
		this.type = type;
		this.description = description;
	}

	static @Nullable TypeDescription of(@Nullable ResourceType type, TypeLookup description) {
		return (type != null) ? new TypeDescription(type, description) : null;
	}

	/**
	 * Return the id of this type, such as {@code recipe}.
	 * @return the id, unique among the types of a service
	 */
	public String id() {
		return this.type.id();
	}

	/**
	 * Return the URL of this type, by which resources name it in
	 * {@code resource_type_link}.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.type.uri();
	}

	/**
	 * Return the documentation of this type.
	 * @return the plain text, empty if there is none
	 */
	public Optional<String> documentation() {
		return this.type.documentation();
	}

	/**
	 * Return whether resources of this type are collections.
	 * @return whether they are
	 */
	public boolean isCollection() {
		return this.type.isCollection();
	}

	/**
	 * Return the declared type of the entries of a collection. An entry may have a more
	 * specific type.
	 * @return the type, empty if this is not a type of collections, or if the service
	 * does not describe it
	 */
	public Optional<TypeDescription> entryType() {
		return this.type.entryType().flatMap(this::findType);
	}

	/**
	 * Return the attributes, without links to entries, collections and files.
	 * @return the attributes in the order of the description, unmodifiable; none for a
	 * collection
	 */
	public List<ValueDescription> attributes() {
		return this.type.svcAttributes().stream().flatMap((name) -> attribute(name).stream()).toList();
	}

	/**
	 * Return an attribute.
	 * @param name the name
	 * @return the attribute, empty if there is none of that name
	 */
	public Optional<ValueDescription> attribute(String name) {
		return this.type.attribute(name)
			.filter((param) -> !param.isResourceLink())
			.map((param) -> new ValueDescription(param, this.type.isWritable(param), this.description));
	}

	/**
	 * Return the links to entries, collections and files.
	 * @return the links, unmodifiable: entries and files, then collections, both in the
	 * order of the description
	 */
	public List<LinkDescription> links() {
		return Stream
			.concat(this.type.svcEntries().stream().map((name) -> name + LinkName.SUFFIX),
					this.type.svcCollections().stream().map((name) -> name + LinkName.COLLECTION_SUFFIX))
			.flatMap((key) -> linkOf(key).stream())
			.toList();
	}

	/**
	 * Return a link.
	 * @param name the name without its suffix, such as {@code dish}
	 * @return the link, empty if there is none of that name
	 */
	public Optional<LinkDescription> link(String name) {
		Optional<LinkDescription> entry = name.endsWith("_collection") ? Optional.empty()
				: linkOf(name + LinkName.SUFFIX);
		return entry.or(() -> linkOf(name + LinkName.COLLECTION_SUFFIX));
	}

	private Optional<LinkDescription> linkOf(String key) {
		return this.type.attribute(key).filter(Param::isResourceLink).map((param) -> {
			Optional<ResourceType> target = param.linkType()
				.flatMap((reference) -> Optional.ofNullable(this.description.findType(reference)));
			LinkDescription.Kind kind = key.endsWith(LinkName.COLLECTION_SUFFIX) ? LinkDescription.Kind.COLLECTION
					: target.map(TypeDescription::kind).orElse(LinkDescription.Kind.ENTRY);
			return new LinkDescription(LinkName.of(key), kind,
					target.map((other) -> new TypeDescription(other, this.description)).orElse(null), param,
					this.type.isWritable(param));
		});
	}

	/** A file has no JSON representation. */
	private static LinkDescription.Kind kind(ResourceType target) {
		return target.representation().isPresent() ? LinkDescription.Kind.ENTRY : LinkDescription.Kind.FILE;
	}

	/**
	 * Return the named operations.
	 * @return the operations in the order of the description, unmodifiable
	 */
	public List<OperationDescription> operations() {
		return this.type.operationNames().stream().flatMap((name) -> operation(name).stream()).toList();
	}

	/**
	 * Return a named operation.
	 * @param name the name
	 * @return the operation, empty if there is none of that name
	 */
	public Optional<OperationDescription> operation(String name) {
		return this.type.operation(name).map((method) -> new OperationDescription(name, method, this.description));
	}

	private Optional<TypeDescription> findType(URI reference) {
		return Optional.ofNullable(of(this.description.findType(reference), this.description));
	}

	/** Return the names of the attributes. */
	List<String> attributeNames() {
		return this.type.svcAttributes();
	}

	/** Return the names of the keys that can be read, without suffixes of links. */
	List<String> names() {
		List<String> names = new ArrayList<>(this.type.svcAttributes());
		names.addAll(this.type.svcEntries());
		names.addAll(this.type.svcCollections());
		return names;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TypeDescription description && description.uri().equals(uri());
	}

	@Override
	public int hashCode() {
		return uri().hashCode();
	}

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	Object json() {
		throw ResourceJson.refusedDescription("type '%s'".formatted(id()));
	}

	@Override
	public String toString() {
		return id();
	}

}
