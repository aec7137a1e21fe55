package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLException;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.security.AccessTokenException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Makes the roots, each from the settings of its service and whatever customizes it.
 */
final class ServiceRootFactory {

	private final ConfiguredServices services;

	private final ServiceBeans beans;

	private final ServiceTransport transport;

	private final ObjectProvider<ServiceRootBuilderCustomizer> customizers;

	private final ObjectProvider<RegisteredClientAuthorizers> registeredClients;

	ServiceRootFactory(ConfiguredServices services, ServiceBeans beans, ServiceTransport transport,
			ObjectProvider<ServiceRootBuilderCustomizer> customizers,
			ObjectProvider<RegisteredClientAuthorizers> registeredClients) {
		this.services = services;
		this.beans = beans;
		this.transport = transport;
		this.customizers = customizers;
		this.registeredClients = registeredClients;
	}

	/**
	 * The root of the default service.
	 * @param connection where it is
	 */
	ServiceRoot createDefault(HyperClientConnectionDetails connection) {
		return create(this.services.get(ServiceNames.DEFAULT), connection);
	}

	ServiceRoot create(String name) {
		ServiceSettings service = this.services.get(name);
		return create(service, new PropertiesHyperClientConnectionDetails(service));
	}

	private ServiceRoot create(ServiceSettings service, HyperClientConnectionDetails connection) {
		URI address = connection.getBaseUrl();
		ServiceSettingsCheck.check(service);
		this.transport.check(service);
		HttpAuthorizer authorizer = this.beans.find(HttpAuthorizer.class, service.name());
		HttpAuthorizer used = (authorizer != null) ? authorizer
				: PropertiesHttpAuthorizer.of(service, this.registeredClients);
		ServiceRootBuilder builder = ServiceRoot.builder(used)
			.serviceRoot(address)
			.version(connection.getVersion())
			.propertyPrefix(service.prefix())
			.webClient(() -> this.transport.webClient(service));
		this.customizers.orderedStream().forEach((customizer) -> customizer.customize(service.name(), builder));
		ServiceRoot root = build(builder, service, connection);
		if (service.properties().startup() == Startup.EAGER) {
			checkCollections(service, root);
		}
		return root;
	}

	private static void checkCollections(ServiceSettings service, ServiceRoot root) {
		try {
			CollectionSettings.check(service, root);
		}
		catch (RuntimeException ex) {
			root.close();
			throw ex;
		}
	}

	private static ServiceRoot build(ServiceRootBuilder builder, ServiceSettings service,
			HyperClientConnectionDetails connection) {
		try {
			return builder.build();
		}
		catch (IllegalArgumentException ex) {
			throw new FailureAnalyzedException("The client for the service cannot be built: " + said(ex) + ".",
					"Correct the property that is named in brackets.", ex);
		}
		catch (ServiceDescriptionException ex) {
			throw new FailureAnalyzedException("There is no service as it is expected: " + said(ex) + ".",
					remedy(ex, service, connection), ex);
		}
		catch (ForeignOriginException ex) {
			throw new FailureAnalyzedException("The service leads to another origin than its own: " + said(ex) + ".",
					"Set '%s' to the URL that the service gives itself, or list the other origin in '%s'. If the service is behind a reverse proxy, make it honour X-Forwarded-Proto and X-Forwarded-Host."
						.formatted(service.key("base-url"), service.key("allowed-origins")),
					ex);
		}
		catch (HyperClientException ex) {
			throw new FailureAnalyzedException(
					"The root of the service at %s could not be fetched: %s".formatted(ex.uri(), said(ex)),
					remedy(ex, service), ex);
		}
	}

	private static String remedy(ServiceDescriptionException ex, ServiceSettings service,
			HyperClientConnectionDetails connection) {
		return ex.linkedRoot()
			.map((linked) -> "Make the service or its reverse proxy honour X-Forwarded-Proto and X-Forwarded-Host, so that its links have the scheme, host and port of '%s'. Or set '%s' to '%s', if the service can be reached there."
				.formatted(service.key("base-url"), service.key("base-url"),
						(connection.getVersion() != null) ? withoutVersion(linked) : linked))
			.orElseGet(() -> "Check that '%s' and '%s' lead to the root of a service that describes itself by WADL."
				.formatted(service.key("base-url"), service.key("version")));
	}

	private static URI withoutVersion(URI root) {
		return root.resolve(root.getRawPath().endsWith("/") ? ".." : ".");
	}

	/** An error status carries the header fields and the body below its first line. */
	private static String said(RuntimeException ex) {
		return String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
	}

	private static String remedy(HyperClientException ex, ServiceSettings service) {
		if (ex instanceof Unauthorized) {
			return "Check the credentials below '%s', '%s' or '%s', or in the bean of the type HttpAuthorizer."
				.formatted(service.key("basic"), service.key("oauth"), service.key("oauth2"));
		}
		if (ex instanceof AccessTokenException) {
			return "The service itself was not asked. Check the client registration that '%s' names, and that its authorization server can be reached from here."
				.formatted(service.key("oauth2.registration-id"));
		}
		if (ex instanceof ProxyException) {
			return "Check '%s', '%s', '%s' and '%s', and that the proxy runs and allows connections to '%s'.".formatted(
					service.key("proxy.host"), service.key("proxy.port"), service.key("proxy.username"),
					service.key("proxy.password"), service.key("base-url"));
		}
		if (ex.getCause() instanceof SSLException || ex.getCause() instanceof GeneralSecurityException) {
			return "Check the SSL bundle that '%s' names, and that '%s' has the right scheme, host and port. To start without the service, set '%s' to 'lazy' or 'background'."
				.formatted(service.key("ssl.bundle"), service.key("base-url"), service.key("startup"));
		}
		return "Check that the service runs at '%s' in '%s' and can be reached from here. To start without it, set '%s' to 'lazy' (the first use fetches the root) or to 'background' (it is fetched as soon as the service is there)."
			.formatted(service.key("base-url"), service.key("version"), service.key("startup"));
	}

}
