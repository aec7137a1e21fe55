package dev.hyperclient.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A service that sends 103 (Early Hints) before each of its responses, with the clients
 * as the starter builds them.
 */
@Timeout(60)
class InterimResponseTests {

	private final CountDownLatch closed = new CountDownLatch(1);

	private ServerSocket server;

	@BeforeEach
	void start() throws IOException {
		this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		Thread thread = new Thread(this::accept, "early-hints");
		thread.setDaemon(true);
		thread.start();
	}

	@AfterEach
	void stop() throws IOException {
		this.closed.countDown();
		this.server.close();
	}

	static Stream<ClientHttpConnectorBuilder<?>> connectors() {
		return Stream.of(ClientHttpConnectorBuilder.reactor(), ClientHttpConnectorBuilder.jdk());
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void interimResponsesAreSkipped(ClientHttpConnectorBuilder<?> connector) {
		String url = "http://localhost:" + this.server.getLocalPort();
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(WebClientAutoConfiguration.class,
					HyperClientServicesAutoConfiguration.class, HyperClientAutoConfiguration.class))
			.withBean(ClientHttpConnectorBuilder.class, () -> connector)
			.withPropertyValues("hyper-client.base-url=" + url, "hyper-client.version=1.0")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				ServiceRoot root = context.getBean(ServiceRoot.class);
				for (int i = 1; i <= 5; i++) {
					assertThat(((Entry) root.load("things/" + i)).getLong("id")).isEqualTo(i);
				}
			});
	}

	private void accept() {
		try {
			while (true) {
				Socket socket = this.server.accept();
				Thread thread = new Thread(() -> serve(socket), "early-hints");
				thread.setDaemon(true);
				thread.start();
			}
		}
		catch (IOException ex) {
			// Closed.
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			BufferedReader in = new BufferedReader(
					new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
			for (String requestLine = in.readLine(); requestLine != null; requestLine = in.readLine()) {
				boolean wadl = false;
				for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
					wadl |= line.contains("wadl");
				}
				respond(requestLine.split(" ")[1], wadl, socket.getOutputStream());
			}
		}
		catch (IOException | InterruptedException ex) {
			// The client has closed the connection, or the test has ended.
		}
	}

	private void respond(String path, boolean wadl, OutputStream out) throws IOException, InterruptedException {
		String root = "http://localhost:%d/1.0/".formatted(this.server.getLocalPort());
		String body = wadl ? """
				<application xmlns="http://research.sun.com/wadl/2006/10">
				  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
				  <resource_type id="service-root"><method name="GET"><response>
				    <representation href="#thing-full"/></response></method></resource_type>
				  <resource_type id="thing"><method name="GET"><response>
				    <representation href="#thing-full"/></response></method></resource_type>
				  <representation mediaType="application/json" id="thing-full">
				    <param style="plain" name="id" path="$['id']"/>
				  </representation>
				</application>""".formatted(root)
				: "{\"self_link\": \"%s\", \"resource_type_link\": \"%s#%s\", \"id\": %s}".formatted(root + path, root,
						path.contains("things") ? "thing" : "service-root",
						path.contains("things") ? path.replaceAll(".*/", "") : "0");
		write(out, "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n");
		this.closed.await(5, TimeUnit.MILLISECONDS);
		write(out, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
			.formatted(wadl ? "application/vnd.sun.wadl+xml" : "application/json", body.length(), body));
	}

	private static void write(OutputStream out, String text) throws IOException {
		out.write(text.getBytes(StandardCharsets.US_ASCII));
		out.flush();
	}

}
