package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.autoconfigure.AheadOfTimeContext;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpointAutoConfiguration;
import dev.hyperclient.autoconfigure.health.HttpCacheHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HttpCacheMetricsAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HttpCacheObservationAutoConfiguration;
import dev.hyperclient.autoconfigure.security.HttpCacheOAuth2AutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that was processed ahead of time with the cache enabled, when neither
 * its directory nor the URL of the service were known.
 */
@Tag("slow")
class HttpCacheAheadOfTimeTests {

	@AutoClose
	private final CountingServer server = new CountingServer();

	@TempDir
	private Path directory;

	@Test
	@CompileWithForkedClassLoader
	void clientsAndGroupsAreCached() {
		Path cache = this.directory.resolve("cache");
		AheadOfTimeContext.process(
				Map.of("hyper-client.http-cache.enabled", "true", "hyper-client.http-cache.clients", "all",
						"spring.http.clients.imperative.factory", "jdk", "spring.http.clients.reactive.connector",
						"jdk", "management.endpoints.web.exposure.include", "*"),
				Map.of("spring.http.serviceclient.service.base-url", this.server.url(),
						"hyper-client.http-cache.directory", cache.toString(), "hyper-client.http-cache.rules[0].url",
						"/**", "hyper-client.http-cache.rules[0].ignored-query-parameters", "ref"),
				(context) -> {
					assertThat(context.getBean(Service.class).read()).isEqualTo("1 for nobody");
					assertThat(context.getBean(Service.class).read()).isEqualTo("1 for nobody");
					assertThat(context.getBean(RestClient.Builder.class)
						.build()
						.get()
						.uri(this.server.url() + "/?ref=1")
						.retrieve()
						.body(String.class)).isEqualTo("1 for nobody");
					assertThat(cache).isNotEmptyDirectory();
				}, Groups.class, HttpCacheAutoConfiguration.class, RestClientHttpCacheAutoConfiguration.class,
				WebClientHttpCacheAutoConfiguration.class, HttpCacheEndpointAutoConfiguration.class,
				HttpCacheHealthContributorAutoConfiguration.class, HttpCacheMetricsAutoConfiguration.class,
				HttpCacheObservationAutoConfiguration.class, HttpCacheOAuth2AutoConfiguration.class,
				EndpointAutoConfiguration.class, HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				RestClientAutoConfiguration.class, RestTemplateAutoConfiguration.class,
				WebClientAutoConfiguration.class, HttpServiceClientPropertiesAutoConfiguration.class,
				HttpServiceClientAutoConfiguration.class);
	}

	interface Service {

		@GetExchange("/")
		String read();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "service", types = Service.class)
	static class Groups {

	}

}
