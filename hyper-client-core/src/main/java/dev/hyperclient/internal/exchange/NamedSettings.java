package dev.hyperclient.internal.exchange;

import java.util.function.Supplier;

/**
 * A builder, whose settings other modules can name, and for which they know the client
 * certificates.
 */
public abstract class NamedSettings {

	protected SettingNames names = SettingNames.OF_BUILDER;

	/** Returns the certificates that requests may present now, as a text. */
	protected Supplier<String> certificates = () -> "";

}
