package dev.hyperclient.retry;

import java.time.Clock;
import java.time.Duration;
import java.util.function.IntFunction;

/**
 * When and how often a request is sent again that was answered with 502 or 503: GET,
 * HEAD, PUT and DELETE, PATCH if it carries {@code If-Match}, and POST only if that is
 * switched on, since a repeated POST may repeat its effect. The last answer counts.
 * Immutable; thread-safe if its parts are.
 *
 * @param maxRetries how many times a request is sent again at the most, not negative
 * @param waits the time to wait before each retry, the first being number 0
 * @param maxRetryAfter how long a {@code Retry-After} of the service (RFC 9110, 10.2.3)
 * makes the client wait at the most; {@link Duration#ZERO} to pay it no regard
 * @param retryPost whether POST is sent again too
 * @param clock the clock that a {@code Retry-After} date is compared with
 * @param sleeper how waiting is done
 */
public record RetryPolicy(int maxRetries, IntFunction<Duration> waits, Duration maxRetryAfter, boolean retryPost,
		Clock clock, Sleeper sleeper) {

	private static final int LONGEST_SHIFT = 30;

	public RetryPolicy {
		if (maxRetries < 0) {
			throw new IllegalArgumentException("'maxRetries' must not be negative but is " + maxRetries);
		}
		if (maxRetryAfter.isNegative()) {
			throw new IllegalArgumentException("'maxRetryAfter' must not be negative but is " + maxRetryAfter);
		}
	}

	/**
	 * Six retries, after 0, 1, 2, 4, 8 and 16 seconds, and {@code Retry-After} honoured
	 * up to half a minute.
	 * @return the policy
	 */
	public static RetryPolicy defaults() {
		return new RetryPolicy(6, RetryPolicy::doubling, Duration.ofSeconds(30), false, Clock.systemUTC(),
				Sleeper.THREAD);
	}

	/**
	 * No retries at all.
	 * @return the policy
	 */
	public static RetryPolicy none() {
		return defaults().withMaxRetries(0);
	}

	/**
	 * Return the same policy with another number of retries.
	 * @param other the number, not negative
	 * @return the policy
	 */
	public RetryPolicy withMaxRetries(int other) {
		return new RetryPolicy(other, this.waits, this.maxRetryAfter, this.retryPost, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with other waits.
	 * @param other the time to wait before each retry, the first being number 0
	 * @return the policy
	 */
	public RetryPolicy withWaits(IntFunction<Duration> other) {
		return new RetryPolicy(this.maxRetries, other, this.maxRetryAfter, this.retryPost, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with another limit to what the service may ask for.
	 * @param other the limit, not negative
	 * @return the policy
	 */
	public RetryPolicy withMaxRetryAfter(Duration other) {
		return new RetryPolicy(this.maxRetries, this.waits, other, this.retryPost, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with or without POST.
	 * @param other whether POST is sent again too
	 * @return the policy
	 */
	public RetryPolicy withRetryPost(boolean other) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, other, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with another clock.
	 * @param other the clock
	 * @return the policy
	 */
	public RetryPolicy withClock(Clock other) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, other, this.sleeper);
	}

	/**
	 * Return the same policy with another way to wait.
	 * @param other how waiting is done
	 * @return the policy
	 */
	public RetryPolicy withSleeper(Sleeper other) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, this.clock, other);
	}

	private static Duration doubling(int retry) {
		return (retry == 0) ? Duration.ZERO : Duration.ofSeconds(1L << Math.min(retry - 1, LONGEST_SHIFT));
	}

}
