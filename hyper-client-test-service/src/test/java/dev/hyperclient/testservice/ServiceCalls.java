package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Plain HTTP calls of a fake service, without following redirects.
 *
 * @param service the service
 */
record ServiceCalls(FakeService service) {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
		return send("GET", path, "", headers);
	}

	HttpResponse<String> getUrl(String url) throws IOException, InterruptedException {
		return CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
	}

	HttpResponse<String> patch(String path, String body, String... headers) throws IOException, InterruptedException {
		return send("PATCH", path, body,
				Stream.concat(Stream.of("Content-Type", "application/json"), Stream.of(headers))
					.toArray(String[]::new));
	}

	HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
		return send("POST", path, form, "Content-Type", "application/x-www-form-urlencoded");
	}

	HttpResponse<String> send(String method, String path, String body, String... headers)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.service.baseUrl() + path))
			.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return CLIENT.send(request.build(), BodyHandlers.ofString());
	}

	/** Assert that a response has a status and a content. */
	static void assertAnswer(HttpResponse<String> response, int status, String content) {
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.body()).isEqualTo(content);
	}

	/** Assert that a call is refused with a message. */
	static void assertIllegalArgument(ThrowingCallable call, String message) {
		assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
	}

}
