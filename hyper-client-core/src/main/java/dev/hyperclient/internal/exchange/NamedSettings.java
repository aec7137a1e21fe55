package dev.hyperclient.internal.exchange;

import java.util.function.Function;

import dev.hyperclient.error.Setting;
import org.jspecify.annotations.Nullable;

/**
 * A builder, whose settings other modules can name.
 */
public abstract class NamedSettings {

	protected SettingNames names = SettingNames.OF_BUILDER;

	/**
	 * Set the names of settings in messages, in addition to the methods of the builder.
	 * @param configured returns the name of a setting, for instance the key of its
	 * property; {@code null} if it has none
	 */
	public static <T extends NamedSettings> T named(T builder, Function<Setting, @Nullable String> configured) {
		((NamedSettings) builder).names = new SettingNames(configured);
		return builder;
	}

}
