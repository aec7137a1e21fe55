package dev.hyperclient.cache;

import java.net.http.HttpClient;
import java.time.Duration;

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

	JDK {

		@Override
		public ClientHttpRequestFactory create() {
			HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
			JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(client);
			factory.enableCompression(true);
			return factory;
		}

	},

	APACHE {

		@Override
		public ClientHttpRequestFactory create() {
			return new HttpComponentsClientHttpRequestFactory();
		}

	},

	JETTY {

		@Override
		public ClientHttpRequestFactory create() {
			JettyClientHttpRequestFactory factory = new JettyClientHttpRequestFactory();
			factory.setReadTimeout(Duration.ofMinutes(1));
			return factory;
		}

	},

	REACTOR {

		@Override
		public ClientHttpRequestFactory create() {
			return new ReactorClientHttpRequestFactory(reactor.netty.http.client.HttpClient.create().compress(true));
		}

	},

	SIMPLE {

		@Override
		public ClientHttpRequestFactory create() {
			return new SimpleClientHttpRequestFactory();
		}

	};

	public abstract ClientHttpRequestFactory create();

	/**
	 * Create a client with a cache.
	 */
	TestClient client(HttpCache cache) {
		return RestClients.client(new CachingClientHttpRequestFactory(cache, create()));
	}

}
