package dev.hyperclient.cache.spring;

/**
 * Thrown within this package if a consumer of a request needs the request of the HTTP
 * client. That request exists only if it is sent without the cache.
 */
final class NativeRequestException extends RuntimeException {

	NativeRequestException() {
		super("The request of the HTTP client is not available", null, false, false);
	}

}
