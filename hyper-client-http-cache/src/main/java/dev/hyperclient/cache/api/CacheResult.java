package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * How the cache has answered a request.
 *
 * @param outcome the outcome
 * @param status the status code that the server sent, also if it is a 304 that confirms
 * the stored response, or the status of the stored response if nothing was sent
 * @param savedBytes the length of the stored content that was not transferred, decoded:
 * after a {@link CacheOutcome#HIT}, a {@link CacheOutcome#STALE}, or a
 * {@link CacheOutcome#REVALIDATED} of a stored response; otherwise zero
 * @param time the time from the request to the outcome, by the clock of the cache; not
 * negative. Content that is streamed may follow
 * @param rule the name of the {@link CacheRule} that decided on the request, or its
 * number from 1; {@code null} without one
 */
public record CacheResult(CacheOutcome outcome, int status, long savedBytes, Duration time, @Nullable String rule) {

	public CacheResult {
		Objects.requireNonNull(outcome, "'outcome' must not be null");
		Objects.requireNonNull(time, "'time' must not be null");
	}

}
