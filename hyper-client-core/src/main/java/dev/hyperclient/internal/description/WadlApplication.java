package dev.hyperclient.internal.description;

import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hyperclient.internal.access.HiddenPart;
import org.jspecify.annotations.Nullable;

/**
 * A service's description of itself, as read by {@link WadlParser}. Immutable and
 * thread-safe.
 */
public final class WadlApplication {

	/**
	 * The description that a {@code TypeDescription} belongs to. In its parsed form it is
	 * known to other modules of the same version only.
	 */
	public static final HiddenPart<WadlApplication> OF_TYPE = new HiddenPart<>();

	private final DocumentUri document;

	private final URI base;

	private final ResourceType rootType;

	private final Map<String, ResourceType> resourceTypes;

	private final Supplier<List<RepresentationDefinition>> representations;

	private final @Nullable String documentation;

	/**
	 * Create a description. The map is not copied; it has the order of the document.
	 */
	WadlApplication(DocumentUri document, URI base, String rootType, Map<String, ResourceType> resourceTypes,
			Supplier<List<RepresentationDefinition>> representations, @Nullable String documentation) {
		this.document = document;
		this.base = base;
		this.resourceTypes = Collections.unmodifiableMap(resourceTypes);
		this.documentation = documentation;
		this.representations = representations;
		this.rootType = findResourceTypeById(rootType)
			.orElseThrow(() -> document.failure("it has no resource type '" + rootType + "'", null));
	}

	/**
	 * Return the description that a type belongs to.
	 * @param type a {@code TypeDescription}
	 */
	public static WadlApplication of(Object type) {
		return OF_TYPE.of(type).orElseThrow();
	}

	/**
	 * Return the URL of the service's root: the URL of its JSON representation, which may
	 * differ from the requested URL of the description.
	 * @return the absolute URL that the description gives, or the URL of the description
	 * if it gives none
	 */
	public URI base() {
		return this.base;
	}

	/**
	 * Return the URL this description was fetched from, without a fragment.
	 * @return the absolute URL
	 */
	public URI documentUri() {
		return this.document.uri();
	}

	/**
	 * Return the type of the service's root.
	 * @return the type
	 */
	public ResourceType rootType() {
		return this.rootType;
	}

	/**
	 * Look up a type by its URL, as resources name it in {@code resource_type_link}.
	 * @param reference the absolute URL, or the fragment alone. Scheme and host may be in
	 * any case, a default port and a trailing slash are optional
	 * @return the type, or empty if the URL belongs to another document or if there is no
	 * such type
	 */
	public Optional<ResourceType> findResourceType(URI reference) {
		URI absolute = absolute(reference);
		String id = absolute.getFragment();
		return (id != null && this.document.contains(absolute)) ? findResourceTypeById(id) : Optional.empty();
	}

	/**
	 * Look up a type by its id.
	 * @param id the id, such as {@code cookbook}
	 * @return the type, or empty if there is none of that id
	 */
	public Optional<ResourceType> findResourceTypeById(String id) {
		return Optional.ofNullable(this.resourceTypes.get(id));
	}

	/**
	 * Return all types in document order.
	 * @return the types, unmodifiable
	 */
	public Collection<ResourceType> resourceTypes() {
		return this.resourceTypes.values();
	}

	/**
	 * Return the representations that are defined outside methods, in document order.
	 * @return the definitions, unmodifiable
	 */
	public Collection<RepresentationDefinition> representations() {
		return this.representations.get();
	}

	/**
	 * Return the documentation of the service.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.documentation);
	}

	@Nullable String rawDocumentation() {
		return this.documentation;
	}

	private URI absolute(URI reference) {
		return reference.isAbsolute() ? reference : this.document.uri().resolve(reference);
	}

}
