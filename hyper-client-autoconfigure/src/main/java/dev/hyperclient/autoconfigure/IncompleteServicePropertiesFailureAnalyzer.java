package dev.hyperclient.autoconfigure;

import dev.hyperclient.autoconfigure.IncompleteServicePropertiesException.Group;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link IncompleteServicePropertiesException}.
 */
final class IncompleteServicePropertiesFailureAnalyzer
		extends AbstractFailureAnalyzer<IncompleteServicePropertiesException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, IncompleteServicePropertiesException cause) {
		String action = "Set '%s' too, or remove '%s'.".formatted(cause.getMissing(), cause.getProperty());
		return new FailureAnalysis(cause.getMessage() + ".", (cause.getGroup() == Group.CREDENTIALS)
				? action + " Or define a bean of the type HttpAuthorizer." : action, cause);
	}

}
