package dev.hyperclient.autoconfigure;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.tcp.SslProvider;
import reactor.netty.transport.ProxyProvider;

import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;

/**
 * Customizes connector builders of Reactor Netty. The only class of this module that
 * depends on Reactor Netty, which is optional.
 */
final class ReactorConnectorCustomizations {

	/** Default of Reactor Netty for the connections of all HTTP clients. */
	private static final int DEFAULT_MAX_CONNECTIONS = 500;

	private ReactorConnectorCustomizations() {
	}

	/**
	 * Use a separate connection pool. A request without a free connection waits until the
	 * call times out.
	 * @param connections the maximum number of connections, {@code null} for the default
	 * @param closeActions consumer of the task that closes the pool
	 */
	static ReactorClientHttpConnectorBuilder withPool(ReactorClientHttpConnectorBuilder builder, String service,
			@Nullable Integer connections, Consumer<Runnable> closeActions) {
		ConnectionProvider pool = ConnectionProvider.builder("hyper-client-" + service)
			.maxConnections((connections != null) ? connections : DEFAULT_MAX_CONNECTIONS)
			.pendingAcquireMaxCount(-1)
			.build();
		closeActions.accept(pool::dispose);
		return builder.withHttpClientFactory(() -> HttpClient.create(pool));
	}

	/**
	 * Offer HTTP/2 in the TLS handshake (ALPN) if the application has enabled it for its
	 * HTTP clients. The SSL context that Spring Boot creates for a bundle does not.
	 */
	static ReactorClientHttpConnectorBuilder withHttp2(ReactorClientHttpConnectorBuilder builder, SslBundle bundle) {
		return builder
			.withHttpClientCustomizer((client) -> List.of(client.configuration().protocols()).contains(HttpProtocol.H2)
					? client.secure((spec) -> spec.sslContext(http2(bundle))) : client);
	}

	private static SslProvider.GenericSslContextSpec<?> http2(SslBundle bundle) {
		SslOptions options = bundle.getOptions();
		SslManagerBundle managers = bundle.getManagers();
		return Http2SslContextSpec.forClient().configure((context) -> {
			context.keyManager(managers.getKeyManagerFactory())
				.trustManager(managers.getTrustManagerFactory())
				.protocols(options.getEnabledProtocols());
			if (options.getCiphers() != null) {
				context.ciphers(List.of(options.getCiphers()));
			}
		});
	}

	/**
	 * Connect through an HTTP proxy.
	 * @param username the user name for the proxy, {@code null} or empty for none
	 * @param password the password for the proxy, {@code null} for an empty one
	 */
	static ReactorClientHttpConnectorBuilder withProxy(ReactorClientHttpConnectorBuilder builder,
			InetSocketAddress proxy, @Nullable String username, @Nullable String password) {
		return builder.withHttpClientCustomizer((client) -> client.proxy((spec) -> {
			ProxyProvider.Builder provider = spec.type(ProxyProvider.Proxy.HTTP)
				.host(proxy.getHostString())
				.port(proxy.getPort());
			if (username != null && !username.isEmpty()) {
				provider.username(username).password((user) -> (password != null) ? password : "");
			}
		}));
	}

}
