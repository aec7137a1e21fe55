package dev.hyperclient.cache;

/**
 * What to do with a stored response that a request has found (RFC 9111, 4).
 */
sealed interface ReuseDecision {

	/**
	 * It may answer.
	 *
	 * @param freshness how fresh it is
	 */
	record Reuse(Freshness freshness) implements ReuseDecision {
	}

	/**
	 * It may answer if the server confirms it.
	 *
	 * @param validators what to ask the server with; not empty
	 */
	record Validate(Validators validators) implements ReuseDecision {
	}

	/**
	 * It has nothing to do with this request, which goes to the server as it is.
	 */
	record Forward() implements ReuseDecision {
	}

}
