package dev.hyperclient;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.fixtures.ScriptedServer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for invalid services and settings. Each causes a typed exception with the URL.
 */
class BadInputTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void keyIsATextOrANumber() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		EntryCollection recipes = this.service.root().collection("recipes");
		this.service.forgetRequests();
		for (Object key : List.of(Optional.of(4), List.of(4), Map.of("id", 4), new int[] { 4 }, recipes,
				recipes.getReference(4))) {
			assertThatIllegalArgumentException().isThrownBy(() -> recipes.get(key))
				.withMessage("a key is a text or a number, not a %s", key.getClass().getTypeName());
		}
		assertThat(this.service.requestCount()).isZero();
		assertThat(recipes.get(new StringBuilder("4")).getLong("id")).isEqualTo(4);
	}

	@Test
	void htmlInPlaceOfTheRootIsRejected() {
		this.service.serve("",
				aResponse().withHeader("Content-Type", "text/html;charset=utf-8").withBody("<html>Welcome</html>"));
		assertThatExceptionOfType(ServiceDescriptionException.class).isThrownBy(this.service.client()::build)
			.withMessageContaining(this.service.url(""))
			.withMessageContaining("text/html")
			.withMessageContaining("serviceRoot");
	}

	@ParameterizedTest
	@MethodSource
	void unreadableEntryIsRejected(String body) {
		this.service.serveJson("recipes/4", body);
		assertUnexpected("recipes/4", (root) -> root.collection("recipes").get(4));
	}

	static Stream<String> unreadableEntryIsRejected() {
		return Stream.of("", "{", "{\"self_link\": \"http://", "{} {}", "[1, 2", "nul", "{\"a\": 1,}", "\u0000", "[]",
				"5", "null", "\"text\"", "{\"%s\": 1}".formatted("n".repeat(1_001)), "[".repeat(200_000));
	}

	@Test
	void controlCharactersOfValuesAndLinksAreReplacedInMessages() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "a\\r\\nINFO forged\\u001b[2J")
			.replace("\"id\": 4", "\"id\": 4, \"next_link\": \"x\\r\\nINFO forged\\u001b[2J\""));
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.getLong("instructions"))
			.withMessageContaining("\"a\ufffd\ufffdINFO forged\ufffd[2J\"");
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> recipe.entry("next"))
			.withMessageContaining("links to 'x\ufffd\ufffdINFO forged\ufffd[2J'");
	}

	@Test
	void controlCharactersOfNamesAndOptionsAreReplacedInMessages() {
		this.service.serveRoot(StubService.wadl(this.service.url(""))
			.replace("Starter", "Star&#13;&#10;ter&#x202e;")
			.replace("\"search\"", "\"sea&#10;rch\""), this.service.rootJson());
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		String evil = "nope\u001b[31m\n";
		ServiceRoot root = this.service.root();
		Entry recipe = root.load("recipes/4", Entry.class);
		EntryCollection recipes = root.collection("recipes");
		NamedOperation find = recipes.operation("find");
		for (ThrowingCallable call : List.<ThrowingCallable>of(() -> root.collection(evil), () -> root.entry(evil),
				() -> recipe.get(evil), () -> recipe.entry(evil), () -> recipe.set(evil, 1),
				() -> recipe.operation(evil), () -> root.type(evil), () -> recipes.iteration().prefetch(evil),
				() -> find.with("course", evil), () -> find.with("ws.op", evil))) {
			assertThatThrownBy(call).hasMessageContaining("nope\ufffd[31m\ufffd").satisfies(this::hasNoControls);
		}
		assertThatThrownBy(() -> find.with("course", "x")).hasMessageContaining("\"Star\ufffd\ufffdter\ufffd\"");
		assertThatThrownBy(find::invoke).hasMessageContaining("required parameter 'sea\ufffdrch'");
	}

	private void hasNoControls(Throwable error) {
		// The list of all parameters has the name that the description contains.
		String message = String.valueOf(error.getMessage()).replace("sea\nrch", "");
		assertThat(message.chars()).noneMatch(Character::isISOControl);
	}

	@Test
	void gigabyteErrorBodyIsTruncated() throws IOException {
		try (ScriptedServer flooding = new ScriptedServer((request, connection) -> {
			connection.head("HTTP/1.1 500 Oops", "Content-Type: text/plain", "Content-Length: 1073741824");
			byte[] chunk = new byte[64 * 1024];
			java.util.Arrays.fill(chunk, (byte) 'x');
			for (int i = 0; i < 16 * 1024; i++) {
				connection.send(chunk);
			}
			connection.close();
		})) {
			assertThatExceptionOfType(dev.hyperclient.error.ServerError.class)
				.isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(flooding.url()).build())
				.satisfies((error) -> assertThat(error.body()).hasSize(64 * 1024));
		}
	}

	@ParameterizedTest
	@CsvSource({ "localhost:8080, begin with http", "/recipes, begin with http", "ftp://example.com/, begin with http",
			"http:///recipes, name a host", "http://me:s3cret@example.com/, give them to an authorizer",
			"http://example.com/?token=s3cret, neither query nor fragment",
			"http://example.com/#s3cret, neither query nor fragment",
			"ftp://example.com/?token=s3cret, begin with http" })
	void invalidBaseUrlIsRejected(String url, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> ServiceRoot.builder(null).serviceRoot(url).build())
			.withMessageContaining("serviceRoot")
			.withMessageContaining(message)
			.satisfies((error) -> assertThat(error).hasMessageNotContaining("s3cret"));
	}

	@Test
	void missingBaseUrlIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(ServiceRoot.builder(null)::build)
			.withMessageContaining("serviceRoot");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1.0/", "a b", "../2.0", "1.0?x" })
	void versionThatIsNotASegmentIsRejected(String version) {
		assertThatIllegalArgumentException().isThrownBy(this.service.client().version(version)::build)
			.withMessageContaining("'version'");
	}

	@Test
	void versionThatTheBaseUrlContainsIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(this.service.client().serviceRoot(this.service.url("")).version("1.0")::build)
			.withMessageContaining("already ends with the version '1.0'");
	}

	private void assertUnexpected(String path, java.util.function.Consumer<ServiceRoot> call) {
		try (ServiceRoot root = this.service.client().build()) {
			assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> call.accept(root))
				.withMessageContaining(this.service.url(path))
				.satisfies((error) -> assertThat(error.uri()).hasToString(this.service.url(path)));
		}
	}

}
