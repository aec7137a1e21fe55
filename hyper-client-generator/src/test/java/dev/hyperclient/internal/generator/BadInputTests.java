package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalInt;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for descriptions that are invalid or unusual, and for invalid arguments.
 */
class BadInputTests extends GeneratorSupport {

	private void generate(String description) throws IOException {
		Files.writeString(file(), description);
		new Generator(configuration()).run();
	}

	@Test
	void cutDescriptionIsAnErrorWithItsLine() {
		String whole = new Description().type("bug", Description.attribute("title")).toString();
		String cut = whole.substring(0, whole.indexOf("bug-full"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> generate(cut))
			.satisfies((ex) -> assertThat(ex.line()).isEqualTo(OptionalInt.of((int) cut.lines().count())))
			.withMessageStartingWith(file() + ":");
		assertThat(sources()).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{}", "<html/>", "<application/>", "\u0000",
			"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><application>&b;</application>" })
	void otherContentIsAnError(String content) {
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> generate(content))
			.withMessageStartingWith(file().toString());
	}

	@Test
	void entityOfTheDescriptionIsUnderstood() throws IOException {
		generate(new Description().documentation("&copy; Trackers")
			.type("bug", Description.link("owner_link", "bug"))
			.toString()
			.replace("<application", "<!DOCTYPE application [<!ENTITY copy '\u00a9'>]>\n<application")
			.replace("'#bug'", "'http://api.example.com/1.0/#bug'"));
		assertThat(source("Bug")).contains("Optional<Bug> owner()");
		assertThat(source("package-info")).contains("\u00a9 Trackers");
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1" })
	void encodingsAreUnderstood(String encoding) throws IOException {
		String description = new Description()
			.type("bug", Description.attribute("title", "<doc>\u00dcber</doc>") + Description.link("owner_link", "bug"))
			.toString()
			.replace("?>", " encoding='" + encoding + "'?>")
			.replace("'#bug'", "'http://api.example.com/1.0/#bug'");
		byte[] content = description.getBytes(encoding);
		if (encoding.equals("UTF-16LE")) {
			content = ("\ufeff" + description).getBytes(encoding);
		}
		Files.write(file(), content);
		new Generator(configuration()).run();
		assertThat(source("Bug")).contains("\u00dcber");
	}

	@Test
	void missingDescriptionIsAnError() {
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> new Generator(configuration()).run())
			.withMessageStartingWith(file() + ": does not exist; fetch the description of the service once")
			.withMessageContaining("GeneratorMain fetch --url <base URL> --description " + file());
	}

	@Test
	void argumentAcceptsEntriesOfPossibleSubtypes() throws IOException {
		String name = Description.attribute("name");
		generate(new Description().type("person", name)
			.type("team", name + Description.attribute("members"))
			.type("bug", Description.link("owner_link", "person") + Description.link("team_link", "team"))
			.method("bug", Description
				.patch(Description.link("owner_link", "person") + Description.link("team_link", "team"))));
		assertThat(source("Bug")).contains("setOwner(@Nullable TypedEntry<?> value)", "setTeam(@Nullable Team value)",
				"@param value the entry; {@link Person} or a more specific type");
	}

	@ParameterizedTest
	@CsvSource({ "xsd:unheardOf, Object", "xsd:duration, Object", "xsd:int, Long", "int, Long", "boolean, Boolean",
			"xsd:string, String", "xsd:decimal, BigDecimal", "xsd:double, Double", "xsd:anyURI, URI",
			"xsd:date, LocalDate", "xsd:dateTime, OffsetDateTime", "a&lt;b&gt;, Object", "':', Object" })
	void typesOfXmlSchemaHaveJavaTypes(String type, String javaType) throws IOException {
		generate(new Description()
			.type("bug", Description.attribute("value").replace("path", "type='" + type + "' path"))
			.toString());
		assertThat(source("Bug")).contains("@Nullable " + javaType + " value()");
	}

	@Test
	void deprecatedTypesAndMembersCompileWithoutWarnings() throws IOException {
		String deprecated = "<doc>Deprecated: use the other.</doc>";
		generate(new Description()
			.type("bug", Description.attribute("title", deprecated) + Description.link("owner_link", "person"))
			.method("bug",
					Description.patch(Description.attribute("title"))
							+ Description.operation("find", Description.parameter("text", false)))
			.type("person", Description.attribute("name"))
			.method("person", deprecated)
			.root(Description.link("me_link", "person")));
		assertThat(source("Bug").replaceAll("\\s+", " ")).contains("@Deprecated public @Nullable Object title()",
				"@Deprecated public Bug setTitle(");
		assertThat(source("Person")).contains("@Deprecated\npublic final class Person");
	}

	@Test
	void deprecationNamesReplacement() throws IOException {
		generate(new Description()
			.type("bug",
					Description.attribute("title", "<doc>Deprecated: use the name.</doc>")
							+ Description.attribute("nick",
									"<doc>[DEPRECATED] The short name.\n\nAt most 8 letters.</doc>")
							+ Description.attribute("old", "<doc>(Deprecated)</doc>")
							+ Description.attribute("heat", "<doc>How hot it is (deprecated).</doc>"))
			.method("bug", Description.patch(Description.attribute("title"))));
		assertThat(source("Bug").replaceAll("[\\s*]+", " ")).contains(
				"Return the attribute 'title'. @return the value, or {@code null} @deprecated use the name.",
				"Set the attribute 'title', without a request. @param value the value @return this entry @see #title() @deprecated use the name.",
				"At most 8 letters. @return the value, or {@code null} @deprecated The short name.",
				"@deprecated by the service", "How hot it is (deprecated). @return");
	}

	@Test
	void classThatIsTooLargeIsAnError() {
		StringBuilder attributes = new StringBuilder();
		for (int i = 0; i < 25_000; i++) {
			attributes.append(Description.attribute("attribute_" + i));
		}
		String description = new Description().type("bug", attributes.toString()).toString();
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(() -> generate(description))
			.withMessageStartingWith(file() + ": the class of the resource type 'bug' would have 25000 attributes")
			.withMessageContaining("'omit'");
	}

	@Test
	void descriptionWithoutTypesHasARootInAnAnnotatedPackage() throws IOException {
		generate(new Description());
		assertThat(source("package-info"))
			.contains("@Generated(\"dev.hyperclient.generator.GeneratorMain\")\n@NullMarked");
		assertThat(source("Tracker")).contains("class Tracker extends TypedRoot");
	}

	@Test
	void hugeTypesAreGenerated() throws IOException {
		StringBuilder attributes = new StringBuilder();
		StringBuilder parameters = new StringBuilder();
		StringBuilder options = new StringBuilder();
		for (int i = 0; i < 700; i++) {
			attributes.append(Description.attribute("attribute_with_a_long_name_" + i));
			parameters.append(Description.parameter("parameter_" + i, i % 2 == 0));
			options.append("<option value='option ").append(i).append("'/>");
		}
		generate(new Description().type("bug", attributes + Description.attribute("status", options.toString()))
			.method("bug", Description.operation("search", parameters.toString())));
	}

	@Test
	void includeThatNamesNoClassIsAnError() {
		new Description().type("bug", Description.attribute("title"))
			.type("bug-page", Description.attribute("entries") + Description.attribute("start"))
			.writeTo(file());
		GeneratorConfiguration configuration = configuration();
		assertThatExceptionOfType(GeneratorException.class)
			.isThrownBy(() -> new Generator(configuration.withIncludes(Set.of("bgu"))).run())
			.withMessageContaining("no resource type 'bgu'")
			.withMessageContaining("did you mean 'bug'");
		assertThatExceptionOfType(GeneratorException.class)
			.isThrownBy(() -> new Generator(configuration.withIncludes(Set.of("service-root"))).run())
			.withMessageEndingWith(
					"has nothing to generate for 'service-root', which 'includes' names: it is the root, which is always generated; remove it");
		assertThatExceptionOfType(GeneratorException.class)
			.isThrownBy(() -> new Generator(configuration.withIncludes(Set.of("bug-page"))).run())
			.withMessageContaining("it is neither a type of entries nor a collection with operations");
		assertThatExceptionOfType(GeneratorException.class)
			.isThrownBy(() -> new Generator(configuration.withIncludes(Set.of("bug-pag"))).run())
			.withMessageNotContaining("bug-page");
	}

	@Test
	void typesThatAreNotIncludedAreUntyped() throws IOException {
		new Description().type("bug", Description.attribute("title") + Description.link("owner_link", "person"))
			.method("bug", Description.patch(Description.link("owner_link", "person")))
			.type("person", Description.attribute("name"))
			.root(Description.link("me_link", "person") + Description.link("first_link", "bug"))
			.writeTo(file());
		new Generator(configuration().withIncludes(Set.of("bug"))).run();
		assertThat(source("Bug")).contains("Optional<Entry> owner()", "setOwner(@Nullable Entry value)");
		assertThat(source("Tracker")).contains("public Entry me()", "public Bug first()");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "com.", "com.class.a", "com example", "1a", "a/b", "../a" })
	void invalidPackageIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> GeneratorConfiguration.of(file(), name, sources()))
			.withMessageContaining("'package' must be");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "class", "a.B", "A B" })
	void invalidRootNameIsRefused(String name) {
		GeneratorConfiguration configuration = GeneratorConfiguration.of(file(), "com.example", sources());
		assertThatIllegalArgumentException().isThrownBy(() -> configuration.withRootName(name))
			.withMessageContaining("'root' must be");
	}

}
