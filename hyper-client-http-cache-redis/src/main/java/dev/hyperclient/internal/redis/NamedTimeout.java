package dev.hyperclient.internal.redis;

/**
 * Settings with a timeout, which the auto-configuration can name. Immutable but for the
 * name, which is set before the settings are used.
 */
public abstract class NamedTimeout {

	protected volatile String timeoutSetting;

	protected NamedTimeout(String timeoutSetting) {
		this.timeoutSetting = timeoutSetting;
	}

	/**
	 * Set what messages call the timeout.
	 * @param settings derived settings, which nothing else has
	 * @param name for instance the key of a property, in quotes
	 */
	public static <T extends NamedTimeout> T named(T settings, String name) {
		((NamedTimeout) settings).timeoutSetting = name;
		return settings;
	}

}
