package dev.hyperclient.cookbook.service;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Status lines and header fields as sent.
 */
class HttpMessageTests {

	@RegisterExtension
	final RunningService service = new RunningService();

	@ParameterizedTest
	@CsvSource({ "GET /1.0/,200 Ok", "GET /1.0/cookbooks/featured,301 Moved Permanently", "GET /,404 Not Found",
			"DELETE /1.0/,405 Method Not Allowed", "GET /1.0/recipes/5,401 Unauthorized",
			"GET /1.0/cookbooks?ws.op=x,400 Bad Request" })
	void statusLineHasReasonPhrase(String request, String status) throws IOException {
		String response = this.service.raw(request + " HTTP/1.1\r\nHost: cookbooks.dev\r\nConnection: close\r\n\r\n");
		assertThat(response).startsWith("HTTP/1.1 " + status + "\r\n");
	}

	@Test
	void headerNamesHaveConventionalSpelling() throws IOException {
		String response = this.service.rawGet("/1.0/");
		assertThat(response).contains("\r\nContent-Type: application/json\r\n", "\r\nETag: \"", "\r\nDate: ",
				"\r\nCache-Control: max-age=10000\r\n", "\r\nContent-Length: ");
		assertThat(this.service.rawGet("/1.0/cookbooks/featured")).contains("\r\nContent-Length: 0\r\n",
				"\r\nLocation: http://cookbooks.dev/1.0/cookbooks/Mastering", "\r\nContent-Type: text/plain\r\n");
	}

	@Test
	void notModifiedHasNoBody() throws IOException {
		String response = this.service
			.raw("GET /1.0/ HTTP/1.1\r\nHost: cookbooks.dev\r\nIf-None-Match: *\r\nConnection: close\r\n\r\n");
		assertThat(response).startsWith("HTTP/1.1 304 Not Modified\r\n").endsWith("\r\n\r\n");
	}

	@Test
	void connectionIsKeptAlive() throws IOException {
		String first = "GET /1.0/cookbooks/featured HTTP/1.1\r\nHost: cookbooks.dev\r\nContent-Length: 0\r\n\r\n";
		String responses = this.service
			.raw(first + "GET /1.0/dishes HTTP/1.1\r\nHost: cookbooks.dev\r\nConnection: close\r\n\r\n");
		assertThat(responses).containsSubsequence("HTTP/1.1 301", "HTTP/1.1 200 Ok");
	}

	@Test
	void headHasNoBody() throws IOException {
		String responses = this.service.raw("HEAD /1.0/ HTTP/1.1\r\nHost: cookbooks.dev\r\nConnection: close\r\n\r\n");
		assertThat(responses).startsWith("HTTP/1.1 405 Method Not Allowed\r\n").endsWith("\r\n\r\n");
	}

	@Test
	void longRequestLineIsAccepted() throws IOException {
		assertThat(this.service.rawGet("/1.0/dishes?x=" + "y".repeat(15_000))).startsWith("HTTP/1.1 200 Ok\r\n");
	}

	@Test
	void absoluteTargetOverridesHost() throws IOException {
		assertThat(this.service.rawGet("http://kitchen.example:8080/1.0/"))
			.contains("http://kitchen.example:8080/1.0/cookbooks");
	}

}
