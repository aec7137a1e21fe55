package dev.hyperclient.internal.transport;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the JDK's client reports requests over HTTP/2 that received no response.
 */
class RepetitionTests {

	@ParameterizedTest
	@ValueSource(strings = { "/127.0.0.1:443: GOAWAY received", "EOF reached while reading" })
	void requestThatMayBeProcessedIsRepeatedIfItIsSafe(String message) {
		IOException failure = message.startsWith("EOF") ? new EOFException(message) : new IOException(message);
		assertThat(of(HttpMethod.GET, failure)).contains(new Repetition(true, true));
		assertThat(of(HttpMethod.POST, failure)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST", "PATCH" })
	void refusedStreamIsRepeatedForEveryMethod(String method) {
		assertThat(of(HttpMethod.valueOf(method), new IOException("Received RST_STREAM: Stream not processed")))
			.contains(new Repetition(true, false));
		assertThat(of(HttpMethod.POST, new IOException("Received RST_STREAM: Stream cancelled"))).isEmpty();
	}

	private static Optional<Repetition> of(HttpMethod method, IOException failure) {
		return new ObservedExchange(false).repetition(method, new HttpHeaders(), new IOException("wrapped", failure));
	}

}
