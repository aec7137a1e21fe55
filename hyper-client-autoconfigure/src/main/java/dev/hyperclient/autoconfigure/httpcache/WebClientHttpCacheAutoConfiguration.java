package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Auto-configuration for the HTTP cache of {@code WebClient} and its HTTP service groups,
 * inside of each connector of the application.
 */
@AutoConfiguration(after = { HttpCacheAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class })
@ConditionalOnClass({ dev.hyperclient.cache.HttpCache.class, ClientHttpConnectorBuilder.class, WebClient.class,
		Mono.class })
@ConditionalOnEnabled(ConditionalOnEnabled.HTTP_CACHE)
public final class WebClientHttpCacheAutoConfiguration {

	static final String CUSTOMIZER = "httpCacheWebClientCustomizer";

	static final String DECORATOR = "httpCacheConnectorDecorator";

	private static final String BUILDER_DECORATOR = "httpCacheConnectorBuilderDecorator";

	@Bean(BUILDER_DECORATOR)
	static BeanDecorator<?> httpCacheConnectorBuilderDecorator(ObjectProvider<LazyClientCaching> caching) {
		return new BeanDecorator<>(ClientHttpConnectorBuilder.class,
				(builder) -> (builder instanceof MarkedRequestConnector.Builder) ? builder
						: new MarkedRequestConnector.Builder(builder, caching.getObject()));
	}

	@Bean(DECORATOR)
	static BeanDecorator<?> httpCacheConnectorDecorator(ObjectProvider<LazyClientCaching> caching) {
		return new BeanDecorator<>(ClientHttpConnector.class,
				(connector) -> WebClientHttpCache.isCaching(connector) ? connector
						: new MarkedRequestConnector(caching.getObject().checked(connector),
								() -> WebClientHttpCache.decorate(connector, caching.getObject().get())));
	}

	@Bean
	WebClientHttpCache webClientHttpCache(LazyClientCaching caching,
			ObjectProvider<ClientHttpConnectorBuilder<?>> builders, ObjectProvider<HttpClientSettings> settings,
			ResourceLoader resourceLoader) {
		return new WebClientHttpCache(caching,
				() -> builders.getIfAvailable(() -> ClientHttpConnectorBuilder.detect(resourceLoader.getClassLoader()))
					.build(settings.getIfAvailable(HttpClientSettings::defaults)));
	}

	@Bean
	WebClientHttpServiceGroupConfigurer httpCacheWebClientGroupConfigurer(HttpCacheProperties properties,
			@Qualifier(BUILDER_DECORATOR) BeanDecorator<?> decorator) {
		return (groups) -> groups
			.filter((group) -> properties.marksServiceGroup(group.name()) && !decorator.hasLeftOne())
			.forEachClient((group, builder) -> WebClientHttpCache.mark(builder, group.name()));
	}

	/**
	 * Spring Boot calls its customizers for HTTP service groups, too.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebClientCustomizer.class)
	static class CustomizersConfiguration {

		@Bean(CUSTOMIZER)
		WebClientCustomizer httpCacheWebClientCustomizer(HttpCacheProperties properties,
				@Qualifier(DECORATOR) BeanDecorator<?> decorator) {
			return (builder) -> {
				if (properties.cachesAllClients() && !decorator.hasLeftOne()) {
					WebClientHttpCache.mark(builder);
				}
			};
		}

	}

}
