package dev.hyperclient.internal.exchange;

import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.transport.Repetition;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which requests are sent again and after which wait, and that responses that are not
 * returned are closed.
 */
class RetryStepTests {

	private static final URI SERVICE = URI.create("http://localhost/");

	private final OpenBodies bodies = new OpenBodies();

	private final List<Duration> waits = new ArrayList<>();

	/** Number of bodies that were open during each wait. */
	private final List<Integer> openDuringWaits = new ArrayList<>();

	private final AtomicInteger attempts = new AtomicInteger();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.default", Level.DEBUG);

	private final List<Integer> refusals = new ArrayList<>();

	private final ClientListener listener = new ClientListener() {

		@Override
		public void onRetry(ServiceRequest request, ServiceResponse refusal) {
			RetryStepTests.this.refusals.add(refusal.status());
		}

	};

	private final RetryPolicy policy = RetryPolicy.defaults().withSleeper((wait) -> {
		this.waits.add(wait);
		this.openDuringWaits.add(this.bodies.count());
	}).withClock(Clock.fixed(Instant.parse("2026-11-21T00:00:00Z"), ZoneOffset.UTC));

	@ParameterizedTest
	@CsvSource({ "GET, false, 4", "HEAD, false, 4", "QUERY, false, 4", "PUT, false, 4", "DELETE, false, 4",
			"PATCH, true, 4", "PATCH, false, 1", "OPTIONS, false, 1", "POST, false, 1", "POST, true, 1" })
	void repeatableRequestsAreRetried(String method, boolean ifMatch, int requests) {
		assertThat(attempts(method, ifMatch, this.policy)).isEqualTo(requests);
		// That of the last response, which is returned.
		assertThat(this.bodies.count()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "POST, 4", "PATCH, 1" })
	void aSettingAddsPost(String method, int requests) {
		assertThat(attempts(method, false, this.policy.withRetryPost(true))).isEqualTo(requests);
	}

	@ParameterizedTest
	@CsvSource({ "429, 7", "502, 7", "503, 7", "200, 1", "400, 1", "408, 1", "428, 1", "500, 1", "501, 1", "504, 1" })
	void temporaryFailureIsRetriedSixTimes(int status, int requests) {
		assertThat(exchange(get(), CallState.collecting(), status, null, this.policy).status()).isEqualTo(status);
		assertThat(this.attempts).hasValue(requests);
		assertThat(this.refusals).hasSize(requests - 1).allMatch((refusal) -> refusal == status);
		assertThat(this.log.events()).hasSize(requests - 1);
	}

	@ParameterizedTest
	@CsvSource({ "false, 7", "true, 1" })
	void contentThatCanBeReadOnceIsSentOnce(boolean once, int requests) {
		Resource content = once ? new InputStreamResource(InputStream.nullInputStream())
				: new ByteArrayResource(new byte[1]);
		exchange(get(), CallState.uploading(content), 503, null, this.policy);
		assertThat(this.attempts).hasValue(requests);
	}

	@Test
	void waitsGrowFromZeroAndDiffer() {
		exchange(get(), CallState.collecting(), 503, null, this.policy);
		assertThat(this.waits).hasSize(5);
		for (int wait = 0; wait < 5; wait++) {
			assertThat(this.waits.get(wait)).isBetween(Duration.ofMillis(500L << wait), Duration.ofSeconds(1L << wait));
		}
		assertThat(different(5)).hasSizeGreaterThan(10);
		assertThat(different(31)).allSatisfy(
				(wait) -> assertThat(wait).isBetween(Duration.ofMillis(500L << 30), Duration.ofSeconds(1L << 30)));
		assertThat(different(99)).allMatch((wait) -> wait.compareTo(Duration.ofSeconds(1L << 30)) <= 0);
	}

	private static Set<Duration> different(int retry) {
		return IntStream.range(0, 50)
			.mapToObj((client) -> RetryPolicy.defaults().waits().apply(retry))
			.collect(Collectors.toSet());
	}

	@Test
	void refusedResponseIsClosedAfterTheWait() {
		exchange(get(), CallState.collecting(), 503, "1", this.policy);
		assertThat(this.openDuringWaits).hasSize(6).containsOnly(1);
	}

	@ParameterizedTest
	@CsvSource({ "7, PT7S, PT7.7S", "9, PT9S, PT9.9S", "20, PT20S, PT22S", "30, PT30S, PT30S", "31, PT30S, PT30S",
			"86400, PT30S, PT30S", "'Sat, 21 Nov 2026 00:00:09 GMT', PT9S, PT9.9S" })
	void retryAfterExtendsTheWaitWithinItsLimit(String field, Duration least, Duration most) {
		exchange(get(), CallState.collecting(), 503, field, this.policy.withWaits((retry) -> Duration.ofSeconds(5)));
		assertThat(this.waits).hasSize(6).allSatisfy((wait) -> assertThat(wait).isBetween(least, most));
		assertThat(Set.copyOf(this.waits)).hasSizeGreaterThan(least.equals(most) ? 0 : 1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "3", "soon", "-5", "99999999999999999999", "9223372036854775808", "", "7 ", "\u0667",
			"/7", ":7", "Sat, 21 Nov 2026 00:00:03 GMT", "Fri, 20 Nov 2026 00:00:00 GMT" })
	void shorterOrInvalidRetryAfterDoesNotChangeTheWait(String field) {
		exchange(get(), CallState.collecting(), 503, field, this.policy.withWaits((retry) -> Duration.ofSeconds(5)));
		assertThat(this.waits).hasSize(6).containsOnly(Duration.ofSeconds(5));
	}

	@Test
	void retryAfterIsIgnoredIfItsLimitIsZero() {
		exchange(get(), CallState.collecting(), 503, "7",
				this.policy.withMaxRetryAfter(Duration.ZERO).withMaxRetries(1));
		assertThat(this.waits).isEmpty();
	}

	@Test
	void waitBeyondTheDeadlineIsNotBegun() {
		ServiceRequest bounded = get().withDeadline(Deadline.after(Duration.ofSeconds(15)));
		assertThat(exchange(bounded, CallState.collecting(), 503, "20", this.policy).status()).isEqualTo(503);
		assertThat(this.attempts).hasValue(1);
		assertThat(this.waits).isEmpty();
		exchange(bounded, CallState.collecting(), 503, "1", this.policy.withWaits((retry) -> Duration.ZERO));
		assertThat(this.waits).hasSize(6);
	}

	@Test
	void interruptEndsTheWait() {
		RetryPolicy interrupted = this.policy.withSleeper((wait) -> {
			throw new InterruptedException();
		});
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> exchange(get(), CallState.collecting(), 503, "1", interrupted))
			.withMessageContaining("interrupted");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void policyKeepsItsOtherSettings() {
		RetryPolicy changed = this.policy.withMaxRetries(2)
			.withMaxRetryAfter(Duration.ofSeconds(4))
			.withRetryPost(true)
			.withWaits((retry) -> Duration.ofSeconds(9));
		assertThat(changed.clock()).isSameAs(this.policy.clock());
		assertThat(changed.sleeper()).isSameAs(this.policy.sleeper());
		assertThat(changed.maxRetries()).isEqualTo(2);
		assertThat(changed.maxRetryAfter()).isEqualTo(Duration.ofSeconds(4));
		assertThat(changed.retryPost()).isTrue();
		assertThat(changed.waits().apply(0)).isEqualTo(Duration.ofSeconds(9));
		assertThat(RetryPolicy.none().maxRetries()).isZero();
		assertThat(RetryPolicy.defaults().maxRetryAfter()).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void negativeSettingsAreRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.policy.withMaxRetries(-1))
			.withMessage("'maxRetries' must not be negative but is -1");
		assertThatIllegalArgumentException().isThrownBy(() -> this.policy.withMaxRetryAfter(Duration.ofNanos(-1)))
			.withMessage("'maxRetryAfter' must not be negative but is PT-0.000000001S");
	}

	private int attempts(String method, boolean ifMatch, RetryPolicy used) {
		HttpHeaders headers = new HttpHeaders();
		if (ifMatch) {
			headers.set("If-Match", "\"tag\"");
		}
		exchange(ServiceRequest.of(HttpMethod.valueOf(method), SERVICE, headers, null), CallState.collecting(), 503,
				null, used.withMaxRetries(3));
		return this.attempts.get();
	}

	@Test
	void requestIsNotSentAgainAfterRepetitionThatMayHaveBeenCarriedOut() {
		Step service = (request, call) -> {
			if (this.attempts.incrementAndGet() == 1) {
				call.memory().unsent = TransportFailure.Unsent.REFUSED;
				throw new CallState.UnansweredException(new TransportException(SERVICE, "closed", null),
						new Repetition(false, false));
			}
			throw new TransportException(SERVICE, "an incomplete response", null);
		};
		Step repeats = new RepeatStep(service, this.listener, CallLog.of("default"));
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> new RetryStep(repeats, connecting(),
				this.listener, CallLog.of("default"), () -> true, () -> false)
			.exchange(get(), CallState.collecting()));
		assertThat(this.attempts).hasValue(2);
	}

	@Test
	void refusedConnectionsAndResponsesHaveOneNumberOfRetries() {
		Step service = (request, call) -> {
			if (this.attempts.incrementAndGet() % 2 == 0) {
				return ServiceResponse.to(request, 503, new HttpHeaders(), this.bodies.open());
			}
			call.memory().unsent = TransportFailure.Unsent.REFUSED;
			throw new TransportException(SERVICE, "Connection refused", null);
		};
		assertThat(new RetryStep(service, connecting().withMaxRetries(5), this.listener, CallLog.of("default"),
				() -> true, () -> false)
			.exchange(get(), CallState.collecting())
			.status()).isEqualTo(503);
		assertThat(this.attempts).hasValue(6);
	}

	@ParameterizedTest
	@CsvSource({ "PT0S, PT1S", "PT1S, PT1S", "PT5S, PT5S" })
	void unknownHostIsTriedOnceMoreAfterTheWaitOfTwo(Duration planned, Duration wait) {
		List<ServiceRequest> repeated = new ArrayList<>();
		ClientListener counting = new ClientListener() {

			@Override
			public void onRepeat(ServiceRequest request) {
				repeated.add(request);
			}

		};
		Step service = (request, call) -> {
			this.attempts.incrementAndGet();
			call.memory().unsent = TransportFailure.Unsent.HOST_UNKNOWN;
			throw new TransportException(SERVICE, "the host is unknown", null);
		};
		List<Duration> slept = new ArrayList<>();
		RetryPolicy used = connecting().withWaits((retry) -> planned).withSleeper(slept::add);
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> new RetryStep(service, used, counting, CallLog.of("default"), () -> true, () -> false)
				.exchange(get(), CallState.collecting()));
		assertThat(this.attempts).hasValue(2);
		assertThat(slept).containsExactly(wait);
		assertThat(repeated).hasSize(1);
		assertThat(this.log.events()).anyMatch((line) -> line.getFormattedMessage()
			.matches("GET .* could not be sent; retrying in \\d s, up to once"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 399, 600 })
	void statusThatIsNoErrorIsRefused(int status) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.policy.withStatuses(Set.of(status)))
			.withMessage("'statuses' must be from 400 to 599 but are [%d]", status);
	}

	@ParameterizedTest
	@CsvSource({ "GET, 400, 7", "GET, 599, 7", "PUT, 504, 1" })
	void furtherErrorIsRetriedForReads(String method, int status, int requests) {
		exchange(ServiceRequest.of(HttpMethod.valueOf(method), SERVICE, new HttpHeaders(), null),
				CallState.collecting(), status, null, this.policy.withStatuses(Set.of(status)));
		assertThat(this.attempts).hasValue(requests);
	}

	@Test
	void nothingIsSentAgainOffline() {
		Step service = (request, call) -> {
			this.attempts.incrementAndGet();
			return ServiceResponse.to(request, 503, new HttpHeaders(), this.bodies.open());
		};
		new RetryStep(service, connecting(), this.listener, CallLog.of("default"), () -> true, () -> true)
			.exchange(get(), CallState.collecting());
		assertThat(this.attempts).hasValue(1);
	}

	private static RetryPolicy connecting() {
		return RetryPolicy.defaults().withRetryConnect(true).withSleeper((wait) -> {
		});
	}

	private static ServiceRequest get() {
		return ServiceRequest.get(SERVICE, new HttpHeaders());
	}

	/** Exchange a request with a service whose responses are all the same. */
	private ServiceResponse exchange(ServiceRequest request, CallState call, int status, @Nullable String retryAfter,
			RetryPolicy used) {
		HttpHeaders headers = new HttpHeaders();
		if (retryAfter != null) {
			headers.set("Retry-After", retryAfter);
		}
		Step service = (sent, state) -> {
			this.attempts.incrementAndGet();
			return ServiceResponse.to(sent, status, headers, this.bodies.open());
		};
		return new RetryStep(service, used, this.listener, CallLog.of("default"), () -> true, () -> false)
			.exchange(request, call);
	}

	@Test
	void retriedCallsAreOneWarningAMinuteWithTheirNumber() {
		AtomicLong time = new AtomicLong(-1);
		try (LogLines lines = new LogLines(CallLog.LOGGER_PREFIX + "busy", Level.WARN)) {
			CallLog log = new CallLog("busy", LoggerFactory.getLogger(CallLog.LOGGER_PREFIX + "busy"), time::get);
			for (int second = 0; second < 61; second++) {
				retry(log);
				time.addAndGet(Duration.ofSeconds(1).toNanos());
			}
			assertThat(lines.of(Level.WARN)).satisfiesExactly((first) -> assertThat(first).endsWith("up to 6 times"),
					(second) -> assertThat(second)
						.endsWith("up to 6 times; 59 more calls were retried since the last warning"));
		}
	}

	private static void retry(CallLog log) {
		ServiceRequest request = ServiceRequest.get(URI.create("http://cookbooks.dev/1.0/recipes/4"),
				HttpHeaders.EMPTY);
		log.retrying(request, 503, 0, 6, Duration.ZERO);
	}

}
