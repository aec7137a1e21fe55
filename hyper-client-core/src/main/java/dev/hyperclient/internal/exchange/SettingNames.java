package dev.hyperclient.internal.exchange;

/**
 * The names of settings in messages: the method of the builder and the property key.
 * Immutable.
 *
 * @param prefix the common prefix of the property keys of a service, without the last dot
 */
public record SettingNames(String prefix) {

	/**
	 * The names for the default service.
	 */
	public static final SettingNames DEFAULT = new SettingNames("hyper-client");

	/**
	 * Return the key of a property.
	 * @param property the key without the prefix
	 * @return the key
	 */
	public String key(String property) {
		return this.prefix + "." + property;
	}

	/**
	 * Return both names of a setting.
	 * @param method the method of the builder
	 * @param property the key of its property without the prefix
	 * @return both names
	 */
	public String of(String method, String property) {
		return "'" + method + "' (" + key(property) + ")";
	}

}
