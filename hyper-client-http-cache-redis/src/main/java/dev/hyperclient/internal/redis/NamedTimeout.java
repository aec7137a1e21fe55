package dev.hyperclient.internal.redis;

/**
 * Settings with a timeout, which the auto-configuration can name. Immutable but for the
 * name, which is set before the settings are used.
 */
public abstract class NamedTimeout {

	protected volatile String timeoutSetting = "'timeout'";

}
