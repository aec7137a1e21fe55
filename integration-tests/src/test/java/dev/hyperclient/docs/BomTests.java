package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The BOM has each published module, and nothing else.
 */
class BomTests {

	private static final String BOM = "hyper-client-bom";

	private static final Pattern MANAGED = Pattern
		.compile("<groupId>dev.hyperclient</groupId>\\s*<artifactId>([a-z-]+)</artifactId>\\s*"
				+ "<version>\\$\\{project.parent.version}</version>");

	private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");

	private static final Pattern EXCLUDED = Pattern.compile("<excludeArtifact>([a-z-]+)</excludeArtifact>");

	private static final Pattern UNPUBLISHED = Pattern.compile("<maven.deploy.skip>true</maven.deploy.skip>");

	@Test
	void bomHasExactlyThePublishedModules() throws IOException {
		List<String> published = modules().filter((module) -> !UNPUBLISHED.matcher(pom(module)).find())
			.filter((module) -> !module.equals(BOM))
			.toList();
		assertThat(MANAGED.matcher(pom(BOM)).results().map((match) -> match.group(1)))
			.as("Modules of %s/pom.xml: all of pom.xml without maven.deploy.skip", BOM)
			.containsExactlyInAnyOrderElementsOf(published);
	}

	@Test
	void publishedModulesAreNamedAfterTheProject() throws IOException {
		assertThat(modules()).allSatisfy((module) -> assertThat(module.startsWith("hyper-client-"))
			.as("%s is named hyper-client-*, or it has maven.deploy.skip", module)
			.isNotEqualTo(UNPUBLISHED.matcher(pom(module)).find()));
	}

	@Test
	void publishingExcludesWhatIsNotPublished() throws IOException {
		List<String> unpublished = new ArrayList<>(List.of("hyper-client"));
		modules().filter((module) -> UNPUBLISHED.matcher(pom(module)).find()).forEach(unpublished::add);
		assertThat(EXCLUDED.matcher(pom(".")).results().map((match) -> match.group(1)))
			.as("excludeArtifacts of pom.xml: all modules with maven.deploy.skip")
			.containsExactlyInAnyOrderElementsOf(unpublished);
	}

	private static Stream<String> modules() throws IOException {
		return MODULE.matcher(pom(".")).results().map((match) -> match.group(1));
	}

	private static String pom(String module) {
		try {
			return Files.readString(Documents.PROJECT.resolve(module).resolve("pom.xml"));
		}
		catch (IOException ex) {
			throw new AssertionError(module + " has no pom.xml", ex);
		}
	}

}
