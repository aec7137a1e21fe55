package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

import dev.hyperclient.cache.api.IncompleteResponseException;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.SocketServer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Content whose coding ends early although the message is whole. Jetty's client decodes
 * gzip only, and the client of the JDK below {@code WebClient} nothing.
 */
class TruncatedCodingTests {

	private static final byte[] CONTENT = new byte[50_000];

	static {
		new Random(1).nextBytes(CONTENT);
	}

	@AutoClose
	private final HttpCache cache = HttpCache.builder().inMemory(DataSize.ofMegabytes(1)).build();

	static Stream<Arguments> responses() {
		return Stream.of("gzip", "deflate").flatMap((coding) -> {
			byte[] coded = coded(coding);
			return Stream.of(1, 20, coded.length - 3)
				.map((length) -> arguments(coding, length, length == 20, Arrays.copyOf(coded, length)));
		});
	}

	@ParameterizedTest(name = "{0}, {1} bytes, chunked {2}")
	@MethodSource("responses")
	void blockingClientsThrowExceptionAndStoreNothing(String coding, int length, boolean chunked, byte[] part)
			throws IOException {
		try (SocketServer server = serve(coding, chunked, part)) {
			for (Transports transport : blocking(coding)) {
				ClientHttpRequestFactory client = new CachingClientHttpRequestFactory(this.cache, transport.create());
				assertThatIOException().as(transport.name()).isThrownBy(() -> read(client, server)).satisfies((ex) -> {
					// With less, the client may fail before it has a response.
					if (length >= 20) {
						assertThat(ex).isInstanceOf(IncompleteResponseException.class)
							.hasMessageStartingWith("GET " + server.url() + ": the content is incomplete: after ");
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
		try (SocketServer server = serve(coding, chunked, part)) {
			for (Connectors connector : reactive(coding)) {
				WebClient client = client(connector);
				assertThatException().isThrownBy(() -> get(client, server))
					.havingRootCause()
					.isInstanceOf(EOFException.class)
					.withMessage("its " + coding + " coding ends early");
				assertThatException().isThrownBy(() -> get(client, server))
					.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("IncompleteResponseException: GET "
							+ server.url() + ": the content is incomplete: after "));
				assertThat(this.cache.size().entries()).isZero();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "x-gzip", "deflate" })
	void wholeContentIsDecodedAndStored(String coding) throws IOException {
		byte[] coded = coded(coding);
		for (boolean chunked : new boolean[] { true, false }) {
			for (Connectors connector : reactive(coding)) {
				try (SocketServer server = serve(coding, chunked, coded)) {
					WebClient client = client(connector);
					assertThat(get(client, server)).as(connector.name()).isEqualTo(CONTENT);
					assertThat(this.cache.size().entries()).as(connector.name()).isOne();
					assertThat(get(client, server)).as(connector.name()).isEqualTo(CONTENT);
					this.cache.clear();
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "deflate" })
	void requestsWithoutTheCacheAreDecoded(String coding) throws IOException {
		byte[] coded = coded(coding);
		try (SocketServer server = serve(coding, false, coded)) {
			for (Connectors connector : reactive(coding)) {
				ClientHttpConnector shared = connector.create();
				new CachingClientHttpConnector(this.cache, shared);
				assertThat(get(client(shared), server)).as(connector.name()).isEqualTo(CONTENT);
			}
		}
	}

	/** Some servers send it (RFC 9110, 8.4.1.2). */
	@Test
	void deflateWithoutZlibIsDecoded() throws IOException {
		byte[] coded = encoded(CONTENT, (out) -> new DeflaterOutputStream(out, new Deflater(9, true)));
		try (SocketServer server = serve("deflate", false, coded)) {
			for (Connectors connector : reactive("deflate")) {
				assertThat(get(client(connector), server)).as(connector.name()).isEqualTo(CONTENT);
			}
		}
	}

	/** RFC 1952, 2.3: extra bytes, a name, a comment and a checksum of the header. */
	@ParameterizedTest
	@ValueSource(ints = { 4, 8, 16, 2, 31 })
	void optionalFieldsOfGzipAreSkipped(int flags) throws IOException {
		byte[] plain = gzip("content".getBytes());
		ByteArrayOutputStream coded = new ByteArrayOutputStream();
		coded.write(plain, 0, 3);
		coded.write(flags);
		coded.write(plain, 4, 6);
		coded.writeBytes(((flags & 4) != 0) ? new byte[] { 3, 0, 0, 0, 0 } : new byte[0]);
		coded.writeBytes(((flags & 8) != 0) ? "name\0".getBytes() : new byte[0]);
		coded.writeBytes(((flags & 16) != 0) ? "comment\0".getBytes() : new byte[0]);
		coded.writeBytes(((flags & 2) != 0) ? new byte[2] : new byte[0]);
		int header = coded.size();
		coded.write(plain, 10, plain.length - 10);
		for (Connectors connector : EnumSet.of(Connectors.APACHE, Connectors.JETTY)) {
			WebClient client = client(connector);
			try (SocketServer server = serve("gzip", false, coded.toByteArray())) {
				assertThat(get(client, server)).as(connector.name()).asString().isEqualTo("content");
			}
			for (int length = 1; length <= header; length++) {
				try (SocketServer server = serve("gzip", false, Arrays.copyOf(coded.toByteArray(), length))) {
					this.cache.clear();
					assertThatException().isThrownBy(() -> get(client, server))
						.as(connector.name() + " " + length)
						.havingRootCause()
						.withMessage("its gzip coding ends early");
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "gzip", "deflate" })
	void wrongCodingThrowsException(String coding) throws IOException {
		byte[] coded = coded(coding);
		byte[] longer = Arrays.copyOf(coded, coded.length + 1);
		byte[] other = coded.clone();
		other[coded.length - ((coding.equals("deflate")) ? 2 : 6)]++;
		for (byte[] wrong : List.of(longer, other)) {
			try (SocketServer server = serve(coding, false, wrong)) {
				for (Connectors connector : coding.equals("gzip") ? reactive(coding) : EnumSet.of(Connectors.APACHE)) {
					assertThatException().as(connector.name()).isThrownBy(() -> get(client(connector), server));
					assertThat(this.cache.size().entries()).as(connector.name()).isZero();
				}
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 25 })
	void allMembersOfGzipAreDecoded(int missing) throws IOException {
		byte[] first = gzip("first ".getBytes());
		byte[] last = gzip("and last".getBytes());
		byte[] all = Arrays.copyOf(first, first.length + last.length);
		System.arraycopy(last, 0, all, first.length, last.length);
		try (SocketServer server = serve("gzip", false, Arrays.copyOf(all, all.length - missing))) {
			for (Connectors connector : reactive("gzip")) {
				WebClient client = client(connector);
				if (missing == 0) {
					assertThat(get(client, server)).asString().isEqualTo("first and last");
					this.cache.clear();
				}
				else {
					assertThatException().isThrownBy(() -> get(client, server))
						.havingRootCause()
						.isInstanceOf(EOFException.class);
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource(value = Transports.class, names = { "JDK", "APACHE", "JETTY", "REACTOR" })
	void allMembersOfGzipAreReadFromBlockingClientsAndStored(Transports transport) throws IOException {
		byte[] members = members(20_000, gzip("a".getBytes()));
		ClientHttpRequestFactory client = new CachingClientHttpRequestFactory(this.cache, transport.create());
		try (SocketServer server = serve("gzip", false, members)) {
			for (int i = 0; i < 2; i++) {
				try (ClientHttpResponse response = client.createRequest(server.url(), HttpMethod.GET).execute()) {
					assertThat(response.getBody().readAllBytes()).hasSize(20_000);
					assertThat(response.getHeaders().containsHeader("Content-Encoding")).isFalse();
				}
			}
			assertThat(server.connections()).hasSize(1);
		}
	}

	@ParameterizedTest
	@CsvSource({ "JDK, 1", "JDK, 20", "APACHE, 1", "APACHE, 20" })
	void lastMemberOfGzipThatIsCutThrowsExceptionAndIsNotStored(Transports transport, int length) throws IOException {
		byte[] member = gzip(CONTENT);
		byte[] part = Arrays.copyOf(members(2, member), member.length + length);
		ClientHttpRequestFactory client = new CachingClientHttpRequestFactory(this.cache, transport.create());
		try (SocketServer server = serve("gzip", true, part)) {
			assertThatExceptionOfType(IncompleteResponseException.class).isThrownBy(() -> read(client, server))
				.withMessageContaining("its gzip coding ends early");
			assertThat(this.cache.size().entries()).isZero();
		}
	}

	/** Its decoders are replaced for the cache alone, also by several factories. */
	@Test
	void requestOfApacheWithoutTheCacheIsDecodedAsBefore() throws IOException {
		byte[] longer = Arrays.copyOf(gzip("content".getBytes()), 60);
		ClientHttpRequestFactory shared = Transports.APACHE.create();
		ClientHttpRequestFactory cached = new CachingClientHttpRequestFactory(this.cache,
				new CachingClientHttpRequestFactory(this.cache, shared));
		try (SocketServer server = serve("gzip", false, longer)) {
			assertThatIOException().isThrownBy(() -> read(cached, server));
			assertThat(read(shared, server)).asString().isEqualTo("content");
		}
	}

	private static byte[] read(ClientHttpRequestFactory client, SocketServer server) throws IOException {
		try (ClientHttpResponse response = client.createRequest(server.url(), HttpMethod.GET).execute()) {
			return response.getBody().readAllBytes();
		}
	}

	private static byte[] members(int count, byte[] member) {
		byte[] all = new byte[count * member.length];
		for (int i = 0; i < all.length; i += member.length) {
			System.arraycopy(member, 0, all, i, member.length);
		}
		return all;
	}

	/** Many of them are in one part of the content. */
	@Test
	void anyNumberOfMembersOfGzipIsDecoded() throws IOException {
		byte[] all = members(5_000, gzip("a".getBytes()));
		HttpClient netty = HttpClient.create()
			.compress(true)
			.option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(all.length))
			.httpResponseDecoder((spec) -> spec.maxChunkSize(all.length));
		try (SocketServer server = serve("gzip", false, all)) {
			WebClient client = client(
					new CachingClientHttpConnector(this.cache, new ReactorClientHttpConnector(netty)));
			assertThat(get(client, server)).hasSize(5_000);
		}
	}

	@Test
	void responseWithoutContentMayNameACoding() throws IOException {
		try (SocketServer server = serve("gzip", false, new byte[0])) {
			for (Transports transport : blocking("gzip")) {
				try (ClientHttpResponse response = new CachingClientHttpRequestFactory(this.cache, transport.create())
					.createRequest(server.url(), HttpMethod.HEAD)
					.execute()) {
					assertThat(response.getBody().readAllBytes()).as(transport.name()).isEmpty();
				}
			}
			assertThat(get(WebClient.create(), server)).isNull();
			for (Connectors connector : reactive("gzip")) {
				assertThat(get(client(connector), server)).isNull();
				this.cache.clear();
			}
		}
	}

	private static Set<Transports> blocking(String coding) {
		return coding.equals("gzip") ? EnumSet.complementOf(EnumSet.of(Transports.SIMPLE))
				: EnumSet.of(Transports.JDK, Transports.APACHE, Transports.REACTOR);
	}

	private static Set<Connectors> reactive(String coding) {
		return coding.equals("gzip") ? EnumSet.complementOf(EnumSet.of(Connectors.JDK))
				: EnumSet.of(Connectors.APACHE, Connectors.REACTOR);
	}

	private WebClient client(Connectors connector) {
		return client(new CachingClientHttpConnector(this.cache, connector.create()));
	}

	private static WebClient client(ClientHttpConnector connector) {
		return WebClient.builder()
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.clientConnector(connector)
			.build();
	}

	private static byte[] coded(String coding) {
		return coding.equals("deflate") ? deflate(CONTENT) : gzip(CONTENT);
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

	private static byte[] get(WebClient client, SocketServer server) {
		return client.get().uri(server.url()).retrieve().bodyToMono(byte[].class).block();
	}

	/** Return a server that answers with a part of coded content, as if it was all. */
	private static SocketServer serve(String coding, boolean chunked, byte[] part) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(SocketServer
			.bytes("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nConnection: close\r\nContent-Encoding: " + coding
					+ "\r\n"));
		bytes.writeBytes(SocketServer
			.bytes(chunked ? "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(part.length) + "\r\n"
					: "Content-Length: " + part.length + "\r\n\r\n"));
		bytes.writeBytes(part);
		bytes.writeBytes(SocketServer.bytes(chunked ? "\r\n0\r\n\r\n" : ""));
		return SocketServer.answering(bytes.toByteArray());
	}

}
