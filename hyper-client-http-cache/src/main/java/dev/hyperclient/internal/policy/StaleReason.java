package dev.hyperclient.internal.policy;

/**
 * Reason to serve a stale response that needs no permission of its server (RFC 9111,
 * 4.2.4; RFC 5861, 4).
 */
public enum StaleReason {

	/** The server has answered with an error. */
	ERROR("stale-if-error"),

	/** The server could not be reached. */
	DISCONNECTED("disconnected"),

	/** The last requests to the server have failed, and this one is not sent. */
	PAUSED("paused"),

	/** No requests are sent. */
	OFFLINE("offline");

	private final String detail;

	StaleReason(String detail) {
		this.detail = detail;
	}

	/**
	 * Whether the request has been sent.
	 */
	public boolean isSent() {
		return this == ERROR || this == DISCONNECTED;
	}

	/**
	 * Return the token in the {@code Cache-Status} field.
	 */
	@Override
	public String toString() {
		return this.detail;
	}

}
