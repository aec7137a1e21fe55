package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The version of the project stands once in the documents: in the properties of the first
 * application. Everywhere else it comes from the BOM or from that property. A page with a
 * whole POM repeats the property, and has the version of Spring Boot of the project.
 */
class DocumentVersionTests {

	private static final Pattern PROPERTY = Pattern.compile("<hyper-client\\.version>(.*?)</hyper-client\\.version>");

	private static final Pattern ARTIFACT_WITH_VERSION = Pattern
		.compile("<groupId>dev\\.hyperclient</groupId>\\s*<artifactId>[a-z-]+</artifactId>\\s*<version>(.*?)</version>"
				+ "|dev\\.hyperclient:[a-z-]+:(\\d[^:'\"`]*)");

	private static final Pattern BOOT = Pattern
		.compile("<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.*?)</version>");

	private static final Pattern BOOT_OF_PROJECT = Pattern
		.compile("<spring-boot\\.version>(.*?)</spring-boot\\.version>");

	/** With another one, readers would download two versions of Spring Boot. */
	@Test
	void pomsHaveTheVersionOfSpringBootOfTheProject() throws IOException {
		assertThat(found(BOOT)).hasSizeGreaterThan(1)
			.containsOnly(BOOT_OF_PROJECT.matcher(Files.readString(Documents.PROJECT.resolve("pom.xml")))
				.results()
				.findFirst()
				.orElseThrow()
				.group(1));
	}

	private static List<String> found(Pattern pattern) throws IOException {
		List<String> found = new ArrayList<>();
		for (Path document : Documents.all()) {
			pattern.matcher(Files.readString(document)).results().forEach((version) -> found.add(version.group(1)));
		}
		return found;
	}

	@Test
	void propertyHasTheVersionOfTheProject() throws IOException {
		assertThat(found(PROPERTY)).as("Versions in the documents; maintainers/set-version sets them")
			.isNotEmpty()
			.containsOnly(System.getProperty("expected-version"));
	}

	@Test
	void artifactsHaveNoOtherVersionThanTheProperty() throws IOException {
		for (Path document : Documents.all()) {
			assertThat(ARTIFACT_WITH_VERSION.matcher(Files.readString(document))
				.results()
				.map((artifact) -> (artifact.group(1) != null) ? artifact.group(1) : artifact.group(2))
				.filter((version) -> !version.equals("${hyper-client.version}")))
				.as("%s: versions in place of ${hyper-client.version}", document)
				.isEmpty();
		}
	}

}
