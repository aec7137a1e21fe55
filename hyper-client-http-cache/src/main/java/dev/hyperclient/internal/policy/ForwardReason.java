package dev.hyperclient.internal.policy;

/**
 * Why a request was forwarded (RFC 9211, 2.2).
 */
public enum ForwardReason {

	/** The cache does not handle such requests. */
	BYPASS("bypass"),

	/** The method requires it. */
	METHOD("method"),

	/** No response to this URL is stored. */
	URI_MISS("uri-miss"),

	/** Responses to this URL are stored, for other selecting header fields or users. */
	VARY_MISS("vary-miss"),

	/** No stored response can be used; which of the other reasons it is, is unknown. */
	MISS("miss"),

	/** A directive of the request forbids to reuse a fresh response. */
	REQUEST("request"),

	/** The stored response is stale. */
	STALE("stale"),

	/** The stored response does not contain the requested range. */
	PARTIAL("partial");

	private final String token;

	ForwardReason(String token) {
		this.token = token;
	}

	/**
	 * Return the value of the parameter {@code fwd}.
	 */
	@Override
	public String toString() {
		return this.token;
	}

}
