package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The request factory over each HTTP client that Spring supports.
 */
@Timeout(60)
class CachingClientHttpRequestFactoryTransportTests {

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	private HttpCache cache;

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withListener((request, outcome) -> this.outcomes.add(outcome));
	}

	@AfterEach
	void closeCache() {
		this.cache.close();
	}

	@ParameterizedTest
	@EnumSource
	void responsesAreStoredServedAndValidated(Transports transport) {
		String large = "0123456789".repeat(50_000);
		for (String body : List.of("text", large)) {
			server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withHeader("ETag", "\"a\"").withBody(body)));
			server.stubFor(WireMock.get(anyUrl())
				.withHeader("If-None-Match", equalTo("\"a\""))
				.willReturn(aResponse().withStatus(304).withHeader("ETag", "\"a\"")));
			RestClient client = client(transport);
			String path = "/" + body.length();
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "")).isEqualTo(body);
			assertThat(get(client, path, "Cache-Control: no-cache")).isEqualTo(body);
			assertThat(get(client, path, "Range: bytes=2-3")).isEqualTo(body.substring(2, 4));
			client.head().uri(path).retrieve().toBodilessEntity();
			assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.REVALIDATED,
					CacheOutcome.HIT, CacheOutcome.HIT);
			this.outcomes.clear();
		}
		server.verify(4, anyRequestedFor(anyUrl()));
	}

	@ParameterizedTest
	@EnumSource
	void changeInvalidates(Transports transport) {
		server.stubFor(WireMock.get(anyUrl()).willReturn(fresh().withBody("text")));
		server.stubFor(WireMock.put(anyUrl())
			.withRequestBody(equalTo("changed"))
			.willReturn(aResponse().withStatus(200).withBody("done")));
		RestClient client = client(transport);
		get(client, "/a", "");
		assertThat(client.put().uri("/a").body("changed").retrieve().body(String.class)).isEqualTo("done");
		get(client, "/a", "");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.BYPASS, CacheOutcome.MISS);
	}

	@ParameterizedTest
	@EnumSource
	void decompressedContentIsServedLikeTheFirst(Transports transport) throws IOException {
		String text = "text ".repeat(1_000);
		server.stubFor(WireMock.get(anyUrl())
			.withHeader("Accept-Encoding", WireMock.containing("gzip"))
			.willReturn(fresh().withHeader("Content-Encoding", "gzip")
				.withHeader("Vary", "Accept-Encoding")
				.withBody(gzip(text))));
		server.stubFor(WireMock.get(anyUrl())
			.withHeader("Accept-Encoding", WireMock.absent())
			.willReturn(fresh().withHeader("Vary", "Accept-Encoding").withBody(text)));
		RestClient client = client(transport);
		for (int i = 0; i < 2; i++) {
			client.get().uri("/a").exchange((request, response) -> {
				assertThat(response.getBody().readAllBytes()).isEqualTo(text.getBytes());
				assertThat(response.getHeaders().containsHeader("Content-Encoding")).isFalse();
				return true;
			});
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@ParameterizedTest
	@EnumSource
	void staleResponseReplacesLostConnection(Transports transport) {
		server.stubFor(WireMock.get(anyUrl())
			.willReturn(aResponse().withHeader("Cache-Control", "max-age=0, stale-if-error=60").withBody("text")));
		RestClient client = client(transport);
		get(client, "/a", "");
		server.stubFor(WireMock.get(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
		assertThat(get(client, "/a", "")).isEqualTo("text");
		assertThatExceptionOfType(ResourceAccessException.class).isThrownBy(() -> get(client, "/b", ""));
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.STALE);
	}

	@ParameterizedTest
	@EnumSource
	void truncatedBodyIsNotStored(Transports transport) throws IOException {
		try (RawServer raw = new RawServer(
				"HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100\r\nConnection: close\r\n\r\ntext")) {
			ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache, transport.create());
			try (ClientHttpResponse response = factory.createRequest(raw.url(), HttpMethod.GET).execute()) {
				response.getBody().readAllBytes();
			}
			catch (IOException | RuntimeException ex) {
				// Most clients notice it.
			}
			assertThat(this.directory).isEmptyDirectory();
		}
	}

	@ParameterizedTest
	@EnumSource
	void interimResponseIsSkippedOrRefused(Transports transport) throws IOException {
		try (RawServer raw = new RawServer("HTTP/1.1 103 Early Hints\r\nCache-Control: max-age=60\r\n\r\n"
				+ "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\nETag: \"a\"\r\n\r\ntext")) {
			ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(this.cache, transport.create());
			String result;
			try (ClientHttpResponse response = factory.createRequest(raw.url(), HttpMethod.GET).execute()) {
				result = response.getStatusCode().value() + " " + new String(response.getBody().readAllBytes());
			}
			catch (RuntimeException ex) {
				result = ex.getClass().getSimpleName();
				assertThat(this.directory).isEmptyDirectory();
			}
			boolean skips = transport != Transports.REACTOR && transport != Transports.SIMPLE;
			assertThat(result).isEqualTo(skips ? "200 text" : "UnexpectedInterimResponseException");
		}
	}

	/**
	 * With a heap that is smaller than the bodies.
	 */
	@Test
	void largeBodiesAreStreamedInBothDirections() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-XX:MaxDirectMemorySize=64m", "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("java.class.path"), LargeBodiesApplication.class.getName(),
				this.directory.toString(), System.getProperty("hyperclient.large-bodies.megabytes", "72"))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (InputStream output = process.getInputStream()) {
			assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8).lines()).containsExactly(
					"JDK true true", "APACHE true true", "JETTY true true", "REACTOR true true", "SIMPLE true true");
		}
		assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
	}

	private RestClient client(Transports transport) {
		return RestClient.builder()
			.baseUrl(server.baseUrl())
			.requestFactory(new CachingClientHttpRequestFactory(this.cache, transport.create()))
			.build();
	}

	private static String get(RestClient client, String path, String fields) {
		return client.get()
			.uri(path)
			.headers((headers) -> headers.addAll(Fields.of(fields)))
			.retrieve()
			.body(String.class);
	}

	private static ResponseDefinitionBuilder fresh() {
		return aResponse().withHeader(HttpHeaders.CACHE_CONTROL, "max-age=60");
	}

	private static byte[] gzip(String text) throws IOException {
		ByteArrayOutputStream compressed = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
			gzip.write(text.getBytes(StandardCharsets.UTF_8));
		}
		return compressed.toByteArray();
	}

	/**
	 * Answers each connection with the same bytes, after the request.
	 */
	private static final class RawServer implements AutoCloseable {

		private final ServerSocket socket;

		RawServer(String answer) throws IOException {
			this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
			Thread thread = new Thread(() -> serve(answer.getBytes(StandardCharsets.ISO_8859_1)));
			thread.setDaemon(true);
			thread.start();
		}

		URI url() {
			return URI.create("http://127.0.0.1:" + this.socket.getLocalPort() + "/a");
		}

		private void serve(byte[] answer) {
			while (!this.socket.isClosed()) {
				try (Socket connection = this.socket.accept(); OutputStream output = connection.getOutputStream()) {
					InputStream input = connection.getInputStream();
					String read = "";
					while (!read.endsWith("\r\n\r\n")) {
						int next = input.read();
						if (next < 0) {
							break;
						}
						read += (char) next;
					}
					output.write(answer);
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
