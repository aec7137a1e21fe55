package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the rules that ship with the generator, with some types of Launchpad.
 */
class PresetTests {

	@TempDir
	Path directory;

	@BeforeEach
	void describe() {
		new Description()
			.type("bug",
					Description.attribute("heat") + Description.attribute("title")
							+ Description.attribute("tags", "<option value='New'/>") + Description.attribute("new_one"))
			.root(Description.link("bugs_collection_link", "bug"))
			.writeTo(this.directory.resolve("tracker.wadl"));
	}

	private GeneratorConfiguration configuration(@Nullable String overlay) throws IOException {
		GeneratorConfiguration configuration = GeneratorConfiguration.of(this.directory.resolve("tracker.wadl"),
				"com.example.tracker", this.directory.resolve("sources"));
		Path file = this.directory.resolve("overlay.json");
		return (overlay != null) ? configuration.withOverlay(Files.writeString(file, overlay)) : configuration;
	}

	private String generate(@Nullable String overlay, String type) throws IOException {
		new Generator(configuration(overlay).withPreset("launchpad")).run();
		return Files.readString(this.directory.resolve("sources/com/example/tracker/" + type + ".java"));
	}

	@Test
	void presetHasTypesOfAttributesThatTheDescriptionLeavesOpenAndKeys() throws IOException {
		assertThat(generate(null, "Bug")).contains("@Nullable Long heat()", "@Nullable String title()",
				"@Nullable Tags tags()", "@Nullable Object newOne()");
		assertThat(generate(null, "Tracker")).contains("KeyLookup.path(\"bugs/{key}\")");
	}

	private void describeOperations() {
		new Description().type("bug", Description.attribute("title"))
			.type("bug_task", Description.attribute("status", "<option value='New'/><option value='Triaged'/>"))
			.type("milestone", Description.attribute("name"))
			.type("archive", Description.attribute("reference"))
			.method("bug",
					Description.operation("searchTasks",
							Description.parameter("status", false) + Description.parameter("milestone", false)
									+ Description.parameter("importance", false) + Description.parameter("tags", false)
									+ "<param style='query' name='order_by' type='xsd:int'/>"))
			.method("archive",
					Description.operation("checkUpload",
							Description.parameter("component", true)
									+ Description.parameter("sourcepackagename", true)))
			.method("archive", Description.operation("sourceFileUrls", Description.parameter("include_meta", false)))
			.method("archive", Description.operation("getSomething", Description.parameter("other", true)))
			.method("archive",
					"""
							<method name='GET'><request><param style='query' name='ws.op' required='true' fixed='canBeDeleted'/></request>
							<response><representation href='#bug-full'/></response></method>
							""")
			.root(Description.link("bugs_collection_link", "bug"))
			.writeTo(this.directory.resolve("tracker.wadl"));
	}

	@Test
	void presetHasTypesOfParametersAndResultsThatTheDescriptionLeavesOpen() throws IOException {
		describeOperations();
		assertThat(generate(null, "Archive"))
			.contains("boolean checkUpload(String component, String sourcepackagename)",
					"List<String> sourceFileUrls()", "OperationResult getSomething(Object other)",
					"Optional<Bug> canBeDeleted()")
			.doesNotContain("includeMeta");
		assertThat(generate(null, "Bug")).contains("SearchTasksOptions status(BugTaskStatus value)",
				"SearchTasksOptions status(Collection<BugTaskStatus> value)",
				"SearchTasksOptions milestone(Milestone value)", "SearchTasksOptions tags(Collection<String> value)",
				"SearchTasksOptions orderBy(long value)", "SearchTasksOptions importance(Object value)");
	}

	@Test
	void linkThatIsNeverNullIsNoOptional() throws IOException {
		new Description().type("bug", Description.attribute("title") + Description.link("owner_link", "bug"))
			.type("bug_task", Description.link("bug_link", "bug") + Description.link("assignee_link", "bug"))
			.root(Description.link("bugs_collection_link", "bug"))
			.writeTo(this.directory.resolve("tracker.wadl"));
		assertThat(generate(null, "BugTask")).contains("public Bug bug()", "Optional<Bug> assignee()");
	}

	@Test
	void ownRulesWin() throws IOException {
		assertThat(generate("""
				{ "keys": { "bugs": "bug-{key}" },
				  "types": { "*": { "attributes": { "h*": "any", "title": { "required": true } } } } }
				""", "Bug")).contains("@Nullable Object heat()", "public String title()");
		assertThat(Files.readString(this.directory.resolve("sources/com/example/tracker/Tracker.java")))
			.contains("KeyLookup.path(\"bug-{key}\")");
	}

	private void describeLists() {
		String values = "<option value='New'/>";
		new Description()
			.type("a",
					Description.attribute("code", values)
							+ Description.attribute("status", values + "<option value='Old'/>"))
			.type("bug_task", Description.attribute("status", values))
			.type("pocket", Description.attribute("name"))
			.type("source_package_publishing_history", Description.attribute("pocket", "<option value='Release'/>"))
			.root(Description.link("bugs_collection_link", "a"))
			.writeTo(this.directory.resolve("tracker.wadl"));
	}

	@Test
	void listsOfValuesHaveTheNamesOfThePreset() throws IOException {
		describeLists();
		assertThat(generate(null, "A")).contains("@Nullable BugTaskStatus code()", "@Nullable Status status()");
		assertThat(generate(null, "BugTask")).contains("@Nullable BugTaskStatus status()");
		assertThat(generate(null, "SourcePackagePublishingHistory")).contains("@Nullable Pocket pocket()");
		assertThat(generate(null, "PocketEntry")).contains("name()");
	}

	@Test
	void ownNamesOfListsWin() throws IOException {
		describeLists();
		String names = """
				{ "values": { "Progress": "a.code", "BugTaskStatus": "a.status" } }
				""";
		assertThat(generate(names, "A")).contains("@Nullable Progress code()", "@Nullable BugTaskStatus status()");
		assertThat(generate(names, "BugTask")).contains("@Nullable Progress status()");
	}

	@Test
	void clientIsGeneratedAgainWithAPreset() throws IOException {
		assertThat(new Generator(configuration(null)).run().written()).isPositive();
		assertThat(generate(null, "Bug")).contains("Long heat()");
	}

	@Test
	void unknownPresetIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> configuration(null).withPreset("lauchpad"))
			.withMessage("'preset' must be launchpad, but is 'lauchpad'");
	}

	@Test
	void presetOfAnotherServiceIsRefused() throws IOException {
		new Description().type("dish", Description.attribute("name"))
			.root(Description.link("bugs_collection_link", "dish"))
			.writeTo(this.directory.resolve("tracker.wadl"));
		Generator generator = new Generator(configuration(null).withPreset("launchpad"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(generator::run)
			.withMessageContaining("has no resource type of the preset 'launchpad'");
	}

	@Test
	void recordedValueThatThePresetCannotReadIsReported() throws IOException {
		Path recording = Files.createDirectory(this.directory.resolve("recording"));
		Files.writeString(recording.resolve("bug.json"),
				"{ \"resource_type_link\": \"http://localhost/1.0/#bug\", \"heat\": \"hot\" }");
		assertThat(
				new RepresentationCheck(configuration(null).withPreset("launchpad"), recording).run().contradictions())
			.singleElement()
			.asString()
			.startsWith("the preset 'launchpad': 'heat' of 'bug' is integer, but recorded as text in bug.json; use ");
	}

}
