package dev.hyperclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.fixtures.ScriptedServer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for unusual and malformed responses. Each is either read correctly or causes a
 * typed exception, in limited time, and does not affect the following responses.
 */
@Execution(ExecutionMode.CONCURRENT)
class OddResponseTests {

	private static final String BODY = StubRecipes.recipe("http://localhost:PORT/1.0/", 1);

	private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

	private static final String LENGTH = "Content-Length: LENGTH\r\n";

	private static final String WHOLE = LENGTH + "\r\nBODY";

	private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

	/** The expected result of a response. */
	enum Outcome {

		/** The entry is read. */
		READ,

		/** A typed error is thrown. */
		ERROR,

		/** One of both, depending on the HTTP client. */
		EITHER

	}

	static Stream<Arguments> oddResponses() {
		List<Arguments> odd = new ArrayList<>();
		// Framing by chunks: RFC 9112, 7.1.
		add(odd, "chunked", Outcome.READ, OK + CHUNKED + "\r\nCHUNKS0\r\n\r\n");
		add(odd, "trailers with framing fields", Outcome.READ,
				OK + CHUNKED + "\r\nCHUNKS0\r\nContent-Length: 3\r\nTransfer-Encoding: gzip\r\n\r\n");
		add(odd, "chunk size too large", Outcome.ERROR, OK + CHUNKED + "\r\nFFFFFFFFFFFFFFFFF\r\n{}");
		add(odd, "chunks without the last", Outcome.ERROR, OK + CHUNKED + "\r\nCHUNKSCLOSE");
		add(odd, "chunked and a length", Outcome.EITHER, OK + CHUNKED + "Content-Length: 2\r\n\r\nCHUNKS0\r\n\r\n");
		add(odd, "unknown transfer coding", Outcome.EITHER, OK + "Transfer-Encoding: magic\r\n\r\nBODYCLOSE");
		// Framing by length: RFC 9112, 6.
		add(odd, "different lengths", Outcome.ERROR, OK + "Content-Length: 3\r\n" + WHOLE);
		add(odd, "length too large", Outcome.ERROR, OK + "Content-Length: 5000\r\n\r\nBODYCLOSE");
		add(odd, "close ends the body", Outcome.READ, OK + "\r\nBODYCLOSE");
		add(odd, "close ends the body early", Outcome.ERROR, OK + "\r\n{\"self_link\": \"CLOSE");
		// Header fields: RFC 9112, 5.
		add(odd, "field of 100 kB", Outcome.EITHER, OK + "X-Long: " + "a".repeat(100_000) + "\r\n" + WHOLE);
		add(odd, "content type nonsense", Outcome.ERROR, "HTTP/1.1 200 OK\r\nContent-Type: ;;;\r\n" + WHOLE);
		add(odd, "caching fields nonsense", Outcome.READ, OK
				+ "Date: yesterday\r\nAge: -1\r\nExpires: never\r\nCache-Control: max-age=x, =, \"\r\nVary: ,,\r\nETag: no quotes\r\nLast-Modified: 0\r\n"
				+ WHOLE);
		// The status line: RFC 9112, 4.
		add(odd, "no reason", Outcome.READ, "HTTP/1.1 200\r\nContent-Type: application/json\r\n" + WHOLE);
		add(odd, "status 099", Outcome.ERROR, "HTTP/1.1 099 Odd\r\n" + WHOLE);
		add(odd, "status 2000", Outcome.ERROR, "HTTP/1.1 2000 Odd\r\n" + WHOLE);
		add(odd, "status 600", Outcome.ERROR, "HTTP/1.1 600 Odd\r\n" + WHOLE);
		add(odd, "version 1.0, closed", Outcome.READ,
				"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\nBODYCLOSE");
		add(odd, "no status line", Outcome.ERROR, "BODYCLOSE");
		add(odd, "status line drips", Outcome.READ, "PAUSEHPAUSETPAUSETP/1.PAUSE1 20PAUSE0 OK\r\nPAUSE"
				+ OK.substring(OK.indexOf("Content")) + LENGTH + "\r\nPAUSEBODY");
		// More than was asked for.
		add(odd, "second response in one packet", Outcome.READ, OK + WHOLE + OK + "Content-Length: 2\r\n\r\n{}");
		add(odd, "three responses after a 410", Outcome.ERROR,
				"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n" + (OK + "Content-Length: 2\r\n\r\n{}").repeat(3));
		add(odd, "connection close, but open", Outcome.READ, OK + "Connection: close\r\n" + WHOLE);
		// Ends that come too soon.
		add(odd, "closed at once", Outcome.ERROR, "CLOSE");
		add(odd, "closed in the header", Outcome.ERROR, OK + "X-CuCLOSE");
		add(odd, "reset at once", Outcome.ERROR, "RESET");
		add(odd, "reset in a body with length", Outcome.ERROR, OK + LENGTH + "\r\n{\"aPAUSERESET");
		// Statuses and contents that do not go together: RFC 9110, 15.
		add(odd, "201 without content", Outcome.ERROR, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
		add(odd, "204 with content", Outcome.ERROR,
				"HTTP/1.1 204 Empty\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
		add(odd, "205 with content", Outcome.ERROR,
				"HTTP/1.1 205 Reset\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
		add(odd, "206 without a range", Outcome.ERROR,
				OK.replace("200", "206") + "Content-Range: bytes 0-9/100\r\n" + WHOLE);
		add(odd, "304 unasked", Outcome.ERROR, "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
		add(odd, "200 without content", Outcome.ERROR, OK + "Content-Length: 0\r\n\r\n");
		add(odd, "300", Outcome.ERROR, OK.replace("200", "300") + WHOLE);
		// Content codings: RFC 9110, 8.4.
		add(odd, "gzip", Outcome.EITHER, OK + "Content-Encoding: gzip\r\n\r\nGZIPCLOSE");
		add(odd, "gzip cut", Outcome.ERROR, OK + "Content-Encoding: gzip\r\n\r\n\u001f\u008b\b\0\0CLOSE");
		add(odd, "unknown content coding", Outcome.EITHER, OK + "Content-Encoding: magic\r\n" + WHOLE);
		add(odd, "byte order mark", Outcome.EITHER, OK + "\r\n\u00ef\u00bb\u00bfBODYCLOSE");
		return odd.stream();
	}

	private static void add(List<Arguments> odd, String name, Outcome outcome, String script) {
		clients().forEach((client) -> odd.add(arguments(client, name, outcome, script)));
	}

	static Stream<Named<Supplier<WebClient>>> clients() {
		return Stream.of(Named.of("default", WebClient::create),
				Named.of("JDK", () -> WebClient.builder().clientConnector(new JdkClientHttpConnector()).build()));
	}

	@ParameterizedTest(name = "{0}: {1}")
	@MethodSource("oddResponses")
	void unusualResponseIsReadOrThrowsTypedExceptionAndTheNextIsRead(Supplier<WebClient> client, String name,
			Outcome outcome, String script) {
		try (ScriptedServer server = StubRecipes.serverExceptFor((request, connection) -> play(script, connection));
				ServiceRoot root = root(server, client)) {
			Throwable thrown = catchThrowable(() -> assertThat(instructions(root, 1)).isEqualTo("GET recipe 1"));
			if (thrown != null) {
				assertThat(thrown).isInstanceOfSatisfying(HyperClientException.class, (error) -> {
					assertThat(error.uri()).hasToString(server.url() + "/1.0/recipes/1");
					assertThat(error.getMessage()).hasSizeLessThan(1000);
				});
			}
			if (outcome != Outcome.EITHER) {
				assertThat((thrown != null) ? Outcome.ERROR : Outcome.READ).isEqualTo(outcome);
			}
			for (int i = 2; i <= 4; i++) {
				assertThat(instructions(root, i)).isEqualTo("GET recipe " + i);
			}
		}
	}

	@ParameterizedTest
	@MethodSource("clients")
	void responseWithoutARequestClosesTheConnection(Supplier<WebClient> client) throws InterruptedException {
		CountDownLatch read = new CountDownLatch(1);
		CountDownLatch closed = new CountDownLatch(1);
		try (ScriptedServer server = StubRecipes.serverExceptFor((request, connection) -> {
			StubRecipes.respond(request, connection);
			ManyRecipes.await(read, 10_000);
			connection.pause().send(OK + "Content-Length: 2\r\n\r\n{}").awaitEnd();
			closed.countDown();
		}); ServiceRoot root = root(server, client)) {
			assertThat(instructions(root, 1)).isEqualTo("GET recipe 1");
			read.countDown();
			assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(instructions(root, 2)).isEqualTo("GET recipe 2");
		}
	}

	/** The excess stays in the codec, so at worst the next response is unreadable. */
	@ParameterizedTest
	@MethodSource("clients")
	void contentBeyondItsLengthNeverBecomesAResponse(Supplier<WebClient> client) {
		try (ScriptedServer server = StubRecipes
			.serverExceptFor((request, connection) -> play(OK + "Content-Length: 5\r\n\r\nBODY", connection));
				ServiceRoot root = root(server, client)) {
			assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> instructions(root, 1));
			assertThat(unreadable(root)).isLessThanOrEqualTo(1);
		}
	}

	@ParameterizedTest
	@MethodSource("clients")
	void excessContentNeverBecomesAResponse(Supplier<WebClient> client) {
		try (ScriptedServer server = StubRecipes.serverExceptFor((request, connection) -> {
			StubRecipes.respond(request, connection);
			connection.send("excess");
		}); ServiceRoot root = root(server, client)) {
			assertThat(instructions(root, 1)).isEqualTo("GET recipe 1");
			assertThat(unreadable(root)).isLessThanOrEqualTo(1);
		}
	}

	/** Read other recipes, and return how many of the responses were unreadable. */
	private static int unreadable(ServiceRoot root) {
		int unreadable = 0;
		for (int i = 2; i <= 5; i++) {
			int id = i;
			Throwable thrown = catchThrowable(() -> assertThat(instructions(root, id)).isEqualTo("GET recipe " + id));
			if (thrown != null) {
				assertThat(thrown).isInstanceOf(TransportException.class);
				unreadable++;
			}
		}
		return unreadable;
	}

	private static ServiceRoot root(ScriptedServer server, Supplier<WebClient> client) {
		return StubService.client(server.url())
			.callTimeout(Duration.ofSeconds(3))
			.cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build())
			.webClient(client)
			.build();
	}

	private static String instructions(ServiceRoot root, int recipe) {
		return root.collection("recipes").get(recipe).getString("instructions");
	}

	private static void play(String script, ScriptedServer.Connection connection)
			throws IOException, InterruptedException {
		String body = BODY.replace("PORT", String.valueOf(connection.port()));
		String half = Integer.toHexString(10) + "\r\n" + body.substring(0, 10) + "\r\n"
				+ Integer.toHexString(body.length() - 10).toUpperCase() + "\r\n" + body.substring(10) + "\r\n";
		String[] steps = script.replace("BODY", body)
			.replace("LENGTH", String.valueOf(body.length()))
			.replace("CHUNKS", half)
			.replace("GZIP",
					new String(StubRecipes.gzip(body.getBytes(StandardCharsets.UTF_8)), StandardCharsets.ISO_8859_1))
			.split("(?<=PAUSE|CLOSE|RESET)");
		for (String step : steps) {
			connection.send(step.replaceFirst("(PAUSE|CLOSE|RESET)$", ""));
			if (step.endsWith("PAUSE")) {
				connection.pause();
			}
			else if (step.endsWith("CLOSE")) {
				connection.close();
			}
			else if (step.endsWith("RESET")) {
				connection.reset();
			}
		}
	}

}
