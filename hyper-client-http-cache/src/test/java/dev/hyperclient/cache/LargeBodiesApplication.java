package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;

import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Sends and receives bodies that are larger than its heap, with each HTTP client.
 */
public final class LargeBodiesApplication {

	private static final byte[] PART = new byte[64 * 1024];

	private LargeBodiesApplication() {
	}

	/**
	 * Print for each HTTP client whether the server received the whole body, and whether
	 * a stored response was served whole.
	 * @param args the cache directory and the length of the bodies in megabytes
	 * @throws IOException if a request fails
	 */
	public static void main(String[] args) throws IOException {
		long length = DataSize.ofMegabytes(Long.parseLong(args[1])).toBytes();
		HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
		server.createContext("/", (exchange) -> handle(exchange, length));
		server.setExecutor(Executors.newCachedThreadPool());
		server.start();
		HttpCache cache = HttpCache.inDirectory(Path.of(args[0]));
		for (Transports transport : Transports.values()) {
			ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(cache, transport.create())
				.withMaxBodySize(DataSize.ofBytes(length));
			String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/" + transport;
			ClientHttpRequest put = request(factory, HttpMethod.PUT, url);
			put.getHeaders().setContentLength(length);
			((StreamingHttpOutputMessage) put).setBody((output) -> write(output, length));
			boolean sent = read(put) == 0;
			read(request(factory, HttpMethod.GET, url));
			boolean stored = cache.size().entries() > 0;
			ClientHttpRequest hit = request(factory, HttpMethod.GET, url);
			hit.getHeaders().setCacheControl("only-if-cached");
			System.out.println("> " + transport + " " + sent + " " + (stored && read(hit) == length));
			cache.clear();
		}
		System.exit(0);
	}

	private static ClientHttpRequest request(ClientHttpRequestFactory factory, HttpMethod method, String url)
			throws IOException {
		return factory.createRequest(UriComponentsBuilder.fromUriString(url).build().toUri(), method);
	}

	private static long read(ClientHttpRequest request) throws IOException {
		try (ClientHttpResponse response = request.execute()) {
			return (response.getStatusCode().value() == 200) ? count(response.getBody()) : -1;
		}
	}

	static void handle(HttpExchange exchange, long length) {
		try (exchange) {
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
