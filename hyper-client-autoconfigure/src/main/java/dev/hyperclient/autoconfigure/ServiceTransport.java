package dev.hyperclient.autoconfigure;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
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
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes the wire of each service from what the application has configured for its HTTP
 * clients, with the settings of this service on top. Redirects and cookies are not the
 * wire's business here: it would carry them to other hosts.
 */
final class ServiceTransport implements DisposableBean {

	private final ObjectProvider<WebClient.Builder> webClients;

	private final ObjectProvider<ClientHttpConnectorBuilder<?>> connectors;

	private final ObjectProvider<HttpClientSettings> defaults;

	private final ObjectProvider<SslBundles> bundles;

	private final ObjectProvider<HyperClientWebClientCustomizer> customizers;

	private final Queue<Runnable> closings = new ConcurrentLinkedQueue<>();

	ServiceTransport(ObjectProvider<WebClient.Builder> webClients,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectors, ObjectProvider<HttpClientSettings> defaults,
			ObjectProvider<SslBundles> bundles, ObjectProvider<HyperClientWebClientCustomizer> customizers) {
		this.webClients = webClients;
		this.connectors = connectors;
		this.defaults = defaults;
		this.bundles = bundles;
		this.customizers = customizers;
	}

	/** Finds out at the start what would otherwise fail the first request. */
	void check(ServiceSettings service) {
		bundle(service);
		if (proxy(service) != null || hasOwnPool(service)) {
			requireCapable(connectorBuilder(), service);
		}
	}

	WebClient webClient(ServiceSettings service) {
		// Not the application's own, if it is a singleton: nothing of ours is for its
		// requests.
		WebClient.Builder builder = this.webClients.getIfAvailable(WebClient::builder)
			.clone()
			.clientConnector(connector(service));
		InetSocketAddress proxy = proxy(service);
		if (proxy != null) {
			builder.filter(new ProxyFailures(service, proxy));
		}
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(service.name(), builder));
		return builder.build();
	}

	private ClientHttpConnector connector(ServiceSettings service) {
		HttpClientSettings settings = this.defaults.getIfAvailable(HttpClientSettings::defaults)
			.withTimeouts(service.properties().connectTimeout(), service.properties().readTimeout())
			.withRedirects(HttpRedirects.DONT_FOLLOW)
			.withCookieHandling(HttpCookieHandling.DISABLE);
		SslBundle bundle = bundle(service);
		return (bundle != null) ? reloadable(service, settings, bundle)
				: connectorBuilder(service, settings, this.closings::add).build(settings);
	}

	private ClientHttpConnector reloadable(ServiceSettings service, HttpClientSettings settings, SslBundle bundle) {
		ReloadableConnector connector = new ReloadableConnector(service.properties().callTimeout(),
				(current, closings) -> {
					HttpClientSettings secure = settings.withSslBundle(current);
					return connectorBuilder(service, secure, closings).build(secure);
				}, bundle);
		this.closings.add(connector::close);
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

	private @Nullable SslBundle bundle(ServiceSettings service) {
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
			// Said below, with the key that asks for it.
		}
		throw new FailureAnalyzedException(
				"'%s' names the SSL bundle '%s', which does not exist.".formatted(service.key("ssl.bundle"), name),
				"Define it below 'spring.ssl.bundle', or correct '%s'.".formatted(service.key("ssl.bundle")));
	}

	private ClientHttpConnectorBuilder<?> connectorBuilder() {
		return this.connectors.getIfAvailable(ClientHttpConnectorBuilder::detect);
	}

	private ClientHttpConnectorBuilder<?> connectorBuilder(ServiceSettings service, HttpClientSettings settings,
			Consumer<Runnable> closings) {
		ClientHttpConnectorBuilder<?> connector = connectorBuilder();
		InetSocketAddress proxy = proxy(service);
		if (connector instanceof ReactorClientHttpConnectorBuilder reactor) {
			reactor = reactor.withHttpClientCustomizer(InterimResponses::ignoredBy);
			Integer connections = service.properties().maxConnections();
			if (connections != null || ServiceSettingsCheck.isSet(service.properties().ssl().bundle())) {
				reactor = ReactorTransport.withPool(reactor, service.name(), connections, closings);
			}
			if (settings.sslBundle() != null) {
				reactor = ReactorTransport.withHttp2(reactor, settings.sslBundle());
			}
			HyperClientProperties.Proxy proxySettings = service.properties().proxy();
			return (proxy != null)
					? ReactorTransport.withProxy(reactor, proxy, proxySettings.username(), proxySettings.password())
					: reactor;
		}
		if (connector instanceof JdkClientHttpConnectorBuilder jdk && proxy != null) {
			return jdk.withHttpClientCustomizer((client) -> client.proxy(ProxySelector.of(proxy)));
		}
		return connector;
	}

	private static @Nullable InetSocketAddress proxy(ServiceSettings service) {
		String host = service.properties().proxy().host();
		Integer port = service.properties().proxy().port();
		return (host != null && port != null && !host.isBlank()) ? InetSocketAddress.createUnresolved(host, port)
				: null;
	}

	private static boolean hasOwnPool(ServiceSettings service) {
		return service.properties().maxConnections() != null;
	}

	private static boolean hasProxyUser(ServiceSettings service) {
		return ServiceSettingsCheck.isSet(service.properties().proxy().username());
	}

	private static void requireCapable(ClientHttpConnectorBuilder<?> connector, ServiceSettings service) {
		boolean capable = connector instanceof ReactorClientHttpConnectorBuilder
				|| (connector instanceof JdkClientHttpConnectorBuilder && !hasOwnPool(service)
						&& !hasProxyUser(service));
		if (!capable) {
			String key = service
				.key(hasOwnPool(service) ? "max-connections" : hasProxyUser(service) ? "proxy.username" : "proxy.host");
			throw new FailureAnalyzedException(
					"'%s' is set, but the HTTP client of this application cannot be told so: %s.".formatted(key,
							connector.getClass().getSimpleName()),
					"Remove '%s' and use a bean of the type ClientHttpConnectorBuilder, or use Reactor Netty (spring.http.clients.reactive.connector=reactor)."
						.formatted(key));
		}
	}

	@Override
	public void destroy() {
		for (Runnable closing = this.closings.poll(); closing != null; closing = this.closings.poll()) {
			closing.run();
		}
	}

}
