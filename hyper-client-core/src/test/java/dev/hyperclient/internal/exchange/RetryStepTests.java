package dev.hyperclient.internal.exchange;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which methods are sent again, and that responses that are not returned are closed.
 */
class RetryStepTests {

	private final OpenBodies bodies = new OpenBodies();

	@ParameterizedTest
	@CsvSource({ "GET, false, 4", "HEAD, false, 4", "QUERY, false, 4", "PUT, false, 4", "DELETE, false, 4",
			"PATCH, true, 4", "PATCH, false, 1", "POST, false, 1", "POST, true, 1" })
	void repeatableRequestsAreRetried(String method, boolean ifMatch, int attempts) {
		assertThat(attempts(method, ifMatch, RetryPolicy.defaults())).isEqualTo(attempts);
		// That of the last response, which is returned.
		assertThat(this.bodies.count()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "POST, 4", "PATCH, 1" })
	void aSettingAddsPost(String method, int attempts) {
		assertThat(attempts(method, false, RetryPolicy.defaults().withRetryPost(true))).isEqualTo(attempts);
	}

	private int attempts(String method, boolean ifMatch, RetryPolicy policy) {
		AtomicInteger attempts = new AtomicInteger();
		Step unavailable = (request, call) -> {
			attempts.incrementAndGet();
			return ServiceResponse.to(request, 503, HttpHeaders.EMPTY, this.bodies.open());
		};
		HttpHeaders headers = new HttpHeaders();
		if (ifMatch) {
			headers.set("If-Match", "\"tag\"");
		}
		RetryPolicy quick = policy.withMaxRetries(3).withSleeper((time) -> {
		});
		new RetryStep(unavailable, quick, ClientListeners.NONE, CallLog.of("default"), () -> true).exchange(
				ServiceRequest.of(HttpMethod.valueOf(method), URI.create("http://localhost/"), headers, null),
				CallState.collecting());
		return attempts.get();
	}

}
