package dev.hyperclient.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java blocks of the documents are copies of tagged regions of compiled code. A block
 * that is no code of this project is preceded by the line {@value #NOT_COMPILED}.
 */
class DocumentSnippetsTests {

	static final String NOT_COMPILED = "<!-- not compiled -->";

	private static final Path TESTS = Documents.PROJECT.resolve("integration-tests/src/test");

	private static final Pattern REGION = Pattern
		.compile("(?ms)^\\s*// tag::([a-z0-9-]+)\\[\\]\\n(.*?)^\\s*// end::\\1\\[\\]");

	private static final Pattern CODE = Pattern.compile("(?s)<pre><code>(.*?)</code></pre>");

	@Test
	void javaBlocksEqualCompiledRegions() throws IOException {
		Map<String, String> regions = regions();
		for (Path document : Documents.all()) {
			for (String block : javaBlocks(document)) {
				assertThat(regions.values()).as(Documents.PROJECT.relativize(document).toString()).contains(block);
			}
		}
	}

	@Test
	void homePageOfTheSampleShowsCompiledRegions() throws IOException {
		String page = Files.readString(Documents.PROJECT.resolve("sample-app/src/main/resources/templates/home.html"));
		List<String> blocks = CODE.matcher(page).results().map((match) -> match.group(1)).toList();
		assertThat(blocks).hasSize(2).isSubsetOf(regions().values());
	}

	@Test
	void everyRegionIsUsed() throws IOException {
		List<String> blocks = new ArrayList<>();
		for (Path document : Documents.all()) {
			blocks.addAll(javaBlocks(document));
		}
		regions().forEach((name, region) -> assertThat(blocks).as(name).contains(region));
	}

	private static Map<String, String> regions() throws IOException {
		Map<String, String> regions = new LinkedHashMap<>();
		// What is compiled by a test is a resource.
		try (Stream<Path> sources = Files.walk(TESTS.resolve("java/dev/hyperclient/docs"));
				Stream<Path> resources = Files.walk(TESTS.resolve("resources/dev/hyperclient/docs"))) {
			Stream.concat(sources, resources)
				.filter((source) -> source.toString().endsWith(".java"))
				.forEach((source) -> {
					Matcher matcher = REGION.matcher(read(source));
					while (matcher.find()) {
						assertThat(regions.put(matcher.group(1), matcher.group(2).stripTrailing().stripIndent()))
							.isNull();
					}
				});
		}
		return regions;
	}

	private static List<String> javaBlocks(Path document) throws IOException {
		List<String> blocks = new ArrayList<>();
		StringBuilder block = null;
		String before = "";
		for (String line : Documents.lines(document)) {
			if (block != null && line.equals("```")) {
				blocks.add(block.toString().strip());
				block = null;
			}
			else if (block != null) {
				block.append(line).append('\n');
			}
			else if (line.equals("```java") && !before.equals(NOT_COMPILED)) {
				block = new StringBuilder();
			}
			before = line;
		}
		return blocks;
	}

	private static String read(Path source) {
		try {
			return Files.readString(source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
