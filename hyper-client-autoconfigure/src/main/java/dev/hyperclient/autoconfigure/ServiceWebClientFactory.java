package dev.hyperclient.autoconfigure;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheTransports;
import dev.hyperclient.autoconfigure.internal.BundleCertificates;
import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.internal.transport.ObservedClient;
import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpCookieHandling;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Creates the {@link WebClient} of each service from the HTTP client configuration of the
 * application and the properties of the service. Redirects and cookies are disabled: the
 * HTTP client would send credentials and cookies to other hosts.
 */
final class ServiceWebClientFactory implements DisposableBean {

	private final ObjectProvider<WebClient.Builder> webClients;

	private final ObjectProvider<ClientHttpConnectorBuilder<?>> connectors;

	private final ObjectProvider<HttpClientSettings> defaults;

	private final ObjectProvider<SslBundles> bundles;

	private final ObjectProvider<HyperClientWebClientCustomizer> customizers;

	private final Queue<Runnable> closeActions = new ConcurrentLinkedQueue<>();

	private final Map<String, SslReloadingConnector> reloadable = new ConcurrentHashMap<>();

	ServiceWebClientFactory(ObjectProvider<WebClient.Builder> webClients,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectors, ObjectProvider<HttpClientSettings> defaults,
			ObjectProvider<SslBundles> bundles, ObjectProvider<HyperClientWebClientCustomizer> customizers) {
		this.webClients = webClients;
		this.connectors = connectors;
		this.defaults = defaults;
		this.bundles = bundles;
		this.customizers = customizers;
	}

	/**
	 * Validate at the start what would otherwise fail the first request.
	 * @throws ConfigurationException if the SSL bundle does not exist, or the HTTP client
	 * of the application does not support a property
	 */
	void validate(ServiceProperties service) {
		sslBundle(service);
		if (proxy(service) != null || hasOwnPool(service)) {
			requireSupport(connectorBuilder(), service);
		}
	}

	/**
	 * Create the client of a service. Its connections are closed with this factory.
	 * @param bundle the SSL bundle, or {@code null} for the bundle that the properties
	 * name
	 */
	WebClient create(ServiceProperties service, @Nullable SslBundle bundle) {
		// A copy, since the application may share its builder between clients.
		WebClient.Builder builder = this.webClients.getIfAvailable(WebClient::builder)
			.clone()
			.clientConnector(connector(service, bundle));
		InetSocketAddress proxy = proxy(service);
		if (proxy != null) {
			builder.filter(new ProxyFailureFilter(service, proxy,
					connectorBuilder() instanceof ReactorClientHttpConnectorBuilder));
		}
		// The cache of a service is its own.
		HttpCacheTransports.exclude(builder);
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(service.name(), builder));
		return builder.build();
	}

	/**
	 * Return the client certificates that requests of a service present now. A bundle
	 * that is updated is in use when the connector has been replaced.
	 * @param bundle the SSL bundle, or {@code null} for the bundle that the properties
	 * name
	 */
	String certificates(ServiceProperties service, @Nullable SslBundle bundle) {
		SslReloadingConnector connector = this.reloadable.get(service.name());
		if (connector != null) {
			return connector.certificates();
		}
		SslBundle own = (bundle != null) ? bundle : sslBundle(service);
		return BundleCertificates
			.of((own != null) ? own : this.defaults.getIfAvailable(HttpClientSettings::defaults).sslBundle());
	}

	private ClientHttpConnector connector(ServiceProperties service, @Nullable SslBundle given) {
		HttpClientSettings settings = this.defaults.getIfAvailable(HttpClientSettings::defaults)
			.withTimeouts(service.properties().connectTimeout(), service.properties().readTimeout())
			.withRedirects(HttpRedirects.DONT_FOLLOW)
			.withCookieHandling(HttpCookieHandling.DISABLE);
		SslBundle bundle = (given != null) ? given : sslBundle(service);
		if (given == null && bundle != null) {
			return reloadable(service, settings, bundle);
		}
		HttpClientSettings used = (bundle != null) ? settings.withSslBundle(bundle) : settings;
		return connectorBuilder(service, used, bundle != null, this.closeActions::add).build(used);
	}

	private ClientHttpConnector reloadable(ServiceProperties service, HttpClientSettings settings, SslBundle bundle) {
		SslReloadingConnector connector = new SslReloadingConnector(service.properties().callTimeout(),
				(current, closeActions) -> {
					HttpClientSettings secure = settings.withSslBundle(current);
					return connectorBuilder(service, secure, true, closeActions).build(secure);
				}, bundle);
		this.closeActions.add(connector::close);
		this.reloadable.put(service.name(), connector);
		String name = String.valueOf(service.properties().ssl().bundle());
		SslBundles known = this.bundles.getObject();
		known.addBundleUpdateHandler(name, connector::reload);
		SslBundle latest = known.getBundle(name);
		if (latest != bundle) {
			// Updated before the handler was there.
			connector.reload(latest);
		}
		return connector;
	}

	private @Nullable SslBundle sslBundle(ServiceProperties service) {
		String name = service.properties().ssl().bundle();
		if (name == null || name.isBlank()) {
			return null;
		}
		try {
			SslBundles known = this.bundles.getIfAvailable();
			if (known != null) {
				return known.getBundle(name);
			}
		}
		catch (NoSuchSslBundleException ex) {
			// Reported below with the key of the property.
		}
		throw ConfigurationException.ofProperty(service.key("ssl.bundle"), name,
				"must be the name of an existing SSL bundle",
				"a bundle that is defined below 'spring.ssl.bundle', or define '%s' there".formatted(name));
	}

	private ClientHttpConnectorBuilder<?> connectorBuilder() {
		return HttpCacheTransports
			.uncachedConnectorBuilder(this.connectors.getIfAvailable(ClientHttpConnectorBuilder::detect));
	}

	private ClientHttpConnectorBuilder<?> connectorBuilder(ServiceProperties service, HttpClientSettings settings,
			boolean hasBundle, Consumer<Runnable> closeActions) {
		ClientHttpConnectorBuilder<?> connector = connectorBuilder();
		InetSocketAddress proxy = proxy(service);
		if (connector instanceof ReactorClientHttpConnectorBuilder reactor) {
			reactor = reactor.withHttpClientCustomizer(InterimResponses::skip)
				.withHttpClientCustomizer(ObservedClient::reportTlsFailuresOnce);
			Integer connections = service.properties().maxConnections();
			if (connections != null || hasBundle) {
				reactor = ReactorConnectorCustomizations.withPool(reactor, service.name(), connections, closeActions);
			}
			if (settings.sslBundle() != null) {
				reactor = ReactorConnectorCustomizations.withHttp2(reactor, settings.sslBundle());
			}
			HyperClientProperties.Proxy proxySettings = service.properties().proxy();
			return (proxy != null) ? ReactorConnectorCustomizations.withProxy(reactor, proxy, proxySettings.username(),
					proxySettings.password()) : reactor;
		}
		if (connector instanceof JdkClientHttpConnectorBuilder jdk && proxy != null) {
			return jdk.withHttpClientCustomizer((client) -> client.proxy(ProxySelector.of(proxy)));
		}
		return connector;
	}

	private static @Nullable InetSocketAddress proxy(ServiceProperties service) {
		String host = service.properties().proxy().host();
		Integer port = service.properties().proxy().port();
		return (host != null && port != null && !host.isBlank()) ? InetSocketAddress.createUnresolved(host, port)
				: null;
	}

	private static boolean hasOwnPool(ServiceProperties service) {
		return service.properties().maxConnections() != null;
	}

	private static boolean hasProxyUser(ServiceProperties service) {
		return StringUtils.hasText(service.properties().proxy().username());
	}

	private static void requireSupport(ClientHttpConnectorBuilder<?> connector, ServiceProperties service) {
		boolean supported = connector instanceof ReactorClientHttpConnectorBuilder
				|| (connector instanceof JdkClientHttpConnectorBuilder && !hasOwnPool(service)
						&& !hasProxyUser(service));
		if (!supported) {
			String key = service
				.key(hasOwnPool(service) ? "max-connections" : hasProxyUser(service) ? "proxy.username" : "proxy.host");
			throw new ConfigurationException(
					"'%s' is set, but the HTTP client of this application does not support it (%s)".formatted(key,
							connector.getClass().getSimpleName()),
					"Remove '%s' and use a bean of the type ClientHttpConnectorBuilder, or use Reactor Netty (spring.http.clients.reactive.connector=reactor)."
						.formatted(key));
		}
	}

	@Override
	public void destroy() {
		for (Runnable action = this.closeActions.poll(); action != null; action = this.closeActions.poll()) {
			action.run();
		}
	}

}
