package dev.hyperclient.autoconfigure;

import java.util.List;

import dev.hyperclient.typed.TypedRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Logs for each bean of a generated client what the description that the service serves
 * lacks or has changed, as soon as the root is fetched. Fetches nothing.
 */
final class TypedRootVerifier implements BeanPostProcessor {

	private static final Logger logger = LoggerFactory.getLogger(TypedRootVerifier.class);

	private static final int MAX_LOGGED = 20;

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// The root of a mock is null.
		if (bean instanceof TypedRoot typed && typed.root() != null) {
			typed.root().whenFetched(() -> report(typed));
		}
		return bean;
	}

	private static void report(TypedRoot typed) {
		List<String> differences = typed.differences();
		if (!differences.isEmpty()) {
			String more = (differences.size() > MAX_LOGGED)
					? " (and %d more)".formatted(differences.size() - MAX_LOGGED) : "";
			logger.warn(
					"The description of {} differs from the one that {} was generated from: {}{}. Fetch the description and generate the client again.",
					typed.uri(), typed.getClass().getName(),
					String.join("; ", differences.subList(0, Math.min(differences.size(), MAX_LOGGED))), more);
		}
	}

}
