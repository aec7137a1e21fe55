package dev.hyperclient.error;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The texts of {@link HTTPError}. What its fields contain is tested with a service.
 */
class HTTPErrorTests {

	private final HttpHeaders headers = new HttpHeaders();

	@Test
	void messageBeginsWithMethodAndUrl() {
		this.headers.set("Content-Type", "text/plain");
		HTTPError error = error("http://localhost/1.0/recipes/77", "No such recipe");
		assertThat(error).hasMessage("""
				PATCH http://localhost/1.0/recipes/77: HTTP Error 404: Not Found
				Response headers:
				---
				content-type: text/plain
				---
				Response body:
				---
				No such recipe
				---
				""");
		assertThat(error.method()).isEqualTo(HttpMethod.PATCH);
	}

	@Test
	void userOfTheUrlIsMaskedInTheMessage() {
		assertThat(error("http://me:s3cret@localhost/", "").getMessage())
			.startsWith("PATCH http://******@localhost/: HTTP Error 404: Not Found\n")
			.doesNotContain("s3cret");
	}

	@Test
	void controlCharactersOfTheBodyAreReplacedInTheMessageOnly() {
		String body = "One\r\n\tTwo\u001b[2J\rThree\u0000\u0085\u202e";
		HTTPError error = error("http://localhost/", body);
		assertThat(error.getMessage()).contains("---\nOne\n\tTwo\ufffd[2J\ufffdThree\ufffd\ufffd\ufffd\n---\n");
		assertThat(error.bodyText()).isEqualTo(body);
		assertThat(error.body()).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void headerFieldsDoNotForgeLines() {
		this.headers.add("X-Note", "one\r\nresponse body:\u001b[31m");
		HTTPError error = error("http://localhost/", "");
		assertThat(error.getMessage()).contains("\nx-note: one\ufffd\ufffdresponse body:\ufffd[31m\n---\n");
		assertThat(error.headers().getFirst("X-Note")).contains("\r\n");
	}

	private HTTPError error(String url, String body) {
		return HTTPErrors.of(HttpMethod.PATCH,
				ServiceResponse.of(URI.create(url), 404, this.headers, body.getBytes(StandardCharsets.UTF_8)));
	}

}
