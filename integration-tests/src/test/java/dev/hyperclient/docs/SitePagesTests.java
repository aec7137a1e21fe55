package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documentation site ({@code maintainers/site}) has each page in one group, and its
 * lock file works with any registry.
 */
class SitePagesTests {

	private static final Path CONFIGURATION = Documents.PROJECT.resolve("maintainers/site-config");

	@Test
	void everyPageIsInExactlyOneGroup() throws IOException {
		List<String> listed = new ArrayList<>();
		for (JsonNode group : read("groups.json")) {
			addPages(group, listed);
		}
		assertThat(listed).doesNotHaveDuplicates()
			.containsExactlyInAnyOrderElementsOf(Documents.all()
				.stream()
				.map((page) -> Documents.PROJECT.relativize(page).toString())
				.filter((page) -> page.startsWith("docs/"))
				.toList());
	}

	@Test
	void lockFileNamesNoRegistryAndIsComplete() throws IOException {
		JsonNode packages = read("package-lock.json").path("packages");
		assertThat(packages.size()).isGreaterThan(1);
		List<String> platforms = new ArrayList<>();
		packages.forEachEntry((name, content) -> {
			assertThat(content.has("resolved")).as(name).isFalse();
			if (!name.isEmpty()) {
				assertThat(content.path("integrity").asString()).as(name).startsWith("sha512-");
			}
			content.path("optionalDependencies")
				.propertyNames()
				.forEach((dependency) -> platforms.add("node_modules/" + dependency));
		});
		// "npm ci" fails for a lock file without the packages of the other platforms.
		assertThat(packages.propertyNames()).containsAll(platforms);
	}

	private static JsonNode read(String name) throws IOException {
		return JsonMapper.shared().readTree(Files.readString(CONFIGURATION.resolve(name)));
	}

	/** A group is a list of pages, or lists of pages by the titles of sections. */
	private static void addPages(JsonNode group, List<String> pages) {
		for (JsonNode content : group) {
			if (content.isArray()) {
				addPages(content, pages);
			}
			else {
				pages.add(content.asString());
			}
		}
	}

}
