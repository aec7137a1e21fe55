package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Repeats a request after a 429, 502 or 503, or if it could not be sent, within the
 * limits of the policy.
 *
 * @param next the step that sends requests
 * @param policy the limits
 * @param listener is notified of retries
 * @param log the log of the service
 * @param connects whether a request that could not be sent may be repeated now
 * @param offline whether no requests are sent
 */
record RetryStep(Step next, RetryPolicy policy, ClientListener listener, CallLog log, BooleanSupplier connects,
		BooleanSupplier offline) implements Step {

	/** The wait before the only retry after a host was not found. */
	private static final Duration HOST_WAIT = Duration.ofSeconds(1);

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		call.memory().retries = 0;
		ServiceResponse response = send(request, call);
		while (call.memory().retries < this.policy.maxRetries() && mayRetry(request, call, response)) {
			int retry = call.memory().retries++;
			Duration wait = waitBefore(retry, response);
			if (isTooLong(wait, request)) {
				return response;
			}
			this.log.retrying(request, response.status(), retry, this.policy.maxRetries(), wait);
			sleep(wait, request);
			response.body().close();
			this.listener.onRetry(request, response);
			response = send(request, call);
		}
		return response;
	}

	/** Send a request, also if that fails at first. */
	private ServiceResponse send(ServiceRequest request, CallState call) {
		for (int attempt = 0;; attempt++) {
			call.memory().unsent = TransportFailure.Unsent.NO;
			try {
				return this.next.exchange(request, call);
			}
			catch (TransportException ex) {
				TransportFailure.Unsent unsent = call.memory().unsent;
				if (!mayConnect(unsent, attempt, call)) {
					throw ex;
				}
				int retry = call.memory().retries++;
				Duration planned = this.policy.waits().apply(retry);
				boolean unknown = unsent == TransportFailure.Unsent.HOST_UNKNOWN;
				Duration wait = (unknown && planned.compareTo(HOST_WAIT) < 0) ? HOST_WAIT : planned;
				if (isTooLong(wait, request)) {
					throw ex;
				}
				this.log.connecting(request, ex, retry, unknown ? 1 : this.policy.maxRetries(), wait);
				sleep(wait, request);
				this.listener.onRepeat(request);
			}
		}
	}

	private boolean mayConnect(TransportFailure.Unsent unsent, int attempt, CallState call) {
		boolean temporary = switch (unsent) {
			// It may have been carried out, or fails again.
			case NO -> false;
			case REFUSED -> true;
			case HOST_UNKNOWN -> attempt == 0;
		};
		return temporary && call.memory().retries < this.policy.maxRetries() && this.policy.retryConnect()
				&& this.connects.getAsBoolean() && !this.offline.getAsBoolean() && !call.sendsOnce();
	}

	private static boolean isTooLong(Duration wait, ServiceRequest request) {
		return request.deadline().bounded() && wait.compareTo(request.deadline().remaining()) >= 0;
	}

	private boolean mayRetry(ServiceRequest request, CallState call, ServiceResponse response) {
		int status = response.status();
		if (call.sendsOnce() || this.offline.getAsBoolean()) {
			return false;
		}
		return ((status == 429 || status == 502 || status == 503) && mayRepeat(request))
				|| (this.policy.statuses().contains(status) && isSafe(request.method()));
	}

	private static boolean isSafe(HttpMethod method) {
		return method == HttpMethod.GET || method == HttpMethod.HEAD || method.name().equals("QUERY");
	}

	private boolean mayRepeat(ServiceRequest request) {
		HttpMethod method = request.method();
		if (method == HttpMethod.POST) {
			return this.policy.retryPost();
		}
		if (method == HttpMethod.PATCH) {
			return request.headers().getFirst(HttpHeaders.IF_MATCH) != null;
		}
		return isSafe(method) || method == HttpMethod.PUT || method == HttpMethod.DELETE;
	}

	private Duration waitBefore(int retry, ServiceResponse response) {
		Duration planned = this.policy.waits().apply(retry);
		@Nullable Duration asked = retryAfter(response.headers());
		if (asked == null) {
			return planned;
		}
		Duration honoured = atMost(this.policy.maxRetryAfter(), asked);
		// Clients that received the same value must not return at the same time.
		Duration later = honoured.plus(honoured.multipliedBy(ThreadLocalRandom.current().nextInt(100)).dividedBy(1000));
		Duration wait = atMost(this.policy.maxRetryAfter(), later);
		return (wait.compareTo(planned) > 0) ? wait : planned;
	}

	private static Duration atMost(Duration maximum, Duration wait) {
		return (wait.compareTo(maximum) > 0) ? maximum : wait;
	}

	private @Nullable Duration retryAfter(HttpHeaders headers) {
		@Nullable String value = headers.getFirst(HttpHeaders.RETRY_AFTER);
		if (value == null) {
			return null;
		}
		try {
			if (!value.isEmpty() && value.chars().allMatch((c) -> c >= '0' && c <= '9')) {
				return Duration.ofSeconds(Long.parseLong(value));
			}
			long date = headers.getFirstDate(HttpHeaders.RETRY_AFTER);
			return (date != -1) ? Duration.between(this.policy.clock().instant(), Instant.ofEpochMilli(date)) : null;
		}
		catch (IllegalArgumentException | DateTimeParseException | ArithmeticException ex) {
			return null;
		}
	}

	private void sleep(Duration wait, ServiceRequest request) {
		if (wait.isZero() || wait.isNegative()) {
			return;
		}
		try {
			this.policy.sleeper().sleep(wait);
		}
		catch (InterruptedException ex) {
			throw Futures.interrupted(request, "to send the request again", ex);
		}
	}

}
