package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.internal.names.JavaNames;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the names of what is generated. All that is generated compiles.
 */
@Tag("slow")
class JavaNamesTests extends GeneratorSupport {

	@Test
	void attributesHaveMethods() throws IOException {
		Map<String, String> methods = new LinkedHashMap<>();
		methods.put("date_created", "dateCreated");
		methods.put("class", "class_");
		methods.put("1st", "_1st");
		methods.put("a-b", "aB");
		methods.put("URL", "url");
		methods.put("linkCVE", "linkCVE");
		methods.put("entry", "entryAttribute");
		methods.put("save", "saveAttribute");
		methods.put("getClass", "getClassAttribute");
		methods.put("hash-code", "hashCodeAttribute");
		methods.put("record", "record_");
		methods.put("_", "unnamed");
		methods.put("$path", "path");
		methods.put("true", "true_");
		methods.put("name.with.dots", "nameWithDots");
		methods.put("\u00fcber", "uber");
		methods.put("\u65e5\u672c", "u65e5u672c");
		StringBuilder attributes = new StringBuilder();
		methods.keySet().forEach((attribute) -> attributes.append(Description.attribute(attribute)));
		generate(new Description().type("bug", attributes.toString()));
		for (String method : methods.values()) {
			assertThat(source("Bug")).contains("@Nullable Object " + method + "()");
		}
	}

	@Test
	void typesHaveClassesOfOtherNamesThanThoseThatTheSourceUses() throws IOException {
		Map<String, String> classes = new LinkedHashMap<>();
		classes.put("bug_task", "BugTask");
		classes.put("1st", "_1st");
		classes.put("a-b", "AB");
		classes.put("HostedThing", "HostedThing");
		classes.put("tracker", "TrackerEntry");
		for (String clashing : List.of("string", "object", "override", "long", "class")) {
			classes.put(clashing, JavaNames.capitalized(clashing) + "Entry");
		}
		for (String imported : List.of("entry", "list", "map", "optional", "nullable", "uri", "collection", "generated",
				"typed_entry", "named_operation", "operation_options", "typed-values", "find-options",
				"package-info")) {
			classes.put(imported, JavaNames.type(imported));
		}
		List<String> used = List.of("suppress_warnings", "deprecated", "iterable", "double", "boolean", "integer",
				"number", "record", "enum", "thread", "process", "error", "functional_interface", "safe_varargs",
				"character", "module", "package", "null_marked", "json_creator", "generated_from1");
		Description description = new Description();
		for (String id : Stream.concat(classes.keySet().stream(), used.stream()).toList()) {
			description
				.type(id,
						Description.attribute("name", "<option value='a'/>") + Description.attribute("list")
								+ Description.attribute("size").replace("path", "type='xsd:int' path")
								+ Description.link("self_reference_link", id)
								+ Description.attribute("created").replace("path", "type='xsd:dateTime' path"))
				.method(id,
						"<doc>Deprecated: gone.</doc>" + Description.patch(Description.attribute("name"))
								+ Description.operation("find",
										Description.parameter("text", true) + Description.parameter("limit", false))
								+ Description.operation("operation", Description.parameter("limit", false)))
				.root(Description.link(id + "_link", id));
		}
		generate(description);
		assertThat(types()).containsAll(classes.values());
	}

	@Test
	void typesThatDifferInCaseOnlyHaveDifferentFiles() throws IOException {
		GeneratorResult result = generate(new Description().type("Bug", Description.attribute("a"))
			.type("bug", Description.attribute("b"))
			.type("BUG", Description.attribute("c")));
		assertThat(types()).contains("BUG", "BugEntry", "BugEntry2");
		assertThat(result.names()).contains("type Bug: BugEntry", "type bug: BugEntry2");
	}

	@Test
	void membersOfEqualNamesAreDistinguished() throws IOException {
		GeneratorResult result = generate(new Description()
			.type("bug", Description.attribute("owner") + Description.link("owner_link", "bug")
					+ Description.attribute("o-wner") + Description.attribute("a_b") + Description.attribute("a-b"))
			.method("bug", Description.operation("owner", "") + Description.operation("setA_b", "")
					+ Description.patch(Description.attribute("a_b"))));
		assertThat(source("Bug")).contains("Object owner()", "Optional<Bug> ownerLink()", "Object oWner()",
				"Object aB()", "Object aBAttribute()", "OperationResult ownerOperation()", "Bug setAB(",
				"OperationResult setAB");
		assertThat(result.names()).contains("bug.owner: ownerLink", "bug.a-b: aBAttribute",
				"bug.owner(): ownerOperation");
	}

	@Test
	void namesThatCouldNotBeUsedAreListedInAFile() throws IOException {
		generate(new Description().type("bug", Description.attribute("class") + Description.attribute("date_created")));
		assertThat(sources().resolve("hyper-client-generator.names")).hasContent("bug.class: class_");
	}

	@Test
	void parametersOfEqualNamesAreDistinguished() throws IOException {
		generate(
				new Description().type("bug", Description.attribute("title"))
					.method("bug", Description.operation("find", Description.parameter("a_b", true)
							+ Description.parameter("a-b", true) + Description.parameter("class", true)
							+ Description.parameter("options", true) + Description.parameter("to-string", false)
							+ Description.parameter("arguments", false) + Description.parameter("equals", false))));
		assertThat(source("Bug").replaceAll("\\s+", " ")).contains(
				"find(Object aB, Object aB_, Object class_, Object options_)",
				"find(Object aB, Object aB_, Object class_, Object options_, FindOptions options)",
				"FindOptions toString_(", "FindOptions arguments_(");
	}

	@Test
	void listedValuesHaveConstants() throws IOException {
		generate(new Description().type("bug", Description.attribute("status",
				"<option value='Fix Released'/><option value='fix-released'/><option value='class'/><option value=''/>"
						+ "<option value='1st'/><option value='&quot;\\u0041&#10;'/><option value='*'/>")));
		assertThat(source("Status")).contains("Status FIX_RELEASED = new Status(\"Fix Released\")",
				"FIX_RELEASED_ = new Status(\"fix-released\")", "CLASS = ", "EMPTY = new Status(\"\")", " _1ST = ",
				"U0041 = new Status(\"\\\"\\\\u0041\\n\")", "unnamed");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<option value='new'/><option value='NEW'/><option value='New'/>",
			"<option value='New'/><option value='new'/><option value='NEW'/>" })
	void constantsThatDifferInCaseAreNumberedByTheirValues(String options) throws IOException {
		GeneratorResult result = generate(new Description().type("bug", Description.attribute("status", options)));
		assertThat(source("Status")).contains("Status NEW = new Status(\"NEW\")", "Status NEW_ = new Status(\"New\")",
				"Status NEW_2 = new Status(\"new\")");
		assertThat(result.names()).containsExactly("value 'New' of Status: NEW_", "value 'new' of Status: NEW_2");
	}

	@Test
	void controlCharactersInTheListOfNamesAreEscaped() {
		GeneratorResult result = generate(new Description().type("bug",
				Description.attribute("a&#10;bug.class: x&#x202e;") + Description.attribute("class")));
		assertThat(result.names()).containsExactly("bug.a\\u{a}bug.class: x\\u{202e}: aBugClassX", "bug.class: class_");
	}

	@Test
	void argumentsDoNotObscurePackages() throws IOException {
		Description description = new Description();
		for (String id : List.of("typed_values", "typed_entry", "operation_options", "list", "map", "optional", "uri",
				"bug")) {
			StringBuilder parameters = new StringBuilder();
			for (String root : List.of("dev", "java", "javax", "org", "com")) {
				parameters.append(Description.parameter(root, true)).append(Description.parameter(root + "2", false));
			}
			description.type(id, Description.attribute("name"))
				.method(id, Description.operation("find", parameters.toString()));
		}
		generate(description);
		assertThat(source("Bug")).contains("Object dev_, Object java_");
	}

	@Test
	void namesThatWindowsReservesAreNoFiles() throws IOException {
		generate(new Description().type("CON", Description.attribute("aux"))
			.type("aux", Description.attribute("nul", "<option value='prn'/>"))
			.type("com1", Description.attribute("name")));
		assertThat(types()).contains("CONEntry", "AuxEntry", "NulValue", "Com1Entry")
			.doesNotContain("CON", "Aux", "Nul", "Com1");
	}

	@Test
	void nameWithADigitCanBeReferredTo() throws IOException {
		String name = Description.attribute("name");
		generate(new Description().type("1st", name)
			.type("2nd", name + Description.attribute("1st"))
			.type("bug", Description.link("1st_link", "1st"))
			.method("bug", Description.patch(Description.link("1st_link", "1st"))));
		assertThat(source("Bug")).contains("Optional<_1st> _1st()", "a more specific type");
	}

	@Test
	void documentationCannotEndTheComment() throws IOException {
		generate(new Description().documentation("Service */ @x <b>bold</b> &lt;script> \\u002a/")
			.type("bug", Description.attribute("title",
					"<doc>a */ class X {} /* b \\u002a\\u002f {@link nothing} @return &lt;script>alert(1)&lt;/script> \u202e</doc>")));
		assertThat(source("Bug")).contains("a *&#47; class X &#123;&#125; /* b &#92;u002a&#92;u002f")
			.doesNotContain("<script>", "\u202e", "{@link");
	}

	@Test
	void longNamesAreCut() throws IOException {
		String name = "a".repeat(5000);
		generate(new Description().type(name, Description.attribute(name)));
		assertThat(types()).allMatch((type) -> type.length() <= 120);
	}

}
