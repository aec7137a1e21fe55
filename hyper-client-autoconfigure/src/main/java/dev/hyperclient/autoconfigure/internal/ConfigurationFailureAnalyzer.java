package dev.hyperclient.autoconfigure.internal;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes a {@link ConfigurationException}.
 */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
		return new FailureAnalysis(cause.getDescription() + ".", cause.getAction(), cause);
	}

}
