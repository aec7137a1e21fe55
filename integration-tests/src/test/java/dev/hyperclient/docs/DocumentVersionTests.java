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
 * whole POM repeats the property.
 */
class DocumentVersionTests {

	/** In code, not in the text of the changelog. */
	private static final Pattern VERSION = Pattern
		.compile("(?<=[>:'\"])" + Pattern.quote(System.getProperty("expected-version")) + "(?=[<:'\"])");

	private static final Pattern ARTIFACT_WITH_VERSION = Pattern
		.compile("<groupId>dev\\.hyperclient</groupId>\\s*<artifactId>[a-z-]+</artifactId>\\s*<version>(.*?)</version>"
				+ "|dev\\.hyperclient:[a-z-]+:(\\d[^:'\"`]*)");

	@Test
	void versionStandsOnce() throws IOException {
		List<String> found = new ArrayList<>();
		for (Path document : Documents.all()) {
			VERSION.matcher(Files.readString(document))
				.results()
				.forEach((version) -> found.add(Documents.PROJECT.relativize(document).toString()));
		}
		assertThat(found).containsExactly("docs/guide/getting-started.md", "docs/guide/launchpad.md",
				"docs/tutorial/first-application.md");
	}

	@Test
	void artifactsHaveNoOtherVersionThanTheProperty() throws IOException {
		for (Path document : Documents.all()) {
			assertThat(ARTIFACT_WITH_VERSION.matcher(Files.readString(document))
				.results()
				.map((artifact) -> (artifact.group(1) != null) ? artifact.group(1) : artifact.group(2))
				.filter((version) -> !version.equals("${hyper-client.version}"))).as("%s", document).isEmpty();
		}
	}

}
