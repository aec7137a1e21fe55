package dev.hyperclient.internal.exchange;

import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.access.HiddenPart;
import org.jspecify.annotations.Nullable;

/**
 * The names of settings in messages: the method of the builder and, where the
 * configuration has one, a name of its own such as the key of a property. Immutable.
 *
 * @param configured the name in the configuration, {@code null} without one
 */
public record SettingNames(Function<Setting, @Nullable String> configured) {

	/**
	 * Without a configuration: the methods of the builder.
	 */
	public static final SettingNames OF_BUILDER = new SettingNames((setting) -> null);

	/**
	 * Set the names of settings in messages, in addition to the methods of the builder.
	 * @param builder a {@code ServiceRootBuilder}
	 * @param configured returns the name of a setting, for instance the key of its
	 * property; {@code null} if it has none
	 * @return the builder
	 */
	public static <T> T named(T builder, Function<Setting, @Nullable String> configured) {
		OfBuilder.PART.of(builder).orElseThrow().names = new SettingNames(configured);
		return builder;
	}

	/**
	 * Return all names of a setting.
	 * @param setting the setting
	 * @return the method of the builder in quotes and the configured name in parentheses,
	 * whichever there is, or else its description
	 */
	public String of(Setting setting) {
		String name = this.configured.apply(setting);
		String suffix = (name != null) ? " (" + name + ")" : "";
		return setting.builderMethod()
			.map((method) -> "'" + method + "'" + suffix)
			.orElseGet(() -> setting.description() + suffix);
	}

	/**
	 * Return the name that is configured, or else the method of the builder or the
	 * description.
	 * @param setting the setting
	 * @return the name without quotes
	 */
	public String shortest(Setting setting) {
		String name = this.configured.apply(setting);
		return (name != null) ? name : setting.builderMethod().orElse(setting.description());
	}

	/**
	 * Return the name for the middle of a sentence.
	 * @param setting the setting
	 * @return the configured name or the method of the builder in quotes, or else the
	 * description
	 */
	public String quoted(Setting setting) {
		String name = this.configured.apply(setting);
		return (name != null || setting.builderMethod().isPresent()) ? "'" + shortest(setting) + "'"
				: setting.description();
	}

	/**
	 * The settings of a builder that other modules set.
	 */
	public static final class OfBuilder {

		/**
		 * The settings of a {@code ServiceRootBuilder}.
		 */
		public static final HiddenPart<OfBuilder> PART = new HiddenPart<>();

		/** The names of settings in messages. */
		public SettingNames names = SettingNames.OF_BUILDER;

		/**
		 * Returns the client certificates that requests may present now, which are part
		 * of their identity, see
		 * {@link dev.hyperclient.internal.transport.ObservedClient#certificates}.
		 */
		public Supplier<String> certificates = () -> "";

	}

}
