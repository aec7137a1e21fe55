package dev.hyperclient;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.sun.net.httpserver.HttpExchange;
import dev.hyperclient.error.IncompleteContentException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.fixtures.LocalServer;
import dev.hyperclient.fixtures.ScriptedServer;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import org.springframework.core.io.AbstractResource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link HostedFile}.
 */
class HostedFileTests {

	private static final byte[] PICTURE = { 0, (byte) 0xE2, (byte) 0xE3 };

	@RegisterExtension
	private final StubService service = new StubService();

	@TempDir
	private Path directory;

	@BeforeEach
	void serveEntry() {
		link(this.service.url("recipes/4/picture"));
	}

	private void link(String url) {
		this.service.serveJson("recipes/4",
				"""
						{"self_link": "%1$srecipes/4", "resource_type_link": "%1$s#recipe", "picture_link": "%2$s", "scan_link": null}"""
					.formatted(this.service.url(""), url));
	}

	private void servePicture(ResponseDefinitionBuilder answer) {
		this.service.serve("recipes/4/picture", answer);
	}

	private HostedFile picture() {
		return picture(this.service.open(client()));
	}

	private static HostedFile picture(ServiceRoot root) {
		return root.collection("recipes").get(4).file("picture");
	}

	private ServiceRootBuilder client() {
		return this.service.client().cache(this.directory);
	}

	static byte[] read(HostedFile file) throws IOException {
		try (FileContent content = file.open()) {
			return content.stream().readAllBytes();
		}
	}

	@Test
	void fileHasTypeNameDateAndLength() throws IOException {
		this.service.serve("files/a%20%22picture%22.png",
				aResponse().withHeader("Content-Type", "image/png")
					.withHeader("Last-Modified", "Sat, 21 Nov 2026 00:10:02 GMT")
					.withHeader("Content-Length", "3")
					.withBody(PICTURE));
		servePicture(aResponse().withStatus(303).withHeader("Location", "../../files/a%20%22picture%22.png"));
		try (FileContent content = picture().open()) {
			assertThat(content.fileName()).isEqualTo("a \"picture\".png");
			assertThat(content.contentType()).contains(MediaType.IMAGE_PNG);
			assertThat(content.lastModified()).contains(Instant.parse("2026-11-21T00:10:02Z"));
			assertThat(content.uri()).hasToString(this.service.url("files/a%20%22picture%22.png"));
			assertThat(content).hasToString(content.uri().toString());
			assertThat(content.length()).hasValue(PICTURE.length);
			assertThat(content.headers().getFirst("Content-Type")).isEqualTo("image/png");
			assertThat(content.stream().readAllBytes()).isEqualTo(PICTURE);
		}
	}

	@ParameterizedTest
	@CsvSource({ "/other/cover.png,cover.png", "..%2F..%2Fpasswd,..%2F..%2Fpasswd", "%2e%2e,%2e%2e", "a%0Ab,a%0Ab",
			"a%5Cb,a%5Cb", "n%C3%A4me,näme", "'::bad::',picture" })
	void fileNameIsNeverAPath(String location, String name) throws IOException {
		servePicture(aResponse().withHeader("Content-Location", location).withBody(PICTURE));
		try (FileContent content = picture().open()) {
			assertThat(content.fileName()).isEqualTo(name);
		}
	}

	@Test
	void nullLinkIsEmpty() {
		ServiceRoot root = this.service.open(client());
		Entry recipe = root.collection("recipes").get(4);
		assertThat(recipe.findFile("scan")).isEmpty();
		assertThat(recipe.findFile("picture")).contains(recipe.file("picture"));
		assertThatExceptionOfType(java.util.NoSuchElementException.class).isThrownBy(() -> recipe.file("scan"));
		assertThat(this.service.requestsFor("recipes/4/picture")).isEmpty();
	}

	@Test
	void missingFileThrowsNotFound() {
		HostedFile picture = picture();
		assertThatExceptionOfType(NotFound.class).isThrownBy(picture::open);
		assertThatExceptionOfType(NotFound.class).isThrownBy(picture::delete);
	}

	@Test
	void secondReadIsConditionalAndServedFromCache() throws IOException {
		byte[] large = new byte[3 * 1024 * 1024];
		large[large.length - 1] = 7;
		servePicture(aResponse().withHeader("ETag", "\"1\"").withHeader("Content-Type", "image/png").withBody(large));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4/picture")).withHeader("If-None-Match", equalTo("\"1\"")),
				aResponse().withStatus(304).withHeader("ETag", "\"1\""));
		ServiceRoot root = this.service.open(client().maxResponseSize(DataSize.ofMegabytes(1)));
		HostedFile picture = picture(root);
		assertThat(read(picture)).isEqualTo(large);
		assertThat(read(picture)).isEqualTo(large);
		try (FileContent content = picture.open()) {
			assertThat(content.contentType()).contains(MediaType.IMAGE_PNG);
		}
		assertThat(this.service.requestsFor("recipes/4/picture"))
			.extracting((request) -> request.getHeader("If-None-Match"))
			.containsExactly(null, "\"1\"", "\"1\"");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 1000", "Transfer-Encoding: chunked" })
	void truncatedFileThrowsExceptionAndIsNotStored(String framing) throws IOException {
		String start = framing.startsWith("T") ? "64\r\nonly this" : "only this";
		try (ScriptedServer cutting = new ScriptedServer((request, connection) -> {
			connection.head("HTTP/1.1 200 OK", "ETag: \"1\"", framing);
			connection.send(start);
			connection.close();
		})) {
			link(cutting.url() + "/picture");
			try (ServiceRoot root = client().allowedOrigins(URI.create(cutting.url())).build()) {
				HostedFile picture = picture(root);
				Path target = Files.writeString(this.directory.resolve("saved"), "before");
				try (FileContent content = picture.open()) {
					assertThatExceptionOfType(IncompleteContentException.class)
						.isThrownBy(() -> content.transferTo(target))
						.withMessageContaining(cutting.url() + "/picture")
						.withMessageContaining("after 9");
				}
				assertThat(target).hasContent("before");
				assertThat(fileNames()).noneMatch((name) -> name.contains("picture") || name.endsWith(".part"));
			}
		}
	}

	@Test
	void stalledFileTimesOut() throws IOException {
		try (ScriptedServer hanging = new ScriptedServer((request, connection) -> {
			connection.head("HTTP/1.1 200 OK", "Content-Length: 1000");
			connection.hang();
		})) {
			link(hanging.url() + "/picture");
			try (ServiceRoot root = client().allowedOrigins(URI.create(hanging.url()))
				.callTimeout(Duration.ofMillis(300))
				.startup(Startup.LAZY)
				.build(); FileContent content = CallTimeoutTests.patiently(() -> picture(root).open())) {
				assertThatExceptionOfType(IncompleteContentException.class).isThrownBy(() -> content.stream().read())
					.withMessageContaining(hanging.url());
			}
		}
	}

	@Test
	void connectionThatEndsWhileContentIsReadIsNoFailureOfTheContent() {
		try (LocalServer closing = new LocalServer(HttpExchange::close);
				ServiceRoot root = client().allowedOrigins(URI.create(closing.url())).build()) {
			link(closing.url() + "/picture");
			HostedFile picture = picture(root);
			// Several times, since two threads notice the end, in any order.
			for (int i = 0; i < 20; i++) {
				assertThatExceptionOfType(TransportException.class)
					.isThrownBy(() -> picture.write(new StalledResource(), MediaType.IMAGE_PNG, "a.png"))
					.withMessageContaining("received no response");
			}
		}
	}

	/** Content that can be read in part, and then never ends. */
	private static final class StalledResource extends AbstractResource {

		@Override
		public long contentLength() {
			return 1_000_000;
		}

		@Override
		public InputStream getInputStream() {
			return new InputStream() {

				private boolean begun;

				@Override
				public int read() throws IOException {
					throw new IOException("Read in pieces only");
				}

				@Override
				public int read(byte[] target, int offset, int length) throws IOException {
					if (!this.begun) {
						this.begun = true;
						return length;
					}
					try {
						new CountDownLatch(1).await();
						return -1;
					}
					catch (InterruptedException ex) {
						throw new InterruptedIOException("The reading thread was interrupted");
					}
				}

			};
		}

		@Override
		public String getDescription() {
			return "stalled";
		}

	}

	@Test
	void closingEarlyClosesTheConnection() throws Exception {
		CountDownLatch gone = new CountDownLatch(1);
		try (ScriptedServer endless = new ScriptedServer((request, connection) -> {
			connection.head("HTTP/1.1 200 OK", "Content-Length: " + Long.MAX_VALUE);
			try {
				while (true) {
					connection.send(new byte[65536]);
				}
			}
			finally {
				gone.countDown();
			}
		})) {
			link(endless.url() + "/picture");
			try (ServiceRoot root = client().allowedOrigins(URI.create(endless.url())).build()) {
				FileContent content = picture(root).open();
				assertThat(content.stream().read()).isZero();
				content.close();
				assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
				assertThatIOException().isThrownBy(() -> content.stream().readNBytes(1_000_000));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 206, 305 })
	void responseThatIsNotTheFileIsRejectedAndItsConnectionIsReleased(int status) {
		servePicture(aResponse().withStatus(status).withBody(new byte[1_000_000]));
		ConnectionProvider pool = ConnectionProvider.create("test", 1);
		WebClient webClient = WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(HttpClient.create(pool)))
			.build();
		try (ServiceRoot root = client().webClient(() -> webClient).callTimeout(Duration.ofSeconds(20)).build()) {
			HostedFile picture = picture(root);
			assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(picture::open)
				.withMessageContaining(this.service.url("recipes/4/picture"))
				.withMessageContaining(Integer.toString(status));
			assertThat(picture(root)).isEqualTo(picture);
		}
		finally {
			pool.dispose();
		}
	}

	@Test
	void redirectOfWriteAndOfDeletionIsRefused() {
		this.service.serve("ANY", "recipes/4/picture",
				aResponse().withStatus(303).withHeader("Location", this.service.url("files/1")));
		HostedFile picture = picture();
		assertThatExceptionOfType(RedirectException.class)
			.isThrownBy(() -> picture.write(new ByteArrayResource(PICTURE), MediaType.IMAGE_PNG, "a.png"));
		assertThatExceptionOfType(RedirectException.class).isThrownBy(picture::delete);
		assertThat(this.service.requestsFor("files/1")).isEmpty();
	}

	@Test
	void fileIsKnownByItsUrl() {
		HostedFile picture = picture();
		URI url = URI.create(this.service.url("recipes/4/picture"));
		assertThat(picture).hasToString(url.toString()).hasSameHashCodeAs(url).isNotEqualTo(url);
		link(this.service.url("recipes/4/other"));
		assertThat(picture()).isNotEqualTo(picture);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none",
			value = { "none, none", "yesterday, none", "2026-11-21T02:10:02+02:00, 2026-11-21T00:10:02Z" })
	void timeOfLastModificationMayHaveIsoFormat(@Nullable String field, @Nullable Instant time) {
		servePicture((field != null) ? aResponse().withHeader("Last-Modified", field) : aResponse());
		try (FileContent content = picture().open()) {
			assertThat(content.lastModified()).isEqualTo(Optional.ofNullable(time));
		}
	}

	@Test
	void openingIsRetriedAndRejectedOnEventLoop() throws IOException {
		this.service.serveInTurn("recipes/4/picture", aResponse().withStatus(503).withBody("busy"),
				aResponse().withBody(PICTURE));
		ServiceRoot root = this.service.open(client().retryPolicy(RetryPolicy.defaults()));
		HostedFile picture = picture(root);
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> Mono.fromCallable(picture::open).subscribeOn(Schedulers.parallel()).block());
		assertThat(read(picture)).isEqualTo(PICTURE);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			value = { "~picture.png|attachment; filename=\"~picture.png\"",
					"a \"b\" \\c.png|attachment; filename=\"a \\\"b\\\" \\\\c.png\"",
					"Crêpe.png|attachment; filename=\"Cr_pe.png\"; filename*=UTF-8''Cr%C3%AApe.png" })
	void fileIsWrittenWithItsTypeAndName(String name, String disposition) {
		this.service.serve("PUT", "recipes/4/picture", aResponse());
		ServiceRoot root = this.service.open(client().authorizer(new CountingAuthorizer("me")));
		picture(root).write(new ByteArrayResource(PICTURE), MediaType.IMAGE_PNG, name);
		assertThat(this.service.requestsFor("recipes/4/picture")).singleElement().satisfies((request) -> {
			assertThat(request.getBody()).isEqualTo(PICTURE);
			assertThat(request.getHeader("Content-Type")).isEqualTo("image/png");
			assertThat(request.getHeader("Content-Length")).isEqualTo("3");
			assertThat(request.getHeader("Content-Disposition")).isEqualTo(disposition);
			assertThat(request.getHeader("Authorization")).startsWith("Attempt");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a\r\nX-Injected: 1", "a\u0000b", "a\u0085b", "\ud800" })
	void invalidFileNameIsRejectedBeforeTheRequest(String name) {
		HostedFile picture = picture();
		this.service.forgetRequests();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> picture.write(new ByteArrayResource(PICTURE), MediaType.IMAGE_PNG, name))
			.withMessageContaining("'fileName'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> picture.write(new ByteArrayResource(PICTURE), MediaType.ALL, "picture"))
			.withMessageContaining("'contentType'");
		assertThatIllegalArgumentException().isThrownBy(() -> picture.write(null, MediaType.IMAGE_PNG))
			.withMessage("'content' must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> picture.write(null, MediaType.IMAGE_PNG, "a"))
			.withMessage("'content' must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> picture.write(new ByteArrayResource(PICTURE), null, "a"))
			.withMessage("'contentType' must not be null");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void unrepeatableContentIsNotRepeatedWithNewCredentials() {
		this.service.serve("PUT", "recipes/4/picture", aResponse().withStatus(401));
		ServiceRoot root = this.service.open(client().authorizer(CountingAuthorizer.renewing()));
		HostedFile picture = picture(root);
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> picture
			.write(new InputStreamResource(new ByteArrayInputStream(PICTURE)), MediaType.IMAGE_PNG, "picture"));
		assertThat(this.service.requestsFor("recipes/4/picture")).hasSize(1);
		assertThatExceptionOfType(Unauthorized.class)
			.isThrownBy(() -> picture.write(new ByteArrayResource(PICTURE), MediaType.IMAGE_PNG, "picture"));
		assertThat(this.service.requestsFor("recipes/4/picture")).hasSize(3);
	}

	@Test
	void unreadableContentThrowsUncheckedIOException() {
		this.service.serve("PUT", "recipes/4/picture", aResponse());
		HostedFile picture = picture();
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> picture.write(this.directory.resolve("missing"), MediaType.IMAGE_PNG))
			.withMessageContaining("missing");
		InputStream broken = new InputStream() {

			@Override
			public int read() throws IOException {
				throw new IOException("broken disk");
			}

		};
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> picture.write(new InputStreamResource(broken), MediaType.IMAGE_PNG, "picture"))
			.withMessageContaining(this.service.url("recipes/4/picture"))
			.withMessageContaining("broken disk");
	}

	@Test
	void pathIsWrittenWithItsNameAndInvalidatesStoredFile() throws IOException {
		servePicture(aResponse().withHeader("ETag", "\"1\"").withBody(PICTURE));
		this.service.serve("PUT", "recipes/4/picture", aResponse());
		HostedFile picture = picture();
		read(picture);
		assertThat(fileNames()).anyMatch((name) -> name.contains("picture"));
		picture.write(Files.write(this.directory.resolve("a.png"), PICTURE), MediaType.IMAGE_PNG);
		assertThat(this.service.requestsFor("recipes/4/picture").get(1).getHeader("Content-Disposition"))
			.endsWith("filename=\"a.png\"");
		assertThat(fileNames()).noneMatch((name) -> name.contains("picture"));
	}

	@Test
	void transferToWritesCompleteFileOrNone() throws IOException {
		servePicture(aResponse().withBody(PICTURE));
		try (FileContent content = picture().open()) {
			Path target = Files.writeString(this.directory.resolve("saved"), "before");
			assertThat(content.transferTo(target)).isEqualTo(PICTURE.length);
			assertThat(target).hasBinaryContent(PICTURE);
		}
	}

	private java.util.List<String> fileNames() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.map((file) -> file.getFileName().toString()).toList();
		}
	}

}
