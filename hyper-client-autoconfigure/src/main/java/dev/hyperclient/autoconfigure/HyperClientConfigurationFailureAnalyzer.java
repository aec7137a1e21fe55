package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes a {@link HyperClientConfigurationException}.
 */
final class HyperClientConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<HyperClientConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, HyperClientConfigurationException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
