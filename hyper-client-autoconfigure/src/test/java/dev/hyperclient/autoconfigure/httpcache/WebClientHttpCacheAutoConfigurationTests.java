package dev.hyperclient.autoconfigure.httpcache;

import java.time.Duration;
import java.util.List;

import dev.hyperclient.cache.CachingClientHttpConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

class WebClientHttpCacheAutoConfigurationTests {

	private final CountingServer server = new CountingServer();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(Resources.class)
		.withConfiguration(AutoConfigurations.of(HttpCacheAutoConfiguration.class,
				WebClientHttpCacheAutoConfiguration.class, SslAutoConfiguration.class,
				HttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, HttpServiceClientPropertiesAutoConfiguration.class,
				ReactiveHttpServiceClientAutoConfiguration.class))
		.withPropertyValues("hyper-client.http-cache.enabled=true",
				"spring.http.serviceclient.one.base-url=" + this.server.url(),
				"spring.http.serviceclient.two.base-url=" + this.server.url());

	@AfterEach
	void stop() {
		this.server.close();
	}

	@Test
	void nothingIsCachedUnlessEnabled() {
		this.runner.withPropertyValues("hyper-client.http-cache.enabled=false").run((context) -> {
			assertThat(context.getBean(ClientHttpConnector.class)).isNotInstanceOf(CachingClientHttpConnector.class);
			WebClient client = context.getBean(WebClient.Builder.class).build();
			assertThat(get(client, "/")).isEqualTo("1 for nobody");
			assertThat(get(client, "/")).isEqualTo("2 for nobody");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void webClientsOfTheBuilderAreCached(String connector) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			assertThat(get(context.getBean(WebClient.Builder.class).build(), "/")).isEqualTo("1 for nobody");
			assertThat(get(context.getBean(WebClient.Builder.class).build(), "/")).isEqualTo("1 for nobody");
			WebClient alice = context.getBean(WebClient.Builder.class)
				.filter((request, next) -> next
					.exchange(org.springframework.web.reactive.function.client.ClientRequest.from(request)
						.header("Authorization", "alice")
						.build()))
				.build();
			assertThat(get(alice, "/")).isEqualTo("2 for alice");
			assertThat(get(alice, "/")).isEqualTo("2 for alice");
			assertThat(get(WebClient.create(), "/")).isEqualTo("3 for nobody");
		});
	}

	@Test
	void onlyNamedGroupsAreCached() {
		this.runner.withUserConfiguration(Groups.class)
			.withPropertyValues("hyper-client.http-cache.groups=two")
			.run((context) -> {
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(One.class).read()).isEqualTo("2 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("3 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("3 for nobody");
				assertThat(get(context.getBean(WebClient.Builder.class).build(), "/")).isEqualTo("4 for nobody");
			});
	}

	@Test
	void groupsAreCachedWithAllClients() {
		this.runner.withUserConfiguration(Groups.class).run((context) -> {
			assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
			assertThat(context.getBean(Two.class).read()).isEqualTo("1 for nobody");
		});
	}

	@Test
	void onlyChosenClientsAreCached() {
		CountingListener listener = new CountingListener();
		this.runner.withPropertyValues("hyper-client.http-cache.clients=chosen")
			.withBean(CountingListener.class, () -> listener)
			.run((context) -> {
				WebClientHttpCache cache = context.getBean(WebClientHttpCache.class);
				WebClient.Builder builder = context.getBean(WebClient.Builder.class);
				WebClient chosen = builder.clone().apply(cache::apply).build();
				WebClient ofCaller = WebClient.builder()
					.apply((other) -> cache.apply(other, new JdkClientHttpConnector()))
					.apply((other) -> cache.apply(other, context.getBean(ClientHttpConnector.class)))
					.build();
				assertThat(get(builder.build(), "/")).isEqualTo("1 for nobody");
				assertThat(get(chosen, "/")).isEqualTo("2 for nobody");
				assertThat(get(builder.build(), "/")).isEqualTo("3 for nobody");
				assertThat(get(ofCaller, "/")).isEqualTo("2 for nobody");
				assertThat(listener.outcomes()).isEqualTo(List.of("MISS", "HIT"));
			});
	}

	@Test
	void excludedBuilderIsNotCached() {
		this.runner.run((context) -> {
			WebClient.Builder builder = context.getBean(WebClient.Builder.class);
			HttpCacheTransports.exclude(builder);
			assertThat(get(builder.build(), "/")).isEqualTo("1 for nobody");
			assertThat(get(builder.build(), "/")).isEqualTo("2 for nobody");
		});
	}

	@Test
	void connectorOfTheApplicationIsDecorated() {
		this.runner.withUserConfiguration(OwnConnector.class).run((context) -> {
			WebClient client = context.getBean(WebClient.Builder.class).build();
			assertThat(get(client, "/")).isEqualTo("1 for nobody");
			assertThat(get(client, "/")).isEqualTo("1 for nobody");
		});
	}

	@Test
	void settingsOfSpringBootApply() {
		this.runner
			.withPropertyValues("spring.http.clients.reactive.connector=jdk", "spring.http.clients.read-timeout=17s")
			.run((context) -> assertThat(context.getBean(ClientHttpConnector.class)).extracting("delegate.readTimeout")
				.isEqualTo(Duration.ofSeconds(17)));
	}

	private String get(WebClient client, String path) {
		return client.get()
			.uri(this.server.url() + path)
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10));
	}

	interface One {

		@GetExchange("/")
		String read();

	}

	interface Two {

		@GetExchange("/")
		String read();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "one", types = One.class, clientType = ClientType.WEB_CLIENT)
	@ImportHttpServices(group = "two", types = Two.class, clientType = ClientType.WEB_CLIENT)
	static class Groups {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnConnector {

		@Bean
		ClientHttpConnector ownConnector() {
			return new JdkClientHttpConnector();
		}

	}

	/**
	 * Separate event loops, which are closed at once.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Resources {

		@Bean
		ReactorResourceFactory reactorResourceFactory() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

	}

}
