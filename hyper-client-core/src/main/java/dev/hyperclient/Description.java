package dev.hyperclient;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.RepresentationDefinition;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

/**
 * The service's description, asked for types by the texts that representations carry.
 * Thread-safe.
 */
final class Description {

	static final String TYPE_LINK = "resource_type_link";

	private final WadlApplication application;

	/** Known links only, so it cannot grow beyond the description. */
	private final Map<String, ResourceType> typesByLink = new ConcurrentHashMap<>();

	Description(WadlApplication application) {
		this.application = application;
	}

	WadlApplication application() {
		return this.application;
	}

	URI base() {
		return this.application.base();
	}

	ResourceType rootType() {
		return this.application.rootType();
	}

	int resourceTypes() {
		return this.application.resourceTypes().size();
	}

	/**
	 * Return the type that a link promises; {@code null} if there is no such promise, or
	 * none that is described.
	 */
	@Nullable ResourceType promised(@Nullable URI reference) {
		return (reference != null) ? this.application.findResourceType(reference).orElse(null) : null;
	}

	@Nullable ResourceType typeOfId(String id) {
		return this.application.findResourceTypeById(id).orElse(null);
	}

	/**
	 * Return the type whose plain GET answers with the page that an operation promises.
	 */
	@Nullable ResourceType pageTypeOf(WadlMethod operation) {
		return operation.responseRepresentations()
			.stream()
			.filter(RepresentationDefinition::isPage)
			.flatMap((page) -> this.application.resourceTypes()
				.stream()
				.filter((type) -> type.representation().filter(page::equals).isPresent()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the type that a representation states, which beats whatever was promised.
	 */
	ResourceType typeOf(JsonObject representation, @Nullable ResourceType declared, URI uri) {
		String link = representation.text(TYPE_LINK);
		if (link == null) {
			if (declared != null) {
				return declared;
			}
			throw new ServiceDescriptionException(uri, "Couldn't determine the resource type of %s.".formatted(uri));
		}
		ResourceType known = this.typesByLink.get(link);
		return (known != null) ? known : find(link, uri);
	}

	private ResourceType find(String link, URI uri) {
		ResourceType type = promised(Links.parse(link, uri));
		if (type == null) {
			throw new ServiceDescriptionException(uri,
					"%s is of the type %s, which the description of the service does not have; if the service has changed since this client started, refresh its root"
						.formatted(uri, link));
		}
		this.typesByLink.put(link, type);
		return type;
	}

}
