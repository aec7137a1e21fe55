package dev.hyperclient.internal.exchange;

/**
 * A builder, whose settings other modules can name.
 */
public abstract class NamedSettings {

	protected SettingNames names = SettingNames.OF_BUILDER;

}
