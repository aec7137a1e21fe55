package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.cache.HttpCache;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Prints what our cache and others do in cases that the suite of {@link ConformanceTable}
 * does not contain, as the number of requests that the server has received. Takes no
 * arguments.
 */
public final class CacheFeatureTable implements AutoCloseable {

	private static final HttpMethod GET = HttpMethod.GET;

	private static final int CALLERS = 8;

	private final AtomicInteger requests = new AtomicInteger();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HttpServer server;

	private CacheFeatureTable() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	/**
	 * Print the table.
	 * @throws Exception if a request fails
	 */
	public static void main(String[] args) throws Exception {
		Path directory = Files.createTempDirectory("cache-features");
		try (CacheFeatureTable table = new CacheFeatureTable()) {
			Map<String, ProxiedClient> clients = new LinkedHashMap<>();
			clients.put("Hyper Client", ProxiedClient.Kind.JDK.create(HttpCache.inMemory(DataSize.ofMegabytes(10))));
			for (OtherCache other : OtherCache.values()) {
				clients.put(other.label(), other.create(Files.createDirectory(directory.resolve(other.label()))));
			}
			System.out.println("| Client | Two users | Variants | Callers | Group |\n|---|---|---|---|---|");
			for (Map.Entry<String, ProxiedClient> client : clients.entrySet()) {
				System.out.printf("| %s | %d | %d | %d | %d |%n", client.getKey(), table.users(client.getValue()),
						table.variants(client.getValue()), table.callers(client.getValue()),
						table.group(client.getValue()));
			}
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
		System.exit(0);
	}

	/** Two users with {@code Authorization} ask for a response with {@code max-age}. */
	private int users(ProxiedClient client) {
		return count(() -> {
			send(client, GET, "/users", "Authorization", "Bearer ann");
			send(client, GET, "/users", "Authorization", "Bearer ben");
		});
	}

	/** A response varies on {@code Accept}: two variants, and the first one again. */
	private int variants(ProxiedClient client) {
		return count(() -> {
			send(client, GET, "/variants", "Accept", "text/plain");
			send(client, GET, "/variants", "Accept", "text/html");
			send(client, GET, "/variants", "Accept", "text/plain");
		});
	}

	/** Equal requests at the same time. */
	private int callers(ProxiedClient client) throws Exception {
		this.requests.set(0);
		List<Callable<ProxiedClient.Response>> calls = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			calls.add(() -> send(client, GET, "/slow", "Accept", "text/plain"));
		}
		for (Future<ProxiedClient.Response> done : this.threads.invokeAll(calls)) {
			done.get();
		}
		return this.requests.get();
	}

	/** A list of a cache group, a write to one of its entries, and the list again. */
	private int group(ProxiedClient client) {
		return count(() -> {
			send(client, GET, "/list", "Accept", "text/plain");
			send(client, HttpMethod.PUT, "/list/1", "Accept", "text/plain");
			send(client, GET, "/list", "Accept", "text/plain");
		});
	}

	private int count(Runnable calls) {
		this.requests.set(0);
		calls.run();
		return this.requests.get();
	}

	private ProxiedClient.Response send(ProxiedClient client, HttpMethod method, String path, String name,
			String value) {
		HttpHeaders fields = new HttpHeaders();
		fields.set(name, value);
		byte[] body = (method == GET) ? new byte[0] : new byte[1];
		return client.exchange(method, URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + path),
				fields, body);
	}

	private void answer(HttpExchange exchange) throws IOException {
		this.requests.incrementAndGet();
		exchange.getRequestBody().readAllBytes();
		if (exchange.getRequestURI().getPath().equals("/slow")) {
			sleep();
		}
		var fields = exchange.getResponseHeaders();
		if (exchange.getRequestMethod().equals("GET")) {
			fields.set("Cache-Control", "max-age=60");
			fields.set("Cache-Groups", "\"list\"");
		}
		else {
			fields.set("Cache-Group-Invalidation", "\"list\"");
		}
		if (exchange.getRequestURI().getPath().equals("/variants")) {
			fields.set("Vary", "Accept");
		}
		exchange.sendResponseHeaders(200, 1);
		exchange.getResponseBody().write('a');
		exchange.close();
	}

	/** Long enough that all callers have asked. */
	private static void sleep() {
		try {
			Thread.sleep(1000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

}
