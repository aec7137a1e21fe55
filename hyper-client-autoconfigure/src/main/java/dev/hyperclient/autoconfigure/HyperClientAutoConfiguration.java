package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.internal.UnknownPropertyCheck;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
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
@Import({ UnknownPropertyCheck.class, TypedRootVerifier.class, TrainingRun.class,
		HyperClientAutoConfiguration.DefaultServiceStarter.class, ServiceProperties.Lookup.class,
		ServiceWebClientFactory.class, QualifiedBeans.class, PropertiesServiceRootBuilderCustomizer.class,
		ServiceRootFactory.class })
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
	static BeanDefinitionRegistryPostProcessor hyperClientDefaultServiceRemover(Environment environment) {
		return (registry) -> OnDefaultServiceCondition.removeUnused(registry, environment);
	}

	@Bean(OnDefaultServiceCondition.CONNECTION_DETAILS)
	@ConditionalOnMissingBean(HyperClientConnectionDetails.class)
	@Conditional(OnDefaultServiceCondition.class)
	PropertiesHyperClientConnectionDetails hyperClientConnectionDetails(ServiceProperties.Lookup services) {
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
	ServiceRoot serviceRoot(ServiceRootFactory factory) {
		return factory.create(ServiceNames.DEFAULT);
	}

	/**
	 * Creates the root of the default service at the start if it is configured, although
	 * its bean definition is lazy. Not a {@code SmartInitializingSingleton}: those are
	 * created even if all beans are lazy.
	 *
	 * @param beans the beans of the application
	 */
	record DefaultServiceStarter(ConfigurableListableBeanFactory beans) implements InitializingBean {

		@Override
		public void afterPropertiesSet() {
			if (RootBeans.isAutoConfigured(ServiceNames.DEFAULT, this.beans)
					&& OnDefaultServiceCondition.isConfigured(this.beans, this.beans.getBean(Environment.class))) {
				this.beans.getBean(ServiceNames.DEFAULT);
			}
		}

	}

}
