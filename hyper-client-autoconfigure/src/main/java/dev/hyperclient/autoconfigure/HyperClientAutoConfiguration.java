package dev.hyperclient.autoconfigure;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Auto-configuration of one {@link ServiceRoot}, unless the application has its own.
 */
@AutoConfiguration(after = { ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class })
@ConditionalOnClass({ ServiceRoot.class, WebClient.class })
@EnableConfigurationProperties(HyperClientProperties.class)
public final class HyperClientAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(HyperClientConnectionDetails.class)
	PropertiesHyperClientConnectionDetails hyperClientConnectionDetails(HyperClientProperties properties) {
		return new PropertiesHyperClientConnectionDetails(properties);
	}

	@Bean
	PropertiesServiceRootBuilderCustomizer propertiesServiceRootBuilderCustomizer(HyperClientProperties properties) {
		return new PropertiesServiceRootBuilderCustomizer(properties);
	}

	@Bean
	@ConditionalOnMissingBean
	ServiceRoot serviceRoot(HyperClientConnectionDetails connection, HyperClientProperties properties,
			ObjectProvider<HttpAuthorizer> authorizer, ObjectProvider<ServiceRootBuilderCustomizer> customizers,
			ObjectProvider<WebClient.Builder> webClients, ObjectProvider<ClientHttpConnectorBuilder<?>> connectors,
			ObjectProvider<HttpClientSettings> settings,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		ServiceRootBuilder builder = ServiceRoot.builder(authorizer(authorizer, properties, registeredClients))
			.serviceRoot(connection.getBaseUrl())
			.version(connection.getVersion())
			.webClient(new ServiceWebClient(webClients, connectors, settings, properties));
		customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
		return build(builder);
	}

	private static @Nullable HttpAuthorizer authorizer(ObjectProvider<HttpAuthorizer> authorizers,
			HyperClientProperties properties, ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		HttpAuthorizer authorizer = authorizers.getIfAvailable();
		return (authorizer != null) ? authorizer : PropertiesHttpAuthorizer.of(properties, registeredClients);
	}

	private static ServiceRoot build(ServiceRootBuilder builder) {
		try {
			return builder.build();
		}
		catch (IllegalArgumentException ex) {
			throw new FailureAnalyzedException("The client for the service cannot be built: " + ex.getMessage() + ".",
					"Correct the property that is named in brackets.", ex);
		}
		catch (ServiceDescriptionException ex) {
			throw new FailureAnalyzedException("There is no service as it is expected: " + ex.getMessage() + ".",
					"Check that 'hyper-client.base-url' and 'hyper-client.version' lead to the root of a service that describes itself by WADL.",
					ex);
		}
		catch (ForeignOriginException ex) {
			throw new FailureAnalyzedException(
					"The service leads to another origin than its own: " + ex.getMessage() + ".",
					"Set 'hyper-client.base-url' to the address that the service gives itself, or list the other origin in 'hyper-client.allowed-origins'.",
					ex);
		}
		catch (HyperClientException ex) {
			throw new FailureAnalyzedException("The root of the service could not be fetched: " + ex.getMessage(),
					"Check that the service runs at 'hyper-client.base-url' and can be reached from here.", ex);
		}
	}

}
