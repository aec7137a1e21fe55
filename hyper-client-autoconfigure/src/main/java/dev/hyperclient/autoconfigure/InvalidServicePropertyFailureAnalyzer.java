package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link InvalidServicePropertyException}.
 */
final class InvalidServicePropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidServicePropertyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidServicePropertyException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Set '%s' to %s.".formatted(cause.getProperty(), cause.getExpected()), cause);
	}

}
