package dev.hyperclient.cache.redis;

/**
 * A command had no effect, or an unknown one. Never leaves this package.
 */
final class RedisFailureException extends Exception {

	private static final long serialVersionUID = 1L;

	RedisFailureException(String message) {
		super(message, null, false, false);
	}

}
