package dev.hyperclient.cache;

import java.net.http.HttpClient;
import java.util.function.Supplier;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.JettyClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;

/**
 * The HTTP clients of {@code WebClient}.
 */
public enum Connectors {

	JDK(() -> new JdkClientHttpConnector(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build())),

	APACHE(HttpComponentsClientHttpConnector::new),

	JETTY(JettyClientHttpConnector::new),

	REACTOR(ReactorClientHttpConnector::new);

	private final Supplier<ClientHttpConnector> connector;

	Connectors(Supplier<ClientHttpConnector> connector) {
		this.connector = connector;
	}

	public ClientHttpConnector create() {
		return this.connector.get();
	}

	/**
	 * Create a client with a cache.
	 */
	TestClient client(HttpCache cache) {
		return WebClients.client(new CachingClientHttpConnector(cache, create()));
	}

}
