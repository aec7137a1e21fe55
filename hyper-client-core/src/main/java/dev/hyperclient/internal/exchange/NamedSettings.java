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

	/**
	 * Set the client certificates, which are part of the identity of requests.
	 * @param builder the builder
	 * @param certificates returns those that are used now, see
	 * {@link dev.hyperclient.internal.transport.ClientCertificates#of}
	 */
	public static void certificates(NamedSettings builder, Supplier<String> certificates) {
		builder.certificates = certificates;
	}

}
