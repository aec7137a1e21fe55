package dev.hyperclient;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for documents that take many times their size in a JVM with a small heap. All are
 * smaller than the default of {@code max-response-size}.
 */
@Tag("slow")
class HeapTests {

	private static final int MEGABYTE = 1_000_000;

	private static final String TYPES = "types/";

	@Test
	@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void documentsThatExceedMemoryLimitThrowTypedExceptions() throws Exception {
		try (Documents documents = new Documents()) {
			List<String> outcomes = ask(documents, "lists", "keys", "text", "entries", TYPES, "recipe");
			assertThat(outcomes).hasSize(6);
			assertThat(outcomes.subList(0, 5)).allSatisfy(
					(outcome) -> assertThat(outcome).startsWith("dev.hyperclient.error.ResponseTooLargeException")
						.contains(documents.url(""), "'maxResponseSize'"));
			assertThat(outcomes.get(5)).isEqualTo("recipe read");
		}
	}

	private static List<String> ask(Documents documents, String... names) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
						Client.class.getName(), documents.url("")));
		command.addAll(List.of(names));
		Process client = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		try {
			List<String> outcomes = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> line.startsWith("> "))
				.map((line) -> line.substring(2))
				.toList();
			assertThat(client.waitFor(30, TimeUnit.SECONDS)).isTrue();
			return outcomes;
		}
		finally {
			client.destroyForcibly();
		}
	}

	/** Main class of the other JVM. */
	static final class Client {

		private Client() {
		}

		public static void main(String[] args) {
			for (int i = 1; i < args.length; i++) {
				String name = args[i];
				try (ServiceRoot root = builder(name.equals(TYPES) ? args[0] + name : args[0]).build()) {
					System.out.println("> " + root.load(name).uri().getPath().substring(1) + " read");
				}
				catch (HyperClientException | OutOfMemoryError ex) {
					System.out.println("> " + ex.toString().lines().findFirst().orElse(""));
				}
			}
		}

		private static ServiceRootBuilder builder(String url) {
			return ServiceRoot.builder(null).serviceRoot(URI.create(url)).retryPolicy(RetryPolicy.none());
		}

	}

	/** Generates documents while they are sent. */
	private static final class Documents implements AutoCloseable {

		/** Prefix, repeated part with its number, suffix, size. */
		private record Document(String begin, String part, String end, int size) {
		}

		private final LocalServer server = new LocalServer(this::answer);

		private final Map<String, Document> documents = Map.ofEntries(
				Map.entry("lists", new Document("[[]", ",[]", "]", 30 * MEGABYTE)),
				Map.entry("keys", new Document("{\"\":0", ",\"k%d\":0", "}", 14 * MEGABYTE)),
				Map.entry("text", new Document("{\"text\":\"", "x".repeat(64), "\"}", 25 * MEGABYTE)),
				Map.entry("entries", new Document("{\"start\":0,\"resource_type_link\":\"%s#recipes\",\"entries\":[{}",
						",{\"self_link\":\"a:b\"}", "]}", 30 * MEGABYTE)));

		String url(String path) {
			return this.server.url() + "/" + path;
		}

		private void answer(HttpExchange exchange) throws IOException {
			String path = exchange.getRequestURI().getPath().substring(1);
			boolean wadl = StubService.WADL_TYPE.equals(exchange.getRequestHeaders().getFirst("Accept"));
			exchange.getResponseHeaders().add("Content-Type", wadl ? StubService.WADL_TYPE : "application/json");
			exchange.sendResponseHeaders(200, 0);
			try (OutputStream out = exchange.getResponseBody()) {
				write(out, wadl ? description(path) : json(path));
			}
		}

		private Document description(String path) {
			String wadl = StubService.wadl(url(path));
			int end = wadl.indexOf("</w:application>");
			return new Document(wadl.substring(0, end), "<w:resource_type id=\"t%d\"/>", wadl.substring(end),
					path.equals(TYPES) ? 18 * MEGABYTE : 0);
		}

		private Document json(String path) {
			if (path.isEmpty()) {
				return whole("{\"resource_type_link\": \"%s#service-root\"}".formatted(url("")));
			}
			Document document = this.documents.get(path);
			return (document != null) ? document : whole(
					"{\"self_link\": \"%s\", \"resource_type_link\": \"%s#recipe\"}".formatted(url(path), url("")));
		}

		private static Document whole(String text) {
			return new Document(text, "", "", 0);
		}

		private void write(OutputStream out, Document document) throws IOException {
			StringBuilder piece = new StringBuilder(document.begin().replace("%s", url("")));
			String[] parts = document.part().split("%d");
			int written = piece.length();
			for (int i = 0; written < document.size(); i++) {
				int before = piece.length();
				piece.append(parts[0]);
				if (parts.length > 1) {
					piece.append(i).append(parts[1]);
				}
				written += piece.length() - before;
				if (piece.length() > 64_000) {
					out.write(piece.toString().getBytes(StandardCharsets.US_ASCII));
					piece.setLength(0);
				}
			}
			out.write(piece.append(document.end()).toString().getBytes(StandardCharsets.US_ASCII));
		}

		@Override
		public void close() {
			this.server.close();
		}

	}

}
