package dev.hyperclient.autoconfigure;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.typed.TypedRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Logs for each generated client that is a bean what the description that the service
 * serves lacks or has changed, as soon as the root is fetched and after each change of
 * the description. Fetches nothing.
 */
final class TypedRootVerifier implements BeanPostProcessor {

	private static final Logger logger = LoggerFactory.getLogger(TypedRootVerifier.class);

	private static final int MAX_LOGGED = 20;

	/** A bean may be created for each request, and the root keeps what it runs. */
	private final Map<ServiceRoot, Set<Class<?>>> verified = Collections.synchronizedMap(new WeakHashMap<>());

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		// A bean that the configuration of a test mocks has no root.
		if (bean instanceof TypedRoot typed && typed.root() != null
				&& this.verified.computeIfAbsent(typed.root(), (root) -> ConcurrentHashMap.newKeySet())
					.add(typed.getClass())) {
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
