package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the check of generated types against recorded representations.
 */
class RepresentationCheckTests {

	private static final String BUG = Description.attribute("heat") + Description.attribute("title")
			+ Description.attribute("created").replace("path", "type='xsd:dateTime' path")
			+ Description.link("owner_link", "bug") + Description.link("tasks_collection_link", "bug");

	private static final String ENTRY = """
			"resource_type_link": "https://other.example.com/1.0/#bug", "tasks_collection_link": "http://api/tasks"\
			""";

	@TempDir
	Path directory;

	private Path recording;

	@BeforeEach
	void record() throws IOException {
		this.recording = Files.createDirectory(this.directory.resolve("recording"));
		new Description().type("bug", BUG).writeTo(wadl());
	}

	private Path wadl() {
		return this.directory.resolve("tracker.wadl");
	}

	private Path overlay() {
		return this.directory.resolve("overlay.json");
	}

	private void entry(String name, String values) throws IOException {
		file(name, "{ \"url\": \"bugs/1\", \"body\": { %s, %s } }".formatted(ENTRY, values));
	}

	private void file(String name, String content) throws IOException {
		Files.writeString(this.recording.resolve(name), content);
	}

	private RepresentationCheckResult check() {
		return new RepresentationCheck(GeneratorConfiguration.of(wadl(), "client", this.directory), this.recording)
			.run();
	}

	private RepresentationCheckResult check(String attributes) throws IOException {
		Files.writeString(overlay(), """
				{ "types": { "bug": { "attributes": {
				%s
				} } } }
				""".formatted(attributes));
		return new RepresentationCheck(
				GeneratorConfiguration.of(wadl(), "client", this.directory).withOverlay(overlay()), this.recording)
			.run();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "7 | integer", "7.5 | decimal", "true | boolean", "\"hot\" | text", "\"\" | text",
					"\"2024-02-03\" | date", "\"2024-02-03T04:05:06.789+00:00\" | date-time",
					"\"https://example.com/a\" | uri", "\"https://example.com/a b\" | text", "[] | list<any>",
					"[\"a\"] | list<text>", "[1, 2] | list<integer>", "[1, \"a\"] | list<any>", "[[1]] | list<any>",
					"[\"a\", null] | list<any>", "{ \"a\": true } | map<boolean>", "12345678901234567890 | decimal",
					"1e999999999 | decimal" })
	void attributeWithoutTypeLacksARule(String value, String type) throws IOException {
		entry("bug.json", "\"heat\": " + value);
		assertThat(check().missingRules()).containsExactly(
				"%s: 'heat' of 'bug' has no type, but is recorded as %s in bug.json; add \"bug\": { \"attributes\": { \"heat\": \"%s\" } } to the overlay"
					.formatted(wadl(), type, type));
		assertThat(check("\"heat\": \"%s\"".formatted(type)).missingRules()).isEmpty();
		assertThat(check("\"heat\": \"%s\"".formatted(type)).contradictions()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "1 | 2.5 | decimal", "\"2024-02-03\" | \"2024-02-03T04:05:06Z\" | date-time",
					"\"2024-02-03\" | \"never\" | text", "\"https://example.com/a\" | \"none\" | text",
					"[] | [\"a\"] | list<text>", "[1] | [\"a\"] | list<any>", "null | 1 | integer" })
	void missingRuleCoversAllRecordedValues(String one, String other, String type) throws IOException {
		entry("bug-1.json", "\"heat\": " + one);
		entry("bug-2.json", "\"heat\": " + other);
		assertThat(check().missingRules()).singleElement().asString().contains("\"heat\": \"%s\"".formatted(type));
		RepresentationCheckResult ruled = check("\"heat\": \"%s\"".formatted(type));
		assertThat(ruled.contradictions()).isEmpty();
		assertThat(ruled.missingRules()).isEmpty();
		assertThat(ruled.entries()).isEqualTo(2);
		assertThat(ruled.types()).isEqualTo(1);
	}

	@Test
	void valuesOfDifferentTypesOrWithAnExplicitRuleLackNoRule() throws IOException {
		entry("bug-1.json", "\"heat\": 1");
		assertThat(check("\"heat\": \"any\"").missingRules()).isEmpty();
		entry("bug-2.json", "\"heat\": \"hot\"");
		assertThat(check().missingRules()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "integer | \"hot\" | text", "integer | 1.5 | decimal", "boolean | 1 | integer",
					"date-time | \"soon\" | text", "date | 3 | integer", "uri | \"a b\" | text",
					"list<text> | [1] | list<integer>", "list<text> | [\"a\", null] | list<any>",
					"list<entry:bug> | [\"a\"] | list<text>", "list<any> | {} | map<any>",
					"map<integer> | [] | list<any>", "text | true | boolean" })
	void ruleThatContradictsIsNamedWithItsLine(String type, String value, String recorded) throws IOException {
		entry("bug.json", "\"title\": \"a\", \"heat\": " + value);
		assertThat(check("\"title\": \"text\",\n\"heat\": \"%s\"".formatted(type)).contradictions()).containsExactly(
				"%s:3: 'heat' of 'bug' is %s, but recorded as %s in bug.json; use \"bug\": { \"attributes\": { \"heat\": \"%s\" } }"
					.formatted(overlay(), type, recorded, recorded));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "integer | 1 | \"hot\" | text | any", "integer | 1 | 2.5 | decimal | decimal",
			"list<text> | [\"a\"] | [1] | list<integer> | list<any>" })
	void typeOfTheUnreadableValuesIsNamedAndTheRuleReadsAllValues(String type, String readable, String value,
			String recorded, String all) throws IOException {
		entry("bug-1.json", "\"heat\": " + readable);
		entry("bug-2.json", "\"heat\": " + value);
		assertThat(check("\"heat\": \"%s\"".formatted(type)).contradictions()).containsExactly(
				"%s:2: 'heat' of 'bug' is %s, but recorded as %s in bug-2.json; use \"bug\": { \"attributes\": { \"heat\": \"%s\" } }"
					.formatted(overlay(), type, recorded, all));
	}

	@Test
	void typeOfTheDescriptionThatContradictsIsNamed() throws IOException {
		entry("bug.json", "\"created\": \"yesterday\"");
		assertThat(check().contradictions()).singleElement()
			.asString()
			.startsWith("%s: 'created' of 'bug' is date-time, but recorded as text in bug.json".formatted(wadl()))
			.doesNotContain("yesterday");
	}

	@Test
	void requiredAttributeThatIsNullOrMissingIsNamedWithTheLineOfItsRule() throws IOException {
		entry("bug-1.json", "\"heat\": null, \"owner_link\": null, \"title\": \"a\"");
		entry("bug-2.json", "\"heat\": null, \"owner_link\": \"http://api/1\"");
		RepresentationCheckResult result = check("""
				"heat": { "type": "integer", "required": true },
				"owner": { "required": true },
				"title": { "type": "text", "required": true }\
				""");
		assertThat(result.contradictions()).containsExactly(
				"%s:2: 'heat' of 'bug' is required, but null in 2 entries, the first of them in bug-1.json; remove 'required'"
					.formatted(overlay()),
				"%s:3: 'owner' of 'bug' is required, but null in bug-1.json; remove 'required'".formatted(overlay()),
				"%s:4: 'title' of 'bug' is required, but missing in bug-2.json; remove 'required'"
					.formatted(overlay()));
	}

	@Test
	void ruleOfAPatternIsNamed() throws IOException {
		entry("bug.json", "\"heat\": \"hot\"");
		assertThat(check("\"h*\": \"integer\",\n\"tit*\": \"text\"").contradictions()).singleElement()
			.asString()
			.startsWith(overlay() + ":2: ");
	}

	@Test
	void redactedValuesAreNotCompared() throws IOException {
		entry("bug.json",
				"\"heat\": \"tag:launchpad.net:2008:redacted\", \"created\": \"tag:launchpad.net:2008:redacted\"");
		RepresentationCheckResult result = check();
		assertThat(result.contradictions()).isEmpty();
		assertThat(result.missingRules()).isEmpty();
	}

	@Test
	void entriesOfPagesAndFilesWithoutUrlAreRead() throws IOException {
		file("page.json",
				"{ \"start\": 0, \"entries\": [ { %s, \"heat\": 1 }, { %s, \"heat\": 2 } ] }".formatted(ENTRY, ENTRY));
		file("values.json", "[1, null, \"a\"]");
		RepresentationCheckResult result = check();
		assertThat(result.entries()).isEqualTo(2);
		assertThat(result.missingRules()).singleElement()
			.asString()
			.contains("integer in 2 entries, the first of them in page.json");
	}

	@Test
	void typesThatAreNotGeneratedAreNotChecked() throws IOException {
		entry("bug.json", "\"created\": 1, \"heat\": 1");
		new Description().type("bug", BUG).type("ticket", BUG).writeTo(wadl());
		RepresentationCheckResult result = new RepresentationCheck(
				GeneratorConfiguration.of(wadl(), "client", this.directory).withIncludes(Set.of("ticket")),
				this.recording)
			.run();
		assertThat(result)
			.isEqualTo(new RepresentationCheckResult(0, 0, result.contradictions(), result.missingRules()));
		assertThat(result.contradictions()).isEmpty();
	}

	@Test
	void typeOrAttributeThatIsNotDescribedAsksForAnotherFetch() throws IOException {
		entry("bug.json", "\"colour\": \"red\"");
		file("person.json", "{ \"resource_type_link\": \"http://api/#person\" }");
		assertThat(check().missingRules()).containsExactly(
				"%s: 'colour' of 'bug' is not described, but recorded in bug.json; fetch the description again"
					.formatted(wadl()));
		assertThat(check().contradictions()).containsExactly(
				"%s: has no resource type 'person', which is recorded in person.json; fetch the description again"
					.formatted(wadl()));
	}

	@Test
	void recordingOfAnotherVersionIsNamed() throws IOException {
		file("bug.json", "{ \"resource_type_link\": \"https://api.example.com/devel/#bug\", \"colour\": \"red\","
				+ " \"tasks_collection_link\": \"https://api.example.com/devel/tasks\" }");
		assertThat(check().missingRules()).containsExactly(wadl()
				+ ": 'colour' of 'bug' is not described, but recorded in bug.json; this is the description of the version '1.0', but the recording is of 'devel': use one version");
	}

	@Test
	void folderWithoutRecordingIsAnError() {
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::check)
			.withMessageContaining("ServiceRecorder");
		this.recording = this.directory.resolve("missing");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::check)
			.withMessageStartingWith(this.recording.toString());
	}

	@Test
	void invalidRecordedFileIsAnErrorWithItsLine() throws IOException {
		file("bug.json", "{\n\"heat\": }");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::check)
			.withMessageStartingWith(this.recording.resolve("bug.json") + ":2: ");
		file("bug.json", "");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::check)
			.withMessage(this.recording.resolve("bug.json") + ": is empty; record it again");
	}

	@ParameterizedTest
	@ValueSource(strings = { "owner", "owner_link", "own*" })
	void ruleOfALinkIsNamed(String name) throws IOException {
		entry("bug.json", "\"owner_link\": null");
		assertThat(check("\"%s\": { \"required\": true }".formatted(name)).contradictions()).singleElement()
			.asString()
			.startsWith(overlay() + ":2: 'owner' of 'bug' is required, but null in bug.json");
		entry("bug.json", "\"owner_link\": 7");
		assertThat(check("\"%s\": \"uri\"".formatted(name)).contradictions()).singleElement()
			.asString()
			.startsWith(overlay() + ":2: 'owner_link' of 'bug' is uri, but recorded as integer in bug.json");
	}

	@Test
	void ruleThatDecidesAboutALinkIsNamed() throws IOException {
		entry("bug.json", "\"owner_link\": 7");
		assertThat(check("\"*_link\": \"uri\",\n\"owner\": \"uri\"").contradictions()).singleElement()
			.asString()
			.startsWith(overlay() + ":3: 'owner_link' of 'bug' is uri, but recorded as integer in bug.json");
	}

	@Test
	void linkThatIsNoTextIsNamed() throws IOException {
		entry("bug.json", "\"owner_link\": 7");
		assertThat(check().contradictions()).containsExactly(
				"%s: 'owner' of 'bug' is a link, but recorded as integer in bug.json; add \"bug\": { \"attributes\": { \"owner\": { \"omit\": true } } } to the overlay"
					.formatted(wadl()));
	}

	@Test
	void missingLinkToACollectionIsNamed() throws IOException {
		file("bug.json", "{ \"resource_type_link\": \"http://api/#bug\" }");
		assertThat(check().contradictions()).containsExactly(
				"%s: 'tasks' of 'bug' is a link to a collection, but missing in bug.json; add \"bug\": { \"attributes\": { \"tasks\": { \"omit\": true } } } to the overlay"
					.formatted(wadl()));
		assertThat(check("\"tasks\": { \"omit\": true }").contradictions()).isEmpty();
	}

}
