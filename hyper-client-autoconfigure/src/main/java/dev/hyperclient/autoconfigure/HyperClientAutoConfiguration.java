package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;
import dev.hyperclient.autoconfigure.redis.RedisStoreFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration for the {@link ServiceRoot} of the default service, unless the
 * application defines one, and for the infrastructure of all services. There is no
 * default service if only named services are configured.
 */
@AutoConfiguration(after = { SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
		WebClientAutoConfiguration.class })
@ConditionalOnClass({ ServiceRoot.class, WebClient.class })
@EnableConfigurationProperties({ HyperClientProperties.class, HyperClientServicesProperties.class })
@Import(UnknownPropertyCheck.class)
public final class HyperClientAutoConfiguration {

	/**
	 * Exclude from lazy initialization of beans the roots that are fetched in the
	 * background.
	 */
	@Bean
	static LazyInitializationExcludeFilter hyperClientBackgroundStartFilter(Environment environment) {
		return (name, definition,
				type) -> (ServiceRoot.class.isAssignableFrom(type)
						&& ServiceNames.startsInBackground(name, environment))
						|| (DefaultServiceStarter.class.isAssignableFrom(type)
								&& ServiceNames.startsInBackground(ServiceNames.DEFAULT, environment));
	}

	@Bean
	static DefaultServiceRemover hyperClientDefaultServiceRemover(Environment environment) {
		return new DefaultServiceRemover(environment);
	}

	@Bean
	static TypedRootVerifier hyperClientTypedRootVerifier() {
		return new TypedRootVerifier();
	}

	@Bean
	static TrainingRun hyperClientTrainingRun() {
		return new TrainingRun();
	}

	@Bean
	DefaultServiceStarter hyperClientDefaultServiceStarter(ConfigurableListableBeanFactory beans) {
		return new DefaultServiceStarter(beans);
	}

	@Bean
	ServicePropertiesLookup hyperClientConfiguredServices(HyperClientProperties defaults,
			HyperClientServicesProperties others) {
		return new ServicePropertiesLookup(defaults, others);
	}

	@Bean
	ServiceWebClientFactory hyperClientServiceTransport(ObjectProvider<WebClient.Builder> webClients,
			ObjectProvider<ClientHttpConnectorBuilder<?>> connectors, ObjectProvider<HttpClientSettings> settings,
			ObjectProvider<SslBundles> bundles, ObjectProvider<HyperClientWebClientCustomizer> customizers) {
		return new ServiceWebClientFactory(webClients, connectors, settings, bundles, customizers);
	}

	@Bean
	QualifiedBeans hyperClientServiceBeans(ConfigurableListableBeanFactory beans, Environment environment) {
		return new QualifiedBeans(beans, environment);
	}

	@Bean
	PropertiesServiceRootBuilderCustomizer propertiesServiceRootBuilderCustomizer(ServicePropertiesLookup services,
			QualifiedBeans beans, ObjectProvider<JsonMapper> mapper,
			ObjectProvider<HyperClientJsonMapperCustomizer> mapperCustomizers,
			ObjectProvider<RedisStoreFactory> redisStores) {
		return new PropertiesServiceRootBuilderCustomizer(services, beans, mapper, mapperCustomizers, redisStores);
	}

	@Bean
	ServiceRootFactory hyperClientServiceRootFactory(ServicePropertiesLookup services, QualifiedBeans beans,
			ServiceWebClientFactory webClients, ObjectProvider<ServiceRootBuilderCustomizer> customizers,
			ObjectProvider<OAuth2AuthorizerFactory> oauth2Authorizers) {
		return new ServiceRootFactory(services, beans, webClients, customizers, oauth2Authorizers);
	}

	@Bean(DefaultServiceRemover.CONNECTION_DETAILS)
	@ConditionalOnMissingBean(HyperClientConnectionDetails.class)
	@Conditional(OnDefaultServiceCondition.class)
	PropertiesHyperClientConnectionDetails hyperClientConnectionDetails(ServicePropertiesLookup services) {
		return new PropertiesHyperClientConnectionDetails(services.get(ServiceNames.DEFAULT));
	}

	/**
	 * Lazy, so that an application without properties starts as long as nothing needs the
	 * root. {@link DefaultServiceStarter} creates it at the start if it is configured.
	 */
	@Bean({ ServiceNames.DEFAULT, ServiceNames.DEFAULT_ALIAS })
	@Lazy
	@Primary
	@ConditionalOnMissingBean
	@Conditional(OnDefaultServiceCondition.class)
	ServiceRoot serviceRoot(ServiceRootFactory factory, HyperClientConnectionDetails connection) {
		return factory.createDefault(connection);
	}

}
