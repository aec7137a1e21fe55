package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.HyperClientContextRunner;
import dev.hyperclient.autoconfigure.SortedAutoConfigurations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.BufferingClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.anything;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

/**
 * Which clients are cached, and how the log says so.
 */
@ExtendWith(OutputCaptureExtension.class)
class HttpCacheClientsTests {

	private final CountingServer server = new CountingServer();

	private final ApplicationContextRunner runner = HttpCacheContextRunner.create()
		.withPropertyValues("spring.http.serviceclient.blocking.base-url=" + this.server.url(),
				"spring.http.serviceclient.reactive.base-url=" + this.server.url());

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	@BeforeEach
	void logAtInfo() {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, LogLevel.INFO);
	}

	@AfterEach
	void stop() {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, null);
		this.server.close();
	}

	@Test
	void startLogsThatAllClientsAreCached(CapturedOutput output) {
		this.runner.withUserConfiguration(Groups.class)
			.run((context) -> assertThat(output)
				.contains("HTTP cache for the clients of Spring Boot's builders and the HTTP service groups "
						+ "blocking, reactive\n"));
	}

	@Test
	void startLogsNamedGroups(CapturedOutput output) {
		this.runner.withUserConfiguration(Groups.class, OwnClients.class)
			.withPropertyValues("hyper-client.http-cache.service-groups=reactive,reactive")
			.run((context) -> assertThat(output)
				.contains("HTTP cache for the clients to which it is applied and the HTTP service groups reactive\n"));
	}

	@Test
	void lazyBeansStayLazy(CapturedOutput output) {
		this.runner.withUserConfiguration(Groups.class, OwnClients.class)
			.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.withBean(LazyInitializationExcludeFilter.class,
					() -> LazyInitializationExcludeFilter.forBeanTypes(HttpCacheClients.class))
			.run((context) -> {
				assertThat(output).contains("HTTP cache for the clients of Spring Boot's builders\n");
				assertThat(context.getBeanFactory().containsSingleton("ownRestClient")).isFalse();
				assertThat(context.getBean(Blocking.class).read()).isEqualTo("1 for nobody");
			});
	}

	@Test
	void startLogsClientsThatDoNotComeFromSpringBoot(CapturedOutput output) {
		this.runner.withUserConfiguration(OwnClients.class)
			.run((context) -> assertThat(output).contains("HTTP cache for the clients of Spring Boot's builders. "
					+ "Clients without it: 'ownRestClient' (RestClient), 'ownRestTemplate' (RestTemplate), "
					+ "'ownWebClient' (WebClient)\n"));
	}

	static Stream<Arguments> replacements() {
		return Stream
			.of(arguments(new SimpleClientHttpRequestFactory(), false),
					arguments(new BufferingClientHttpRequestFactory(new JdkClientHttpRequestFactory()), true),
					arguments(
							new BufferingClientHttpRequestFactory(
									new BufferingClientHttpRequestFactory(new SimpleClientHttpRequestFactory())),
							false));
	}

	@ParameterizedTest
	@MethodSource("replacements")
	void replacedRequestFactoryIsLoggedOnce(ClientHttpRequestFactory factory, boolean isIntercepted,
			CapturedOutput output) {
		List<ClientHttpRequestInterceptor> interceptors = isIntercepted
				? List.of((request, body, execution) -> execution.execute(request, body)) : List.of();
		this.runner.run((context) -> {
			RestClient.Builder builder = context.getBean(RestClient.Builder.class)
				.requestFactory(factory)
				.requestInterceptors((all) -> all.addAll(interceptors));
			get(builder.build());
			get(builder.build());
			assertThat(output).containsOnlyOnce("Requests to " + this.server.url() + " are not cached: the RestClient "
					+ "has a request factory of its own. Apply the cache by RestClientHttpCache.apply(builder, "
					+ "requestFactory), or call HttpCacheTransports.exclude(builder).");
			RestTemplate template = context.getBean(RestTemplateBuilder.class).interceptors(interceptors).build();
			template.setRequestFactory(factory);
			template.getForObject(this.server.url() + "/", String.class);
			assertThat(output).containsOnlyOnce("are not cached: the RestTemplate has a request factory");
			assertThat(this.server.requests()).hasSize(3);
		});
	}

	@Test
	void replacedConnectorIsLoggedOnce(CapturedOutput output) {
		this.runner.run((context) -> {
			WebClient.Builder builder = context.getBean(WebClient.Builder.class)
				.clientConnector(new JdkClientHttpConnector());
			get(builder.build());
			get(builder.build());
			assertThat(output).containsOnlyOnce("are not cached: the WebClient has a connector of its own.");
			assertThat(this.server.requests()).hasSize(2);
		});
	}

	@Test
	void requestFactoryThatBuffersThatOfTheCacheIsLoggedButThatOfATestIsNot(CapturedOutput output) {
		this.runner.run((context) -> {
			RestTemplate template = context.getBean(RestTemplateBuilder.class).build();
			template.setRequestFactory(new BufferingClientHttpRequestFactory(template.getRequestFactory()));
			template.getForObject(this.server.url() + "/", String.class);
			template.getForObject(this.server.url() + "/", String.class);
			assertThat(this.server.requests()).hasSize(2);
			RestClient.Builder mocked = context.getBean(RestClient.Builder.class);
			MockRestServiceServer.bindTo(mocked).bufferContent().build().expect(anything()).andRespond(withSuccess());
			get(mocked.build());
			assertThat(output).containsOnlyOnce("are not cached");
		});
	}

	@Test
	void builderWithTheTypeOfItsImplementationIsNotDecoratedAndLoggedOnce(CapturedOutput output) {
		this.runner.withUserConfiguration(ImplementationTypes.class).run((context) -> {
			get(context.getBean(RestClient.Builder.class).build());
			get(context.getBean(WebClient.Builder.class).build());
			assertThat(this.server.requests()).hasSize(2);
			RestClient chosen = context.getBean(RestClient.Builder.class)
				.apply(context.getBean(RestClientHttpCache.class)::apply)
				.build();
			get(chosen);
			get(chosen);
			assertThat(this.server.requests()).hasSize(3);
			assertThat(output).containsOnlyOnce("The HTTP cache is not used by bean 'jdkFactories'")
				.containsOnlyOnce("The HTTP cache is not used by bean 'jdkConnector'")
				.contains("HTTP cache for no builder of Spring Boot\n")
				.doesNotContain("are not cached:");
		});
	}

	@Test
	void missingStartersOfClientsAreLogged(CapturedOutput output) {
		new ApplicationContextRunner()
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.restclient.",
					"org.springframework.boot.webclient.", "org.springframework.boot.http.client."))
			.withConfiguration(SortedAutoConfigurations.of(HttpCacheAutoConfiguration.class,
					RestClientHttpCacheAutoConfiguration.class, WebClientHttpCacheAutoConfiguration.class))
			.withPropertyValues("hyper-client.http-cache.enabled=true")
			.run((context) -> assertThat(output).contains("HTTP cache for no builder of Spring Boot: "
					+ "spring-boot-starter-restclient or spring-boot-starter-webclient is missing\n"));
	}

	@Test
	void cachedAndExcludedClientsAreNotLogged(CapturedOutput output) {
		this.runner.run((context) -> {
			RestClient.Builder builder = context.getBean(RestClient.Builder.class);
			get(builder.clone()
				.requestInterceptor((request, body, execution) -> execution.execute(request, body))
				.build());
			RestClientHttpCache cache = context.getBean(RestClientHttpCache.class);
			RestClient.Builder ofCaller = RestClient.builder();
			cache.apply(ofCaller, new SimpleClientHttpRequestFactory());
			get(ofCaller.build());
			context.getBean(RestTemplateBuilder.class).build().getForObject(this.server.url() + "/", String.class);
			get(context.getBean(WebClient.Builder.class).build());
			assertThat(this.server.requests()).hasSize(1);
			HttpCacheTransports.exclude(builder);
			get(builder.requestFactory(new SimpleClientHttpRequestFactory()).build());
			WebClient.Builder reactive = context.getBean(WebClient.Builder.class);
			HttpCacheTransports.exclude(reactive);
			get(reactive.clientConnector(new JdkClientHttpConnector()).build());
			assertThat(this.server.requests()).hasSize(3);
			assertThat(output).doesNotContain("not cached");
		});
	}

	@Test
	void unknownTransportsAreLoggedAtStart(CapturedOutput output) {
		this.runner.withUserConfiguration(UnknownTransports.class).run((context) -> {
			assertThat(output).containsOnlyOnce("The HTTP cache does not know " + UnknownFactory.class.getName())
				.containsOnlyOnce("The HTTP cache does not know " + UnknownConnector.class.getName())
				.contains("define an HttpCacheIdentity", "HttpCacheTransports.exclude");
			assertThat(this.server.requests()).isEmpty();
			get(context.getBean(RestClient.class));
			get(context.getBean(RestClient.class));
			get(context.getBean(WebClient.class));
			assertThat(this.server.requests()).hasSize(1);
		});
	}

	@Test
	void unknownTransportOfApplicationIsLoggedWhenTheCacheIsApplied(CapturedOutput output) {
		this.runner.run((context) -> {
			RestClientHttpCache cache = context.getBean(RestClientHttpCache.class);
			cache.apply(RestClient.builder(), new UnknownFactory());
			cache.apply(new RestTemplate(new UnknownFactory()));
			context.getBean(WebClientHttpCache.class).apply(WebClient.builder(), new UnknownConnector());
			SimpleClientHttpRequestFactory settingFields = new SimpleClientHttpRequestFactory() {
			};
			cache.apply(RestClient.builder(), settingFields);
			assertThat(output).containsOnlyOnce("The HTTP cache does not know " + UnknownFactory.class.getName())
				.containsOnlyOnce("The HTTP cache does not know " + UnknownConnector.class.getName())
				.containsOnlyOnce("The HTTP cache does not know " + settingFields.getClass().getName());
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { Ordered.HIGHEST_PRECEDENCE, 0, Ordered.LOWEST_PRECEDENCE })
	void groupsStayCachedWithConfigurersInAnyOrder(int order) {
		this.runner.withUserConfiguration(Groups.class)
			.withBean(RestClientHttpServiceGroupConfigurer.class, () -> blockingConfigurer(order))
			.withBean(WebClientHttpServiceGroupConfigurer.class, () -> reactiveConfigurer(order))
			.withPropertyValues("hyper-client.http-cache.service-groups=blocking,reactive")
			.run((context) -> {
				assertThat(context.getBean(Blocking.class).read()).isEqualTo("1 for group");
				assertThat(context.getBean(Blocking.class).read()).isEqualTo("1 for group");
				assertThat(context.getBean(Reactive.class).read()).isEqualTo("1 for group");
			});
	}

	private static RestClientHttpServiceGroupConfigurer blockingConfigurer(int order) {
		return new RestClientHttpServiceGroupConfigurer() {

			@Override
			public void configureGroups(Groups<RestClient.Builder> groups) {
				groups.forEachClient((group, builder) -> builder.defaultHeader("Authorization", "group"));
			}

			@Override
			public int getOrder() {
				return order;
			}

		};
	}

	private static WebClientHttpServiceGroupConfigurer reactiveConfigurer(int order) {
		return new WebClientHttpServiceGroupConfigurer() {

			@Override
			public void configureGroups(Groups<WebClient.Builder> groups) {
				groups.forEachClient((group, builder) -> builder.defaultHeader("Authorization", "group"));
			}

			@Override
			public int getOrder() {
				return order;
			}

		};
	}

	private void get(RestClient client) {
		client.get().uri(this.server.url() + "/").retrieve().body(String.class);
	}

	private void get(WebClient client) {
		client.get()
			.uri(this.server.url() + "/")
			.httpRequest((request) -> assertThat(request.getURI()).isNotNull())
			.retrieve()
			.bodyToMono(String.class)
			.block(Duration.ofSeconds(10));
	}

	interface Blocking {

		@GetExchange("/")
		String read();

	}

	interface Reactive {

		@GetExchange("/")
		String read();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "blocking", types = Blocking.class)
	@ImportHttpServices(group = "reactive", types = Reactive.class, clientType = ClientType.WEB_CLIENT)
	static class Groups {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnClients {

		@Bean
		RestClient ownRestClient() {
			return RestClient.create();
		}

		@Bean
		RestTemplate ownRestTemplate() {
			return new RestTemplate();
		}

		@Bean
		WebClient ownWebClient() {
			return WebClient.create();
		}

		@Bean
		RestClient cachedRestClient(RestClient.Builder builder) {
			return builder.build();
		}

		@Bean
		RestTemplate cachedRestTemplate(RestTemplateBuilder builder) {
			return builder.interceptors((request, body, execution) -> execution.execute(request, body)).build();
		}

		@Bean
		WebClient cachedWebClient(WebClient.Builder builder) {
			return builder.build();
		}

	}

	/** A request factory that does not show its HTTP client. */
	static final class UnknownFactory implements ClientHttpRequestFactory {

		private final ClientHttpRequestFactory delegate = new SimpleClientHttpRequestFactory();

		@Override
		public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
			return this.delegate.createRequest(uri, method);
		}

	}

	/** A connector that does not show its HTTP client. */
	static final class UnknownConnector implements ClientHttpConnector {

		private final ClientHttpConnector delegate = new JdkClientHttpConnector();

		@Override
		public Mono<ClientHttpResponse> connect(HttpMethod method, URI uri,
				Function<? super org.springframework.http.client.reactive.ClientHttpRequest, Mono<Void>> callback) {
			return this.delegate.connect(method, uri, callback);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ImplementationTypes {

		@Bean
		JdkClientHttpRequestFactoryBuilder jdkFactories() {
			return ClientHttpRequestFactoryBuilder.jdk();
		}

		@Bean
		JdkClientHttpConnector jdkConnector() {
			return new JdkClientHttpConnector();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownTransports {

		@Bean
		ClientHttpRequestFactoryBuilder<?> unknownFactoryBuilder() {
			return ClientHttpRequestFactoryBuilder.of(UnknownFactory::new);
		}

		@Bean
		ClientHttpConnector unknownConnector() {
			return new UnknownConnector();
		}

		@Bean
		RestClient restClient(RestClient.Builder builder) {
			return builder.build();
		}

		@Bean
		WebClient webClient(WebClient.Builder builder) {
			return builder.build();
		}

	}

}
