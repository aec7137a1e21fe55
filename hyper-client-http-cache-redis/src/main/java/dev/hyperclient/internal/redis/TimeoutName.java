package dev.hyperclient.internal.redis;

import dev.hyperclient.internal.access.HiddenPart;

/**
 * The name, in messages, of the timeout of {@code RedisStoreSettings}. Set before the
 * settings are used.
 */
public final class TimeoutName {

	/** The name of the timeout of settings. */
	public static final HiddenPart<TimeoutName> PART = new HiddenPart<>();

	private volatile String name = "'timeout'";

	/**
	 * Set what messages call the timeout.
	 * @param settings derived {@code RedisStoreSettings}, which nothing else has
	 * @param name for instance the key of a property, in quotes
	 * @return the settings
	 */
	public static <T> T named(T settings, String name) {
		PART.in(settings).name = name;
		return settings;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
