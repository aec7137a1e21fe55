package dev.hyperclient.cache;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Supplier;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;

import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;

/**
 * The HTTP clients of Spring's blocking clients.
 */
public enum Transports {

	JDK(Transports::jdk),

	APACHE(HttpComponentsClientHttpRequestFactory::new),

	JETTY(Transports::jetty),

	REACTOR(() -> new ReactorClientHttpRequestFactory(reactor.netty.http.client.HttpClient.create().compress(true))),

	SIMPLE(SimpleClientHttpRequestFactory::new);

	private final Supplier<ClientHttpRequestFactory> factory;

	Transports(Supplier<ClientHttpRequestFactory> factory) {
		this.factory = factory;
	}

	public ClientHttpRequestFactory create() {
		return this.factory.get();
	}

	/**
	 * Create a client with a cache.
	 */
	TestClient client(HttpCache cache) {
		return RestClients.client(new CachingClientHttpRequestFactory(cache, create()));
	}

	private static ClientHttpRequestFactory jdk() {
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(client);
		factory.enableCompression(true);
		return factory;
	}

	private static ClientHttpRequestFactory jetty() {
		JettyClientHttpRequestFactory factory = new JettyClientHttpRequestFactory();
		factory.setReadTimeout(Duration.ofMinutes(1));
		return factory;
	}

}
