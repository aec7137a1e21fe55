package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.restclient.RestTemplateCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * Auto-configuration for the HTTP cache of {@code RestClient}, {@code RestTemplate} and
 * their HTTP service groups. The cache is inside of each request factory that is created
 * from the {@link ClientHttpRequestFactoryBuilder} of the application, so the settings of
 * Spring Boot apply as without it.
 */
@AutoConfiguration(after = { HttpCacheAutoConfiguration.class, ImperativeHttpClientAutoConfiguration.class })
@ConditionalOnClass({ dev.hyperclient.cache.HttpCache.class, ClientHttpRequestFactoryBuilder.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
public final class RestClientHttpCacheAutoConfiguration {

	static final String CUSTOMIZER = "httpCacheRestClientCustomizer";

	static final String DECORATOR = "httpCacheRequestFactoryBuilderDecorator";

	@Bean(DECORATOR)
	static BeanDecorator<?> httpCacheRequestFactoryBuilderDecorator(ObjectProvider<LazyClientCaching> caching) {
		return new BeanDecorator<>(ClientHttpRequestFactoryBuilder.class,
				(builder) -> (builder instanceof MarkedRequestFactory.Builder) ? builder
						: new MarkedRequestFactory.Builder(builder, caching.getObject()));
	}

	@Bean
	RestClientHttpCache restClientHttpCache(LazyClientCaching caching,
			ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builders, ObjectProvider<HttpClientSettings> settings,
			ResourceLoader resourceLoader) {
		return new RestClientHttpCache(caching,
				() -> builders
					.getIfAvailable(() -> ClientHttpRequestFactoryBuilder.detect(resourceLoader.getClassLoader()))
					.build(settings.getIfAvailable(HttpClientSettings::defaults)));
	}

	@Bean
	RestClientHttpServiceGroupConfigurer httpCacheRestClientGroupConfigurer(HttpCacheProperties properties,
			@Qualifier(DECORATOR) BeanDecorator<?> decorator) {
		return (groups) -> groups
			.filter((group) -> properties.marksServiceGroup(group.name()) && !decorator.hasLeftOne())
			.forEachClient((group, builder) -> RestClientHttpCache.mark(builder, group.name()));
	}

	/**
	 * Spring Boot calls its customizers for HTTP service groups, too.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RestClientCustomizer.class)
	static class CustomizersConfiguration {

		@Bean(CUSTOMIZER)
		RestClientCustomizer httpCacheRestClientCustomizer(HttpCacheProperties properties,
				@Qualifier(DECORATOR) BeanDecorator<?> decorator) {
			return (builder) -> {
				if (properties.cachesAllClients() && !decorator.hasLeftOne()) {
					RestClientHttpCache.mark(builder);
				}
			};
		}

		@Bean
		RestTemplateCustomizer httpCacheRestTemplateCustomizer(HttpCacheProperties properties,
				ObjectProvider<RestClientHttpCache> cache) {
			return properties.cachesAllClients() ? (client) -> cache.getObject().apply(client) : (client) -> {
			};
		}

	}

}
