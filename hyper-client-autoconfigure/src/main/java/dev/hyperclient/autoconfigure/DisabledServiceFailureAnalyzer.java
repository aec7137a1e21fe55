package dev.hyperclient.autoconfigure;

import java.util.List;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.internal.DisabledFailureAnalyzer;

import org.springframework.core.env.Environment;

/**
 * Analyzes a missing {@link ServiceRoot} if a service is disabled.
 */
final class DisabledServiceFailureAnalyzer extends DisabledFailureAnalyzer {

	private final Environment environment;

	DisabledServiceFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected List<String> disabling(Class<?> type) {
		return (type == ServiceRoot.class) ? ServiceNames.disabled(this.environment) : List.of();
	}

}
