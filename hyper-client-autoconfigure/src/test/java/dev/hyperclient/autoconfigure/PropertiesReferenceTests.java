package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import dev.hyperclient.error.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/properties.md} equals what is generated from the configuration
 * metadata. To write it anew: <pre>
 * mvn -pl hyper-client-autoconfigure -am test -Dtest=PropertiesReferenceTests \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dhyperclient.docs.write=true
 * </pre>
 */
class PropertiesReferenceTests {

	private static final Path PAGE = Path.of("..", "docs", "reference", "properties.md");

	private static final Path METADATA = Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");

	private static final Pattern PACKAGE = Pattern.compile("(?:[a-z0-9]+\\.)+(?:[A-Z]\\w*\\$)*");

	private static final String INTRODUCTION = """
			# Configuration properties

			<!-- Generated from the configuration metadata by PropertiesReferenceTests. Change the descriptions in the code. -->

			Every property below `hyper-client` except `hyper-client.services`, `hyper-client.web` and `hyper-client.http-cache` exists
			once more for each named service: `hyper-client.services.<name>.read-timeout` is `hyper-client.read-timeout` of the service
			`<name>`. A dash in the table means that the property has no default of its own. [Configuration](../guide/configuration.md)
			shows how the properties are used together, and [the HTTP cache](../guide/http-cache.md) those below
			`hyper-client.http-cache`.
			""";

	@Test
	void pageEqualsTheConfigurationMetadata() throws IOException {
		String generated = page();
		if (Boolean.getBoolean("hyperclient.docs.write")) {
			Files.writeString(PAGE, generated);
		}
		assertThat(Files.readString(PAGE))
			.as("docs/reference/properties.md; -Dhyperclient.docs.write=true writes it anew")
			.isEqualTo(generated);
	}

	@Test
	void everyPropertyHasATypeAndADescriptionByTheConventionsOfSpringBoot() throws IOException {
		for (JsonNode property : properties()) {
			String type = property.path("type").asString();
			assertThat(type).as(property.path("name").asString()).isNotEmpty();
			assertThat(property.path("description").asString()).as(property.path("name").asString())
				.matches("[A-Z].*\\.")
				.startsWith(type.endsWith("Boolean") ? "Whether " : "");
		}
	}

	@Test
	void everyChoiceHasHints() throws IOException {
		List<String> hints = metadata().path("hints")
			.valueStream()
			.map((hint) -> hint.path("name").asString())
			.toList();
		for (JsonNode property : properties()) {
			if (property.path("type").asString().startsWith("dev.hyperclient.")) {
				assertThat(hints).contains(property.path("name").asString());
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void everySettingOfTheClientHasAProperty(Setting setting) throws IOException {
		String key = new ServiceProperties("default", "hyper-client", null).key(setting);
		String property = key.replaceFirst("\\.<name>.*", "");
		assertThat(properties()).anyMatch((candidate) -> candidate.path("name").asString().equals(property));
	}

	private static String page() throws IOException {
		Map<String, List<String>> sections = new TreeMap<>();
		for (JsonNode property : properties()) {
			sections.computeIfAbsent(section(property.path("name").asString()), (name) -> new ArrayList<>())
				.add(row(property));
		}
		StringBuilder page = new StringBuilder(INTRODUCTION);
		sections.forEach((name, rows) -> {
			page.append("\n## `%s`\n\n| Key | Type | Default | Description |\n|---|---|---|---|\n".formatted(name));
			rows.stream().sorted().forEach((row) -> page.append(row).append('\n'));
		});
		return page.toString();
	}

	/** The key without its last segment; all management keys are one section. */
	private static String section(String key) {
		return key.startsWith("management.") ? "management" : key.substring(0, key.lastIndexOf('.'));
	}

	private static String row(JsonNode property) {
		String value = property.has("defaultValue") ? "`" + property.path("defaultValue").asString() + "`" : "-";
		return "| `%s` | `%s` | %s | %s |".formatted(property.path("name").asString(),
				PACKAGE.matcher(property.path("type").asString()).replaceAll("").replace(",", ", "), value,
				property.path("description").asString().replace("|", "\\|"));
	}

	static JsonNode properties() throws IOException {
		return metadata().path("properties");
	}

	private static JsonNode metadata() throws IOException {
		try (InputStream metadata = Files.newInputStream(METADATA)) {
			return JsonMapper.shared().readTree(metadata);
		}
	}

}
