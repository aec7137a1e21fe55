package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service for the tests of a class, with its seed data before each test. In a static
 * field.
 */
final class RunningService implements BeforeEachCallback, AfterAllCallback {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final CookbookService service;

	RunningService(String... properties) {
		this.service = new CookbookService(CookbookSettings.onAnyPort(properties));
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		this.service.reset();
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.service.close();
	}

	CookbookService service() {
		return this.service;
	}

	String base() {
		return "http://localhost:" + this.service.port();
	}

	HttpResponse<String> get(String path, String... headers) {
		return send("GET", path, "", headers);
	}

	/**
	 * Send a request with header fields as alternating names and values.
	 */
	HttpResponse<String> send(String method, String path, String body, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path))
			.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
		if (headers.length > 0) {
			request.headers(headers);
		}
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	JsonNode json(String path) {
		return JsonMapper.shared().readTree(get(path).body());
	}

}
