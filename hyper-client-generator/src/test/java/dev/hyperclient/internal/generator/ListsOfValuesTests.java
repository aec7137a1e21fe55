package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the classes of lists of values, and for their names when a description
 * changes.
 */
class ListsOfValuesTests extends GeneratorSupport {

	private static final String FEW = "<option value='New'/><option value='Done'/>";

	private static final String MORE = FEW + "<option value='Gone'/>";

	private static String parameter(String name, String options) {
		return Description.parameter(name, false).replace("/>", ">" + options + "</param>");
	}

	private static Description tracker() {
		return new Description()
			.type("bug",
					Description.attribute("status", FEW)
							+ Description.attribute("level", "<option value='1'/><option value='2'/>"))
			.type("idea", Description.attribute("status", MORE))
			.method("bug", Description.operation("close", parameter("how", "<option value='Now'/>"))
					+ Description.operation("find", parameter("state", FEW)));
	}

	private void generate(Description description, @Nullable String overlay) throws IOException {
		Path file = this.directory.resolve("overlay.json");
		description.writeTo(file());
		new Generator(
				(overlay != null) ? configuration().withOverlay(Files.writeString(file, overlay)) : configuration())
			.run();
	}

	/** Return the public members of all classes. */
	private List<String> members() throws IOException {
		List<String> members = new ArrayList<>();
		for (String type : types()) {
			source(type).lines()
				.map(String::strip)
				.filter((line) -> line.startsWith("public "))
				.forEach((line) -> members.add(type + ": " + line));
		}
		return members;
	}

	@Test
	void equalListsAreOneClassWhateverTheirNames() throws IOException {
		generate(new Description()
			.type("bug", Description.attribute("status", FEW) + Description.attribute("last_status", FEW))
			.type("idea", Description.attribute("phase", FEW))
			.method("idea", Description.operation("find", parameter("state", FEW))), null);
		assertThat(types()).containsExactly("Bug", "Idea", "Status", "Tracker", "package-info");
		assertThat(source("Bug")).contains("@Nullable Status status()", "@Nullable Status lastStatus()");
		assertThat(source("Idea")).contains("@Nullable Status phase()", "FindOptions state(Status value)");
	}

	@Test
	void listsOfAnotherOrderAreOtherClasses() throws IOException {
		generate(new Description().type("build_request", Description.attribute("status", FEW))
			.type("difference", Description.attribute("diff_status", "<option value='Done'/><option value='New'/>")),
				null);
		assertThat(types()).contains("Status", "DiffStatus");
	}

	@Test
	void firstListOfANameHasThisName() throws IOException {
		generate(tracker(), null);
		assertThat(source("Bug")).contains("@Nullable Status status()");
		assertThat(source("Idea")).contains("@Nullable IdeaStatus status()");
	}

	@Test
	void whatALaterDescriptionAddsRenamesNothing() throws IOException {
		generate(tracker(), null);
		List<String> before = members();
		generate(
				tracker()
					.type("archived_bug", Description.attribute("status", FEW) + Description.attribute("level", MORE))
					.type("bug",
							Description.attribute("first_status", FEW) + Description.attribute("status", FEW)
									+ Description.attribute("level", "<option value='1'/><option value='2'/>"))
					.type("milestone", Description.attribute("status", MORE + "<option value='Late'/>"))
					.method("archived_bug",
							Description.operation("close",
									parameter("how", "<option value='Now'/><option value='Later'/>")))
					.method("bug", Description.operation("add", parameter("status", FEW) + parameter("how", FEW))),
				null);
		assertThat(members()).containsAll(before).hasSizeGreaterThan(before.size());
	}

	@Test
	void listWithANameIsNotRenamedByAnOwnerThatComesFirst() throws IOException {
		String names = "{ \"values\": { \"BugStatus\": \"bug.status\", \"IdeaStatus\": \"idea.status\", \"Closing\": \"bug.close.how\" } }";
		generate(tracker(), names);
		List<String> before = members();
		generate(tracker()
			.type("ad",
					Description.attribute("status", FEW) + Description.attribute("how", "<option value='Now'/>")
							+ Description.attribute("st", MORE))
			.type("a", Description.attribute("status", MORE + "<option value='Late'/>")), names);
		assertThat(members()).containsAll(before);
		assertThat(source("Ad")).contains("@Nullable BugStatus status()", "@Nullable Closing how()",
				"@Nullable IdeaStatus st()");
	}

	@Test
	void listThatGainsAValueLeavesTheClassAndItsOwnerKeepsTheName() throws IOException {
		String names = "{ \"values\": { \"Progress\": \"bug.status\" } }";
		String bug = Description.attribute("status", FEW);
		generate(new Description().type("bug", bug).type("idea", bug), names);
		assertThat(source("Idea")).contains("@Nullable Progress status()");
		generate(new Description().type("bug", bug).type("idea", Description.attribute("status", MORE)), names);
		assertThat(source("Bug")).contains("@Nullable Progress status()");
		assertThat(source("Idea")).contains("@Nullable Status status()");
		generate(new Description().type("bug", Description.attribute("status", MORE)).type("idea", bug), names);
		assertThat(source("Bug")).contains("@Nullable Progress status()");
		assertThat(source("Progress")).contains("GONE");
		assertThat(source("Idea")).contains("@Nullable Status status()");
	}

	@Test
	void nameIsThatOfTheListAlsoIfItsOwnerIsLeftOut() throws IOException {
		generate(tracker(), """
				{ "values": { "Progress": "bug.find.state", "Closing": "bug.close.how" },
				  "types": { "bug": { "attributes": { "status": "text" }, "operations": { "close": { "omit": true } } },
				    "idea": { "attributes": { "status": "text" } } } }
				""");
		assertThat(source("Bug")).contains("@Nullable String status()", "FindOptions state(Progress value)");
		assertThat(types()).doesNotContain("Closing", "Status");
	}

}
