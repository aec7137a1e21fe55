package dev.hyperclient.cache;

import java.net.http.HttpClient;

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

	JDK {

		@Override
		public ClientHttpConnector create() {
			return new JdkClientHttpConnector(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
		}

	},

	APACHE {

		@Override
		public ClientHttpConnector create() {
			return new HttpComponentsClientHttpConnector();
		}

	},

	JETTY {

		@Override
		public ClientHttpConnector create() {
			return new JettyClientHttpConnector();
		}

	},

	REACTOR {

		@Override
		public ClientHttpConnector create() {
			return new ReactorClientHttpConnector();
		}

	};

	public abstract ClientHttpConnector create();

	/**
	 * Create a client with a cache.
	 */
	TestClient client(HttpCache cache) {
		return WebClients.client(new CachingClientHttpConnector(cache, create()));
	}

}
