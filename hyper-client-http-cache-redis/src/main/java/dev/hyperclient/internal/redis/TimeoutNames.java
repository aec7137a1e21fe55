package dev.hyperclient.internal.redis;

/**
 * Names the timeouts of settings. Apart from {@link NamedTimeout}, whose methods would be
 * methods of the public settings.
 */
public final class TimeoutNames {

	private TimeoutNames() {
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
