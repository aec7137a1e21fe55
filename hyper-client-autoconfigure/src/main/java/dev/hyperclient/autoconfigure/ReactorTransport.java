package dev.hyperclient.autoconfigure;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;

import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;

/**
 * What is said in terms of Reactor Netty, apart from all that must load without it.
 */
final class ReactorTransport {

	private ReactorTransport() {
	}

	/**
	 * Whoever finds no free connection waits, as long as the call may take.
	 */
	static ReactorClientHttpConnectorBuilder withPool(ReactorClientHttpConnectorBuilder builder, String service,
			int connections, Consumer<Runnable> closings) {
		ConnectionProvider pool = ConnectionProvider.builder("hyper-client-" + service)
			.maxConnections(connections)
			.pendingAcquireMaxCount(-1)
			.build();
		closings.accept(pool::dispose);
		return builder.withHttpClientFactory(() -> HttpClient.create(pool));
	}

	static ReactorClientHttpConnectorBuilder withProxy(ReactorClientHttpConnectorBuilder builder,
			InetSocketAddress proxy, @Nullable String username, @Nullable String password) {
		return builder.withHttpClientCustomizer((client) -> client.proxy((spec) -> {
			ProxyProvider.Builder address = spec.type(ProxyProvider.Proxy.HTTP)
				.host(proxy.getHostString())
				.port(proxy.getPort());
			if (username != null && !username.isEmpty()) {
				address.username(username).password((user) -> (password != null) ? password : "");
			}
		}));
	}

}
