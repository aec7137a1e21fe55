package dev.hyperclient.autoconfigure;

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

}
