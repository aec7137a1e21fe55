package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts a service for each test and sends requests to it.
 */
class RunningService implements BeforeEachCallback, AfterEachCallback {

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.followRedirects(HttpClient.Redirect.NEVER)
		.build();

	private static final JsonMapper JSON = JsonMapper.shared();

	private final CookbookServiceProperties properties;

	private final Clock clock;

	private @Nullable CookbookService service;

	RunningService() {
		this(CookbookSettings.onAnyPort());
	}

	RunningService(CookbookServiceProperties properties) {
		this(properties, Clock.systemUTC());
	}

	RunningService(CookbookServiceProperties properties, Clock clock) {
		this.properties = properties;
		this.clock = clock;
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		this.service = new CookbookService(this.properties, this.clock);
	}

	@Override
	public void afterEach(ExtensionContext context) {
		service().close();
	}

	CookbookService service() {
		return Objects.requireNonNull(this.service);
	}

	String base() {
		return "http://localhost:" + service().port();
	}

	String root() {
		return base() + "/1.0/";
	}

	HttpResponse<String> get(String path, String... headers) {
		return send("GET", path, "", headers);
	}

	/**
	 * Send a request with header fields as alternating names and values.
	 */
	HttpResponse<String> send(String method, String path, String body, String... headers) {
		return send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
	}

	HttpResponse<String> send(String method, String path, byte[] body, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path))
			.method(method, (body.length != 0) ? BodyPublishers.ofByteArray(body) : BodyPublishers.noBody());
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

	HttpResponse<String> post(String path, String form) {
		return send("POST", path, form, "Content-Type", "application/x-www-form-urlencoded");
	}

	JsonNode json(String path) {
		return JSON.readTree(get(path).body());
	}

	static JsonNode json(HttpResponse<String> response) {
		return JSON.readTree(response.body());
	}

	static @Nullable String header(HttpResponse<String> response, String name) {
		return response.headers().firstValue(name).orElse(null);
	}

	/**
	 * Send bytes and read until the service closes the connection.
	 */
	String raw(String request) throws IOException {
		return raw(service().port(), request);
	}

	static String raw(int port, String request) throws IOException {
		try (Socket socket = new Socket("localhost", port)) {
			socket.setSoTimeout(10_000);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.getOutputStream().flush();
			InputStream response = socket.getInputStream();
			return new String(response.readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

	/**
	 * Send the beginning of a request and close the output.
	 */
	void cut(String request) throws IOException {
		try (Socket socket = new Socket("localhost", service().port())) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.shutdownOutput();
			socket.setSoTimeout(10_000);
			socket.getInputStream().readAllBytes();
		}
	}

	String rawGet(String target) throws IOException {
		return raw("GET " + target + " HTTP/1.1\r\nHost: cookbooks.dev\r\nConnection: close\r\n\r\n");
	}

}
