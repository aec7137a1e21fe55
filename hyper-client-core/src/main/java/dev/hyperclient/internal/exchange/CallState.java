package dev.hyperclient.internal.exchange;

import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.transport.Repetition;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * A call as the steps of the exchange know it. Its switches do not change; its memory is
 * shared by all attempts. Used by the thread of the call only.
 */
final class CallState {

	/** Whether the content of the response is streamed. */
	final boolean streams;

	/** The content that is read while it is sent. */
	final @Nullable Resource upload;

	/** Whether stored responses are not used. */
	final boolean reloads;

	/** Whether no connection is used that has been used before. */
	final boolean needsNewConnection;

	/** Created by the first attempt: a call that the cache answers needs none. */
	private @Nullable Memory memory;

	private CallState(boolean streams, @Nullable Resource upload, boolean reloads, boolean needsNewConnection,
			@Nullable Memory memory) {
		this.streams = streams;
		this.upload = upload;
		this.reloads = reloads;
		this.needsNewConnection = needsNewConnection;
		this.memory = memory;
	}

	/** Return the state of a call whose response is collected. */
	static CallState collecting() {
		return new CallState(false, null, false, false, null);
	}

	/** Return the state of a call whose response is streamed. */
	static CallState streaming() {
		return new CallState(true, null, false, false, null);
	}

	/** Return the state of a call that sends content. */
	static CallState uploading(Resource upload) {
		return new CallState(false, upload, false, false, null);
	}

	/** Return the state of the same call, made again without stored responses. */
	CallState reloading() {
		return new CallState(this.streams, this.upload, true, false, memory());
	}

	/** Return the state of the same call, made again on a new connection. */
	CallState onNewConnection() {
		return new CallState(this.streams, this.upload, this.reloads, true, memory());
	}

	/** Return the memory that the attempts of the call share. */
	Memory memory() {
		Memory known = this.memory;
		if (known == null) {
			known = new Memory();
			this.memory = known;
		}
		return known;
	}

	/** Whether the content can be sent only once. */
	boolean sendsOnce() {
		return this.upload != null && this.upload.isOpen();
	}

	/**
	 * Memory of a call.
	 */
	static final class Memory {

		/** Whether the authorizer was asked to renew its credentials. */
		private boolean renewed;

		/** The last request that was not answered and may have been carried out. */
		@Nullable UnansweredException unanswered;

		/** The retries of the present request. */
		int retries;

		/** Whether the last request could not be sent. */
		TransportFailure.Unsent unsent = TransportFailure.Unsent.NO;

		/** The response to content that can be sent only once. */
		@Nullable ServiceResponse onlyResponse;

		/** Return whether the authorizer may renew its credentials, {@code true} once. */
		boolean mayRenew() {
			boolean first = !this.renewed;
			this.renewed = true;
			return first;
		}

	}

	/**
	 * A request that may be sent once more has received no response. Never leaves the
	 * exchange.
	 */
	static final class UnansweredException extends TransportException {

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

}
