package dev.hyperclient.autoconfigure;

import java.util.List;

/**
 * Thrown if several beans of one type could be used for a service.
 */
class AmbiguousServiceBeanException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param type the type of the beans
	 * @param service the name of the service
	 * @param beans the names of the beans
	 */
	AmbiguousServiceBeanException(Class<?> type, String service, List<String> beans) {
		super("Several beans of the type %s for the service '%s': %s".formatted(type.getSimpleName(), service,
				String.join(", ", beans)));
	}

}
