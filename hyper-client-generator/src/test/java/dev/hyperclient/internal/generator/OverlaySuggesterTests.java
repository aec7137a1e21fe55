package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import dev.hyperclient.testservice.RecordedRequest;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for rules that are written into an overlay.
 */
class OverlaySuggesterTests {

	@TempDir
	Path directory;

	private Path recording;

	@BeforeEach
	void describe() throws IOException {
		this.recording = Files.createDirectory(this.directory.resolve("recording"));
		describe("", "");
	}

	/** Describe bugs and persons with a text for the heat and for the karma. */
	private void describe(String heat, String karma) {
		new Description()
			.type("bug",
					Description.attribute("heat", doc(heat)) + Description.attribute("title")
							+ Description.link("self_link", "bug") + Description.link("owner_link", "person"))
			.type("person",
					Description.attribute("karma", doc(karma)) + Description.attribute("heat", doc(heat))
							+ Description.link("self_link", "person"))
			.writeTo(wadl());
	}

	private static String doc(String text) {
		return text.isEmpty() ? "" : "<doc><p>%s</p></doc>".formatted(text.replace(" / ", "</p><p>"));
	}

	private Path wadl() {
		return this.directory.resolve("tracker.wadl");
	}

	private Path overlay() {
		return this.directory.resolve("overlay.json");
	}

	private void overlay(String content) throws IOException {
		Files.writeString(overlay(), content);
	}

	private void record(String file, String type, String values) throws IOException {
		Files.writeString(this.recording.resolve(file),
				"{ \"resource_type_link\": \"http://api.example.com/1.0/#%s\", %s }".formatted(type, values));
	}

	private OverlaySuggester suggester() {
		return new OverlaySuggester(GeneratorConfiguration.of(wadl(), "client", this.directory).withOverlay(overlay()));
	}

	private SuggestResult suggest() {
		return suggester().withRecording(this.recording).run();
	}

	private String written() throws IOException {
		return Files.readString(overlay());
	}

	@Test
	void overlayIsCreatedWithTheSourceOfEachRule() throws IOException {
		record("bug-1.json", "bug", "\"heat\": 4, \"title\": \"a\"");
		record("bug-2.json", "bug", "\"heat\": 5, \"title\": null");
		SuggestResult result = suggest();
		assertThat(written()).isEqualTo("""
				{
				  "types": {
				    "bug": {
				      "attributes": {
				        "heat": { "type": "integer", "source": "recorded: 2 values" },
				        "title": { "type": "text", "source": "recorded: 1 value" }
				      }
				    }
				  }
				}
				""");
		assertThat(result.rules()).containsExactly("'heat' of 'bug' is integer (recorded: 2 values)",
				"'title' of 'bug' is text (recorded: 1 value)");
		assertThat(result.conflicts()).isEmpty();
		assertThat(result.coverage()).isEqualTo(new TypeCoverage(3, 4, 2, 0, 0, 0, 0));
		assertThat(result.coverage())
			.hasToString("3 classes; with a type: 2 of 4 attributes, 0 of 0 parameters, 0 of 0 results");
	}

	@Test
	void parametersAndResultsHaveRulesFromListedValuesAndTexts() throws IOException {
		new Description().type("bug", Description.attribute("status", "<option value='New'/>"))
			.method("bug", Description.operation("search",
					"<param style='query' name='status'/><param style='query' name='other'/><param style='query' name='exact'>%s</param>"
						.formatted(doc("Whether to match exactly."))))
			.method("bug",
					Description.operation("can_be_closed", "")
						.replace("<request>", doc("Return true if it may be closed.") + "<request>"))
			.writeTo(wadl());
		SuggestResult result = suggester().run();
		assertThat(result.rules()).containsExactly(
				"result of 'can_be_closed' of 'bug' is boolean (description: 'true if')",
				"'exact' of 'bug.search' is boolean (description: 'whether')",
				"'status' of 'bug.search' is values:bug.status (values: attribute 'status' of 'bug')");
		assertThat(result.coverage())
			.hasToString("3 classes; with a type: 1 of 1 attributes, 2 of 3 parameters, 1 of 2 results");
		String first = written();
		assertThat(suggester().run().rules()).isEmpty();
		assertThat(written()).isEqualTo(first).contains("""
				      "operations": {
				        "can_be_closed": { "result": "boolean", "source": "description: 'true if'" },
				        "search": {
				          "parameters": {
				            "exact": { "type": "boolean", "source": "description: 'whether'" },
				""");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{ // ours\n}", "{ \"types\": {} }", "{ \"types\": { \"bug\": {}, } }",
			"{\n  \"types\": {\n    \"bug\": {\n      \"attributes\": {\n        // why\n        \"title\": \"any\"\n      }\n    }\n  }\n}",
			"{ \"types\": { \"bug\": { \"attributes\": { \"heat\": { \"required\": true }, \"title\": \"any\" } } } }",
			"{ \"types\": { \"bug\": { \"attributes\": { \"heat\": { \"source\": \"a }\" } } } }, \"keys\": {} }",
			"{\r\n\"types\": { \"*\": { \"attributes\": { \"title\": \"any\" } } } }",
			"{ \"types\": { \"bug\": { \"name\": \"Issue\", \"attributes\": {} } } }" })
	void rulesAndCommentsAreKept(String existing) throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		overlay(existing);
		assertThat(suggest().rules()).containsExactly("'heat' of 'bug' is integer (recorded: 1 value)");
		String remaining = written();
		assertThat(remaining).contains("\"type\": \"integer\"").endsWith(existing.substring(existing.length() - 1));
		for (String part : existing.split("(?<=\\{)\\s*|\\s*(?=\\})|(?<=[,\\n])\\s*")) {
			assertThat(remaining).contains(part);
			remaining = remaining.substring(remaining.indexOf(part) + part.length());
		}
		assertThat(suggest().rules()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~', value = {
			"{ 'types': { 'bug': { 'attributes': {|      'title': 'any'|    } } } };~      'heat': { 'type': 'integer'~",
			"{ 'types': { 'bug': { 'attributes': {||\t// why|\t'title': 'any' } } } };~\t'heat': { 'type': 'integer'~",
			"{|'types': {|'bug': { 'attributes': {|'title': 'any' } } } };~'heat': { 'type': 'integer'~",
			"{ 'types': {|  'person': {}|} };~  'bug': {|    'attributes': {|      'heat': { 'type': 'integer'~" })
	void ruleHasTheIndentationOfItsNeighbours(String existing, String expected) throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		overlay(lines(existing));
		suggest();
		assertThat(written()).contains("{\n" + lines(expected)).isNotEqualTo(lines(existing));
		assertThat(suggest().rules()).isEmpty();
	}

	private static String lines(String text) {
		return text.replace('|', '\n').replace("\\t", "\t").replace('\'', '"');
	}

	@Test
	void ruleIsCompletedInPlace() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		overlay("{ \"types\": { \"bug\": { \"attributes\": { \"heat\": { \"required\": true } } } } }");
		suggest();
		assertThat(written())
			.contains("{ \"heat\": { \"type\": \"integer\", \"source\": \"recorded: 1 value\", \"required\": true } }");
	}

	@Test
	void existingTypeIsKeptAndAValueThatItCannotReadReported() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		overlay("{ \"types\": { \"bug\": { \"attributes\": {\n\"heat\": \"boolean\" } } } }");
		SuggestResult result = suggest();
		assertThat(result.rules()).isEmpty();
		assertThat(result.conflicts()).singleElement()
			.asString()
			.startsWith(overlay() + ":2: 'heat' of 'bug' is boolean, but recorded as integer");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "Whether the bug is hot. | boolean | whether", "Hot / True if it is hot | boolean | true if",
					"Is this hot? | boolean | is", "Tick this to heat it. | boolean | tick this to",
					"Number of votes | integer | number of",
					"Heat / The number of users affected by this bug | integer | number of",
					"The tracking number for this bug. | integer | tracking number",
					"The full URL of the page, if there is one. | uri | url", "Build log URL | uri | url",
					"A dictionary mapping names to values | map | dictionary", "A list of names. | list | list of",
					"The date and time of the last vote | date-time | date and time",
					"A short title for the bug | text | title", "Source Package Name | text | name",
					"The name of the service, used to generate the URL. | text | name" })
	void textOfTheDescriptionDecides(String text, String type, String word) throws IOException {
		describe(text, "");
		suggester().run();
		assertThat(written())
			.contains("\"heat\": { \"type\": \"%s\", \"source\": \"description: '%s'\" }".formatted(type, word));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Heat", "The 'heat' of the bug", "The number of the bug", "URLs are allowed here",
			"A newline-separated list of names", "A list of names, separated by commas", "The names of the series",
			"If set, who may see it", "The revision number of the tip", "What is new?",
			"The date of the change, rendered for people", "See the title of the other one",
			"The top-level URL for the tracker, or an upstream email address." })
	void textThatNamesNoTypeDoesNotDecide(String text) {
		describe(text, "");
		assertThat(suggester().run().rules()).isEmpty();
		assertThat(overlay()).doesNotExist();
	}

	@Test
	void textsThatDisagreeAreReported() {
		describe("Title / Whether it is hot", "");
		SuggestResult result = suggester().run();
		assertThat(result.rules()).isEmpty();
		assertThat(result.conflicts()).containsExactly(
				"'heat' of 'bug': the description says 'title' (text) and 'whether' (boolean)",
				"'heat' of 'person': the description says 'title' (text) and 'whether' (boolean)");
	}

	@Test
	void recordedValuesDecideBeforeTexts() throws IOException {
		describe("Whether it is hot", "Title");
		record("bug.json", "bug", "\"heat\": 4");
		record("person.json", "person", "\"karma\": \"2024-02-03\"");
		SuggestResult result = suggest();
		assertThat(result.rules()).containsExactly("'heat' of 'bug' is integer (recorded: 1 value)",
				"'heat' of 'person' is integer (recorded: 1 value of 'bug', with the same description)",
				"'karma' of 'person' is text (recorded: 1 value)");
		assertThat(result.conflicts()).first()
			.asString()
			.isEqualTo("'heat' of 'bug': recorded: 1 value as integer, but the description says 'whether' (boolean)");
	}

	@Test
	void valuesOfDifferentTypesAreReported() throws IOException {
		record("bug-1.json", "bug", "\"heat\": 4");
		record("bug-2.json", "bug", "\"heat\": \"hot\"");
		SuggestResult result = suggest();
		assertThat(result.rules()).isEmpty();
		assertThat(result.conflicts()).containsExactly("'heat' of 'bug': recorded: 2 values of different types");
	}

	private static FakeServiceBuilder tracker() {
		return FakeService.builder("tracker").pageSize(10).type("person", "people", (person) -> {
			person.text("name").integer("karma").text("homepage").text("photo_url");
			person.entry(Map.of("name", "ann", "karma", 7, "homepage", "https://example.com/ann"));
		}).type("bug", "bugs", (bug) -> {
			bug.key("id").integer("id").integer("heat").link("owner", "person");
			IntStream.range(1, 40).forEach((id) -> bug.entry(Map.of("id", id, "heat", id, "owner", "ann")));
		});
	}

	@Test
	void serviceIsReadWithAFewGetRequests() throws IOException {
		try (FakeService service = tracker().start()) {
			Files.write(wadl(), service.description().readAllBytes());
			SuggestResult result = suggester().withService(service.baseUrl(), 5, null).run();
			assertThat(service.requests()).extracting(RecordedRequest::method).containsOnly("GET").hasSize(5);
			assertThat(result.requests()).isEqualTo(5);
			assertThat(written()).contains("\"heat\": { \"type\": \"integer\"", "\"karma\": { \"type\": \"integer\"",
					"\"homepage\": { \"type\": \"uri\"");
			String first = written();
			assertThat(suggester().withService(service.baseUrl(), 5, null).run().rules()).isEmpty();
			assertThat(written()).isEqualTo(first);
		}
	}

	@Test
	void linkThatFailsIsLeftOut() throws IOException {
		try (FakeService service = tracker().start()) {
			Files.write(wadl(), service.description().readAllBytes());
			service.faults().failNext("GET", "/bugs", 503);
			assertThat(suggester().withService(service.baseUrl(), 50, null).run().rules())
				.anyMatch((rule) -> rule.startsWith("'karma' of 'person' is integer"))
				.noneMatch((rule) -> rule.contains("'bug'"));
			assertThat(service.requests("GET", "/bugs")).hasSize(1);
		}
	}

	@Test
	void refusedServiceChangesNothing() throws IOException {
		try (FakeService service = tracker().basic("ann", "secret").start()) {
			assertThatExceptionOfType(GeneratorException.class)
				.isThrownBy(() -> suggester().withService(service.baseUrl(), 5, null).run())
				.withMessageStartingWith(overlay() + ": is not changed: ")
				.withMessageContaining("401");
		}
		assertThat(overlay()).doesNotExist();
		assertThatIllegalArgumentException().isThrownBy(() -> suggester().withService(wadl().toUri(), 2, null))
			.withMessageContaining("at least 3");
	}

	@Test
	void credentialsAreInNeitherMessageNorOverlay() throws IOException {
		URI withPassword = URI.create("http://ann:s3cret@localhost:1/1.0/?token=s3cret");
		assertThatExceptionOfType(GeneratorException.class)
			.isThrownBy(() -> suggester().withService(withPassword, 5, null).run())
			.satisfies((failure) -> assertThat(failure).hasMessageContaining("cannot be read")
				.message()
				.doesNotContain("s3cret"));
		try (FakeService service = tracker().basic("ann", "s3cret").start()) {
			Files.write(wadl(), service.description().readAllBytes());
			SuggestResult result = suggester()
				.withService(service.baseUrl(), 5, new BasicHttpAuthorizer("ann", "s3cret"))
				.run();
			assertThat(result.rules()).isNotEmpty();
			assertThat(written() + result).doesNotContain("s3cret");
		}
	}

	/** The root of a server, which has the bug 1 as {@code featured}. */
	private static HttpServer server(HttpHandler bug) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		String root = "http://localhost:" + server.getAddress().getPort() + "/1.0/";
		String described = new Description()
			.type("bug",
					Description.attribute("heat") + Description.link("self_link", "bug")
							+ Description.link("next_link", "bug"))
			.root(Description.link("featured_link", "bug"))
			.toString()
			.replace("http://api.example.com/1.0/", root);
		server.createContext("/1.0/", (exchange) -> {
			boolean wadl = exchange.getRequestHeaders().getFirst("Accept").contains("wadl");
			DescriptionFetcherTests.answer(exchange, wadl ? "application/vnd.sun.wadl+xml" : "application/json",
					wadl ? described
							: "{ \"resource_type_link\": \"%1$s#service-root\", \"featured_link\": \"%1$sbugs/1\" }"
								.formatted(root));
		});
		server.createContext("/1.0/bugs/", bug);
		server.start();
		return server;
	}

	private static String bug(HttpExchange exchange, String next) {
		String root = "http://localhost:" + exchange.getLocalAddress().getPort() + "/1.0/";
		return "{ \"resource_type_link\": \"%s#bug\", \"self_link\": \"%s\", \"heat\": 4, \"next_link\": \"%s\" }"
			.formatted(root, root + "bugs/1", next.startsWith("http") ? next : root + next);
	}

	private SuggestResult crawl(HttpServer server) throws IOException {
		try {
			URI root = URI.create("http://localhost:" + server.getAddress().getPort() + "/1.0/");
			new DescriptionFetcher(root, wadl()).run();
			return suggester().withService(root, 20, null).run();
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void linksInACircleAreFollowedOnce() throws IOException {
		SuggestResult result = crawl(server(
				(exchange) -> DescriptionFetcherTests.answer(exchange, "application/json", bug(exchange, "bugs/1"))));
		assertThat(result.requests()).isEqualTo(3);
		assertThat(result.rules()).containsExactly("'heat' of 'bug' is integer (recorded: 1 value)");
	}

	/**
	 * On the same server there may be what must not be requested with credentials, and
	 * another name of the server is another origin.
	 */
	@ParameterizedTest
	@CsvSource({ "http://localhost:%d/admin/delete, link", "http://localhost:%d/1.0/../admin/delete, link",
			"http://localhost:%d/1.0/%%2E%%2E/admin/delete, link", "http://localhost:%d/admin/delete, redirect",
			"http://localhost:%d/1.0x, link", "http://127.0.0.1:%d/1.0/bugs/3, link",
			"http://127.0.0.1:%d/1.0/bugs/3, redirect" })
	void nothingIsRequestedThatIsNotBelowTheRoot(String outside, String kind) throws IOException {
		AtomicInteger requested = new AtomicInteger();
		HttpServer server = server((exchange) -> {
			String url = outside.formatted(exchange.getLocalAddress().getPort());
			String path = exchange.getRequestURI().getPath();
			if (path.endsWith("/3")) {
				requested.incrementAndGet();
			}
			if (kind.equals("redirect") && path.endsWith("/2")) {
				DescriptionFetcherTests.redirect(exchange, url);
				return;
			}
			DescriptionFetcherTests.answer(exchange, "application/json",
					bug(exchange, kind.equals("redirect") ? "bugs/2" : url));
		});
		server.createContext("/", (exchange) -> {
			requested.incrementAndGet();
			DescriptionFetcherTests.answer(exchange, "application/json", "{}");
		});
		assertThat(crawl(server).rules()).containsExactly("'heat' of 'bug' is integer (recorded: 1 value)");
		assertThat(requested).hasValue(0);
	}

	@Test
	void silentServiceEndsTheRun() throws IOException {
		HttpServer server = server((exchange) -> {
		});
		try {
			URI root = URI.create("http://localhost:" + server.getAddress().getPort() + "/1.0/");
			new DescriptionFetcher(root, wadl()).run();
			WadlApplication application = new Generator(GeneratorConfiguration.of(wadl(), "client", this.directory))
				.plan()
				.application();
			ServiceCrawl crawl = new ServiceCrawl(overlay(), root, null, 20, Duration.ofSeconds(2), application);
			assertThatExceptionOfType(GeneratorException.class)
				.isThrownBy(() -> crawl.forEachResource((place, resource) -> {
				}))
				.withMessageContaining("/1.0/bugs/1 was not answered");
			assertThat(crawl.requests()).isEqualTo(3);
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void byteOrderMarkAndLargeOverlayAreKept() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		String existing = "\uFEFF{ // %s\n\"types\": { \"bug\": { \"attributes\": { \"title\": \"any\" } } } }"
			.formatted("é".repeat(100_000));
		overlay(existing);
		suggest();
		assertThat(written()).startsWith(existing.substring(0, 100_000))
			.endsWith(
					"\"heat\": { \"type\": \"integer\", \"source\": \"recorded: 1 value\" },\n         \"title\": \"any\" } } } }");
		assertThat(suggest().rules()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16", "UTF-16LE", "UTF-16BE" })
	void overlayInAnotherEncodingIsNotWritten(String encoding) throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		byte[] existing = "{ \"types\": {} }".getBytes(encoding);
		Files.write(overlay(), existing);
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::suggest).withMessageContaining("UTF-8");
		assertThat(overlay()).hasBinaryContent(existing);
	}

	@Test
	void linkedOverlayIsWrittenWhereItIs() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		Path target = Files.writeString(this.directory.resolve("target.json"), "{}");
		Files.createSymbolicLink(overlay(), target);
		suggest();
		assertThat(overlay()).isSymbolicLink();
		assertThat(target).content().contains("\"heat\"");
	}

	@Test
	void readOnlyOverlayIsNotWritten() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		overlay("{}");
		assumeTrue(overlay().toFile().setReadOnly() && !Files.isWritable(overlay()), "This user may write all files");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::suggest)
			.withMessageContaining("it is read-only");
		assertThat(written()).isEqualTo("{}");
	}

	@Test
	void overlayIsRequired() {
		GeneratorConfiguration configuration = GeneratorConfiguration.of(wadl(), "client", this.directory);
		assertThatIllegalArgumentException().isThrownBy(() -> new OverlaySuggester(configuration))
			.withMessageContaining("'overlay'");
		assertThat(List.of(overlay())).noneMatch(Files::exists);
	}

}
