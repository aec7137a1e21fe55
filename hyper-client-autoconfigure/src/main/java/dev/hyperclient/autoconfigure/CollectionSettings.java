package dev.hyperclient.autoconfigure;

import java.util.HashMap;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.KeyLookup;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.launchpad.Launchpad;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * What the properties declare about collections, on top of what the preset does.
 */
final class CollectionSettings {

	private CollectionSettings() {
	}

	static Map<String, CollectionType> of(ServiceSettings service) {
		Map<String, CollectionType> types = new HashMap<>();
		if (service.properties().preset() != null) {
			types.putAll(Launchpad.collections());
		}
		service.properties().collections().forEach((key, declared) -> {
			String name = name(key);
			types.put(name, type(service, key, declared, types.getOrDefault(name, new CollectionType(null, null))));
		});
		return types;
	}

	/**
	 * Finds out whether what is declared exists, once the description is there.
	 */
	static void check(ServiceSettings service, ServiceRoot root) {
		service.properties().collections().forEach((key, declared) -> {
			String prefix = service.key("collections." + key);
			if (!root.svcCollections().contains(name(key))) {
				throw new FailureAnalyzedException(
						"'%s' is about a collection that the service at %s does not have.".formatted(prefix,
								root.uri()),
						"Correct or remove '%s'. There are: %s.".formatted(prefix,
								String.join(", ", root.svcCollections())));
			}
			String of = declared.of();
			if (of != null && !of.isBlank() && root.description().findResourceTypeById(of).isEmpty()) {
				throw new FailureAnalyzedException(
						"'%s.of' is '%s', which is no type of the service at %s.".formatted(prefix, of, root.uri()),
						"Set '%s.of' to the id of a type in the service's description, or remove it."
							.formatted(prefix));
			}
		});
	}

	/**
	 * Services write their names with underscores, where properties have dashes.
	 */
	private static String name(String key) {
		return key.replace('-', '_');
	}

	private static CollectionType type(ServiceSettings service, String key, HyperClientProperties.Collection declared,
			CollectionType known) {
		String prefix = service.key("collections." + key);
		String path = declared.keyPath();
		String of = declared.of();
		if (!ServiceSettingsCheck.isSet(path) && !ServiceSettingsCheck.isSet(of)) {
			throw new FailureAnalyzedException("'%s' declares nothing.".formatted(prefix),
					"Set '%s.key-path' to a path such as recipes/{key}, or '%s.of' to the id of a type, or remove '%s'."
						.formatted(prefix, prefix, prefix));
		}
		CollectionType type = (of != null && !of.isBlank()) ? known.withEntryType(of) : known;
		return (path != null && !path.isBlank()) ? type.withKeyLookup(lookup(prefix + ".key-path", path)) : type;
	}

	private static KeyLookup lookup(String key, String path) {
		try {
			return KeyLookup.path(path);
		}
		catch (IllegalArgumentException ex) {
			throw new FailureAnalyzedException(
					"'%s' is '%s', which is no path with {key} below the service root.".formatted(key, path),
					"Set '%s' to a path such as recipes/{key}.".formatted(key), ex);
		}
	}

}
