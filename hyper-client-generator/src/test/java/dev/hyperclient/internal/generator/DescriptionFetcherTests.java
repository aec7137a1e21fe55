package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests for fetching the description of a service.
 */
class DescriptionFetcherTests {

	private static final String CHECKED_IN = "checked in";

	private static final String WADL = "application/vnd.sun.wadl+xml";

	@TempDir
	Path directory;

	private final List<HttpServer> servers = new ArrayList<>();

	@AfterEach
	void stop() {
		this.servers.forEach((server) -> server.stop(0));
	}

	private Path file() {
		return this.directory.resolve("kitchen.wadl");
	}

	private static FakeServiceBuilder kitchen() {
		return FakeService.builder("kitchen")
			.type("dish", "dishes", (dish) -> dish.text("name").link("cook", "cook"))
			.type("cook", "cooks", (cook) -> cook.text("name"));
	}

	private DescriptionFetcher fetcher(URI url) {
		return new DescriptionFetcher(url, file());
	}

	private GeneratorException failure(DescriptionFetcher fetcher) throws IOException {
		Files.writeString(file(), CHECKED_IN);
		GeneratorException failure = catchThrowableOfType(GeneratorException.class, fetcher::run);
		assertThat(failure).hasMessageStartingWith(file().toString());
		assertThat(this.directory).isDirectoryNotContaining((path) -> !path.equals(file()));
		assertThat(file()).hasContent(CHECKED_IN);
		return failure;
	}

	private URI serve(HttpHandler handler) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", handler);
		server.start();
		this.servers.add(server);
		return URI.create("http://localhost:%d/1.0/".formatted(server.getAddress().getPort()));
	}

	/** Serve a root and its description, in which {@code %s} is the URL of the root. */
	private URI serveDescription(String wadl) throws IOException {
		return serve((exchange) -> describe(exchange, "/1.0/", wadl));
	}

	private static void describe(HttpExchange exchange, String path, String wadl) throws IOException {
		String own = "http://" + exchange.getRequestHeaders().getFirst("Host") + path;
		if (WADL.equals(exchange.getRequestHeaders().getFirst("Accept"))) {
			answer(exchange, WADL, wadl.replace("%s", own));
		}
		else {
			answer(exchange, "application/json", "{\"resource_type_link\": \"%s#service-root\"}".formatted(own));
		}
	}

	private static String description(FakeService service) throws IOException {
		return new String(service.description().readAllBytes(), StandardCharsets.UTF_8)
			.replace(service.baseUrl().toString(), "%s");
	}

	static void answer(HttpExchange exchange, String mediaType, String content) throws IOException {
		byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", mediaType);
		exchange.sendResponseHeaders(200, bytes.length);
		exchange.getResponseBody().write(bytes);
		exchange.close();
	}

	static void redirect(HttpExchange exchange, String target) throws IOException {
		exchange.getResponseHeaders().set("Location", target);
		exchange.sendResponseHeaders(301, -1);
		exchange.close();
	}

	@Test
	void descriptionIsTheSameForEachHostOfAServiceAndNotRewritten() throws IOException {
		try (FakeService one = kitchen().start(); FakeService other = kitchen().start()) {
			assertThat(fetcher(one.baseUrl()).run()).isEqualTo(new FetchResult(true, 9));
			assertThat(file()).content().contains("base=\"/").contains("\"#dish\"").doesNotContain("http://localhost");
			FileTime past = FileTime.fromMillis(0);
			Files.setLastModifiedTime(file(), past);
			assertThat(fetcher(other.baseUrl()).run().written()).isFalse();
			assertThat(Files.getLastModifiedTime(file())).isEqualTo(past);
		}
	}

	@Test
	void directoriesAreCreatedAndTheFileHasThePermissionsOfOthers() throws IOException {
		Path file = this.directory.resolve("src/main/wadl/kitchen.wadl");
		try (FakeService service = kitchen().start()) {
			new DescriptionFetcher(service.baseUrl(), file).run();
		}
		assertThat(file).isNotEmptyFile();
		assumeThat(Files.getFileStore(file).supportsFileAttributeView("posix")).isTrue();
		Path other = Files.writeString(file.resolveSibling("other.txt"), "");
		assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
	}

	@Test
	void contentThatIsNoDescriptionKeepsTheFile() throws IOException {
		URI url = serve((exchange) -> answer(exchange, "text/html", "<html>Welcome</html>"));
		assertThat(failure(fetcher(url))).hasMessageContaining("is unchanged: ")
			.hasMessageContaining("serves text/html instead of a description")
			.hasMessageContaining("url");
	}

	@Test
	void descriptionWhoseRelativeFormCannotBeReadIsKeptAsItIsServed() throws IOException {
		try (FakeService service = kitchen().start()) {
			// Part of the reference is written as a character reference (#).
			String wadl = description(service).replace("%s#dish-full", "%s&#35;dish-full");
			assertThat(wadl).contains("&#35;dish-full");
			URI url = serveDescription(wadl);
			assertThat(fetcher(url).run().written()).isTrue();
			assertThat(file()).hasContent(wadl.replace("%s", url.toString()));
			assertThat(new Generator(
					GeneratorConfiguration.of(file(), "com.example.kitchen", this.directory.resolve("sources")))
				.run()
				.files()).isPositive();
		}
	}

	@Test
	void redirectOnTheSameOriginIsFollowed() throws IOException {
		try (FakeService service = kitchen().start()) {
			String wadl = description(service);
			URI url = serve((exchange) -> {
				if (exchange.getRequestURI().getPath().startsWith("/2.0/")) {
					describe(exchange, "/2.0/", wadl);
				}
				else {
					redirect(exchange, "/2.0/");
				}
			});
			assertThat(fetcher(url).run().written()).isTrue();
			assertThat(file()).content().contains("base=\"/2.0/\"").contains("\"#dish\"");
		}
	}

	@Test
	void redirectToAnotherOriginIsNotFollowed() throws IOException {
		List<String> requested = Collections.synchronizedList(new ArrayList<>());
		URI other = serve((exchange) -> {
			requested.add(String.valueOf(exchange.getRequestURI()));
			answer(exchange, "text/plain", "");
		});
		URI url = serve((exchange) -> redirect(exchange, other.toString()));
		DescriptionFetcher fetcher = fetcher(url).withAuthorizer(new BasicHttpAuthorizer("cook", "s3cret"));
		assertThat(failure(fetcher)).hasMessageContaining(other.toString())
			.hasMessageContaining("redirects are followed on the same origin only")
			.hasMessageNotContaining("s3cret");
		assertThat(requested).isEmpty();
	}

	@Test
	void credentialsAreSentAndNotShown() throws IOException {
		try (FakeService service = kitchen().basic("cook", "s3cret").start()) {
			assertThat(failure(fetcher(service.baseUrl()).withAuthorizer(new BasicHttpAuthorizer("cook", "wr0ng"))))
				.hasMessageContaining("401")
				.hasMessageNotContaining("wr0ng")
				.hasMessageNotContaining("Y29vazp3cjBuZw==");
			assertThat(fetcher(service.baseUrl()).withAuthorizer(new BasicHttpAuthorizer("cook", "s3cret"))
				.run()
				.written()).isTrue();
			assertThat(file()).content().doesNotContain("s3cret");
		}
	}

	@Test
	void credentialsAreNotSentUnencrypted() throws IOException {
		DescriptionFetcher fetcher = fetcher(URI.create("http://service.invalid/1.0/"))
			.withAuthorizer(new BasicHttpAuthorizer("cook", "s3cret"));
		assertThat(failure(fetcher)).hasMessageContaining("https://").hasMessageNotContaining("s3cret");
	}

	@Test
	void serviceThatDoesNotAnswerIsGivenUp() throws IOException {
		URI url = serve((exchange) -> exchange.sendResponseHeaders(200, 1000));
		assertThat(failure(fetcher(url).withTimeout(Duration.ofMillis(300)))).hasMessageContaining("timeout");
	}

	@Test
	void urlWithoutTheVersionIsNamed() throws IOException {
		URI url = serve((exchange) -> {
			exchange.sendResponseHeaders(404, -1);
			exchange.close();
		});
		assertThat(failure(fetcher(url))).hasMessageContaining("the URL (url) must be the URL of the root")
			.hasMessageContaining("HTTP Error 404");
	}

	@Test
	void descriptionInOneLineIsBrokenBetweenTags() throws IOException {
		StringBuilder params = new StringBuilder();
		for (int i = 0; i < 50; i++) {
			params.append("<param style=\"plain\" name=\"a%d\" path=\"$\"><doc><p>one</p><p>two</p></doc></param>"
				.formatted(i));
		}
		String wadl = "<application xmlns=\"http://research.sun.com/wadl/2006/10\"><!-- <a><b> -->"
				+ "<resources base=\"/1.0/\"><resource path=\"\" type=\"#service-root\"/></resources>"
				+ "<resource_type id=\"service-root\"><method name=\"GET\"><response>"
				+ "<representation href=\"#root-json\"/></response></method></resource_type>"
				+ "<resource_type id=\"dish\"><method name=\"GET\"><response><representation href=\"#dish-json\"/>"
				+ "</response></method></resource_type><representation id=\"root-json\" mediaType=\"application/json\"/>"
				+ "<representation id=\"dish-json\" mediaType=\"application/json\">" + params
				+ "</representation></application>";
		URI url = serveDescription(wadl);
		fetcher(url).run();
		assertThat(Files.readAllLines(file())).hasSizeGreaterThan(60)
			.contains("<resource_type id=\"dish\">",
					"<param style=\"plain\" name=\"a49\" path=\"$\"><doc><p>one</p><p>two</p></doc></param>");
		assertThat(file()).content().contains("<!-- <a><b> -->");
		assertThat(Files.readString(file()).replace("\n", "")).isEqualTo(wadl);
		Path served = Files.writeString(this.directory.resolve("served.wadl"), wadl);
		assertThat(source(file())).isEqualTo(source(served)).contains("a49()");
		assertThat(fetcher(url).run().written()).isFalse();
	}

	private String source(Path description) throws IOException {
		Path sources = this.directory.resolve(description.getFileName() + "-sources");
		new Generator(GeneratorConfiguration.of(description, "kitchen", sources)).run();
		return Files.readString(sources.resolve("kitchen/Dish.java"));
	}

	@Test
	void urlsInDocumentationAreKept() throws IOException {
		String wadl = """
				<application xmlns="http://research.sun.com/wadl/2006/10">
				<doc>See %s#dish or base="%s".</doc>
				<resources base='%s'><resource path='' type='%s#service-root'/></resources>
				<resource_type id="service-root"><method name="GET"><response>
				<representation href = "%s#root-json"/></response></method></resource_type>
				<representation id="root-json" mediaType="application/json">
				<param style="plain" name="web_link" path="$"><link/></param>
				</representation>
				</application>
				""";
		URI url = serveDescription(wadl);
		fetcher(url).run();
		assertThat(file()).content()
			.contains("See %s#dish".formatted(url))
			.contains("<resources base='/1.0/'>", "type='#service-root'", "href = \"#root-json\"");
	}

	@Test
	void invalidLimitsAreRejected() throws IOException {
		DescriptionFetcher fetcher = fetcher(URI.create("http://localhost/"));
		assertThatIllegalArgumentException().isThrownBy(() -> fetcher.withTimeout(Duration.ZERO))
			.withMessageContaining("timeout");
		assertThat(failure(fetcher(URI.create("ftp://localhost/")))).hasMessageContaining("url");
	}

	@Test
	void credentialsAreBasicOrOAuth() {
		assertThat(FetchCredentials.of(Map.<String, String>of()::get)).isEmpty();
		assertThat(FetchCredentials.of(Map.of("username", "cook", "password", "s3cret")::get)).get()
			.hasToString("BasicHttpAuthorizer[username=cook]");
		assertThat(FetchCredentials
			.of(Map.of("consumerKey", "kitchen", "accessToken", "token", "accessSecret", "s3cret")::get)).get()
			.asString()
			.startsWith("OAuthAuthorizer")
			.doesNotContain("s3cret", "token");
	}

	@Test
	void incompleteCredentialsAreRejectedWithoutShowingThem() {
		for (Map<String, String> parts : List.of(Map.of("password", "s3cret"),
				Map.of("consumerKey", "kitchen", "accessToken", "s3cret"),
				Map.of("consumerKey", "kitchen", "username", "cook", "password", "s3cret"))) {
			assertThatIllegalArgumentException().isThrownBy(() -> FetchCredentials.of(parts::get))
				.withMessageNotContaining("s3cret");
		}
		for (String part : List.of("accessToken", "accessSecret", "consumerSecret")) {
			assertThatIllegalArgumentException().isThrownBy(() -> FetchCredentials.of(Map.of(part, "s3cret")::get))
				.withMessage("'%s' is set, but 'consumerKey' is not".formatted(part));
		}
	}

}
