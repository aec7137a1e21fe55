package dev.hyperclient.cookbook;

import java.util.stream.Stream;

import dev.hyperclient.CollectionType;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Sets the key lookup and the credentials of the embedded service. For another service,
 * configure {@code hyper-client.collections}, and {@code hyper-client.basic} or
 * {@code hyper-client.oauth}.
 */
@Component
@Profile("!service")
@ConditionalOnBooleanProperty(name = "cookbook.service.enabled", matchIfMissing = true)
class EmbeddedServiceCustomizer implements ServiceRootBuilderCustomizer {

	private final EmbeddedServiceConnectionDetails connection;

	private final CookbookServiceProperties service;

	EmbeddedServiceCustomizer(EmbeddedServiceConnectionDetails connection, CookbookServiceProperties service) {
		this.connection = connection;
		this.service = service;
	}

	@Override
	public void customize(String service, ServiceRootBuilder builder) {
		if (!service.equals(DEFAULT_SERVICE) || !this.connection.isEmbedded()) {
			return;
		}
		Stream.of("cookbooks", "dishes", "recipes")
			.forEach((name) -> builder.collection(name, CollectionType.keyedBy(name + "/{key}")));
		switch (this.service.security()) {
			case BASIC -> builder.authorizer(new BasicHttpAuthorizer(this.service.username(), this.service.password()));
			case OAUTH -> builder.authorizer(new OAuthAuthorizer(this.service.consumerKey(),
					new AccessToken(this.service.accessToken(), this.service.accessTokenSecret())));
			case OPEN -> {
				// No credentials.
			}
		}
	}

}
