package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link UnsupportedSpringBootException}. Uses only types that older versions
 * of Spring Boot have as well.
 */
final class UnsupportedSpringBootFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedSpringBootException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedSpringBootException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Upgrade the application to Spring Boot %s or newer, or remove the dependency 'hyper-client-spring-boot-starter'."
					.formatted(SpringBootRequirement.MINIMUM),
				cause);
	}

}
