package dev.hyperclient.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes an {@link InvalidServiceNameException}.
 */
final class InvalidServiceNameFailureAnalyzer extends AbstractFailureAnalyzer<InvalidServiceNameException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidServiceNameException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", action(cause), cause);
	}

	private static String action(InvalidServiceNameException cause) {
		return switch (cause.getReason()) {
			case SEVERAL_SPELLINGS ->
				"Use one spelling of the name everywhere, or give another name to another service.";
			case RESERVED ->
				"Remove '.services.%s' from the keys of its properties, as in '%s.base-url', or give the service another name."
					.formatted(cause.getName(), ServiceNames.PREFIX);
			case NAME_OF_BEAN -> "Give the service or the bean another name.";
		};
	}

}
