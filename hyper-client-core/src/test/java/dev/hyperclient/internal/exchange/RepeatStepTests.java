package dev.hyperclient.internal.exchange;

import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.CallState.UnansweredException;
import dev.hyperclient.internal.transport.Repetition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How often a request without a response is sent, and which responses are closed.
 */
class RepeatStepTests {

	private static final URI RECIPE = URI.create("http://localhost/recipes/4");

	private final OpenBodies bodies = new OpenBodies();

	private final AtomicInteger attempts = new AtomicInteger();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.default", Level.DEBUG);

	private final List<ServiceRequest> repeated = new ArrayList<>();

	private final ClientListener listener = new ClientListener() {

		@Override
		public void onRepeat(ServiceRequest request) {
			RepeatStepTests.this.repeated.add(request);
		}

	};

	@ParameterizedTest
	@CsvSource({ "DELETE, 404", "DELETE, 410", "PATCH, 404", "PATCH, 412" })
	void ambiguousResponseToRepetitionIsClosed(String method, int status) {
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> exchange(method, answeredTheSecondTime(status)))
			.withMessageContaining("%s %s", method, RECIPE)
			.withMessageContaining("may have been carried out")
			.withMessageContaining("was answered with %d", status);
		assertThat(this.attempts).hasValue(2);
		assertThat(this.bodies.count()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "DELETE, 200", "DELETE, 503", "GET, 404" })
	void otherResponseToRepetitionIsReturnedOpen(String method, int status) {
		assertThat(exchange(method, answeredTheSecondTime(status)).status()).isEqualTo(status);
		assertThat(this.attempts).hasValue(2);
		assertThat(this.repeated).hasSize(1);
		assertThat(this.log.of(Level.DEBUG)).singleElement().asString().contains(RECIPE + " received no response");
		assertThat(this.bodies.count()).isOne();
	}

	@Test
	void firstResponseIsReturnedOpen() {
		assertThat(exchange("GET",
				(request, call) -> ServiceResponse.to(request, 404, HttpHeaders.EMPTY, this.bodies.open()))
			.status()).isEqualTo(404);
		assertThat(this.attempts).hasValue(1);
		assertThat(this.repeated).isEmpty();
		assertThat(this.bodies.count()).isOne();
	}

	@Test
	void contentThatCanBeReadOnlyOnceIsNotSentAgain() {
		CallState once = CallState.uploading(new InputStreamResource(InputStream.nullInputStream()));
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> exchange("PUT", answeredTheSecondTime(200), once))
			.isExactlyInstanceOf(TransportException.class);
		assertThat(this.attempts).hasValue(1);
		assertThat(this.repeated).isEmpty();
	}

	@Test
	void repetitionClosesAtMost500PooledConnections() {
		Step closed = (request, call) -> {
			throw unanswered(request, false);
		};
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> exchange("GET", closed))
			.isExactlyInstanceOf(TransportException.class);
		// The first request, 500 that close a pooled connection, and one on a new
		// connection.
		assertThat(this.attempts).hasValue(502);
	}

	private ServiceResponse exchange(String method, Step next) {
		return exchange(method, next, CallState.collecting());
	}

	private ServiceResponse exchange(String method, Step next, CallState state) {
		Step counted = (request, call) -> {
			this.attempts.incrementAndGet();
			return next.exchange(request, call);
		};
		return new RepeatStep(counted, this.listener, CallLog.of("default"))
			.exchange(ServiceRequest.of(HttpMethod.valueOf(method), RECIPE, new HttpHeaders(), null), state);
	}

	/** A service whose first connection ends after the request was sent. */
	private Step answeredTheSecondTime(int status) {
		return (request, call) -> {
			if (!call.needsNewConnection) {
				throw unanswered(request, true);
			}
			return ServiceResponse.to(request, status, HttpHeaders.EMPTY, this.bodies.open());
		};
	}

	private static UnansweredException unanswered(ServiceRequest request, boolean sent) {
		return new UnansweredException(new TransportException(request.uri(), "received no response", null),
				new Repetition(sent, sent));
	}

}
