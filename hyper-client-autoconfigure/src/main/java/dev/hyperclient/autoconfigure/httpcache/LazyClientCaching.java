package dev.hyperclient.autoconfigure.httpcache;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import dev.hyperclient.autoconfigure.internal.BundleCertificates;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * The {@link ClientCaching} of the application, for builders that beans need on which it
 * depends, such as an {@code HttpCacheIdentity} with a client. It is known after the
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

	/**
	 * A bundle that shows whether a client has its context, or another one by a
	 * customizer. Thread-safe if the bundle is.
	 */
	static final class ObservedSslBundle implements SslBundle {

		private final SslBundle delegate;

		private volatile @Nullable SSLContext created;

		ObservedSslBundle(SslBundle delegate) {
			this.delegate = delegate;
		}

		/**
		 * Return the context that was created last, or {@code null} for none.
		 */
		@Nullable SSLContext created() {
			return this.created;
		}

		@Override
		public SslStoreBundle getStores() {
			return this.delegate.getStores();
		}

		@Override
		public SslBundleKey getKey() {
			return this.delegate.getKey();
		}

		@Override
		public SslOptions getOptions() {
			return this.delegate.getOptions();
		}

		@Override
		public String getProtocol() {
			return this.delegate.getProtocol();
		}

		@Override
		public SslManagerBundle getManagers() {
			return this.delegate.getManagers();
		}

		@Override
		public SSLContext createSslContext() {
			SSLContext context = this.delegate.createSslContext();
			this.created = context;
			return context;
		}

	}

	/**
	 * Finds out that a client has the attribute of cached requests, but a transport
	 * without the cache: its request factory or connector has been replaced. Logs that
	 * once. Only the requests of Spring's own transports are recognized, not requests of
	 * wrappers and mocks. Thread-safe.
	 */
	static class TransportCheck {

		private static final Logger logger = LoggerFactory.getLogger(HttpCacheLog.LOGGER);

		private static final Set<String> PACKAGES = Set.of("org.springframework.http.client",
				"org.springframework.http.client.reactive");

		/** Classes of these packages around the request of a transport. */
		private static final Set<String> WRAPPERS = Set.of("InterceptingClientHttpRequest",
				"BufferingClientHttpRequestWrapper", "ClientHttpRequestDecorator");

		private final AtomicBoolean reported = new AtomicBoolean();

		private final String advice;

		/**
		 * Create a check of one builder.
		 * @param advice the remedy in order to use the cache
		 */
		TransportCheck(String advice) {
			this.advice = advice;
		}

		/**
		 * Check the request of a transport.
		 * @param type the class of the request
		 * @param uri the URL of the request
		 */
		final void check(Class<?> type, URI uri) {
			if (PACKAGES.contains(type.getPackageName()) && !WRAPPERS.contains(type.getSimpleName())
					&& this.reported.compareAndSet(false, true)) {
				logger.warn("Requests to {} are not cached: {}", Origin.of(uri), this.advice);
			}
		}

	}

}
