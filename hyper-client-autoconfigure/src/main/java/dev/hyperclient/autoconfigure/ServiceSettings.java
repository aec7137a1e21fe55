package dev.hyperclient.autoconfigure;

/**
 * One service and what its properties say.
 *
 * @param name its name
 * @param prefix the part of the keys that its properties have in common, without a dot at
 * the end
 * @param properties its properties
 */
record ServiceSettings(String name, String prefix, HyperClientProperties properties) {

	/** The full key of a property. */
	String key(String property) {
		return this.prefix + "." + property;
	}

}
