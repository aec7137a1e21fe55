package dev.hyperclient.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.KeyLookup;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.launchpad.Launchpad;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Maps the properties of collections to {@link CollectionType}s, in addition to the
 * collections of the preset.
 *
 * @param service the properties of the service
 */
record CollectionPropertiesMapper(ServiceProperties service) {

	/**
	 * Return the collection types by the names of the collections.
	 * @throws ConfigurationException if a property cannot be used
	 */
	Map<String, CollectionType> collectionTypes() {
		Map<String, CollectionType> types = new HashMap<>();
		if (this.service.properties().preset() != null) {
			types.putAll(Launchpad.collections());
		}
		this.service.properties().collections().forEach((key, properties) -> {
			String name = name(key);
			types.put(name, type(key, properties, types.getOrDefault(name, new CollectionType(null, null))));
		});
		return types;
	}

	/**
	 * Check that the description of the service has the collections and types that the
	 * properties name.
	 * @throws ConfigurationException if it has not
	 */
	void validate(ServiceRoot root) {
		this.service.properties().collections().forEach((key, properties) -> {
			if (!root.svcCollections().contains(name(key))) {
				throw ConfigurationException.ofProperty(key(key), null,
						"does not match a collection of the service at %s".formatted(root.uri()),
						"the properties of a collection of the service (%s), or remove it"
							.formatted(String.join(", ", root.svcCollections())));
			}
			String type = properties.of();
			List<String> types = root.types().stream().map(TypeDescription::id).toList();
			if (type != null && !type.isBlank() && !types.contains(type)) {
				throw ConfigurationException.ofProperty(key(key) + ".of", type,
						"must be a resource type of the service at %s".formatted(root.uri()),
						"the id of a type of the service (%s), or remove it".formatted(candidates(type, types)));
			}
		});
	}

	/** Return the most similar type first, since a service may have hundreds. */
	private static String candidates(String type, List<String> types) {
		List<String> ordered = new ArrayList<>(types);
		NameSuggestions.closest(type, types).ifPresent((closest) -> {
			ordered.remove(closest);
			ordered.add(0, closest);
		});
		return NameSuggestions.list(ordered);
	}

	private String key(String collection) {
		return this.service.key("collections." + collection);
	}

	/** Names of services have underscores where property keys have dashes. */
	private static String name(String key) {
		return key.replace('-', '_');
	}

	private CollectionType type(String collection, HyperClientProperties.Collection properties, CollectionType known) {
		String path = textOrNull(properties.keyPath());
		String type = textOrNull(properties.of());
		String pathKey = key(collection) + ".key-path";
		if (path == null && type == null) {
			throw ConfigurationException.ofProperty(pathKey, null,
					"must be set if '%s.of' is not".formatted(key(collection)),
					"a path such as recipes/{key}, or '%s.of' to the id of a resource type, or remove '%s'"
						.formatted(key(collection), key(collection)));
		}
		CollectionType result = (type != null) ? known.withEntryType(type) : known;
		return (path != null) ? result.withKeyLookup(lookup(pathKey, path)) : result;
	}

	private static @Nullable String textOrNull(@Nullable String value) {
		return StringUtils.hasText(value) ? value : null;
	}

	private static KeyLookup lookup(String property, String path) {
		try {
			return KeyLookup.path(path);
		}
		catch (IllegalArgumentException ex) {
			throw ConfigurationException.ofProperty(property, path, "must be a path with {key} below the base URL",
					"a path such as recipes/{key}", ex);
		}
	}

}
