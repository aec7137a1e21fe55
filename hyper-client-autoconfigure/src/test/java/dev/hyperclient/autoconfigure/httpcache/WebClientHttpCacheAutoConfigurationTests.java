package dev.hyperclient.autoconfigure.httpcache;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

class WebClientHttpCacheAutoConfigurationTests extends AbstractHttpCacheClientTests {

	@Override
	String get(ApplicationContext context, String path, String authorization) {
		WebClient.Builder builder = context.getBean(WebClient.Builder.class);
		return get((authorization.isEmpty() ? builder : builder.defaultHeader("Authorization", authorization)).build(),
				path);
	}

	@Override
	String getExcluded(ApplicationContext context, String path) {
		WebClient.Builder builder = context.getBean(WebClient.Builder.class);
		HttpCacheTransports.exclude(builder);
		return get(builder.build(), path);
	}

	@Override
	Class<?> groups() {
		return Groups.class;
	}

	@ParameterizedTest
	@ValueSource(strings = { "reactor", "jdk" })
	void eachRedirectIsARequestToTheCache(String connector) {
		this.runner.withPropertyValues("spring.http.clients.reactive.connector=" + connector).run((context) -> {
			WebClient client = context.getBean(WebClient.Builder.class).build();
			assertThat(get(client, "/moved/302?/a")).isEqualTo("2 for nobody");
			assertThat(get(client, "/moved/302?/a")).isEqualTo("2 for nobody");
			assertThat(send(client.post(), "/moved/303?/a", BodyInserters.fromValue("text")))
				.isEqualTo("200 5 for nobody");
			assertThat(send(client.put(), "/moved/307?/a", BodyInserters.fromValue("text")))
				.isEqualTo("200 7 for nobody");
			assertThat(this.server.requests()).containsExactly("GET /moved/302?/a", "GET /a", "GET /moved/302?/a",
					"POST /moved/303?/a", "GET /a", "PUT /moved/307?/a", "PUT /a");
		});
	}

	@Test
	void redirectsAreNotFollowedIfSpringBootIsSetSo() {
		this.runner.withPropertyValues("spring.http.clients.redirects=dont-follow")
			.run((context) -> assertThat(send(context.getBean(WebClient.Builder.class).build().post(), "/moved/303?/a",
					BodyInserters.fromValue("text")))
				.startsWith("303"));
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
			.run((context) -> {
				assertThat(context.getBean(ClientHttpConnector.class)).extracting("uncached.readTimeout")
					.isEqualTo(Duration.ofSeconds(17));
				assertThat(
						HttpCacheTransports.uncachedConnectorBuilder(context.getBean(ClientHttpConnectorBuilder.class)))
					.isInstanceOf(JdkClientHttpConnectorBuilder.class);
			});
	}

	private String send(WebClient.RequestBodyUriSpec request, String path,
			BodyInserter<?, ? super ClientHttpRequest> body) {
		return request.uri(this.server.url() + path)
			.body(body)
			.exchangeToMono((response) -> response.bodyToMono(String.class)
				.defaultIfEmpty("")
				.map((text) -> response.statusCode().value() + " " + text))
			.block(Duration.ofSeconds(10));
	}

	private String get(WebClient client, String path) {
		return client.get()
			.uri(this.server.url() + path)
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10));
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

}
