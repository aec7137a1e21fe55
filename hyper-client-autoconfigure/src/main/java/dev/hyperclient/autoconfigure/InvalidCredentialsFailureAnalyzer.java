package dev.hyperclient.autoconfigure;

import java.util.stream.Collectors;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link InvalidCredentialsException}.
 */
final class InvalidCredentialsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidCredentialsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidCredentialsException cause) {
		String properties = cause.getProperties()
			.stream()
			.map((property) -> "'" + property + "'")
			.collect(Collectors.joining(" or "));
		return new FailureAnalysis(cause.getMessage() + ".", "Correct %s.".formatted(properties), cause);
	}

}
