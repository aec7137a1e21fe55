package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.IsolatedReactorResources;
import dev.hyperclient.autoconfigure.SortedAutoConfigurations;

import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;

/**
 * Context runners with the HTTP cache and the clients of Spring Boot.
 */
public final class HttpCacheContextRunner {

	/** The HTTP cache, and the clients of Spring Boot with their HTTP service groups. */
	public static final SortedAutoConfigurations CLIENTS = SortedAutoConfigurations.of(HttpCacheAutoConfiguration.class,
			RestClientHttpCacheAutoConfiguration.class, WebClientHttpCacheAutoConfiguration.class,
			SslAutoConfiguration.class, HttpClientAutoConfiguration.class, ImperativeHttpClientAutoConfiguration.class,
			ReactiveHttpClientAutoConfiguration.class, RestClientAutoConfiguration.class,
			RestTemplateAutoConfiguration.class, WebClientAutoConfiguration.class,
			HttpServiceClientPropertiesAutoConfiguration.class, HttpServiceClientAutoConfiguration.class,
			ReactiveHttpServiceClientAutoConfiguration.class);

	private HttpCacheContextRunner() {
	}

	/**
	 * Create a runner with the HTTP cache enabled, and the HTTP client of the JDK.
	 * @param others further auto-configurations
	 */
	static ApplicationContextRunner create(Class<?>... others) {
		return new ApplicationContextRunner().withUserConfiguration(IsolatedReactorResources.class)
			.withConfiguration(CLIENTS)
			.withConfiguration(SortedAutoConfigurations.of(others))
			.withPropertyValues("hyper-client.http-cache.enabled=true", "spring.http.clients.imperative.factory=jdk",
					"spring.http.clients.reactive.connector=jdk");
	}

}
