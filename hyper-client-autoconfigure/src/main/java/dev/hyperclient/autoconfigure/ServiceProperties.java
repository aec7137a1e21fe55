package dev.hyperclient.autoconfigure;

import java.util.Locale;

import dev.hyperclient.error.Setting;

/**
 * The properties of one service, with the keys that messages name.
 *
 * @param name the name of the service
 * @param prefix the common prefix of the property keys, without a dot at the end
 * @param properties the properties
 */
record ServiceProperties(String name, String prefix, HyperClientProperties properties) {

	/**
	 * Return the full key of a property.
	 */
	String key(String property) {
		return this.prefix + "." + property;
	}

	/**
	 * Return the full key of the property for a setting of the client.
	 */
	String key(Setting setting) {
		return key(switch (setting) {
			case CACHE_DIRECTORY -> "cache.directory";
			case DESCRIPTION_DIRECTORY -> "cache.description-directory";
			case COLLECTION_KEY_PATH -> "collections.<name>.key-path";
			case SSL_BUNDLE -> "ssl.bundle";
			default -> setting.name().toLowerCase(Locale.ROOT).replace('_', '-');
		});
	}

}
