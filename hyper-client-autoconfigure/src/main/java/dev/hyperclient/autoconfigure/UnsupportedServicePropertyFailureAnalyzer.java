package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link UnsupportedServicePropertyException}.
 */
final class UnsupportedServicePropertyFailureAnalyzer
		extends AbstractFailureAnalyzer<UnsupportedServicePropertyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedServicePropertyException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", action(cause), cause);
	}

	private static String action(UnsupportedServicePropertyException cause) {
		return switch (cause.getRequirement()) {
			case REACTOR_NETTY ->
				"Remove '%s' and use a bean of the type ClientHttpConnectorBuilder, or use Reactor Netty (spring.http.clients.reactive.connector=reactor)."
					.formatted(cause.getProperty());
			case OAUTH2_CLIENT ->
				"Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client, and define 'spring.security.oauth2.client.registration.%s'; or mark one ClientRegistrationRepository and one OAuth2AuthorizedClientService as @Primary."
					.formatted(cause.getValue());
		};
	}

}
