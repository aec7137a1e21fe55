package dev.hyperclient.cache;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;

import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import com.sun.net.httpserver.HttpServer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Sends and receives bodies that are larger than its heap, with each reactive HTTP
 * client.
 */
public final class LargeReactiveBodiesApplication {

	private static final byte[] PART = new byte[64 * 1024];

	private LargeReactiveBodiesApplication() {
	}

	/**
	 * Print for each HTTP client whether the server received the whole body, and whether
	 * a stored response was served whole.
	 * @param args the cache directory and the length of the bodies in megabytes
	 * @throws IOException if the server cannot be started
	 */
	public static void main(String[] args) throws IOException {
		// Otherwise the server would keep a failed process alive.
		Thread.setDefaultUncaughtExceptionHandler((thread, ex) -> {
			ex.printStackTrace();
			Runtime.getRuntime().halt(1);
		});
		long length = DataSize.ofMegabytes(Long.parseLong(args[1])).toBytes();
		HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
		server.createContext("/", (exchange) -> LargeBodiesApplication.handle(exchange, length));
		server.setExecutor(Executors.newCachedThreadPool());
		server.start();
		HttpCache cache = HttpCache.inDirectory(Path.of(args[0]));
		for (Connectors connector : Connectors.values()) {
			WebClient client = WebClient.builder()
				.baseUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/" + connector)
				.clientConnector(new CachingClientHttpConnector(cache, connector.create())
					.withMaxBodySize(DataSize.ofBytes(length)))
				.build();
			Flux<DataBuffer> body = Flux.range(0, (int) (length / PART.length))
				.map((i) -> DefaultDataBufferFactory.sharedInstance.wrap(PART));
			boolean sent = read(client.put().contentLength(length).body(BodyInserters.fromDataBuffers(body))) == 0;
			read(client.method(HttpMethod.GET));
			boolean stored = cache.size().entries() > 0;
			System.out.println("> " + connector + " " + sent + " "
					+ (stored && read(client.get().header("Cache-Control", "only-if-cached")) == length));
			cache.clear();
		}
		System.exit(0);
	}

	private static long read(WebClient.RequestHeadersSpec<?> request) {
		Mono<Long> length = request.exchangeToMono((response) -> response.bodyToFlux(DataBuffer.class).map((buffer) -> {
			long count = buffer.readableByteCount();
			DataBufferUtils.release(buffer);
			return count;
		}).reduce(0L, Long::sum).map((sum) -> (response.statusCode().value() == 200) ? sum : -1L));
		Long read = length.block(Duration.ofMinutes(1));
		return (read != null) ? read : -1;
	}

}
