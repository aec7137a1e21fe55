package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A declared service. The cookbook service has the tests of the protocol.
 */
class FakeServiceProtocolTests {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private FakeService service = NoteService.builder().start();

	@AfterEach
	void close() {
		this.service.close();
	}

	@Test
	void rootHasLinksToCollectionsAndEntries() throws Exception {
		HttpResponse<String> root = get("");
		assertThat(root.body()).contains("\"notes_collection_link\":\"" + this.service.baseUrl() + "notes\"",
				"\"first_note_link\":\"" + this.service.baseUrl() + "notes/first\"");
		assertThat(root.headers().firstValue("Cache-Control")).hasValue("max-age=60");
	}

	@Test
	void descriptionHasDeclaredTypes() throws Exception {
		HttpResponse<String> wadl = get("", "Accept", "application/vnd.sun.wadl+xml");
		assertThat(wadl.body()).contains("id=\"service-root\"", "id=\"notes\"", "id=\"note-full\"", "Notes.",
				"Something to remember.");
	}

	@Test
	void patchReplacesEntry() throws Exception {
		HttpResponse<String> patched = send("PATCH", "notes/2", "{\"text\": \"Pay rent\"}", "Content-Type",
				"application/json");
		assertThat(patched.statusCode()).isEqualTo(209);
		assertThat(get("notes/2").body()).contains("\"text\":\"Pay rent\"");
		assertThat(send("PATCH", "notes/2", "{\"id\": 3}", "Content-Type", "application/json").body())
			.isEqualTo("id: You tried to modify a read-only attribute.");
	}

	@Test
	void deleteRemovesEntry() throws Exception {
		assertThat(send("DELETE", "notes/2", "").statusCode()).isEqualTo(200);
		assertThat(get("notes").body()).contains("\"total_size\":1");
	}

	@Test
	void entryLinkRedirectsToEntry() throws Exception {
		assertThat(get("notes/first").headers().firstValue("Location")).hasValue(this.service.baseUrl() + "notes/1");
	}

	@Test
	void resetRestoresInitialDataAndClearsRequests() throws Exception {
		send("DELETE", "notes/2", "");
		assertThat(this.service.requests()).singleElement().hasToString("DELETE /1.0/notes/2 -> 200");
		this.service.reset();
		assertThat(this.service.requests()).isEmpty();
		assertThat(get("notes/2").statusCode()).isEqualTo(200);
	}

	@Test
	void guardFunctionRefusesWithChallenge() throws Exception {
		restart(NoteService.builder().guard((request) -> {
			if (request.authorizations().isEmpty()) {
				throw RequestRefusedException.unauthorized("Log in.");
			}
			return new Caller("user", true);
		}));
		HttpResponse<String> refused = get("");
		assertThat(refused.statusCode()).isEqualTo(401);
		assertThat(refused.body()).isEqualTo("Log in.");
		assertThat(refused.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"service\"");
		assertThat(get("", "Authorization", "x").statusCode()).isEqualTo(200);
	}

	@Test
	void failingGuardIsReportedAsServerError() throws Exception {
		restart(NoteService.builder().guard((request) -> {
			throw new IllegalStateException("broken");
		}));
		assertThat(get("").statusCode()).isEqualTo(500);
	}

	@Test
	void clockDeterminesDate() throws Exception {
		restart(NoteService.builder().clock(Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC)));
		assertThat(get("").headers().firstValue("Date")).hasValue("Fri, 02 Jan 2026 03:04:05 GMT");
	}

	@Test
	void bodyThatDoesNotArriveInTimeIsRefused() throws IOException {
		FakeServiceBuilder builder = NoteService.builder();
		builder.bodyTimeout = Duration.ofMillis(200);
		restart(builder);
		try (Socket socket = new Socket("localhost", this.service.port())) {
			socket.setSoTimeout(10_000);
			socket.getOutputStream()
				.write("POST /1.0/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nws.op="
					.getBytes(StandardCharsets.US_ASCII));
			String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
			assertThat(response).startsWith("HTTP/1.1 408 Request Timeout\r\n")
				.contains("\r\nContent-Type: text/plain\r\n")
				.endsWith("\r\n\r\nThe body did not arrive in time.");
		}
	}

	private void restart(FakeServiceBuilder builder) {
		this.service.close();
		this.service = builder.start();
	}

	private HttpResponse<String> get(String path, String... headers) throws Exception {
		return send("GET", path, "", headers);
	}

	private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.service.baseUrl() + path))
			.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return CLIENT.send(request.build(), BodyHandlers.ofString());
	}

}
