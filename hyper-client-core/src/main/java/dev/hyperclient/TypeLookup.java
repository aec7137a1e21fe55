package dev.hyperclient;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Looks up resource types in the description of the service. Thread-safe.
 *
 * @param application the description
 * @param typesByLink the types that were found by links; only known ones, so its size is
 * limited
 */
record TypeLookup(WadlApplication application, Map<String, ResourceType> typesByLink) {

	TypeLookup(WadlApplication application) {
		this(application, new ConcurrentHashMap<>());
	}

	/**
	 * Return the type with a URL, {@code null} if there is none.
	 */
	@Nullable ResourceType findType(@Nullable URI reference) {
		return (reference != null) ? this.application.findResourceType(reference).orElse(null) : null;
	}

	/**
	 * Return the type whose plain GET returns the same page as an operation.
	 */
	@Nullable ResourceType pageTypeOf(WadlMethod operation) {
		return typeOf(operation.responseRepresentations().stream().filter(RepresentationDefinition::isPage));
	}

	/**
	 * Return the type of what an operation returns: the entry that it creates, or else
	 * the first entry or page that it answers with.
	 */
	@Nullable ResourceType resultTypeOf(WadlMethod operation) {
		ResourceType created = findType(operation.locationType().orElse(null));
		return (created != null) ? created : typeOf(operation.responseRepresentations().stream());
	}

	/** Return the first type with one of the representations. */
	private @Nullable ResourceType typeOf(Stream<RepresentationDefinition> representations) {
		return representations
			.flatMap((returned) -> this.application.resourceTypes()
				.stream()
				.filter((type) -> type.representation().filter((own) -> own == returned).isPresent()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the type that a representation names, or else the declared one.
	 */
	ResourceType typeOf(JsonObject representation, @Nullable ResourceType declared, URI uri) {
		String link = representation.text(LinkName.TYPE);
		if (link == null) {
			if (declared != null) {
				return declared;
			}
			throw new ServiceDescriptionException(uri, "Couldn't determine the resource type of %s.".formatted(uri),
					null, null, null);
		}
		ResourceType known = this.typesByLink.get(link);
		return (known != null) ? known : find(link, uri);
	}

	private ResourceType find(String link, URI uri) {
		ResourceType type = findType(Links.parse(link, uri));
		if (type == null) {
			throw new ServiceDescriptionException(uri,
					"%s has the type %s, which is not in the description of the service; if the service has just changed, refresh its root; set the version apart from the base URL to load URLs of other versions"
						.formatted(uri, link),
					null, null, null);
		}
		this.typesByLink.put(link, type);
		return type;
	}

}
