package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.function.Consumer;

import dev.hyperclient.autoconfigure.web.HyperClientProblemDetailsAutoConfiguration;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Web applications with a default service and the same controllers, which use the JSON
 * mapper of Spring Boot.
 */
enum WebStack {

	MVC {

		@Override
		void run(URI baseUrl, Class<?> controllers, Consumer<Browser> test, String... properties) {
			withDefaultService(new WebApplicationContextRunner().withUserConfiguration(WebMvc.class, controllers),
					baseUrl, properties)
				.run((context) -> {
					RestTestClient client = RestTestClient
						.bindToApplicationContext((WebApplicationContext) context.getSourceApplicationContext())
						.build();
					test.accept(new Browser(context, (path) -> {
						var response = client.get().uri(path).exchange().returnResult(String.class);
						return new Response(response.getStatus().value(), response.getResponseHeaders(),
								String.valueOf(response.getResponseBody()));
					}));
				});
		}

	},

	WEBFLUX {

		@Override
		void run(URI baseUrl, Class<?> controllers, Consumer<Browser> test, String... properties) {
			withDefaultService(
					new ReactiveWebApplicationContextRunner().withUserConfiguration(WebFlux.class, controllers),
					baseUrl, properties)
				.run((context) -> {
					WebTestClient client = WebTestClient.bindToApplicationContext(context).build();
					test.accept(new Browser(context, (path) -> {
						var response = client.get().uri(path).exchange().expectBody(String.class).returnResult();
						return new Response(response.getStatus().value(), response.getResponseHeaders(),
								String.valueOf(response.getResponseBody()));
					}));
				});
		}

	};

	private static final AutoConfigurations OTHERS = AutoConfigurations
		.of(HyperClientProblemDetailsAutoConfiguration.class, JacksonAutoConfiguration.class);

	/**
	 * Run a test with an application.
	 * @param baseUrl the URL of the service root
	 * @param controllers a configuration class with the controllers
	 */
	abstract void run(URI baseUrl, Class<?> controllers, Consumer<Browser> test, String... properties);

	private static <S extends AbstractApplicationContextRunner<S, ?, ?>> S withDefaultService(S runner, URI baseUrl,
			String... properties) {
		return runner.withUserConfiguration(IsolatedReactorResources.class)
			.withConfiguration(HyperClientContextRunner.BASE)
			.withConfiguration(OTHERS)
			.withPropertyValues("hyper-client.base-url=" + baseUrl, "hyper-client.retry.max-retries=0",
					"hyper-client.collections.recipes.key-path=recipes/{key}",
					"hyper-client.collections.recipes.of=recipe")
			.withPropertyValues(properties);
	}

	record Browser(ApplicationContext context, Requests requests) {

		Response get(String path) {
			return this.requests.get(path);
		}

	}

	interface Requests {

		Response get(String path);

	}

	record Response(int status, HttpHeaders headers, String body) {
	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebMvc
	static class WebMvc {

		@Bean
		WebMvcConfigurer converters(JsonMapper mapper) {
			return new WebMvcConfigurer() {

				@Override
				public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
					builder.withJsonConverter(new JacksonJsonHttpMessageConverter(mapper));
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableWebFlux
	static class WebFlux {

		@Bean
		WebFluxConfigurer codecs(JsonMapper mapper) {
			return new WebFluxConfigurer() {

				@Override
				public void configureHttpMessageCodecs(ServerCodecConfigurer configurer) {
					configurer.defaultCodecs().jacksonJsonEncoder(new JacksonJsonEncoder(mapper));
				}

				@Override
				public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
					configurer.setExecutor(new SimpleAsyncTaskExecutor());
					configurer.setControllerMethodPredicate((method) -> true);
				}

			};
		}

	}

}
