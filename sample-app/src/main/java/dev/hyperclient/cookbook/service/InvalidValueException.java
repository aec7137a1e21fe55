package dev.hyperclient.cookbook.service;

/**
 * A value does not fit its description. The message lacks the name, which the caller
 * knows.
 */
class InvalidValueException extends RuntimeException {

	InvalidValueException(String message) {
		super(message, null, false, false);
	}

}
