package dev.hyperclient.autoconfigure.httpcache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import dev.hyperclient.autoconfigure.internal.BundleCertificates;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * The {@link ClientCaching} of the application, for builders that beans need on which it
 * depends, such as an {@link HttpCacheIdentity} with a client. It is known after the
 * start at the latest, so that it is not created anew when the application has been
 * closed. Thread-safe.
 */
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
final class LazyClientCaching implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

	private final SingletonSupplier<ClientCaching> caching;

	private final Set<Class<?>> reported = ConcurrentHashMap.newKeySet();

	LazyClientCaching(ObjectProvider<ClientCaching> caching) {
		this.caching = SingletonSupplier.of(caching::getObject);
	}

	ClientCaching get() {
		return this.caching.obtain();
	}

	/**
	 * Build a transport, declare which client certificates it may present, and check it.
	 * @param <T> the type of the transport
	 * @param builder a builder of Spring Boot
	 * @param settings the settings to build it with
	 * @return the request factory or connector
	 */
	<T> T build(Function<@Nullable HttpClientSettings, T> builder, @Nullable HttpClientSettings settings) {
		SslBundle bundle = (settings != null) ? settings.sslBundle() : null;
		if (settings == null || bundle == null) {
			return checked(ObservedClient.declare(builder.apply(settings), null, null));
		}
		ObservedSslBundle observed = new ObservedSslBundle(bundle);
		return checked(ObservedClient.declare(builder.apply(settings.withSslBundle(observed)),
				BundleCertificates.of(bundle), observed.created()));
	}

	/**
	 * Warn, once for each class, of a request factory or connector whose HTTP client does
	 * not show what it adds to requests.
	 * @param <T> the type of the transport
	 * @param transport the request factory or connector
	 * @return the same one
	 */
	<T> T checked(T transport) {
		if (!ObservedClient.isKnown(transport) && this.reported.add(transport.getClass())) {
			logger.warn("The HTTP cache does not know {}: credentials, cookies and other fields that it or its HTTP "
					+ "client adds are not seen, so all users may be served the same stored response. Use a request "
					+ "factory or connector of Spring as it is, define an HttpCacheIdentity that distinguishes the users, "
					+ "or leave its clients out (HttpCacheTransports.exclude). (Logged once for each class.)",
					transport.getClass().getName());
		}
		return transport;
	}

	@Override
	public void afterSingletonsInstantiated() {
		get();
	}

}
