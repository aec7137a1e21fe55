package dev.hyperclient.autoconfigure;

import java.util.Locale;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
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

	/**
	 * The properties of all services.
	 *
	 * @param defaults the properties of the default service
	 * @param others the properties of the named services
	 */
	record Lookup(HyperClientProperties defaults, HyperClientServicesProperties others) {

		/**
		 * Return the properties of a service.
		 * @throws ConfigurationException if no property of the service was bound
		 */
		ServiceProperties get(String service) {
			String prefix = ServiceNames.prefix(service);
			HyperClientProperties properties = service.equals(ServiceNames.DEFAULT) ? this.defaults
					: this.others.services().get(service);
			if (properties == null) {
				throw ConfigurationException.ofProperty(prefix + ".base-url", null, "is not set",
						"the URL of the service, and remove '%s' itself if it has a value".formatted(prefix));
			}
			return new ServiceProperties(service, prefix, properties);
		}

	}

}
