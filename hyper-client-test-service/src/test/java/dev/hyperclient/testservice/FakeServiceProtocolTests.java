package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests and responses as the protocol has them.
 */
class FakeServiceProtocolTests extends KitchenTestBase {

	private static final String WADL = "application/vnd.sun.wadl+xml";

	private static final String JSON = "application/json";

	@Test
	void messagesAreWrittenByConvention() throws IOException {
		assertThat(rawGet("/1.0/")).startsWith("HTTP/1.1 200 Ok\r\n")
			.contains("\r\nContent-Type: application/json\r\n", "\r\nETag: \"", "\r\nDate: ",
					"\r\nCache-Control: max-age=3600\r\n", "\r\nContent-Length: ");
		assertThat(rawGet("/1.0/dishes/dish_of_the_day")).startsWith("HTTP/1.1 301 Moved Permanently\r\n")
			.contains("\r\nContent-Length: 0\r\n", "\r\nLocation: http://kitchen.dev/1.0/dishes/Roast%20chicken\r\n",
					"\r\nContent-Type: text/plain\r\n");
	}

	@Test
	void absoluteTargetOverridesHost() throws IOException {
		assertThat(rawGet("http://other.example:99/1.0/dishes")).startsWith("HTTP/1.1 200 Ok\r\n")
			.contains("\"http://other.example:99/1.0/#dishes\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /1.0/ HTTP/1.1\r\nIf-None-Match: *", "HEAD /1.0/ HTTP/1.1" })
	void responseWithoutContentHasNoBody(String request) throws IOException {
		assertThat(raw(request + "\r\nHost: kitchen.dev\r\nConnection: close\r\n\r\n")).endsWith("\r\n\r\n");
	}

	@Test
	void connectionIsKeptAlive() throws IOException {
		assertThat(raw("GET /1.0/dishes/dish_of_the_day HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
				+ "GET /1.0/dishes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
			.containsSubsequence("HTTP/1.1 301", "HTTP/1.1 200 Ok");
	}

	@ParameterizedTest
	@CsvSource({ JSON + "," + JSON, WADL + "," + WADL, "application/vd.sun.wadl+xml," + WADL, "text/html," + JSON,
			"';'," + JSON, "';q=,,'," + JSON, "*/*," + JSON,
			"'application/json;q=0.5, application/vnd.sun.wadl+xml'," + WADL,
			"'application/vnd.sun.wadl+xml;q=0.1, application/json'," + JSON,
			"'application/*;q=0.2, application/vnd.sun.wadl+xml;q=0.3'," + WADL })
	void acceptSelectsRepresentationOfRoot(String accept, String mediaType) throws Exception {
		assertThat(this.calls.get("", "Accept", accept).headers().firstValue("Content-Type")).hasValue(mediaType);
	}

	@Test
	void queryParameterReplacesAccept() throws Exception {
		HttpResponse<String> root = this.calls.get("?ws.accept=" + WADL.replace("+", "%2B"), "Accept", JSON);
		assertThat(root.headers().firstValue("Content-Type")).hasValue(WADL);
	}

	@ParameterizedTest
	@ValueSource(strings = { "dishes", "dishes/Roast%20chicken" })
	void descriptionOfResourceRefersToItsType(String path) throws Exception {
		String type = path.equals("dishes") ? "dishes" : "dish";
		assertThat(this.calls.get(path, "Accept", WADL).body())
			.contains("path=\"" + path + "\" type=\"" + this.service.baseUrl() + "#" + type + "\"");
		assertThat(this.calls.get(path).headers().firstValue("Vary")).hasValue("Accept");
	}

	@Test
	void entryHasXhtmlRepresentation() throws Exception {
		this.service.change("recipes/1", Map.of("instructions", "I'm <hot>"));
		HttpResponse<String> page = this.calls.get("recipes/1", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
		assertThat(page.headers().firstValue("Content-Type")).hasValue("application/xhtml+xml");
		assertThat(page.body()).startsWith("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n<dt>dish_link</dt>")
			.contains("<dt>instructions</dt><dd>I&#39;m &#60;hot&#62;</dd>");
	}

	@Test
	void nonAsciiTextIsEscapedInJson() throws Exception {
		this.service.change("recipes/1", Map.of("instructions", "Fran\u00e7aise"));
		assertThat(this.calls.get("recipes/1").body()).contains("\"Fran\\u00E7aise\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "TAG", "\"other\", TAG", "W/TAG", "*", "TAG-gzip", "GZIP" })
	void unchangedEntryIsNotModified(String condition) throws Exception {
		String tag = this.calls.get("recipes/1").headers().firstValue("ETag").orElseThrow();
		assertThat(tag).matches("\"[0-9a-f]{32}-[0-9a-f]{32}\"");
		HttpResponse<String> response = this.calls.get("recipes/1", "If-None-Match",
				condition.replace("TAG", tag).replace("GZIP", tag.replaceFirst("\"$", "-gzip\"")));
		assertThat(response.statusCode()).isEqualTo(304);
		assertThat(response.body()).isEmpty();
		assertThat(response.headers().firstValue("ETag")).hasValue(tag);
		assertThat(response.headers().firstValue("Cache-Control")).isEmpty();
	}

	@Test
	void writeConcernsWritablePartOfTag() throws Exception {
		String tag = this.calls.get("recipes/1").headers().firstValue("ETag").orElseThrow();
		String writablePart = tag.substring(tag.indexOf('-'));
		assertThat(this.calls.patch("recipes/1", "{}", "If-Match", "\"any" + writablePart).statusCode()).isEqualTo(209);
		assertThat(this.calls.patch("recipes/1", "rubbish", "If-Match", "\"other\"").statusCode()).isEqualTo(412);
	}

	@Test
	void representationsOfRootHaveDifferentTags() throws Exception {
		String json = this.calls.get("").headers().firstValue("ETag").orElseThrow();
		assertThat(this.calls.get("", "Accept", WADL, "If-None-Match", json).statusCode()).isEqualTo(200);
	}

	@Test
	void methodOverrideTurnsPostIntoPatch() throws Exception {
		HttpResponse<String> response = this.calls.send("POST", "recipes/1", "{\"instructions\": \"Fry it\"}",
				"X-HTTP-Method-Override", "PATCH", "X-Content-Type-Override", JSON, "Content-Type", "text/plain");
		assertThat(response.statusCode()).isEqualTo(209);
		assertThat(response.body()).contains("\"Fry it\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "2", "1000", "99999999999999999999" })
	void pageBeyondEndIsEmpty(String start) throws Exception {
		assertThat(this.calls.get("dishes?ws.size=300&ws.start=" + start).body())
			.contains("\"entries\":[]", "\"total_size\":2")
			.doesNotContain("next_collection_link");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "attachment; filename=\"a b;c.png\"|a b;c.png", "attachment; filename=bare.png|bare.png",
					"attachment; filename=\"with \"quotes\".png\"|with \\\"quotes\\\".png", "attachment|photo",
					"attachment; filename=\"\"|photo" })
	void fileHasNameAndTypeOfItsUpload(String disposition, String name) throws Exception {
		HttpResponse<String> file = upload("beans", "Content-Disposition", disposition, "Content-Type",
				"image/png; x=1");
		assertThat(file.body()).isEqualTo("beans");
		assertThat(file.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"" + name + "\"");
		assertThat(file.headers().firstValue("Content-Type")).hasValue("image/png; x=1");
	}

	@Test
	void unchangedFileIsNotModified() throws Exception {
		HttpResponse<String> file = upload("beans");
		String path = file.uri().getPath().replaceFirst("/1.0/", "");
		String tag = file.headers().firstValue("ETag").orElseThrow();
		String modified = file.headers().firstValue("Last-Modified").orElseThrow();
		assertThat(this.calls.get(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
		assertThat(this.calls.get(path, "If-Modified-Since", modified).statusCode()).isEqualTo(304);
		assertThat(this.calls.get(path, "If-Modified-Since", "yesterday").statusCode()).isEqualTo(200);
		HttpResponse<String> next = upload("more beans");
		assertThat(next.uri()).isNotEqualTo(file.uri());
		assertThat(next.headers().firstValue("Last-Modified")).isPresent().isNotEqualTo(modified);
	}

	@Test
	void multipartFormKeepsBytesOfFile() throws Exception {
		String content = "\u0000\r\n--\r\n--===12\r\n\u0001";
		String form = "MIME-Version: 1.0\r\n\r\n--===12==\r\nContent-Type: text/plain\r\n"
				+ "Content-Disposition: form-data; name=\"ws.op\"\r\n\r\nkeep\r\n--===12==\r\n"
				+ "Content-Disposition: form-data; name=\"content\"; filename=\"x\"\r\n\r\n" + content
				+ "\r\n--===12==--\r\n";
		try (FakeService files = FakeService.builder("files")
			.type("file", "files", (file) -> file.text("name")
				.collectionOperation("keep", (keep) -> keep.post()
					.file("content")
					.answers((call) -> new String(call.arguments().bytes("content"), StandardCharsets.ISO_8859_1))))
			.start()) {
			assertThat(new ServiceCalls(files)
				.send("POST", "files", form, "Content-Type", "multipart/form-data; boundary=\"===12==\"")
				.body()).isEqualTo("\"\\u0000\\r\\n--\\r\\n--===12\\r\\n\\u0001\"");
		}
	}

	@Test
	void clockDeterminesDate() throws Exception {
		Clock clock = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
		try (FakeService notes = NoteService.builder().clock(clock).start()) {
			assertThat(new ServiceCalls(notes).get("").headers().firstValue("Date"))
				.hasValue("Fri, 02 Jan 2026 03:04:05 GMT");
		}
	}

	@Test
	void bodyThatDoesNotArriveInTimeIsRefused() throws IOException {
		FakeServiceBuilder builder = NoteService.builder();
		builder.bodyTimeout = Duration.ofMillis(200);
		try (FakeService notes = builder.start(); Socket socket = new Socket("localhost", notes.port())) {
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

	/** Store a photo, and return the response with it. */
	private HttpResponse<String> upload(String content, String... headers) throws Exception {
		String path = "dishes/Baked%20beans/photo";
		assertThat(this.calls.send("PUT", path, content, headers).statusCode()).isEqualTo(200);
		return this.calls.getUrl(this.calls.get(path).headers().firstValue("Location").orElseThrow());
	}

}
