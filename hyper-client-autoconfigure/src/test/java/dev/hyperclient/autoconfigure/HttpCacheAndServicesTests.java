package dev.hyperclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheContextRunner;
import dev.hyperclient.autoconfigure.httpcache.RestClientHttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.httpcache.WebClientHttpCacheAutoConfiguration;
import dev.hyperclient.autoconfigure.security.HttpCacheOAuth2AutoConfiguration;
import dev.hyperclient.autoconfigure.security.HyperClientOAuth2AutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheListener;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with services and with an HTTP cache for their other clients.
 */
class HttpCacheAndServicesTests {

	@AutoClose
	private final StubService service = new StubService();

	private final List<String> cached = new CopyOnWriteArrayList<>();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service)
		.withConfiguration(HttpCacheContextRunner.CLIENTS)
		.withBean(CacheListener.class, () -> (request, result) -> this.cached.add(request.toString()))
		.withPropertyValues("hyper-client.http-cache.enabled=true");

	@Test
	void serviceUsesItsOwnCacheOnly() {
		this.runner.run((context) -> {
			assertThat(context.getBean(ServiceRoot.class).cache().size().entries()).isPositive();
			assertThat(this.cached).isEmpty();
			assertThat(context.getBean(HttpCache.class).size().entries()).isZero();
			get(context.getBean(WebClient.Builder.class).build());
			assertThat(this.cached).hasSize(1);
		});
	}

	@Test
	void serviceIsNotCachedTwiceWithTheConnectorOfTheApplication() {
		this.runner.withUserConfiguration(SharedConnector.class).run((context) -> {
			assertThat(context.getBean(ServiceRoot.class).cache().size().entries()).isPositive();
			assertThat(this.cached).isEmpty();
		});
	}

	@Test
	void cacheOfTheApplicationIsThatOfItsServiceAndOfItsClients() {
		HttpCache own = HttpCache.inMemory(DataSize.ofMegabytes(1));
		this.runner.withBean(HttpCache.class, () -> own).run((context) -> {
			long ofService = own.size().entries();
			assertThat(ofService).isPositive();
			get(context.getBean(RestClient.Builder.class).build());
			assertThat(own.size().entries()).isGreaterThan(ofService);
		});
	}

	@Test
	void tokenRequestsAreNotCached() {
		try (StubService tokens = new StubService()) {
			tokens.server()
				.stubFor(post(urlEqualTo("/token"))
					.willReturn(okJson("{\"access_token\": \"t\", \"token_type\": \"Bearer\", \"expires_in\": 60}")
						.withHeader("Cache-Control", "max-age=60")));
			this.runner.withPropertyValues(HyperClientContextRunner.clientCredentials(tokens.url() + "/token"))
				.withConfiguration(SortedAutoConfigurations.of(HyperClientOAuth2AutoConfiguration.class,
						HttpCacheOAuth2AutoConfiguration.class, OAuth2ClientAutoConfiguration.class))
				.run((context) -> {
					assertThat(context.getBean(ServiceRoot.class).cache().size().entries()).isPositive();
					assertThat(this.service.authorizations()).containsOnly("Bearer t");
					assertThat(this.cached).isEmpty();
				});
		}
	}

	@Test
	void webClientsAreCachedWithoutTheModuleForRestClient() {
		HyperClientContextRunner
			.create(HttpCacheAutoConfiguration.class, RestClientHttpCacheAutoConfiguration.class,
					WebClientHttpCacheAutoConfiguration.class)
			.withBean(CacheListener.class, () -> (request, result) -> this.cached.add(request.toString()))
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.restclient"))
			.withPropertyValues("hyper-client.http-cache.enabled=true")
			.run((context) -> {
				get(context.getBean(WebClient.Builder.class).build());
				assertThat(this.cached).hasSize(1);
			});
	}

	@Test
	void nothingIsConfiguredWithoutTheCacheLibrary() {
		this.runner.withClassLoader(new FilteredClassLoader("dev.hyperclient.cache", "dev.hyperclient.ServiceRoot"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("httpCache"));
	}

	private void get(RestClient client) {
		client.get()
			.uri(this.service.url() + "/1.0/")
			.header("Accept", "application/json")
			.retrieve()
			.body(String.class);
	}

	private void get(WebClient client) {
		client.get()
			.uri(this.service.url() + "/1.0/")
			.header("Accept", "application/json")
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10));
	}

	@Configuration(proxyBeanMethods = false)
	static class SharedConnector {

		@Bean
		HyperClientWebClientCustomizer customizer(ClientHttpConnector connector) {
			return (service, builder) -> builder.clientConnector(connector);
		}

	}

}
