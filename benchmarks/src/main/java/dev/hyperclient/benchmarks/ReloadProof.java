package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Calls a service behind nginx, which is reloaded all the time and so closes kept
 * connections. Prints the calls, those that failed, and the requests that were repeated
 * ({@code -} where that is not counted). The first row is a {@code WebClient} without a
 * cache, for comparison. Needs {@code /usr/sbin/nginx}. Arguments: {@code seconds=60} for
 * each row, {@code threads=8}, {@code clients=...}, the rows.
 */
public final class ReloadProof {

	private static final Duration BETWEEN_RELOADS = Duration.ofSeconds(1);

	private static final String NGINX = "/usr/sbin/nginx";

	private static final int RECIPES = 100;

	private static final String CONFIGURATION = """
			daemon off;
			user %3$s;
			pid %1$s/nginx.pid;
			worker_processes 2;
			events {}
			http {
			  access_log off;
			  client_body_temp_path %1$s/body;
			  proxy_temp_path %1$s/proxy;
			  fastcgi_temp_path %1$s/fastcgi;
			  uwsgi_temp_path %1$s/uwsgi;
			  scgi_temp_path %1$s/scgi;
			  default_type application/json;
			  map $http_accept $document {
			    default /root.json;
			    ~wadl /root.wadl;
			  }
			  server {
			    listen 127.0.0.1:%2$d;
			    root %1$s/www;
			    add_header Cache-Control no-cache;
			    location = /1.0/ { rewrite ^ $document; }
			    location = /root.wadl { default_type application/vnd.sun.wadl+xml; types {} }
			  }
			}
			""";

	private static final String DESCRIPTION = """
			<application xmlns="http://research.sun.com/wadl/2006/10">
			  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
			  <resource_type id="service-root"><method name="GET" id="service-root-get"><response>
			    <representation href="#service-root-json"/></response></method></resource_type>
			  <representation mediaType="application/json" id="service-root-json"/>
			  <resource_type id="recipe"><method name="GET" id="recipe-get"><response>
			    <representation href="#recipe-full"/></response></method></resource_type>
			  <representation mediaType="application/json" id="recipe-full">
			    <param style="plain" name="id" path="$['id']"/>
			  </representation>
			</application>
			""";

	private final Path directory;

	private final int port;

	private ReloadProof(Path directory) throws IOException {
		this.directory = directory;
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			this.port = socket.getLocalPort();
		}
	}

	public static void main(String[] args) throws Exception {
		Arguments arguments = new Arguments(args, "seconds", "threads", "clients");
		int seconds = arguments.number("seconds", 60);
		int threads = arguments.number("threads", 8);
		try (TemporaryDirectory directory = TemporaryDirectory.create(Path.of(System.getProperty("java.io.tmpdir")),
				"reload")) {
			ReloadProof proof = new ReloadProof(directory.path());
			Process nginx = proof.start();
			try {
				System.out.println("| client | reloads | calls | failed | repeated | failures |");
				System.out.println("|---|---|---|---|---|---|");
				for (String client : arguments.text("clients", "webclient,root,root-jdk,connector,filter,restclient")
					.split(",")) {
					System.out.println(proof.run(client, seconds, threads));
				}
			}
			finally {
				nginx.destroy();
				nginx.waitFor();
			}
		}
		System.exit(0);
	}

	private Process start() throws Exception {
		Path recipes = Files.createDirectories(this.directory.resolve("www/1.0/recipes"));
		Files.writeString(this.directory.resolve("www/root.wadl"), DESCRIPTION.formatted(url()));
		Files.writeString(this.directory.resolve("www/root.json"),
				"{\"resource_type_link\": \"%s#service-root\"}".formatted(url()));
		for (int id = 0; id < RECIPES; id++) {
			Files.writeString(recipes.resolve(String.valueOf(id)),
					"{\"self_link\": \"%1$srecipes/%2$d\", \"resource_type_link\": \"%1$s#recipe\", \"id\": %2$d}"
						.formatted(url(), id));
		}
		Files.writeString(this.directory.resolve("nginx.conf"),
				CONFIGURATION.formatted(this.directory, this.port, System.getProperty("user.name")));
		Process process = nginx();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
		while (!accepts()) {
			if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
				throw new IOException("nginx does not start: " + Files.readString(this.directory.resolve("error.log")));
			}
		}
		return process;
	}

	private Process nginx(String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(NGINX, "-p", this.directory.toString(), "-c",
				this.directory.resolve("nginx.conf").toString(), "-e", "error.log"));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private boolean accepts() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private String url() {
		return "http://localhost:" + this.port + "/1.0/";
	}

	private String run(String client, int seconds, int threads) throws Exception {
		LongAdder repeated = new LongAdder();
		LongAdder calls = new LongAdder();
		Map<String, Integer> failures = new ConcurrentHashMap<>();
		AtomicInteger next = new AtomicInteger();
		long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
		int reloads = 0;
		try (HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(10));
				ServiceRoot root = client.startsWith("root") ? root(client, cache, repeated) : null) {
			IntConsumer call = (root != null) ? (id) -> check(root.load("recipes/" + id, Entry.class).getLong("id"), id)
					: client(client, cache);
			List<Thread> callers = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				Thread caller = new Thread(() -> {
					while (System.nanoTime() < end) {
						try {
							calls.increment();
							call.accept(next.getAndIncrement() % RECIPES);
						}
						catch (RuntimeException ex) {
							failures.merge(String.valueOf(ex.getMessage()).replaceAll("recipes/\\d+", "..."), 1,
									Integer::sum);
						}
						// Connections are idle most of the time, as in
						// applications.
						LockSupport.parkNanos(2_000_000);
					}
				});
				caller.start();
				callers.add(caller);
			}
			while (System.nanoTime() < end - BETWEEN_RELOADS.toNanos()) {
				LockSupport.parkNanos(BETWEEN_RELOADS.toNanos());
				if (nginx("-s", "reload").waitFor() == 0) {
					reloads++;
				}
			}
			for (Thread caller : callers) {
				caller.join();
			}
		}
		int failed = failures.values().stream().mapToInt(Integer::intValue).sum();
		return "| %s | %d | %d | %d | %s | %s |".formatted(client, reloads, calls.sum(), failed,
				client.startsWith("root") ? repeated.sum() : "-", new TreeMap<>(failures));
	}

	private ServiceRoot root(String client, HttpCache cache, LongAdder repeated) {
		Supplier<WebClient> jdk = () -> WebClient.builder()
			.clientConnector(
					new JdkClientHttpConnector(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()))
			.build();
		var builder = ServiceRoot.builder(null)
			.serviceRoot(url().replace("/1.0/", ""))
			.version("1.0")
			.cache(cache)
			.retryPolicy(RetryPolicy.none())
			.addListener(new ClientListener() {

				@Override
				public void onRepeat(ServiceRequest request) {
					repeated.increment();
				}

			});
		return (client.equals("root-jdk") ? builder.webClient(jdk) : builder).build();
	}

	private IntConsumer client(String name, HttpCache cache) {
		if (name.equals("restclient")) {
			RestClient client = RestClient.builder()
				.baseUrl(url())
				.requestFactory(new CachingClientHttpRequestFactory(cache, new ReactorClientHttpRequestFactory()))
				.build();
			return (id) -> check(client.get().uri("recipes/" + id).retrieve().body(String.class), id);
		}
		WebClient.Builder builder = WebClient.builder().baseUrl(url());
		WebClient client = switch (name) {
			case "webclient" -> builder.build();
			case "connector" ->
				builder.clientConnector(new CachingClientHttpConnector(cache, new ReactorClientHttpConnector()))
					.build();
			default -> throw new IllegalArgumentException("Unknown client '" + name + "'");
		};
		return (id) -> check(client.get().uri("recipes/" + id).retrieve().bodyToMono(String.class).block(), id);
	}

	private static void check(@Nullable Object received, int id) {
		if (!String.valueOf(received).equals(String.valueOf(id))
				&& !String.valueOf(received).endsWith("\"id\": " + id + "}")) {
			throw new UncheckedIOException(new IOException("Wrong: " + received));
		}
	}

}
