package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Malformed requests have no effect, and their responses have the reason as plain text.
 */
class MalformedRequestTests extends KitchenTestBase {

	@ParameterizedTest
	@ValueSource(strings = { "/", "/2.0/", "/1.0/1.0/", "/1.0/dishes/Nothing", "/1.0/recipes/01", "/1.0/recipes/1/dish",
			"/1.0/dishes/Roast%20chicken/recipes/1", "/1.0/../1.0/", "/1.0/dishes/%2e%2e", "/1.0//dishes",
			"/1.0/dishes/", "/1.0/recipes%2F1", "/1.0/recipes/%2B1", "/1.0/filemanager/00" })
	void unknownPathIsNotFound(String target) throws IOException {
		assertThat(assertRefused(rawGet(target), "404 Not Found")).startsWith("Object: ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/1.0/dishes/%00", "/1.0/dishes/a%0d%0ab", "/1.0/dishes/%7f", "/1.0/dishes/%",
			"/1.0/dishes/%2", "/1.0/dishes/%-1", "/1.0/dishes/%c0%af", "/1.0/dishes?x=%", "/1.0/dishes?%ff=x",
			"/1.0/dishes?ws.start=%ff", "/1.0/dishes?ws.op=search&text=%ff", "*", "1.0/", "/1.0/dishes/caf\u00c3\u00a9",
			"/1.0/dishes?name=caf\u00c3\u00a9", "https://kitchen.dev/1.0/", "http://user@kitchen.dev/1.0/",
			"http:///1.0/" })
	void malformedTargetIsRefused(String target) throws IOException {
		assertRefused(rawGet(target), "400 Bad Request");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Host: two words", "Host: a/b", "Host: user@host", "Host: <host>", "Host: host:port",
			"Host: host:65536", "Host: [::1", "Host: ", "X: y", "Host: a\r\nno colon here",
			"Host: a\r\nContent-Length: many" })
	void malformedHeaderFieldIsRefused(String fields) throws IOException {
		assertRefused(raw("GET /1.0/ HTTP/1.1\r\n" + fields + "\r\nConnection: close\r\n\r\n"), "400 Bad Request");
	}

	@Test
	void requestLineOf16KilobytesIsTheLongest() throws IOException {
		assertThat(rawGet("/1.0/dishes?x=" + "y".repeat(15_000))).startsWith("HTTP/1.1 200 Ok\r\n");
		assertRefused(rawGet("/1.0/?" + "x".repeat(17_000)), "414 URI Too Long");
	}

	@ParameterizedTest
	@ValueSource(ints = { 40_000, 1_000_000 })
	void longHeaderFieldsAreRefused(int length) throws IOException {
		assertRefused(raw("GET /1.0/ HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(length) + "\r\n\r\n"),
				"431 Request Header Fields Too Large");
	}

	@Test
	void bodyOfOneMegabyteIsTheLongest() throws Exception {
		String path = "dishes/Baked%20beans/photo";
		assertThat(this.calls.send("PUT", path, "x".repeat(1024 * 1024)).statusCode()).isEqualTo(200);
		ServiceCalls.assertAnswer(this.calls.send("PUT", path, "x".repeat(1024 * 1024 + 1)), 413,
				"The body may have 1048576 bytes at the most.");
	}

	@Test
	void truncatedBodyChangesNothing() throws IOException {
		raw("POST /1.0/recipes/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
				+ "Content-Length: 1000\r\n\r\nws.op=shout");
		assertThat(this.service.entry("recipes/1").text("instructions")).isEqualTo("Roast it");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "multipart/form-data|x|The multipart form names no boundary.",
			"multipart/form-data; boundary=b|x|The multipart form ends before its last boundary.",
			"multipart/form-data; boundary=b|--b~~x~~--b--|The multipart form has a part without a blank line.",
			"multipart/form-data; boundary=b|--b~~X: y~~~~v~~--b--|The multipart form has a part without a name.",
			"multipart/form-data; boundary=b|--b--|No operation name given.",
			"application/x-www-form-urlencoded|ws.op=%|A percent sign must be followed by two hexadecimal digits.",
			"application/x-www-form-urlencoded|ws.op=create&instructions=%e9|The request is not well-formed UTF-8.",
			"application/x-www-form-urlencoded|x=caf\u00e9|Characters like U+00C3 must be percent-encoded as UTF-8.",
			"application/x-www-form-urlencoded|%ff=1|The request is not well-formed UTF-8." })
	void malformedFormIsRefused(String mediaType, String body, String reason) throws Exception {
		HttpResponse<String> response = this.calls.send("POST", "recipes", body.replace("~~", "\r\n"), "Content-Type",
				mediaType);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo(reason);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "text/plain|{}|415|Expected a media type of application/json.",
					"application/json|{|400|Entity-body was not a well-formed JSON document.",
					"application/json|``|400|Entity-body was not a well-formed JSON document.",
					"application/json|{} {}|400|Entity-body was not a well-formed JSON document.",
					"application/json|[]|400|Expected a JSON hash.", "application/json|null|400|Expected a JSON hash.",
					"application/json|\"x\"|400|Expected a JSON hash." })
	void malformedDocumentIsRefused(String mediaType, String body, int status, String reason) throws Exception {
		ServiceCalls.assertAnswer(this.calls.send("PATCH", "recipes/1", body, "Content-Type", mediaType), status,
				reason);
	}

	@Test
	void deepNestingIsRefused() throws Exception {
		assertThat(this.calls.patch("recipes/1", "[".repeat(100_000)).body())
			.isEqualTo("Entity-body was not a well-formed JSON document.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"unfinished", "unquoted", "\"a\" \"b\"", "," })
	void malformedConditionIsRefused(String condition) throws Exception {
		assertThat(this.calls.get("recipes/1", "If-None-Match", condition).body())
			.isEqualTo("If-None-Match is not a list of entity tags.");
		assertThat(this.calls.patch("recipes/1", "{}", "If-Match", condition).body())
			.isEqualTo("If-Match is not a list of entity tags.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nonsense", "text/", "te xt/plain", "text/plain, text/html" })
	void malformedMediaTypeOfFileIsRefused(String mediaType) throws Exception {
		HttpResponse<String> response = this.calls.send("PUT", "dishes/Baked%20beans/photo", "x", "Content-Type",
				mediaType);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo("Content-Type is not a media type.");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "ws.size=301|Maximum for \"ws.size\" parameter is 300.",
					"ws.size=0|Minimum for \"ws.size\" parameter is 1.",
					"ws.size=many|\"ws.size\" must be a whole number and not negative.",
					"ws.start=-1|\"ws.start\" must be a whole number and not negative.",
					"ws.start=1.5|\"ws.start\" must be a whole number and not negative." })
	void impossiblePageIsRefused(String query, String reason) throws Exception {
		HttpResponse<String> response = this.calls.get("dishes?" + query);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).isEqualTo(reason);
	}

	@ParameterizedTest
	@CsvSource({ "POST,'',GET", "DELETE,'',GET", "PUT,dishes,GET", "POST,dishes,GET",
			"DELETE,dishes/Baked%20beans,GET PUT PATCH", "HEAD,'',GET",
			"POST,dishes/Baked%20beans/photo,GET PUT DELETE" })
	void otherMethodIsNotAllowed(String method, String path, String allowed) throws Exception {
		HttpResponse<String> response = this.calls.send(method, path, "");
		assertThat(response.statusCode()).isEqualTo(405);
		assertThat(response.headers().firstValue("Allow")).hasValue(allowed);
	}

	private static String assertRefused(String response, String status) {
		assertThat(response).startsWith("HTTP/1.1 " + status + "\r\n").contains("\r\nContent-Type: text/plain\r\n");
		String reason = response.substring(response.indexOf("\r\n\r\n") + 4);
		assertThat(reason).isNotBlank();
		return reason;
	}

}
