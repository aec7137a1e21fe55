package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.LocalServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process with a heap that is smaller than the bodies.
 */
@Tag("slow")
class LargeBodiesTests {

	@Test
	void largeBodiesAreStreamedInBothDirections(@TempDir Path directory) throws Exception {
		String output = ChildJvm
			.run(ChildJvm.command(List.of("-Xmx40m", "-XX:MaxDirectMemorySize=40m"), Application.class,
					directory.toString(), System.getProperty("hyperclient.large-bodies.megabytes", "44")));
		assertThat(output.lines().filter((line) -> line.startsWith("> "))).as(output)
			.containsExactlyElementsOf(
					TestClients.transports().map((client) -> "> " + client.getName() + " true true").toList());
	}

	/**
	 * Sends and receives bodies that are larger than its heap, with each HTTP client.
	 */
	static final class Application {

		private static final byte[] PART = new byte[64 * 1024];

		private Application() {
		}

		/**
		 * Print for each HTTP client whether the server received the whole body, and
		 * whether a stored response was served whole.
		 * @param args the cache directory and the length of the bodies in megabytes
		 * @throws IOException if a request fails
		 */
		public static void main(String[] args) throws IOException {
			// Otherwise the server would keep a failed process alive.
			Thread.setDefaultUncaughtExceptionHandler((thread, ex) -> {
				ex.printStackTrace();
				Runtime.getRuntime().halt(1);
			});
			long length = DataSize.ofMegabytes(Long.parseLong(args[1])).toBytes();
			LocalServer server = new LocalServer((exchange) -> handle(exchange, length));
			HttpCache cache = HttpCache.inDirectory(Path.of(args[0]));
			for (Transports transport : Transports.values()) {
				ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(cache, transport.create())
					.withMaxBodySize(DataSize.ofBytes(length));
				URI url = URI.create(server.url() + "/" + transport);
				ClientHttpRequest put = factory.createRequest(url, HttpMethod.PUT);
				put.getHeaders().setContentLength(length);
				((StreamingHttpOutputMessage) put).setBody((output) -> write(output, length));
				boolean sent = read(put) == 0;
				read(factory.createRequest(url, HttpMethod.GET));
				boolean stored = cache.size().entries() > 0;
				ClientHttpRequest hit = factory.createRequest(url, HttpMethod.GET);
				hit.getHeaders().setCacheControl("only-if-cached");
				System.out.println("> RestClient " + transport + " " + sent + " " + (stored && read(hit) == length));
				cache.clear();
			}
			for (Connectors connector : Connectors.values()) {
				WebClient client = WebClient.builder()
					.baseUrl(server.url() + "/" + connector)
					.clientConnector(new CachingClientHttpConnector(cache, connector.create())
						.withMaxBodySize(DataSize.ofBytes(length)))
					.build();
				Flux<DataBuffer> body = Flux.range(0, (int) (length / PART.length))
					.map((i) -> DefaultDataBufferFactory.sharedInstance.wrap(PART));
				boolean sent = read(client.put().contentLength(length).body(BodyInserters.fromDataBuffers(body))) == 0;
				read(client.get());
				boolean stored = cache.size().entries() > 0;
				System.out.println("> WebClient " + connector + " " + sent + " "
						+ (stored && read(client.get().header("Cache-Control", "only-if-cached")) == length));
				cache.clear();
			}
			System.exit(0);
		}

		private static long read(ClientHttpRequest request) throws IOException {
			try (ClientHttpResponse response = request.execute()) {
				return (response.getStatusCode().value() == 200) ? count(response.getBody()) : -1;
			}
		}

		private static long read(WebClient.RequestHeadersSpec<?> request) {
			Mono<Long> length = request
				.exchangeToMono((response) -> response.bodyToFlux(DataBuffer.class).map((buffer) -> {
					long count = buffer.readableByteCount();
					DataBufferUtils.release(buffer);
					return count;
				}).reduce(0L, Long::sum).map((sum) -> (response.statusCode().value() == 200) ? sum : -1L));
			Long read = length.block(Duration.ofMinutes(1));
			return (read != null) ? read : -1;
		}

		private static void handle(HttpExchange exchange, long length) {
			try {
				if (exchange.getRequestMethod().equals("PUT")) {
					boolean whole = count(exchange.getRequestBody()) == length;
					exchange.sendResponseHeaders(whole ? 200 : 400, -1);
					return;
				}
				exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
				exchange.sendResponseHeaders(200, length);
				write(exchange.getResponseBody(), length);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private static long count(InputStream input) throws IOException {
			return input.transferTo(OutputStream.nullOutputStream());
		}

		private static void write(OutputStream output, long length) throws IOException {
			for (long left = length; left > 0; left -= PART.length) {
				output.write(PART, 0, (int) Math.min(left, PART.length));
			}
		}

	}

}
