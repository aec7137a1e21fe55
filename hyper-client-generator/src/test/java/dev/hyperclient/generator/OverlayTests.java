package dev.hyperclient.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for corrections of a description.
 */
class OverlayTests {

	@TempDir
	Path directory;

	private Path overlay(String json) throws IOException {
		return Files.writeString(this.directory.resolve("overlay.json"), json);
	}

	private Path sources() {
		return this.directory.resolve("sources");
	}

	private void generate(String json) throws IOException {
		Path description = new Description()
			.type("bug",
					Description.attribute("title") + Description.attribute("heat") + Description.attribute("is_open")
							+ Description.attribute("comment_count") + Description.attribute("vote_count")
							+ Description.attribute("status", "<option value='New'/>")
							+ Description.link("owner_link", "person"))
			.method("bug",
					Description
						.patch(Description.attribute("title") + Description.attribute("vote_count")
								+ Description.link("owner_link", "person"))
							+ Description.operation("search",
									Description.parameter("text", false) + Description.parameter("limit", true))
							+ Description.operation("destroy", ""))
			.type("person", Description.attribute("title") + Description.attribute("is_team"))
			.root(Description.link("bugs_collection_link", "bug"))
			.writeTo(this.directory.resolve("tracker.wadl"));
		new Generator(
				GeneratorConfiguration.of(description, "com.example.tracker", sources()).withOverlay(overlay(json)))
			.run();
	}

	private String source(String type) throws IOException {
		return Files.readString(sources().resolve("com/example/tracker/" + type + ".java"));
	}

	private String bug(String rules) throws IOException {
		generate("{ \"types\": { \"bug\": { %s } } }".formatted(rules));
		return source("Bug");
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "any; @Nullable Object", "text; @Nullable String", "integer; @Nullable Long",
					"decimal; @Nullable BigDecimal", "double; @Nullable Double", "boolean; @Nullable Boolean",
					"date; @Nullable LocalDate", "date-time; @Nullable OffsetDateTime", "uri; @Nullable URI",
					"list; @Nullable List<@Nullable Object>", "list<text>; @Nullable List<String>",
					"map; @Nullable Map<String, @Nullable Object>", "map<boolean>; @Nullable Map<String, Boolean>" })
	void attributeHasTheTypeOfItsRule(String type, String javaType) throws IOException {
		assertThat(bug("\"attributes\": { \"title\": \"%s\" }".formatted(type)))
			.contains("public " + javaType + " title()");
	}

	@ParameterizedTest
	@CsvSource({ "text, String", "integer, long", "boolean, boolean", "double, double", "any, Object" })
	void requiredAttributeIsNotNull(String type, String javaType) throws IOException {
		assertThat(bug("\"attributes\": { \"title\": { \"type\": \"%s\", \"required\": true } }".formatted(type)))
			.contains("public " + javaType + " title()", "setTitle(" + javaType + " value)");
	}

	@Test
	void allTypesCompile() throws IOException {
		StringBuilder rules = new StringBuilder();
		StringBuilder fields = new StringBuilder();
		StringBuilder parameters = new StringBuilder();
		int number = 0;
		for (String type : List.of("any", "text", "integer", "decimal", "double", "boolean", "date", "date-time", "uri",
				"file", "list", "list<text>", "list<integer>", "list<any>", "map", "map<boolean>")) {
			for (boolean required : new boolean[] { true, false }) {
				String name = "member_" + number++;
				fields.append(Description.attribute(name));
				parameters.append(Description.parameter(name, false));
				rules.append("\"%s\": { \"type\": \"%s\", \"required\": %s },".formatted(name, type, required));
			}
		}
		Path description = new Description().type("bug", fields.toString())
			.method("bug",
					Description.patch(fields.toString()) + Description.operation("search", parameters.toString()))
			.writeTo(this.directory.resolve("tracker.wadl"));
		new Generator(GeneratorConfiguration.of(description, "com.example.tracker", sources())
			.withOverlay(overlay(
					"{ \"types\": { \"bug\": { \"attributes\": { %s }, \"operations\": { \"search\": { \"parameters\": { %s } } } } } }"
						.formatted(rules, rules))))
			.run();
		assertThat(TypedClient.problems(sources(), this.directory.resolve("classes"))).isEmpty();
	}

	@Test
	void ruleOfANameOverridesThatOfAPattern() throws IOException {
		String source = bug(
				"""
						"attributes": { "vote_count": "text", "*_count": "integer", "is_*": { "type": "boolean", "required": true } }
						""");
		assertThat(source).contains("@Nullable Long commentCount()", "@Nullable String voteCount()", "boolean isOpen()",
				"@Nullable Object heat()");
	}

	@Test
	void rulesOfAllTypesAreCompletedByThoseOfOne() throws IOException {
		generate("""
				{ "types": {
				    "bug": { "attributes": { "title": { "required": true } } },
				    "*": { "attributes": { "title": "text" } },
				} }
				""");
		assertThat(source("Bug")).contains("String title()").doesNotContain("@Nullable String title()");
		assertThat(source("Person")).contains("@Nullable String title()");
	}

	@Test
	void requiredLinkIsAnEntry() throws IOException {
		assertThat(bug("\"attributes\": { \"owner\": { \"required\": true } }")).contains("public Person owner()",
				"setOwner(Person value)");
	}

	@Test
	void linkIsNamedWithOrWithoutItsSuffix() throws IOException {
		assertThat(bug("\"attributes\": { \"owner_link\": { \"required\": true } }")).contains("public Person owner()");
	}

	@Test
	void linkWithATypeIsAValue() throws IOException {
		assertThat(bug("\"attributes\": { \"owner\": \"uri\" }")).contains("public @Nullable URI ownerLink()",
				"setOwnerLink(@Nullable URI value)", "entry(), \"owner_link\"");
	}

	@Test
	void attributesAndTypesAreRenamed() throws IOException {
		generate("""
				{ "types": { "bug": { "name": "Issue", "attributes": { "title": { "name": "summary" },
				    "status": { "name": "state" } }, "operations": { "search": { "name": "find" } } } } }
				""");
		assertThat(source("Issue")).contains("@Nullable Object summary()", "Issue setSummary(", "entry(), \"title\"",
				"@Nullable Status state()", "FindOptions", " find(Object limit)");
	}

	@Test
	void attributesAndOperationsAreOmitted() throws IOException {
		assertThat(bug("""
				"attributes": { "title": { "omit": true }, "owner": { "omit": true } },
				"operations": { "destroy": { "omit": true } }
				""")).doesNotContain("title()", "setTitle", "owner()", "destroy").contains("heat()");
	}

	@Test
	void omittedTypeIsUntyped() throws IOException {
		generate("{ \"types\": { \"person\": { \"omit\": true } } }");
		assertThat(source("Bug")).contains("Optional<Entry> owner()", "setOwner(@Nullable Entry value)");
		assertThat(sources().resolve("com/example/tracker/Person.java")).doesNotExist();
	}

	@Test
	void valuesWithATypeOfTheOverlayHaveNoClass() throws IOException {
		assertThat(bug("\"attributes\": { \"status\": \"text\" }")).contains("@Nullable String status()");
		assertThat(sources().resolve("com/example/tracker/Status.java")).doesNotExist();
	}

	@Test
	void listsAreAcceptedAsCollections() throws IOException {
		assertThat(bug("\"attributes\": { \"title\": \"list<text>\", \"vote_count\": \"map\" }")).contains(
				"@Nullable List<String> title()", "setTitle(@Nullable Collection<String> value)",
				"setVoteCount(@Nullable Map<String, ? extends @Nullable Object> value)");
	}

	@Test
	void parametersAreCorrected() throws IOException {
		assertThat(bug("""
				"operations": { "search": { "result": "boolean", "parameters": {
				    "text": { "type": "text", "required": true }, "limit": { "type": "integer", "required": false }
				} } }
				""")).contains("public @Nullable Boolean search(String text)", "SearchOptions limit(long value)");
	}

	@Test
	void commentsAreAllowed() throws IOException {
		assertThat(bug("/* why */ \"attributes\": { // reason\n \"title\": \"text\", }")).contains("String title()");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = {
			"{ 'types': {\\n 'bgu': {} } } | 2 | the description has no resource type 'bgu'; did you mean 'bug'?",
			"{ 'types': { 'bug': { 'attributes': {\\n\\n 'titel': 'text' } } } } | 3 | 'bug' has no attribute or link 'titel'; did you mean 'title'?",
			"{ 'types': { 'bug': { 'operations': { 'serch': {} } } } } | 1 | 'bug' has no operation 'serch'; did you mean 'search'?",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'parameters': { 'txt': 'text' } } } } } } | 1 | 'search' of 'bug' has no parameter 'txt'; did you mean 'text'?",
			"{ 'types': { '*': { 'attributes': { '*_date': 'date' } } } } | 1 | '*' has no attribute or link '*_date'",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'txt' } } } } | 1 | 'txt' is no type; did you mean 'text'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'list<date>' } } } } | 1 | 'list<date>' is no type",
			"{ 'types': { 'bug': { 'attributes': { 'title': 5 } } } } | 1 | expected an object",
			"{ 'types': { 'bug': { 'attributes': { 'title': { 'require': true } } } } } | 1 | unknown member 'require'; did you mean 'required'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': { 'required': 'yes' } } } } } | 1 | expected true or false",
			"{ 'types': { 'bug': { 'name': 'class' } } } | 1 | 'class' is no name in Java",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'result': 'date' } } } } } | 1 | the result of an operation can be",
			"{ 'keys': { 'bgus': 'bugs/{key}' } } | 1 | the root has no collection 'bgus'; did you mean 'bugs'?",
			"{ 'keys': { 'bugs': 'bugs/' } } | 1 | 'path' must contain {key}",
			"{ 'type': {} } | 1 | unknown member 'type'; did you mean 'types'?", "[] | 1 | expected an object",
			"{ 'types': {\\n\\n | 3 | invalid JSON", "{} {} | 1 | unexpected content", "'' | 0 | expected an object" })
	void errorHasFileAndLine(String json, int line, String problem) {
		String text = json.replace('\'', '"').replace("\\n", "\n");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> generate(text.equals("\"\"") ? "" : text))
			.satisfies((ex) -> {
				assertThat(ex.getMessage()).startsWith(this.directory.resolve("overlay.json").toString())
					.contains(problem);
				assertThat(ex.file()).isEqualTo(this.directory.resolve("overlay.json"));
				if (line > 0) {
					assertThat(ex.line()).isEqualTo(OptionalInt.of(line));
				}
			});
	}

	@Test
	void missingOverlayIsAnError() {
		Path description = new Description().writeTo(this.directory.resolve("tracker.wadl"));
		GeneratorConfiguration configuration = GeneratorConfiguration.of(description, "com.example", sources())
			.withOverlay(this.directory.resolve("missing.json"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> new Generator(configuration).run())
			.withMessageContaining("missing.json: cannot be read");
	}

}
