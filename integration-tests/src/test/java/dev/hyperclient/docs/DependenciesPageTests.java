package dev.hyperclient.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page about dependencies names each published artifact and no other one.
 */
class DependenciesPageTests {

	private static final Path PAGE = Documents.PROJECT.resolve("docs/guide/dependencies.md");

	private static final Pattern ARTIFACT = Pattern.compile("`(hyper-client-[a-z-]+)`");

	@Test
	void namesThePublishedArtifacts() throws IOException {
		Set<String> named = ARTIFACT.matcher(Documents.text(PAGE))
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(named).isEqualTo(published());
	}

	private static Set<String> published() throws IOException {
		try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
			return modules.filter((module) -> isPublished(module.resolve("pom.xml")))
				.map((module) -> module.getFileName().toString())
				.collect(Collectors.toCollection(TreeSet::new));
		}
	}

	private static boolean isPublished(Path pom) {
		try {
			return Files.exists(pom) && !Files.readString(pom).contains("<maven.deploy.skip>true</maven.deploy.skip>");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
