package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link AmbiguousServiceBeanException}.
 */
final class AmbiguousServiceBeanFailureAnalyzer extends AbstractFailureAnalyzer<AmbiguousServiceBeanException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, AmbiguousServiceBeanException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"Mark one of them as @Primary, or qualify each bean of a named service with the name of that service (@Qualifier).",
				cause);
	}

}
