package dev.hyperclient.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.SocketServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Interim responses over {@code HttpURLConnection}, which returns them up to JDK 19, and
 * keeps the connection of those that seem to have ended. The final response is sent
 * later.
 */
class InterimUrlConnectionTests {

	@AutoClose
	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1));

	/** Requests that have been answered or have failed. */
	private final Semaphore ended = new Semaphore(0);

	private volatile String interim = "";

	@AutoClose
	private SocketServer server;

	@BeforeEach
	void start() {
		this.server = new SocketServer(this::serve);
	}

	@ParameterizedTest
	@CsvSource({ "GET, Content-Length: 0||", "GET, Content-Length: 3||abc", "GET, Transfer-Encoding: chunked||1|a|0||",
			"GET, Link: </style.css>||", "HEAD, Link: </style.css>||" })
	void finalResponseNeverAnswersALaterRequest(HttpMethod method, String fields) {
		this.interim = "HTTP/1.1 103 Early Hints|" + fields;
		SimpleClientHttpRequestFactory factory = new SimpleClientHttpRequestFactory();
		factory.setReadTimeout(5_000);
		RestClient client = RestClient.builder()
			.baseUrl("http://localhost:" + this.server.port())
			.requestFactory(new CachingClientHttpRequestFactory(this.cache, factory))
			.build();
		for (int number = 0; number < 6; number++) {
			String user = (number % 2 == 0) ? "alice" : "bob";
			try {
				String path = client.method(method)
					.uri("/{number}", number)
					.header("Authorization", user)
					.retrieve()
					.toBodilessEntity()
					.getHeaders()
					.getFirst("Request-Path");
				assertThat(path).isEqualTo("/" + number);
			}
			catch (RuntimeException ex) {
				// Newer JDKs skip those without the fields that RFC 9110, 8.6, forbids.
				assertThat(Runtime.version().feature() < 20 || !fields.startsWith("Link")).as(ex.toString()).isTrue();
			}
			this.ended.release();
		}
	}

	private void serve(Socket socket) throws IOException, InterruptedException {
		OutputStream out = socket.getOutputStream();
		while (true) {
			String path = SocketServer.readHead(socket.getInputStream()).split(" ")[1];
			this.ended.drainPermits();
			send(out, this.interim);
			// A client that skips it waits for the final response.
			this.ended.tryAcquire(300, TimeUnit.MILLISECONDS);
			send(out, "HTTP/1.1 200 OK|Cache-Control: private, max-age=600|Content-Length: 0|Request-Path: " + path
					+ "||");
		}
	}

	private static void send(OutputStream out, String lines) throws IOException {
		out.write(SocketServer.bytes(lines.replace("|", "\r\n")));
	}

}
