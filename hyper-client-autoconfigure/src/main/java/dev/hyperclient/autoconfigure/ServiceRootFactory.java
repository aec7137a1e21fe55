package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.internal.exchange.SettingNames;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;

/**
 * Creates the {@link ServiceRoot} of a service from its properties, the beans of the
 * application and the customizers.
 *
 * @param services the properties of all services
 * @param beans the beans of the application for a service
 * @param webClients creates the HTTP client of a service
 * @param customizers the customizers of builders
 * @param oauth2Authorizers creates authorizers for client registrations, if there are any
 */
record ServiceRootFactory(ServiceProperties.Lookup services, QualifiedBeans beans, ServiceWebClientFactory webClients,
		ObjectProvider<ServiceRootBuilderCustomizer> customizers,
		ObjectProvider<OAuth2AuthorizerFactory> oauth2Authorizers) {

	/**
	 * Create the root of a service.
	 */
	ServiceRoot create(String name) {
		ServiceProperties service = this.services.get(name);
		HyperClientConnectionDetails own = this.beans.find(HyperClientConnectionDetails.class, name);
		HyperClientConnectionDetails connection = (own != null) ? own
				: new PropertiesHyperClientConnectionDetails(service);
		new ServicePropertiesValidator(service).validate();
		URI baseUrl = connection.getBaseUrl();
		SslBundle bundle = connection.getSslBundle();
		this.webClients.validate(service);
		boolean training = TrainingRun.isActive();
		// Obtaining a token might be a request.
		HttpAuthorizer authorizer = training ? null : authorizer(service);
		ServiceRootBuilder builder = SettingNames.named(ServiceRoot.builder(authorizer), service::key)
			.name(service.name())
			.serviceRoot(baseUrl)
			.version(connection.getVersion())
			.webClient(() -> this.webClients.create(service, bundle));
		SettingNames.OfBuilder.PART.of(builder).orElseThrow().certificates = () -> this.webClients.certificates(service,
				bundle);
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(service.name(), builder));
		if (training) {
			// Only for its classes.
			this.webClients.create(service, bundle);
			TrainingRun.isolate(builder);
		}
		ServiceRoot root = build(builder, service, connection, authorizer != null);
		if (service.properties().startup() == Startup.EAGER && !training) {
			validateCollections(service, root);
		}
		return root;
	}

	private @Nullable HttpAuthorizer authorizer(ServiceProperties service) {
		HttpAuthorizer authorizer = this.beans.find(HttpAuthorizer.class, service.name());
		return (authorizer != null) ? authorizer
				: new PropertiesHttpAuthorizerFactory(service, this.oauth2Authorizers).create();
	}

	private static ServiceRoot build(ServiceRootBuilder builder, ServiceProperties service,
			HyperClientConnectionDetails connection, boolean authorized) {
		try {
			return builder.build();
		}
		catch (InvalidSettingException | HyperClientException ex) {
			throw new ServiceRootFailure(service, connection.getVersion() != null, authorized, ex).exception();
		}
	}

	private static void validateCollections(ServiceProperties service, ServiceRoot root) {
		try {
			new CollectionPropertiesMapper(service).validate(root);
		}
		catch (RuntimeException ex) {
			root.close();
			throw ex;
		}
	}

}
