package dev.hyperclient.autoconfigure.httpcache;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Analyzes a {@link HttpCacheConfigurationException}.
 */
final class HttpCacheConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<HttpCacheConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, HttpCacheConfigurationException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
	}

}
