package dev.hyperclient.cache;

/**
 * What to do with a stored response that a request has found, or with a request that has
 * found none (RFC 9111, 4).
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
	 * It may answer although it is stale (4.2.4).
	 *
	 * @param freshness how stale it is
	 * @param revalidate whether it must be validated at the same time (RFC 5861, 3)
	 */
	record ServeStale(Freshness freshness, boolean revalidate) implements ReuseDecision {
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

	/**
	 * Nothing stored may answer, and the caller forbids to ask the server (5.2.1.7).
	 */
	record GatewayTimeout() implements ReuseDecision {
	}

}
