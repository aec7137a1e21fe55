package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.spring.HttpCacheIdentity;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.restclient.RestTemplateBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

class RestClientHttpCacheAutoConfigurationTests extends AbstractHttpCacheClientTests {

	@Override
	String get(ApplicationContext context, String path, String authorization) {
		RestClient.Builder builder = context.getBean(RestClient.Builder.class);
		return get((authorization.isEmpty() ? builder : builder.defaultHeader("Authorization", authorization)).build(),
				path);
	}

	@Override
	String getExcluded(ApplicationContext context, String path) {
		RestClient.Builder builder = context.getBean(RestClient.Builder.class);
		HttpCacheTransports.exclude(builder);
		return get(builder.build(), path);
	}

	@Override
	Class<?> groups() {
		return Groups.class;
	}

	@Test
	void redirectsAreNotFollowedIfSpringBootIsSetSo() {
		this.runner.withPropertyValues("spring.http.clients.redirects=dont-follow").run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			assertThat(client.get()
				.uri(this.server.url() + "/moved/302?/a")
				.retrieve()
				.toBodilessEntity()
				.getStatusCode()
				.value()).isEqualTo(302);
		});
	}

	@Test
	void restTemplatesOfTheBuilderAreCached() {
		this.runner.run((context) -> {
			RestTemplate template = context.getBean(RestTemplateBuilder.class).build();
			RestTemplate other = context.getBean(RestTemplateBuilder.class)
				.requestFactory(SimpleClientHttpRequestFactory.class)
				.interceptors((request, body, execution) -> execution.execute(request, body))
				.build();
			assertThat(template.getForObject(this.server.url() + "/", String.class)).isEqualTo("1 for nobody");
			assertThat(other.getForObject(this.server.url() + "/", String.class)).isEqualTo("1 for nobody");
			assertThat(other.getInterceptors()).hasSize(1);
			assertThat(this.server.requests()).hasSize(1);
		});
	}

	@Test
	void onlyChosenClientsAreCached() {
		this.runner.withPropertyValues("hyper-client.http-cache.clients=chosen").run((context) -> {
			RestClientHttpCache cache = context.getBean(RestClientHttpCache.class);
			RestClient chosen = context.getBean(RestClient.Builder.class).apply(cache::apply).build();
			RestClient ofCaller = RestClient.builder()
				.apply((builder) -> cache.apply(builder, new SimpleClientHttpRequestFactory()))
				.build();
			RestTemplate template = new RestTemplate();
			cache.apply(template);
			assertThat(get(context.getBean(RestClient.Builder.class).build(), "/")).isEqualTo("1 for nobody");
			assertThat(get(chosen, "/")).isEqualTo("2 for nobody");
			assertThat(get(context.getBean(RestClient.Builder.class).build(), "/")).isEqualTo("3 for nobody");
			assertThat(get(chosen, "/")).isEqualTo("2 for nobody");
			assertThat(get(RestClient.builder().apply(cache::apply).build(), "/")).isEqualTo("2 for nobody");
			assertThat(get(ofCaller, "/")).isEqualTo("2 for nobody");
			assertThat(template.getForObject(this.server.url() + "/", String.class)).isEqualTo("2 for nobody");
		});
	}

	@Test
	void clientThatIsChosenTwiceHasOneCache() {
		CountingListener listener = new CountingListener();
		this.runner.withBean(CountingListener.class, () -> listener).run((context) -> {
			RestClientHttpCache cache = context.getBean(RestClientHttpCache.class);
			RestClient client = context.getBean(RestClient.Builder.class)
				.apply(cache::apply)
				.apply(cache::apply)
				.build();
			RestTemplate template = context.getBean(RestTemplateBuilder.class).build();
			cache.apply(template);
			RestClient byHand = context.getBean(RestClient.Builder.class)
				.requestFactory(new CachingClientHttpRequestFactory(context.getBean(HttpCache.class),
						context.getBean(ClientHttpRequestFactoryBuilder.class).build()))
				.build();
			get(client, "/");
			template.getForObject(this.server.url() + "/", String.class);
			get(byHand, "/");
			assertThat(listener.outcomes()).containsExactly("MISS", "HIT", "HIT");
		});
	}

	@Test
	void identityBeansTellUsersApart() {
		this.runner.withBean(HttpCacheIdentity.class, () -> (request) -> request.getHeaders().getFirst("X-User"))
			.run((context) -> {
				RestClient client = context.getBean(RestClient.Builder.class).build();
				assertThat(get(client, "/", "a", "token 1")).isEqualTo("1 for token 1");
				assertThat(get(client, "/", "a", "token 2")).isEqualTo("1 for token 1");
				assertThat(get(client, "/", "b", "token 2")).isEqualTo("2 for token 2");
			});
	}

	@Test
	void settingsOfSpringBootApply() {
		this.runner
			.withPropertyValues("spring.http.clients.read-timeout=17s",
					"spring.http.serviceclient.one.read-timeout=18s")
			.run((context) -> {
				ClientHttpRequestFactoryBuilder<?> builder = context.getBean(ClientHttpRequestFactoryBuilder.class);
				assertThat(HttpCacheTransports.uncachedRequestFactoryBuilder(builder))
					.isInstanceOf(JdkClientHttpRequestFactoryBuilder.class);
				AbstractClientHttpRequestFactoryWrapper factory = (AbstractClientHttpRequestFactoryWrapper) builder
					.build(context.getBean(org.springframework.boot.http.client.HttpClientSettings.class));
				assertThat(factory.getDelegate()).isInstanceOf(JdkClientHttpRequestFactory.class)
					.extracting("readTimeout")
					.isEqualTo(Duration.ofSeconds(17));
			});
	}

	@Test
	void cacheBeanOfTheApplicationIsUsed() {
		CountingListener listener = new CountingListener();
		HttpCache own = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).addListener(listener).build();
		this.runner.withBean(HttpCache.class, () -> own)
			.withBean(CountingListener.class, () -> listener)
			.run((context) -> {
				assertThat(context.getBean(HttpCache.class)).isSameAs(own);
				get(context.getBean(RestClient.Builder.class).build(), "/");
				assertThat(own.size().entries()).isEqualTo(1);
				assertThat(listener.outcomes()).containsExactly("MISS");
			});
	}

	@Test
	void cacheIsClosedWithTheContext() {
		List<RestClient> clients = new ArrayList<>();
		this.runner.run((context) -> {
			clients.add(context.getBean(RestClient.Builder.class).build());
			get(clients.get(0), "/");
			assertThat(get(clients.get(0), "/")).isEqualTo("1 for nobody");
		});
		assertThat(get(clients.get(0), "/")).isEqualTo("2 for nobody");
	}

	@Test
	void staleResponseIsValidatedByTheTaskExecutorOfTheApplication() {
		List<Runnable> tasks = new ArrayList<>();
		this.runner.withBean("applicationTaskExecutor", Executor.class, () -> tasks::add).run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			get(client, "/background");
			assertThat(get(client, "/background")).isEqualTo("1 for nobody");
			assertThat(this.server.requests()).hasSize(1);
			assertThat(tasks).hasSize(1);
			tasks.get(0).run();
			assertThat(this.server.requests()).hasSize(2);
		});
	}

	@Test
	void applicationsWithoutAKeyDoNotShareTheResponsesOfUsersInADirectory(@TempDir Path directory) {
		ApplicationContextRunner files = this.runner
			.withBean(HttpCacheIdentity.class, () -> (request) -> request.getHeaders().getFirst("X-User"))
			.withPropertyValues("hyper-client.http-cache.directory=" + directory.resolve("cache"));
		files.run((one) -> files.run((two) -> {
			assertThat(get(one.getBean(RestClient.Builder.class).build(), "/", "42", "ann")).isEqualTo("1 for ann");
			assertThat(get(two.getBean(RestClient.Builder.class).build(), "/", "42", "ben")).isEqualTo("2 for ben");
			assertThat(get(one.getBean(RestClient.Builder.class).build(), "/", "42", "ann")).isEqualTo("1 for ann");
		}));
	}

	@Test
	void applicationsWithoutAKeyDoNotShareTheResponsesOfUsersInRedis() {
		ResponseStore shared = new MemoryResponseStore(DataSize.ofMegabytes(1));
		ApplicationContextRunner redis = this.runner.withBean(RedisStoreFactory.class, () -> (settings) -> shared)
			.withBean(HttpCacheIdentity.class, () -> (request) -> request.getHeaders().getFirst("X-User"))
			.withPropertyValues("hyper-client.http-cache.store=redis");
		redis.run((one) -> redis.run((two) -> {
			assertThat(get(one.getBean(RestClient.Builder.class).build(), "/", "42", "ann")).isEqualTo("1 for ann");
			assertThat(get(two.getBean(RestClient.Builder.class).build(), "/", "42", "ben")).isEqualTo("2 for ben");
		}));
		ApplicationContextRunner keyed = redis
			.withPropertyValues("hyper-client.http-cache.identity-key=the key of both of them");
		keyed.run((one) -> keyed.run((two) -> {
			assertThat(get(one.getBean(RestClient.Builder.class).build(), "/", "42", "ann")).isEqualTo("3 for ann");
			assertThat(get(two.getBean(RestClient.Builder.class).build(), "/", "42", "ann")).isEqualTo("3 for ann");
		}));
	}

	private String get(RestClient client, String path) {
		return client.get().uri(this.server.url() + path).retrieve().body(String.class);
	}

	private String get(RestClient client, String path, String user, String token) {
		return client.get()
			.uri(this.server.url() + path)
			.header("X-User", user)
			.header("Authorization", token)
			.retrieve()
			.body(String.class);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "one", types = One.class)
	@ImportHttpServices(group = "two", types = Two.class)
	static class Groups {

	}

}
