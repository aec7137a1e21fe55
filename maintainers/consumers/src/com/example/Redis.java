package com.example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

/**
 * Two applications that share their cache in Redis.
 */
@SpringBootApplication
public class Redis {

	private static final int TIME_FACTOR = Integer.getInteger("time-factor");

	public static void main(String[] args) throws Exception {
		int port = freePort();
		Process redis;
		try {
			redis = new ProcessBuilder("redis-server", "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save",
					"")
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException ex) {
			Saw.notTried("redis-server is not installed");
			return;
		}
		// Also when this application is stopped.
		Runtime.getRuntime().addShutdownHook(new Thread(redis::destroy));
		try (Server server = new Server()) {
			awaitConnection(port);
			Saw.report("first application: %s; second application: %s".formatted(get(server, port), get(server, port)));
		}
		finally {
			redis.destroy();
		}
	}

	private static String get(Server server, int port) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Redis.class)
			.web(WebApplicationType.NONE)
			.run("--hyper-client.http-cache.enabled=true", "--hyper-client.http-cache.store=redis",
					"--hyper-client.http-cache.redis.timeout=" + 5 * TIME_FACTOR + "s", "--spring.data.redis.host=127.0.0.1",
					"--spring.data.redis.port=" + port)) {
			RestClient client = context.getBean(RestClient.Builder.class).baseUrl(server.url()).build();
			return server.sentBy(() -> client.get().uri("/fresh").retrieve().body(String.class));
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static void awaitConnection(int port) throws InterruptedException {
		Instant end = Instant.now().plus(Duration.ofSeconds(20 * TIME_FACTOR));
		while (true) {
			try (Socket socket = new Socket("127.0.0.1", port)) {
				return;
			}
			catch (IOException ex) {
				if (Instant.now().isAfter(end)) {
					throw new IllegalStateException("redis-server does not answer", ex);
				}
				Thread.sleep(50);
			}
		}
	}

}
