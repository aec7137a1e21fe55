package dev.hyperclient.internal.exchange;

/**
 * How messages name a setting: by the method of the builder and by the property that the
 * application would set. Immutable.
 *
 * @param prefix the part of the keys that the properties of one service have in common,
 * without a dot at the end
 */
public record SettingNames(String prefix) {

	/**
	 * The names of the service whose properties have no name of a service in their keys.
	 */
	public static final SettingNames DEFAULT = new SettingNames("hyper-client");

	/**
	 * A property.
	 * @param property the key without the prefix
	 * @return its key
	 */
	public String key(String property) {
		return this.prefix + "." + property;
	}

	/**
	 * A setting.
	 * @param method the method of the builder
	 * @param property the key of its property without the prefix
	 * @return both names
	 */
	public String of(String method, String property) {
		return "'" + method + "' (" + key(property) + ")";
	}

}
