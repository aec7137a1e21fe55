package dev.hyperclient.internal.exchange;

import dev.hyperclient.error.TransportException;
import dev.hyperclient.internal.transport.Repetition;

/**
 * A request that may be sent once more has received no response. Never leaves the
 * exchange.
 */
final class UnansweredException extends TransportException {

	private static final long serialVersionUID = 1L;

	private final TransportException failure;

	private final transient Repetition repetition;

	UnansweredException(TransportException failure, Repetition repetition) {
		super(failure.uri(), String.valueOf(failure.getMessage()), failure);
		this.failure = failure;
		this.repetition = repetition;
	}

	/** Return what is thrown if the request is not sent once more. */
	TransportException failure() {
		return this.failure;
	}

	Repetition repetition() {
		return this.repetition;
	}

}
