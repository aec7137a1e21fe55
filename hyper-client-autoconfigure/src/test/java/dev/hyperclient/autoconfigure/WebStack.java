package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.function.Function;

import dev.hyperclient.autoconfigure.web.HyperClientProblemDetailsAutoConfiguration;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.reactive.AnnotationConfigReactiveWebApplicationContext;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.codec.json.JacksonJsonEncoder;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.mock.web.MockServletContext;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.servlet.client.RestTestClient;
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
		Application start(URI baseUrl, Class<?> controllers, String... properties) {
			AnnotationConfigServletWebApplicationContext context = new AnnotationConfigServletWebApplicationContext();
			context.setServletContext(new MockServletContext());
			refresh(context, baseUrl, properties, WebMvc.class, controllers);
			RestTestClient client = RestTestClient.bindToApplicationContext(context).build();
			return new Application(context, (path) -> {
				var response = client.get().uri(path).exchange().returnResult(String.class);
				return new Response(response.getStatus().value(), response.getResponseHeaders(),
						String.valueOf(response.getResponseBody()));
			});
		}

	},

	WEBFLUX {

		@Override
		Application start(URI baseUrl, Class<?> controllers, String... properties) {
			AnnotationConfigReactiveWebApplicationContext context = new AnnotationConfigReactiveWebApplicationContext();
			refresh(context, baseUrl, properties, WebFlux.class, controllers);
			WebTestClient client = WebTestClient.bindToApplicationContext(context).build();
			return new Application(context, (path) -> {
				var response = client.get().uri(path).exchange().expectBody(String.class).returnResult();
				return new Response(response.getStatus().value(), response.getResponseHeaders(),
						String.valueOf(response.getResponseBody()));
			});
		}

	};

	private static final SortedAutoConfigurations OTHERS = SortedAutoConfigurations
		.of(HyperClientProblemDetailsAutoConfiguration.class, JacksonAutoConfiguration.class);

	/**
	 * Start an application.
	 * @param baseUrl the URL of the service root
	 * @param controllers a configuration class with the controllers
	 */
	abstract Application start(URI baseUrl, Class<?> controllers, String... properties);

	private static <C extends ConfigurableApplicationContext & AnnotationConfigRegistry> void refresh(C context,
			URI baseUrl, String[] properties, Class<?>... configurations) {
		TestPropertyValues.of("hyper-client.base-url=" + baseUrl, "hyper-client.retry.max-retries=0",
				"hyper-client.collections.recipes.key-path=recipes/{key}", "hyper-client.collections.recipes.of=recipe")
			.and(properties)
			.applyTo(context);
		context.register(IsolatedReactorResources.class);
		context.register(configurations);
		context.register(Configurations.getClasses(HyperClientContextRunner.BASE, OTHERS));
		context.refresh();
	}

	/**
	 * A running application.
	 *
	 * @param context its context
	 * @param requests sends a GET to a path
	 */
	record Application(ConfigurableApplicationContext context,
			Function<String, Response> requests) implements AutoCloseable {

		Response get(String path) {
			return this.requests.apply(path);
		}

		@Override
		public void close() {
			this.context.close();
		}

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
