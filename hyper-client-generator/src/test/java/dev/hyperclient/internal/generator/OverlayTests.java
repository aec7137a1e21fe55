package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for corrections of a description.
 */
class OverlayTests extends GeneratorSupport {

	/** A type, and the types of a required and of another attribute in Java. */
	private static final String TYPES = """
			any | Object
			text | String
			integer | long | Long
			decimal | BigDecimal
			double | double | Double
			boolean | boolean | Boolean
			date | LocalDate
			date-time | OffsetDateTime
			uri | URI
			file
			list | List<@Nullable Object>
			list<text> | List<String>
			list<entry:bug> | List<Bug>
			map | Map<String, @Nullable Object>
			map<boolean> | Map<String, Boolean>
			""";

	private Path overlay(String json) throws IOException {
		return Files.writeString(this.directory.resolve("overlay.json"), json);
	}

	private static String typed(String name, String type) {
		return Description.parameter(name, false).replace("/>", " type='%s'/>".formatted(type));
	}

	private static String content(String name, String content) {
		return Description.parameter(name, false).replace("/>", ">" + content + "</param>");
	}

	private void generate(String json) throws IOException {
		new Description()
			.type("bug",
					Description.attribute("title") + Description.attribute("heat") + Description.attribute("is_open")
							+ Description.attribute("comment_count") + Description.attribute("vote_count")
							+ Description.attribute("status", "<option value='New'/>")
							+ Description.attribute("created").replace("path", "type='xsd:date' path")
							+ Description.link("owner_link", "person") + Description.attribute("self_link")
							+ Description.attribute("http_etag"))
			.method("bug", Description
				.patch(Description.attribute("title") + Description.attribute("vote_count")
						+ Description.link("owner_link", "person"))
					+ Description.operation("search",
							Description.parameter("text", false)
									+ Description.parameter("start", false) + Description.parameter("limit", true))
					+ Description.operation("destroy", "")
					+ Description.operation("attach",
							typed("data", "binary") + typed("since", "xsd:dateTime") + typed("count", "xsd:int")
									+ content("level", "<option value='1'/><option value='2'/>")
									+ content("person", "<link resource_type='#person'/>"))
					+ Description.operation("next", "")
						.replace("</method>", "<response><representation href='#bug-full'/></response></method>")
					+ Description.operation("list_all", "")
						.replace("</method>", "<response><representation href='#bug-page-full'/></response></method>")
					+ Description.operation("copy", "")
						.replace("</method>",
								"<response><param style='header' name='Location'><link resource_type='#bug'/></param></response></method>"))
			.type("bug-page", Description.attribute("total_size") + Description.attribute("start")
					+ Description.attribute("next_collection_link")
					+ "<param style='plain' name='entries' path='$'/><param style='plain' name='entry_links' path='$'><link resource_type='#bug'/></param>")
			.type("person",
					Description.attribute("title") + Description.attribute("is_team")
							+ Description.link("bugs_collection_link", "bug-page"))
			.root(Description.link("bugs_collection_link", "bug"))
			.writeTo(file());
		new Generator(configuration().withOverlay(overlay(json))).run();
	}

	private String bug(String rules) throws IOException {
		generate("{ \"types\": { \"bug\": { %s } } }".formatted(rules));
		return source("Bug");
	}

	@Test
	void membersHaveTheTypesOfTheirRulesAndCompile() throws IOException {
		StringBuilder fieldRules = new StringBuilder();
		StringBuilder parameterRules = new StringBuilder();
		StringBuilder fields = new StringBuilder();
		StringBuilder parameters = new StringBuilder();
		List<String> signatures = new ArrayList<>();
		int number = 0;
		for (String row : TYPES.lines().toList()) {
			String[] cells = row.split(" *\\| *");
			for (boolean required : new boolean[] { true, false }) {
				String name = "member_" + number++;
				String rule = "\"%s\": { \"type\": \"%s\"%s },".formatted(name, cells[0],
						required ? ", \"required\": true" : "");
				parameters.append(Description.parameter(name, false));
				parameterRules.append(rule);
				if (!cells[0].equals("file")) {
					fields.append(Description.attribute(name));
					fieldRules.append(rule);
					signatures.add("public %s %s()".formatted(
							required ? cells[1] : "@Nullable " + cells[cells.length - 1], name.replace("_", "")));
				}
			}
		}
		new Description().type("bug", fields.toString())
			.method("bug",
					Description.patch(fields.toString()) + Description.operation("search", parameters.toString()))
			.writeTo(file());
		new Generator(configuration().withOverlay(overlay(
				"{ \"types\": { \"bug\": { \"attributes\": { %s }, \"operations\": { \"search\": { \"parameters\": { %s } } } } } }"
					.formatted(fieldRules, parameterRules))))
			.run();
		assertThat(source("Bug")).contains(signatures).contains("setMember2(String value)", "setMember4(long value)");
	}

	@Test
	void ruleOfANameOverridesThatOfAPattern() throws IOException {
		String source = bug("""
				"attributes": { "vote_count": "text",
				    "*_count": "integer", "is_*": { "type": "boolean", "required": true } },
				"operations": { "search": { "parameters": { "start": "boolean",
				    "st*": "text" } } }
				""");
		assertThat(source).contains("@Nullable Long commentCount()", "@Nullable String voteCount()", "boolean isOpen()",
				"@Nullable Object heat()", "SearchOptions start(boolean value)");
	}

	@Test
	void rulesOfAllTypesAreCompletedAndOverriddenByThoseOfOne() throws IOException {
		generate("""
				{ "types": {
				    "bug": { "attributes": { "title": { "required": true }, "tit*": "boolean" } },
				    "*": { "attributes": { "title": "text" } },
				} }
				""");
		assertThat(source("Bug")).contains("public boolean title()");
		assertThat(source("Person")).contains("@Nullable String title()");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = {
			"'attributes': { 'owner': { 'required': true } } | public Person owner(); setOwner(Person value)",
			"'attributes': { 'owner': 'uri' } | public @Nullable URI ownerLink(); setOwnerLink(@Nullable URI value); entry(), \"owner_link\"",
			"'attributes': { 'title': 'list<text>' } | @Nullable List<String> title(); setTitle(@Nullable Collection<String> value)",
			"'attributes': { 'title': 'map' } | setTitle(@Nullable Map<String, ? extends @Nullable Object> value)",
			"'operations': { 'search': { 'result': 'boolean' } } | public @Nullable Boolean search(",
			"'operations': { 'search': { 'parameters': { 'text': { 'required': true, 'name': 'phrase' }, 'limit': 'integer' } } } | search(Object phrase, long limit)",
			"'operations': { 'search': { 'parameters': { 'start': { 'name': 'offset' } } } } | SearchOptions offset(Object value)",
			"'operations': { 'search': { 'parameters': { 'limit': 'list<entry:person>' } } } | search(Collection<Person> limit)",
			"'operations': { 'search': { 'parameters': { 'limit': 'entry:person' } } } | search(Person limit)",
			"'operations': { 'search': { 'parameters': { 'limit': 'values:bug.status', 'start': 'list<values:bug.status>' } } } | search(Status limit); SearchOptions start(Collection<Status> value)" })
	void ruleDecidesAboutSignatures(String rules, String signatures) throws IOException {
		assertThat(bug(rules.replace('\'', '"'))).contains(signatures.split("; "));
	}

	@Test
	void valuesOfAnAttributeWithoutAClassAreTexts() throws IOException {
		assertThat(
				bug("""
						"attributes": { "status": "text" },
						"operations": { "search": { "parameters": { "limit": "values:bug.status", "start": "list<values:bug.status>" } } }
						"""))
			.contains("search(String limit)", "SearchOptions start(Collection<String> value)");
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
	void entriesOfATypeThatIsLeftOutAreUntyped() throws IOException {
		generate("""
				{ "types": { "person": { "omit": true }, "bug": { "attributes": { "title": "list<entry:person>" } } } }
				""");
		assertThat(source("Bug")).contains("public @Nullable List<Entry> title()",
				"setTitle(@Nullable Collection<Entry> value)", "Optional<Entry> owner()",
				"setOwner(@Nullable Entry value)");
		assertThat(types()).doesNotContain("Person");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = {
			"{ 'types': {\\n 'bgu': {} } } | 2 | the description has no resource type 'bgu'; did you mean 'bug'?",
			"{ 'types': { 'bug': { 'attributes': {\\n\\n 'titel': 'text' } } } } | 3 | 'bug' has no attribute or link 'titel'; did you mean 'title'?",
			"{ 'types': { 'bug': { 'operations': { 'serch': {} } } } } | 1 | 'bug' has no operation 'serch'; did you mean 'search'?",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'parameters': { 'txt': 'text' } } } } } } | 1 | 'search' of 'bug' has no parameter 'txt'; did you mean 'text'?",
			"{ 'types': { '*': { 'attributes': { '*_date': 'date' } } } } | 1 | '*' has no attribute or link '*_date'",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'txt' } } } } | 1 | 'txt' is not a type; did you mean 'text'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'String' } } } } | 1 | 'String' is not a type; did you mean 'text'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'list<entry>' } } } } | 1 | 'entry' is not a type; did you mean 'list<entry:person>'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'list<date>' } } } } | 1 | 'list<date>' is not a type",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'list<entry:persn>' } } } } | 1 | the description has no type of entries 'persn'; did you mean 'person'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'list<entry:bug-page>' } } } } | 1 | the description has no type of entries 'bug-page'",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'map<entry:person>' } } } } | 1 | 'map<entry:person>' is not a type",
			"{ 'types': { 'bug': { 'attributes': { 'status': 'list<entry:person>' } } } } | 1 | 'status' of 'bug' cannot have the type 'list<entry:person>'",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'result': 'entry:bug' } } } } } | 1 | the result of an operation cannot be 'entry:bug'; use text,",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'entry:person' } } } } | 1 | 'entry:person' is a type of parameters only",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'values:bug.statis' } } } } | 1 | the description has no attribute with listed values 'bug.statis'; did you mean 'bug.status'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': 5 } } } } | 1 | expected an object",
			"{ 'types': { 'bug': { 'attributes': { 'title': { 'require': true } } } } } | 1 | unknown member 'require'; did you mean 'required'?",
			"{ 'types': { 'bug': { 'attributes': { 'title': { 'required': 'yes' } } } } } | 1 | expected true or false",
			"{ 'types': { 'bug': { 'name': 'class' } } } | 1 | 'class' is not a name in Java",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'result': 'file' } } } } } | 1 | the result of an operation cannot be 'file'",
			"{ 'types': { 'bug': { 'operations': { 'search': { 'result': 'list<values:bug.status>' } } } } } | 1 | the result of an operation cannot be",
			"{ 'keys': { 'bgus': 'bugs/{key}' } } | 1 | the root has no collection 'bgus'; did you mean 'bugs'?",
			"{ 'keys': { 'bugs': 'bugs/' } } | 1 | 'path' must contain {key}",
			"{ 'values': {\\n 'State': 'bug.statu' } } | 2 | the description has no list of values 'bug.statu'; did you mean 'bug.status'?",
			"{ 'values': { 'State': 5 } } | 1 | expected a text",
			"{ 'values': { 'class': 'bug.status' } } | 1 | 'class' is not a name in Java",
			"{ 'values': { 'dev': 'bug.status' } } | 1 | the name 'dev' of values of bug.status is also the name of a package",
			"{ 'values': { 'State': 'bug.status',\\n 'Phase': 'bug.status' } } | 2 | the values of bug.status have the name 'State' already; remove one of the two",
			"{ 'values': { 'Person': 'bug.attach.level' } } | 1 | the name 'Person' of values of bug.attach.level is also the name of type person",
			"{ 'values': { 'String': 'bug.status' } } | 1 | the name 'String' of values of bug.status is reserved",
			"{ 'types': { 'bug': { 'attributes': { 'title': {} } } } } | 1 | a rule without members has no effect",
			"{ 'types': { 'bug': { 'attributes': { '*_count': { 'name': 'count' } } } } } | 1 | the pattern '*_count' cannot have a name",
			"{ 'types': { 'bug': { 'attributes': { 'title': 'text', 'title': 'any' } } } } | 1 | 'title' is in line 1 already",
			"{ 'types': { 'service-root': { 'name': 'Root' } } } | 1 | the class of the root is named in the configuration",
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

	private GeneratorException error(String json) {
		return catchThrowableOfType(GeneratorException.class, () -> generate(json.replace('\'', '"')));
	}

	@Test
	void exceptionFromAPatternHasEffect() throws IOException {
		assertThat(bug("\"attributes\": { \"*_count\": { \"omit\": true }, \"vote_count\": { \"omit\": false } }"))
			.contains("voteCount()")
			.doesNotContain("commentCount()");
		assertThat(
				bug("\"attributes\": { \"*_count\": { \"required\": true }, \"vote_count\": { \"required\": false } }"))
			.contains("@Nullable Object voteCount()", "public Object commentCount()");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = {
			"'attributes': { 'created': 'boolean' } | 'created' of 'bug' cannot have the type 'boolean': it is described as a date; use any, text, date, date-time",
			"'attributes': { 'title': 'file' } | 'title' of 'bug' cannot have the type 'file': 'file' is a type of parameters only",
			"'attributes': { 'created': 'list<text>' } | 'created' of 'bug' cannot have the type 'list<text>'",
			"'attributes': { 'status': 'integer' } | 'status' of 'bug' cannot have the type 'integer': it is described as one of the values 'New', which are texts; use any, text or list<text>",
			"'attributes': { 'owner': 'integer' } | 'owner_link' of 'bug' cannot have the type 'integer': it is described as a link; use any, text, uri",
			"'operations': { 'attach': { 'parameters': { 'data': 'text' } } } | the parameter 'data' of 'bug.attach' cannot have the type 'text': it is described as a file; use file",
			"'operations': { 'attach': { 'parameters': { 'since': 'integer' } } } | 'since' of 'bug.attach' cannot have the type 'integer': it is described as a date-time",
			"'operations': { 'attach': { 'parameters': { 'level': 'boolean' } } } | 'level' of 'bug.attach' cannot have the type 'boolean': it is described as one of the values '1', '2'",
			"'operations': { 'attach': { 'parameters': { 'count': 'file' } } } | 'count' of 'bug.attach' cannot have the type 'file': it is described as integer",
			"'operations': { 'attach': { 'parameters': { 'person': 'boolean' } } } | 'person' of 'bug.attach' cannot have the type 'boolean': it is described as a link",
			"'operations': { 'list_all': { 'result': 'text' } } | the operation returns a collection of the type 'bug-page'; remove it",
			"'operations': { 'next': { 'result': 'any' } } | the operation returns an entry of the type 'bug'; remove it",
			"'operations': { 'copy': { 'result': 'boolean' } } | the operation returns a created entry of the type 'bug'; remove it",
			"'operations': { '*': { 'result': 'text' } } | 'result' of 'copy' contradicts the description",
			"'operations': { 'search': { 'parameters': { 'limit': { 'omit': true } } } } | the parameter 'limit' of 'bug.search' cannot be left out, since the description requires it; remove 'omit'",
			"'operations': { 'search': { 'parameters': { 'limit': { 'required': false } } } } | the parameter 'limit' of 'bug.search' cannot be optional, since the description requires it",
			"'operations': { 'search': { 'parameters': { '*': { 'omit': true } } } } | the parameter 'limit' of 'bug.search' cannot be left out" })
	void ruleThatContradictsTheDescriptionIsAnErrorWithItsLine(String rules, String problem) {
		GeneratorException error = error("{ 'types': { 'bug': {\n%s } } }".formatted(rules));
		assertThat(error).hasMessageContaining(problem);
		assertThat(error.line()).hasValue(2);
	}

	@Test
	void otherTypesOfTheSameFormAreAllowed() throws IOException {
		assertThat(
				bug("""
						"attributes": { "created": "date-time", "status": "list<text>", "owner": "text" },
						"operations": { "attach": { "parameters": { "since": "date", "level": "integer", "person": "uri", "count": "text" } } }
						"""))
			.contains("@Nullable OffsetDateTime created()", "@Nullable List<String> status()",
					"@Nullable String ownerLink()", "since(LocalDate value)", "level(long value)", "person(URI value)",
					"count(String value)");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = {
			"'attributes': { 'title': { 'name': 'heat' } } | the name 'heat' of bug.title is also the name of bug.heat",
			"'attributes': { 'title': { 'name': 'destroy' } } | the name 'destroy' of bug.title is also the name of bug.destroy()",
			"'attributes': { 'title': { 'name': 'save' } } | the name 'save' of bug.title is reserved",
			"'attributes': { 'title': { 'name': 'state' }, 'status': { 'name': 'state' } } | the name 'state' of bug.status is also the name of bug.title",
			"'operations': { 'search': { 'name': 'setTitle' } } | the name 'setTitle' of bug.search() is also the name of setter of bug.title",
			"'operations': { 'search': { 'parameters': { 'text': { 'name': 'start' } } } } | the name 'start' of bug.search(text) is also the name of bug.search(start)",
			"'name': 'Person' | the name 'Person' of type bug is also the name of type person",
			"'name': 'PERSON' | the name 'PERSON' of type bug is also the name of type person",
			"'name': 'Tracker' | the name 'Tracker' of type bug is also the name of the root",
			"'name': 'String' | the name 'String' of type bug is reserved", "'name': 'Aux' | is reserved" })
	void nameThatIsTakenIsAnError(String rules, String problem) {
		GeneratorException error = error("{ 'types': { 'bug': {\n%s } } }".formatted(rules));
		assertThat(error).hasMessageContaining(problem);
		assertThat(error.line()).isPresent();
	}

	@Test
	void namesAreUsedAsTheyAreWritten() throws IOException {
		generate(
				"""
						{ "types": { "bug": { "name": "bug_Report", "attributes": { "title": { "name": "heat" }, "heat": { "name": "is_Hot" } } } } }
						""");
		assertThat(source("bug_Report")).contains("Object heat()", "bug_Report setHeat(", "Object is_Hot()",
				"entry(), \"title\"");
		assertThat(sources().resolve("hyper-client-generator.names")).hasContent("");
	}

	@Test
	void allProblemsAreReported() {
		GeneratorException error = error("""
				{ 'types': {
				  'bgu': { 'name': 'Bug' },
				  'bug': { 'attributes': {
				    'title': 'txt',
				    'heat': { 'require': true },
				    'status': { 'name': 'save' },
				    'created': 'boolean' } } },
				  'keys': { 'bgus': 'bugs/{key}' } }
				""");
		Path file = this.directory.resolve("overlay.json");
		assertThat(error.getMessage().lines()).satisfiesExactly(
				(line) -> assertThat(line).startsWith(file + ":2: the description has no resource type 'bgu'"),
				(line) -> assertThat(line).startsWith(file + ":4: 'txt' is not a type"),
				(line) -> assertThat(line).startsWith(file + ":5: unknown member 'require'"),
				(line) -> assertThat(line).startsWith(file + ":6: the name 'save'"),
				(line) -> assertThat(line).startsWith(file + ":7: 'created' of 'bug' cannot have"),
				(line) -> assertThat(line).startsWith(file + ":8: the root has no collection 'bgus'"));
		assertThat(error.line()).hasValue(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "'attributes': { '*': { 'name': 'x' } }", "'operations': { '*': { 'name': 'x' } }",
			"'operations': { '*': { 'parameters': { '*': { 'name': 'x' } } } }" })
	void nameOfPatternIsOneProblem(String rules) {
		assertThat(error("{ 'types': { '*': { %s } } }".formatted(rules)).getMessage().lines()).singleElement()
			.asString()
			.contains("overlay.json:1: the pattern '*' cannot have a name");
		assertThat(error("{ 'types': { '*': { 'name': 'x' } } }").getMessage().lines())
			.noneMatch((line) -> line.contains("the name 'x'"));
	}

	@Test
	void problemsOfOneLineAreLimited() {
		GeneratorException error = error("{ 'types': { '*': { 'attributes': { '*':\n 'file' } } } }");
		assertThat(error.getMessage().lines()).hasSize(6)
			.allMatch((line) -> line.contains("overlay.json:2: "))
			.last()
			.asString()
			.endsWith("overlay.json:2: 6 more problems of this line");
	}

	@Test
	void missingOverlayIsAnError() {
		new Description().writeTo(file());
		GeneratorConfiguration configuration = configuration().withOverlay(this.directory.resolve("missing.json"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> new Generator(configuration).run())
			.withMessageContaining("missing.json: does not exist; create it with {} or remove 'overlay'");
	}

}
