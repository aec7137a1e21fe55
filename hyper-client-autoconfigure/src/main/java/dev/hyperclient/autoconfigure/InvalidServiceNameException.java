package dev.hyperclient.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the name of a service under {@code hyper-client.services} cannot be used.
 */
class InvalidServiceNameException extends RuntimeException {

	private final String name;

	private final Reason reason;

	private InvalidServiceNameException(String name, Reason reason, String message) {
		super(message);
		this.name = name;
		this.reason = reason;
	}

	/**
	 * Create an exception for a name that is written in several ways.
	 * @param name one of the spellings
	 * @param keys the quoted keys of all spellings
	 */
	static InvalidServiceNameException severalSpellings(String name, String keys) {
		return new InvalidServiceNameException(name, Reason.SEVERAL_SPELLINGS,
				"Several spellings of one service name: " + keys);
	}

	/**
	 * Create an exception for a name that stands for the default service.
	 * @param name the name
	 */
	static InvalidServiceNameException reserved(String name) {
		return new InvalidServiceNameException(name, Reason.RESERVED,
				"'%s.services.%s' has a name that is reserved for the default service".formatted(ServiceNames.PREFIX,
						name));
	}

	/**
	 * Create an exception for a name that a bean of another type has.
	 * @param name the name
	 * @param bean where the bean is defined, {@code null} if that is not known
	 */
	static InvalidServiceNameException nameOfBean(String name, @Nullable String bean) {
		return new InvalidServiceNameException(name, Reason.NAME_OF_BEAN,
				"'%s' has the name of a bean of the application that is not a ServiceRoot: %s"
					.formatted(ServiceNames.prefix(name), bean));
	}

	String getName() {
		return this.name;
	}

	Reason getReason() {
		return this.reason;
	}

	/**
	 * Why a name cannot be used.
	 */
	enum Reason {

		SEVERAL_SPELLINGS, RESERVED, NAME_OF_BEAN

	}

}
