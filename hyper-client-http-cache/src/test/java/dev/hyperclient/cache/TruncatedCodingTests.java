package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Content whose coding ends early although the message is whole. Jetty's client and the
 * reactive one of Apache do not notice it.
 */
@Timeout(60)
class TruncatedCodingTests {

	private static final byte[] CONTENT = new byte[50_000];

	static {
		new Random(1).nextBytes(CONTENT);
	}

	private final HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build();

	@AfterEach
	void close() {
		this.cache.close();
	}

	static Stream<Arguments> responses() {
		return Stream.of("gzip", "deflate").flatMap((coding) -> {
			byte[] coded = coding.equals("gzip") ? gzip(CONTENT) : deflate(CONTENT);
			return Stream.of(1, 20, coded.length / 2, coded.length - 3)
				.flatMap((length) -> Stream.of(true, false)
					.map((chunked) -> arguments(coding, length, chunked, Arrays.copyOf(coded, length))));
		});
	}

	@ParameterizedTest(name = "{0}, {1} bytes, chunked {2}")
	@MethodSource("responses")
	void blockingClientsThrowExceptionAndStoreNothing(String coding, int length, boolean chunked, byte[] part)
			throws IOException {
		try (Server server = new Server(coding, chunked, part)) {
			for (Transports transport : EnumSet.of(Transports.JDK, Transports.APACHE, Transports.REACTOR)) {
				assertThatExceptionOfType(IOException.class).as(transport.name()).isThrownBy(() -> {
					try (ClientHttpResponse response = new CachingClientHttpRequestFactory(this.cache,
							transport.create())
						.createRequest(server.url(), HttpMethod.GET)
						.execute()) {
						response.getBody().readAllBytes();
					}
				}).satisfies((ex) -> {
					// With less, the client may fail before it has a response.
					if (length >= 20) {
						assertThat(ex).isInstanceOf(IncompleteResponseException.class)
							.hasMessageStartingWith("GET " + server.url() + ": the content is not whole: after ");
					}
				});
				assertThat(this.cache.size().entries()).as(transport.name()).isZero();
			}
		}
	}

	@ParameterizedTest(name = "{0}, {1} bytes, chunked {2}")
	@MethodSource("responses")
	void reactiveClientThrowsExceptionAndStoresNothing(String coding, int length, boolean chunked, byte[] part)
			throws IOException {
		try (Server server = new Server(coding, chunked, part)) {
			WebClient client = WebClients.builder(this.cache, Connectors.REACTOR.create()).build();
			assertThatException().isThrownBy(() -> get(client, server))
				.havingRootCause()
				.isInstanceOf(EOFException.class)
				.withMessage("its " + coding + " coding ends early");
			assertThatException().isThrownBy(() -> get(client, server))
				.satisfies((ex) -> assertThat(ex).hasStackTraceContaining(
						"IncompleteResponseException: GET " + server.url() + ": the content is not whole: after "));
			assertThat(this.cache.size().entries()).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "x-gzip", "deflate" })
	void wholeContentIsDecoded(String coding) throws IOException {
		byte[] coded = coding.equals("deflate") ? deflate(CONTENT) : gzip(CONTENT);
		try (Server server = new Server(coding, true, coded)) {
			WebClient client = WebClient.builder()
				.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
				.clientConnector(new CachingClientHttpConnector(this.cache, Connectors.REACTOR.create()))
				.build();
			assertThat(get(client, server)).isEqualTo(CONTENT);
			assertThat(this.cache.size().entries()).isOne();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 10, 25 })
	void allMembersOfGzipAreDecoded(int missing) throws IOException {
		byte[] first = gzip("first ".getBytes());
		byte[] last = gzip("and last".getBytes());
		byte[] all = Arrays.copyOf(first, first.length + last.length);
		System.arraycopy(last, 0, all, first.length, last.length);
		try (Server server = new Server("gzip", false, Arrays.copyOf(all, all.length - missing))) {
			WebClient client = WebClient.builder()
				.clientConnector(new CachingClientHttpConnector(this.cache, Connectors.REACTOR.create()))
				.build();
			if (missing == 0) {
				assertThat(get(client, server)).asString().isEqualTo("first and last");
			}
			else {
				assertThatException().isThrownBy(() -> get(client, server))
					.havingRootCause()
					.isInstanceOf(EOFException.class);
			}
		}
	}

	/** Many of them are in one part of the content. */
	@Test
	void anyNumberOfMembersOfGzipIsDecoded() throws IOException {
		byte[] member = gzip("a".getBytes());
		byte[] all = new byte[5_000 * member.length];
		for (int i = 0; i < all.length; i += member.length) {
			System.arraycopy(member, 0, all, i, member.length);
		}
		HttpClient netty = HttpClient.create()
			.compress(true)
			.option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(all.length))
			.httpResponseDecoder((spec) -> spec.maxChunkSize(all.length));
		try (Server server = new Server("gzip", false, all)) {
			WebClient client = WebClient.builder()
				.clientConnector(new CachingClientHttpConnector(this.cache, new ReactorClientHttpConnector(netty)))
				.build();
			byte[] content = client.get()
				.uri(server.url())
				.retrieve()
				.bodyToMono(byte[].class)
				.block(Duration.ofSeconds(10));
			assertThat(content).hasSize(5_000);
		}
	}

	@Test
	void responseWithoutContentMayNameACoding() throws IOException {
		try (Server server = new Server("gzip", false, new byte[0])) {
			for (Transports transport : EnumSet.of(Transports.JDK, Transports.APACHE, Transports.REACTOR)) {
				try (ClientHttpResponse response = new CachingClientHttpRequestFactory(this.cache, transport.create())
					.createRequest(server.url(), HttpMethod.HEAD)
					.execute()) {
					assertThat(response.getBody().readAllBytes()).as(transport.name()).isEmpty();
				}
			}
			assertThat(get(WebClient.create(), server)).isNull();
		}
	}

	private static byte[] gzip(byte[] content) {
		return encoded(content, GZIPOutputStream::new);
	}

	private static byte[] deflate(byte[] content) {
		return encoded(content, DeflaterOutputStream::new);
	}

	private static byte[] encoded(byte[] content, Encoder encoder) {
		ByteArrayOutputStream coded = new ByteArrayOutputStream();
		try (OutputStream out = encoder.around(coded)) {
			out.write(content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return coded.toByteArray();
	}

	/** Encodes what is written. */
	@FunctionalInterface
	private interface Encoder {

		OutputStream around(OutputStream out) throws IOException;

	}

	private static byte[] get(WebClient client, Server server) {
		return client.get().uri(server.url()).retrieve().bodyToMono(byte[].class).block();
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
