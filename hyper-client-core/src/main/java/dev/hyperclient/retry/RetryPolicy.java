package dev.hyperclient.retry;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

import org.springframework.util.Assert;

/**
 * Limits of the retries of requests that were answered with 429, 502 or 503. GET, HEAD,
 * QUERY, PUT and DELETE are retried, PATCH if it has {@code If-Match}, and POST only if
 * enabled, since it is not idempotent. Retries after other statuses, and of requests that
 * could not be sent, must be enabled. The last response is returned. A wait that would
 * not end within the call timeout is not begun. Immutable; thread-safe if its parts are.
 * <pre class="code">{@code
 * RetryPolicy policy = RetryPolicy.defaults().withMaxRetries(3).withMaxRetryAfter(Duration.ofSeconds(10));
 * }</pre>
 */
public final class RetryPolicy {

	private static final int LONGEST_SHIFT = 30;

	private final int maxRetries;

	private final IntFunction<Duration> waits;

	private final Duration maxRetryAfter;

	private final boolean retryPost;

	private final boolean retryConnect;

	private final Set<Integer> statuses;

	private final Clock clock;

	private final Sleeper sleeper;

	private RetryPolicy(int maxRetries, IntFunction<Duration> waits, Duration maxRetryAfter, boolean retryPost,
			boolean retryConnect, Set<Integer> statuses, Clock clock, Sleeper sleeper) {
		Assert.isTrue(maxRetries >= 0, () -> "'maxRetries' must not be negative but is " + maxRetries);
		Assert.isTrue(!maxRetryAfter.isNegative(),
				() -> "'maxRetryAfter' must not be negative but is " + maxRetryAfter);
		this.maxRetries = maxRetries;
		this.waits = waits;
		this.maxRetryAfter = maxRetryAfter;
		this.retryPost = retryPost;
		this.retryConnect = retryConnect;
		this.statuses = Set.copyOf(statuses);
		this.clock = clock;
		this.sleeper = sleeper;
	}

	/**
	 * Return the default policy: six retries after 0, 1, 2, 4, 8 and 16 seconds, each
	 * shortened at random by up to half, so that many clients do not retry at the same
	 * time; {@code Retry-After} is honoured up to 30 seconds.
	 * @return the policy
	 */
	public static RetryPolicy defaults() {
		return new RetryPolicy(6, RetryPolicy::doubling, Duration.ofSeconds(30), false, false, Set.of(),
				Clock.systemUTC(), Sleeper.THREAD);
	}

	/**
	 * Return a policy without retries.
	 * @return the policy
	 */
	public static RetryPolicy none() {
		return defaults().withMaxRetries(0);
	}

	/**
	 * Return the same policy with another number of retries.
	 * @param maxRetries the number, not negative
	 * @return the policy
	 * @throws IllegalArgumentException if the number is negative
	 */
	public RetryPolicy withMaxRetries(int maxRetries) {
		return new RetryPolicy(maxRetries, this.waits, this.maxRetryAfter, this.retryPost, this.retryConnect,
				this.statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with other waits.
	 * @param waits the wait before each retry, the first being number 0
	 * @return the policy
	 */
	public RetryPolicy withWaits(IntFunction<Duration> waits) {
		return new RetryPolicy(this.maxRetries, waits, this.maxRetryAfter, this.retryPost, this.retryConnect,
				this.statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with another maximum wait for a {@code Retry-After} of the
	 * service (RFC 9110, 10.2.3), to which up to a tenth is added at random.
	 * @param maxRetryAfter the limit, not negative; {@link Duration#ZERO} to ignore the
	 * field
	 * @return the policy
	 * @throws IllegalArgumentException if the limit is negative
	 */
	public RetryPolicy withMaxRetryAfter(Duration maxRetryAfter) {
		return new RetryPolicy(this.maxRetries, this.waits, maxRetryAfter, this.retryPost, this.retryConnect,
				this.statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with or without POST.
	 * @param retryPost whether POST is retried, too
	 * @return the policy
	 */
	public RetryPolicy withRetryPost(boolean retryPost) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, retryPost, this.retryConnect,
				this.statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with or without retries of requests of any method that could
	 * not be sent: the connection was refused, or ended before the request was written.
	 * If the host is not found, there is one retry, after a second. TLS failures and
	 * connections that are not established in time are not retried. A root that is
	 * fetched while it is built is not retried either.
	 * @param retryConnect whether such requests are retried; {@code false} by default
	 * @return the policy
	 */
	public RetryPolicy withRetryConnect(boolean retryConnect) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, retryConnect,
				this.statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with further statuses after which GET, HEAD and QUERY are
	 * retried, for instance 504.
	 * @param statuses error statuses, in addition to 429, 502 and 503; none by default
	 * @return the policy
	 * @throws IllegalArgumentException if one is not from 400 to 599
	 */
	public RetryPolicy withStatuses(Set<Integer> statuses) {
		Assert.isTrue(statuses.stream().allMatch((status) -> status >= 400 && status < 600),
				() -> "'statuses' must be from 400 to 599 but are " + statuses);
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, this.retryConnect,
				statuses, this.clock, this.sleeper);
	}

	/**
	 * Return the same policy with another clock.
	 * @param clock the clock that a {@code Retry-After} date is compared with
	 * @return the policy
	 */
	public RetryPolicy withClock(Clock clock) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, this.retryConnect,
				this.statuses, clock, this.sleeper);
	}

	/**
	 * Return the same policy with another sleeper.
	 * @param sleeper sleeps between attempts
	 * @return the policy
	 */
	public RetryPolicy withSleeper(Sleeper sleeper) {
		return new RetryPolicy(this.maxRetries, this.waits, this.maxRetryAfter, this.retryPost, this.retryConnect,
				this.statuses, this.clock, sleeper);
	}

	/**
	 * Return the maximum number of retries.
	 * @return the number, not negative
	 */
	public int maxRetries() {
		return this.maxRetries;
	}

	/**
	 * Return the wait before each retry, the first being number 0.
	 * @return the waits by the number of the retry
	 */
	public IntFunction<Duration> waits() {
		return this.waits;
	}

	/**
	 * Return the maximum wait for a {@code Retry-After}.
	 * @return the limit, zero if the field is ignored
	 */
	public Duration maxRetryAfter() {
		return this.maxRetryAfter;
	}

	/**
	 * Return whether POST is retried, too.
	 * @return whether it is retried
	 */
	public boolean retryPost() {
		return this.retryPost;
	}

	/**
	 * Return whether requests that could not be sent are retried.
	 * @return whether they are retried
	 */
	public boolean retryConnect() {
		return this.retryConnect;
	}

	/**
	 * Return the further statuses after which safe requests are retried.
	 * @return the statuses, unmodifiable
	 */
	public Set<Integer> statuses() {
		return this.statuses;
	}

	/**
	 * Return the clock that a {@code Retry-After} date is compared with.
	 * @return the clock
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Return the sleeper, which waits between attempts.
	 * @return the sleeper
	 */
	public Sleeper sleeper() {
		return this.sleeper;
	}

	private static Duration doubling(int retry) {
		return (retry == 0) ? Duration.ZERO
				: Duration.ofMillis(500L << Math.min(retry - 1, LONGEST_SHIFT))
					.multipliedBy(1000 + ThreadLocalRandom.current().nextInt(1001))
					.dividedBy(1000);
	}

}
