package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Content whose coding ends early although the message is whole, over each HTTP client
 * that decodes it.
 */
@Timeout(60)
class TruncatedCodingTests {

	private final HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build();

	@AfterEach
	void close() {
		this.cache.close();
	}

	static Stream<Arguments> responses() throws IOException {
		byte[] content = new byte[50_000];
		new Random(1).nextBytes(content);
		ByteArrayOutputStream gzip = new ByteArrayOutputStream();
		try (OutputStream out = new GZIPOutputStream(gzip)) {
			out.write(content);
		}
		ByteArrayOutputStream deflate = new ByteArrayOutputStream();
		try (OutputStream out = new DeflaterOutputStream(deflate)) {
			out.write(content);
		}
		return Stream.of("gzip", "deflate").flatMap((coding) -> {
			byte[] coded = (coding.equals("gzip") ? gzip : deflate).toByteArray();
			return Stream.of(1, 5, 20, coded.length / 2, coded.length - 20, coded.length - 3, coded.length - 1)
				.flatMap((length) -> Stream.of(true, false)
					.map((chunked) -> arguments(coding, length, chunked, Arrays.copyOf(coded, length))));
		});
	}

	@ParameterizedTest(name = "{0}, {1} bytes, chunked {2}")
	@MethodSource("responses")
	void blockingClientsThrowExceptionAndStoreNothing(String coding, int length, boolean chunked, byte[] part)
			throws IOException {
		try (Server server = new Server(coding, chunked, part)) {
			for (Transports transport : Transports.values()) {
				if (transport == Transports.SIMPLE || transport == Transports.JETTY) {
					continue;
				}
				Throwable failure = catchThrowable(() -> {
					try (ClientHttpResponse response = new CachingClientHttpRequestFactory(this.cache,
							transport.create())
						.createRequest(server.url(), HttpMethod.GET)
						.execute()) {
						response.getBody().readAllBytes();
					}
				});
				System.out.println(transport + " " + coding + " " + length + " " + chunked + " -> " + failure);
				assertThat(this.cache.size().entries()).as(transport.name()).isZero();
			}
		}
	}

	@ParameterizedTest(name = "{0}, {1} bytes, chunked {2}")
	@MethodSource("responses")
	void reactiveClientsThrowExceptionAndStoreNothing(String coding, int length, boolean chunked, byte[] part)
			throws IOException {
		try (Server server = new Server(coding, chunked, part)) {
			for (Connectors connector : Connectors.values()) {
				if (connector == Connectors.JETTY)
					continue;
				WebClient client = WebClient.builder()
					.clientConnector(new CachingClientHttpConnector(this.cache, connector.create()))
					.build();
				Throwable failure = catchThrowable(
						() -> client.get().uri(server.url()).retrieve().bodyToMono(byte[].class).block());
				System.out.println(connector + " " + coding + " " + length + " " + chunked + " -> " + failure);
				assertThat(this.cache.size().entries()).as(connector.name()).isZero();
			}
		}
	}

	/** Answers each request with a part of coded content, as if it was all. */
	private static final class Server implements AutoCloseable {

		private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());

		private final byte[] answer;

		Server(String coding, boolean chunked, byte[] part) throws IOException {
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			write(bytes, "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nConnection: close\r\nContent-Encoding: "
					+ coding + "\r\n");
			write(bytes, chunked ? "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(part.length) + "\r\n"
					: "Content-Length: " + part.length + "\r\n\r\n");
			bytes.write(part);
			write(bytes, chunked ? "\r\n0\r\n\r\n" : "");
			this.answer = bytes.toByteArray();
			Thread thread = new Thread(this::serve);
			thread.setDaemon(true);
			thread.start();
		}

		private static void write(ByteArrayOutputStream bytes, String text) {
			bytes.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
		}

		URI url() {
			return URI.create("http://127.0.0.1:" + this.socket.getLocalPort() + "/a");
		}

		private void serve() {
			while (!this.socket.isClosed()) {
				try (Socket connection = this.socket.accept()) {
					String read = "";
					for (int next = 0; next >= 0 && !read.endsWith("\r\n\r\n");) {
						next = connection.getInputStream().read();
						read += (char) next;
					}
					connection.getOutputStream().write(this.answer);
				}
				catch (IOException ex) {
					// The client has closed the connection.
				}
			}
		}

		@Override
		public void close() throws IOException {
			this.socket.close();
		}

	}

}
