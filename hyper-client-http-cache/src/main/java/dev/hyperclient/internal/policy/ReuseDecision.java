package dev.hyperclient.internal.policy;

/**
 * Decision on the stored response of a request, if there is one (RFC 9111, 4).
 */
public sealed interface ReuseDecision {

	/**
	 * Serve the stored response.
	 *
	 * @param freshness its freshness
	 */
	record Reuse(Freshness freshness) implements ReuseDecision {
	}

	/**
	 * Serve the stored response although it is stale (4.2.4).
	 *
	 * @param freshness its freshness
	 * @param revalidate whether to validate it in the background (RFC 5861, 3)
	 */
	record ServeStale(Freshness freshness, boolean revalidate) implements ReuseDecision {
	}

	/**
	 * Forward a conditional request, and serve the stored response if it is confirmed.
	 *
	 * @param validators the validators for the condition, not empty
	 */
	record Validate(Validators validators) implements ReuseDecision {
	}

	/**
	 * Forward the request as it is.
	 */
	record Forward() implements ReuseDecision {
	}

	/**
	 * Respond with 504: no stored response may be served, and the request forbids to
	 * forward it (5.2.1.7).
	 */
	record GatewayTimeout() implements ReuseDecision {
	}

}
