package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.ThreadLocalRandom;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.concurrent.Futures;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Repeats a request after a 429, 502 or 503, within the limits of the policy.
 *
 * @param next the step that sends requests
 * @param policy the limits
 * @param listener is notified of retries
 * @param log the log of the service
 */
record RetryStep(Step next, RetryPolicy policy, ClientListener listener, CallLog log) implements Step {

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		ServiceResponse response = this.next.exchange(request, call);
		for (int retry = 0; retry < this.policy.maxRetries() && mayRetry(request, call, response); retry++) {
			Duration wait = waitBefore(retry, response);
			if (request.deadline().bounded() && wait.compareTo(request.deadline().remaining()) >= 0) {
				return response;
			}
			this.log.retrying(request, response, retry, this.policy.maxRetries(), wait);
			sleep(wait, request);
			response.body().close();
			this.listener.onRetry(request, response);
			response = this.next.exchange(request, call);
		}
		return response;
	}

	private boolean mayRetry(ServiceRequest request, CallState call, ServiceResponse response) {
		return (response.status() == 429 || response.status() == 502 || response.status() == 503) && !call.sendsOnce()
				&& mayRepeat(request);
	}

	private boolean mayRepeat(ServiceRequest request) {
		HttpMethod method = request.method();
		if (method == HttpMethod.POST) {
			return this.policy.retryPost();
		}
		if (method == HttpMethod.PATCH) {
			return request.headers().getFirst(HttpHeaders.IF_MATCH) != null;
		}
		return method == HttpMethod.GET || method.name().equals("QUERY") || method == HttpMethod.HEAD
				|| method == HttpMethod.PUT || method == HttpMethod.DELETE;
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
