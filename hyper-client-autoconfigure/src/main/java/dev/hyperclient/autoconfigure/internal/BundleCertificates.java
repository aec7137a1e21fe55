package dev.hyperclient.autoconfigure.internal;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * The client certificates of SSL bundles. Each bundle is read once. Thread-safe.
 */
public final class BundleCertificates {

	private static final Map<SslBundle, String> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

	private BundleCertificates() {
	}

	/**
	 * Return a text that stands for the client certificates of a bundle.
	 * @param bundle the bundle, or {@code null} for none
	 * @return the text, empty without a client certificate
	 * @see ObservedClient#certificates
	 */
	public static String of(@Nullable SslBundle bundle) {
		return (bundle == null) ? "" : KNOWN.computeIfAbsent(bundle,
				(added) -> ObservedClient.certificates(added.getManagers().getKeyManagers()));
	}

}
