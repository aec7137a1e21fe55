package dev.hyperclient.internal.exchange;

import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * What the steps of the exchange know about a call. Used by the thread of the call only.
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

	/**
	 * Whether the authorizer was asked to renew its credentials, also by a repetition.
	 */
	private final AtomicBoolean renewal;

	/** The first request that was not answered and may have been carried out. */
	@Nullable UnansweredException unanswered;

	/** The response to content that can be sent only once. */
	@Nullable ServiceResponse onlyResponse;

	private CallState(boolean streams, @Nullable Resource upload, boolean reloads, boolean needsNewConnection,
			AtomicBoolean renewal) {
		this.streams = streams;
		this.upload = upload;
		this.reloads = reloads;
		this.needsNewConnection = needsNewConnection;
		this.renewal = renewal;
	}

	/** Return the state of a call whose response is collected. */
	static CallState collecting() {
		return new CallState(false, null, false, false, new AtomicBoolean());
	}

	/** Return the state of a call whose response is streamed. */
	static CallState streaming() {
		return new CallState(true, null, false, false, new AtomicBoolean());
	}

	/** Return the state of a call that sends content. */
	static CallState uploading(Resource upload) {
		return new CallState(false, upload, false, false, new AtomicBoolean());
	}

	/** Return the state of the same call, made again without stored responses. */
	CallState reloading() {
		return new CallState(this.streams, this.upload, true, false, this.renewal);
	}

	/** Return the state of the same call, made again on a new connection. */
	CallState onNewConnection() {
		return new CallState(this.streams, this.upload, this.reloads, true, this.renewal);
	}

	/** Return whether the authorizer may renew its credentials, {@code true} once. */
	boolean mayRenew() {
		return this.renewal.compareAndSet(false, true);
	}

	/** Whether the content can be sent only once. */
	boolean sendsOnce() {
		return this.upload != null && this.upload.isOpen();
	}

}
