package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The result of a request in the cache. Immutable.
 */
public sealed interface CacheResult {

	/**
	 * Create a result, for instance to test a listener.
	 * @param outcome the outcome
	 * @param status the status code
	 * @param savedBytes the length of the content that was not transferred
	 * @param time the time from the request to the outcome
	 * @param rule the rule that decided, {@code null} without one
	 * @return the result
	 */
	static CacheResult of(CacheOutcome outcome, int status, long savedBytes, Duration time, @Nullable String rule) {
		return new DefaultCacheResult(outcome, status, savedBytes, time, rule);
	}

	/**
	 * Return the outcome.
	 * @return the outcome
	 */
	CacheOutcome outcome();

	/**
	 * Return the status code that the server sent, also if it is a 304 that confirms the
	 * stored response, or the status of the stored response if nothing was sent.
	 * @return the status code
	 */
	int status();

	/**
	 * Return the length of the stored content that was not transferred, decoded: after a
	 * {@link CacheOutcome#HIT}, a {@link CacheOutcome#STALE}, or a
	 * {@link CacheOutcome#REVALIDATED} of a stored response.
	 * @return the length in bytes, otherwise zero
	 */
	long savedBytes();

	/**
	 * Return the time from the request to the outcome, by the clock of the cache. Content
	 * that is streamed may follow.
	 * @return the time, not negative
	 */
	Duration time();

	/**
	 * Return the name of the {@link CacheRule} that decided on the request, or its number
	 * from 1.
	 * @return the rule, {@code null} without one
	 */
	@Nullable String rule();

}

record DefaultCacheResult(CacheOutcome outcome, int status, long savedBytes, Duration time,
		@Nullable String rule) implements CacheResult {

	DefaultCacheResult {
		Objects.requireNonNull(outcome, "'outcome' must not be null");
		Objects.requireNonNull(time, "'time' must not be null");
	}

}
