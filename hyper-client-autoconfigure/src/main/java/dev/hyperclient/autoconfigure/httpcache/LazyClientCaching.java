package dev.hyperclient.autoconfigure.httpcache;

import java.util.function.Supplier;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.function.SingletonSupplier;

/**
 * The {@link ClientCaching} of the application, for builders that beans need on which it
 * depends, such as an {@link HttpCacheIdentity} with a client. It is known after the
 * start at the latest, so that it is not created anew when the application has been
 * closed. Thread-safe.
 */
final class LazyClientCaching implements Supplier<ClientCaching>, SmartInitializingSingleton {

	private final SingletonSupplier<ClientCaching> caching;

	LazyClientCaching(ObjectProvider<ClientCaching> caching) {
		this.caching = SingletonSupplier.of(caching::getObject);
	}

	@Override
	public ClientCaching get() {
		return this.caching.obtain();
	}

	/**
	 * Return the supplier of the same for connectors.
	 */
	Supplier<ConnectorCaching> ofConnectors() {
		return () -> new ConnectorCaching(get());
	}

	@Override
	public void afterSingletonsInstantiated() {
		get();
	}

}
