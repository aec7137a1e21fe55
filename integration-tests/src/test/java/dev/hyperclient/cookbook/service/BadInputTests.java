package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Malformed requests: the response has the reason as plain text.
 */
class BadInputTests {

	@RegisterExtension
	final RunningService service = new RunningService();

	@ParameterizedTest
	@ValueSource(strings = { "/1.0/../1.0/", "/1.0/cookbooks/..", "/1.0/cookbooks/%2e%2e", "/1.0/cookbooks/%2E%2e/x",
			"/1.0/cookbooks/%252e%252e%252f", "/1.0/./dishes", "//1.0/", "/1.0//dishes", "/1.0/dishes/",
			"/1.0%2Fdishes", "/1.0/recipes%2F1", "/1.0/recipes/1%2f..%2f2", "/1.0/recipes/%31%20",
			"/1.0/recipes/%2B1" })
	void dotSegmentsAndEncodedSlashesAreNotFound(String target) throws IOException {
		assertPlainText(this.service.rawGet(target), "404 Not Found");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/1.0/cookbooks/%00", "/1.0/cookbooks/a%0d%0ab", "/1.0/cookbooks/%7f", "/1.0/cookbooks/%",
			"/1.0/cookbooks/%2", "/1.0/cookbooks/%zz", "/1.0/cookbooks/%-1", "/1.0/cookbooks/%ff",
			"/1.0/cookbooks/%c0%af", "/1.0/cookbooks/%ed%a0%80", "/1.0/cookbooks/\u00e9", "/1.0/dishes?x=%",
			"/1.0/dishes?%ff=x", "/1.0/dishes?ws.start=%ff", "/1.0/cookbooks?ws.op=find_recipes&search=%ff", "*",
			"1.0/" })
	void malformedPercentEncodingIsRefused(String target) throws IOException {
		assertPlainText(this.service.rawGet(target), "400 Bad Request");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "two words", "a/b", "user@host", "<host>", "host:port", "host:65536", "[::1", "''" })
	void malformedHostIsRefused(String host) throws IOException {
		assertPlainText(this.service.raw("GET /1.0/ HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"),
				"400 Bad Request");
	}

	@Test
	void missingHostIsRefused() throws IOException {
		assertPlainText(this.service.raw("GET /1.0/ HTTP/1.1\r\nConnection: close\r\n\r\n"), "400 Bad Request");
	}

	@Test
	void overlongRequestLineIsRefused() throws IOException {
		assertPlainText(this.service.rawGet("/1.0/?" + "x".repeat(17_000)), "414 URI Too Long");
	}

	@Test
	void overlongHeaderFieldsAreRefused() throws IOException {
		assertPlainText(this.service.raw("GET /1.0/ HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(40_000) + "\r\n\r\n"),
				"431 Request Header Fields Too Large");
	}

	@ParameterizedTest
	@ValueSource(strings = { "rubbish\r\n\r\n", "GET /1.0/ HTTP/1.1\r\nHost: a\r\nno colon here\r\n\r\n",
			"GET /1.0/ HTTP/1.1\r\nHost: a\r\nContent-Length: many\r\n\r\n" })
	void malformedRequestIsRefused(String request) throws IOException {
		assertPlainText(this.service.raw(request), "400 Bad Request");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/1.0/cookbooks/caf\u00c3\u00a9", "http://cookbooks.dev/1.0/cookbooks/caf\u00c3\u00a9",
			"/1.0/dishes?name=caf\u00c3\u00a9" })
	void rawUtf8InTheTargetIsRefused(String target) throws IOException {
		assertPlainText(this.service.rawGet(target), "400 Bad Request");
	}

	@Test
	void absoluteTargetNamesTheHost() throws IOException {
		assertThat(this.service.rawGet("http://other.example:99/1.0/dishes")).startsWith("HTTP/1.1 200 Ok\r\n")
			.contains("\"http://other.example:99/1.0/#dishes\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "ftp://cookbooks.dev/1.0/", "https://cookbooks.dev/1.0/", "http://user@cookbooks.dev/1.0/",
			"http:///1.0/" })
	void otherAbsoluteTargetIsRefused(String target) throws IOException {
		assertPlainText(this.service.rawGet(target), "400 Bad Request");
	}

	@Test
	void headerFieldOfOneMegabyteIsRefused() throws IOException {
		assertPlainText(this.service.raw("GET /1.0/ HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(1_000_000) + "\r\n\r\n"),
				"431 Request Header Fields Too Large");
	}

	@Test
	void overlongBodyIsRefused() {
		HttpResponse<String> response = this.service.post("/1.0/cookbooks", "ws.op=" + "x".repeat(1_100_000));
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(response.body()).isEqualTo("The body may have 1048576 bytes at the most.");
	}

	@Test
	void truncatedBodyChangesNothing() throws IOException {
		String body = "ws.op=make_more_interesting";
		assertThat(this.service.raw("POST /1.0/cookbooks/Everyday%20Greens HTTP/1.1\r\nHost: a\r\n"
				+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
				+ "\r\nConnection: close\r\n\r\n" + body))
			.startsWith("HTTP/1.1 301");
		this.service.service().reset();
		this.service.cut("POST /1.0/cookbooks/Everyday%20Greens HTTP/1.1\r\nHost: a\r\n"
				+ "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n" + body);
		assertThat(this.service.get("/1.0/cookbooks/Everyday%20Greens").statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "multipart/form-data|x|The multipart form names no boundary.",
			"multipart/form-data; boundary=b|x|The multipart form ends before its last boundary.",
			"multipart/form-data; boundary=b|--b~~x~~--b--|The multipart form has a part without a blank line.",
			"multipart/form-data; boundary=b|--b~~X: y~~~~v~~--b--|The multipart form has a part without a name.",
			"multipart/form-data; boundary=b|--b--|No operation name given." })
	void malformedMultipartFormIsRefused(String mediaType, String body, String reason) {
		HttpResponse<String> response = this.service.send("POST", "/1.0/cookbooks/Everyday%20Greens",
				body.replace("~~", "\r\n"), "Content-Type", mediaType);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo(reason);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ws.op=%", "ws.op=create&name=%e9", "ws.op=create&name=caf\u00e9", "%ff=1" })
	void malformedFormFieldIsRefused(String form) {
		HttpResponse<String> response = this.service.post("/1.0/cookbooks", form);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(RunningService.header(response, "Content-Type")).isEqualTo("text/plain");
	}

	private static void assertPlainText(String response, String status) {
		assertThat(response).startsWith("HTTP/1.1 " + status + "\r\n").contains("\r\nContent-Type: text/plain\r\n");
		assertThat(response.substring(response.indexOf("\r\n\r\n") + 4)).isNotBlank();
	}

}
