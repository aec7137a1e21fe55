package dev.hyperclient.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
		assertThat(result.coverage()).isEqualTo(new TypeCoverage(3, 4, 2));
		assertThat(result.coverage()).hasToString("3 classes, 4 attributes: 2 typed, 2 untyped");
	}

	@Test
	void secondRunChangesNothing() throws IOException {
		record("bug.json", "bug", "\"heat\": 4");
		suggest();
		String first = written();
		SuggestResult second = suggest();
		assertThat(second.rules()).isEmpty();
		assertThat(second.coverage().typed()).isOne();
		assertThat(written()).isEqualTo(first);
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
			assertThatIllegalArgumentException()
				.isThrownBy(() -> suggester().withService(service.baseUrl(), 5, null).run())
				.withMessageContaining("401");
		}
		assertThat(overlay()).doesNotExist();
		assertThatIllegalArgumentException().isThrownBy(() -> suggester().withService(wadl().toUri(), 2, null))
			.withMessageContaining("at least 3");
	}

	@Test
	void overlayIsRequired() {
		GeneratorConfiguration configuration = GeneratorConfiguration.of(wadl(), "client", this.directory);
		assertThatIllegalArgumentException().isThrownBy(() -> new OverlaySuggester(configuration))
			.withMessageContaining("'overlay'");
		assertThat(List.of(overlay())).noneMatch(Files::exists);
	}

}
