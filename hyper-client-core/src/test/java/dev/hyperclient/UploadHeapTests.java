package dev.hyperclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Test for a file that is an argument of an operation, and larger than the heap.
 */
@Tag("slow")
class UploadHeapTests {

	private static final long SIZE = 500_000_000;

	@AutoClose
	private final LocalServer server = new LocalServer(this::answer);

	/** The content lengths and the received bytes of the uploads. */
	private final ConcurrentLinkedQueue<List<Long>> uploads = new ConcurrentLinkedQueue<>();

	@ParameterizedTest
	@ValueSource(strings = { "netty", "jdk" })
	@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void fileThatIsLargerThanTheHeapIsSentAndSentAgain(String client, @TempDir Path directory) throws Exception {
		Path file = directory.resolve("release.tar");
		try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
			sparse.setLength(SIZE);
		}
		Process upload = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx96m", "-XX:MaxDirectMemorySize=32m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), Client.class.getName(), url(""), file.toString(), client)
			.redirectErrorStream(true)
			.start();
		try {
			String output = new String(upload.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(upload.waitFor(30, TimeUnit.SECONDS)).isTrue();
			assertThat(upload.exitValue()).as(output).isZero();
		}
		finally {
			upload.destroyForcibly();
		}
		assertThat(this.uploads).hasSize(2)
			.allSatisfy((lengths) -> assertThat(lengths.get(0)).isEqualTo(lengths.get(1)).isBetween(SIZE, SIZE + 2000));
	}

	private String url(String path) {
		return this.server.url() + "/" + path;
	}

	private void answer(HttpExchange exchange) throws IOException {
		int status = exchange.getRequestMethod().equals("POST") ? receive(exchange) : 200;
		boolean wadl = StubService.WADL_TYPE.equals(exchange.getRequestHeaders().getFirst("Accept"));
		String text = wadl ? StubService.wadl(url(""))
				: "{\"resource_type_link\": \"%1$s#service-root\", \"recipes_collection_link\": \"%1$srecipes\"}"
					.formatted(url(""));
		exchange.getResponseHeaders().add("Content-Type", wadl ? StubService.WADL_TYPE : "application/json");
		LocalServer.respond(exchange, status, text);
	}

	/** Return 503 for the first upload. */
	private int receive(HttpExchange exchange) throws IOException {
		long received = 0;
		byte[] buffer = new byte[64 * 1024];
		InputStream body = exchange.getRequestBody();
		for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
			received += read;
		}
		this.uploads.add(List.of(Long.valueOf(exchange.getRequestHeaders().getFirst("Content-Length")), received));
		return (this.uploads.size() == 1) ? 503 : 200;
	}

	/** Main class of the other JVM. */
	static final class Client {

		private Client() {
		}

		public static void main(String[] args) {
			ServiceRootBuilder builder = ServiceRoot.builder()
				.serviceRoot(args[0])
				.retryPolicy(RetryPolicy.defaults().withRetryPost(true).withWaits((retry) -> Duration.ZERO))
				.callTimeout(Duration.ofMinutes(3))
				.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"));
			if (args[2].equals("jdk")) {
				builder.webClient(() -> WebClient.builder().clientConnector(new JdkClientHttpConnector()).build());
			}
			try (ServiceRoot root = builder.build()) {
				root.collection("recipes")
					.getReference(4)
					.operation("attach")
					.with("picture", Path.of(args[1]))
					.invoke();
			}
		}

	}

}
