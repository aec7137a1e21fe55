package dev.hyperclient.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java and Kotlin blocks of the documents are copies of tagged regions of compiled code,
 * and the first Java block of each page has the imports that it needs. A block that is no
 * code of this project is preceded by the line {@value #NOT_COMPILED}.
 */
class DocumentSnippetsTests {

	static final String NOT_COMPILED = "<!-- not compiled -->";

	private static final Path TESTS = Documents.PROJECT.resolve("integration-tests/src/test");

	private static final Path KOTLIN_TESTS = Documents.PROJECT.resolve("kotlin-tests/src/test/kotlin");

	private static final Pattern REGION = Pattern
		.compile("(?ms)^\\s*// tag::([a-z0-9-]+)\\[\\]\\n(.*?)^\\s*// end::\\1\\[\\]");

	private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);$");

	private static final Pattern IMPORTS = Pattern.compile("\\A(?:import [^\\n]+\\n|\\n)+");

	private static final Pattern CODE = Pattern.compile("(?s)<pre><code>(.*?)</code></pre>");

	@Test
	void blocksEqualCompiledRegions() throws IOException {
		Map<String, Region> regions = regions();
		for (Path document : Documents.all()) {
			for (String block : blocks(document, "```(java|kotlin)")) {
				assertThat(regions.values()).extracting(Region::code)
					.as(Documents.PROJECT.relativize(document).toString())
					.contains(withoutImports(block));
			}
		}
	}

	@Test
	void firstJavaBlockOfEachPageHasItsImports() throws IOException {
		Map<String, Region> regions = regions();
		for (Path document : Documents.all()) {
			for (String block : blocks(document, "```java").stream().limit(1).toList()) {
				String code = withoutImports(block);
				Region compiled = regions.values()
					.stream()
					.filter((region) -> region.code().equals(code))
					.findFirst()
					.orElseThrow();
				assertThat(imports(block)).as(Documents.PROJECT.relativize(document).toString())
					.containsExactlyInAnyOrderElementsOf(compiled.neededImports());
			}
		}
	}

	@Test
	void homePageOfTheSampleShowsCompiledRegions() throws IOException {
		String page = Files.readString(Documents.PROJECT.resolve("sample-app/src/main/resources/templates/home.html"));
		List<String> blocks = CODE.matcher(page).results().map((match) -> match.group(1)).toList();
		assertThat(blocks).hasSize(2).isSubsetOf(regions().values().stream().map(Region::code).toList());
	}

	@Test
	void tableOfTheStoreIsTheOneThatItsTestsCreate() throws IOException {
		String script = Files.readString(TESTS.resolve("resources/responses.sql"));
		assertThat(Documents.PROJECT.resolve("docs/guide/own-store.md")).content()
			.contains("```sql\n" + script + "```");
	}

	@Test
	void everyRegionIsUsed() throws IOException {
		List<String> blocks = new ArrayList<>();
		for (Path document : Documents.all()) {
			blocks(document, "```(java|kotlin)").stream()
				.map(DocumentSnippetsTests::withoutImports)
				.forEach(blocks::add);
		}
		regions().forEach((name, region) -> assertThat(blocks).as(name).contains(region.code()));
	}

	private static List<String> imports(String source) {
		return IMPORT.matcher(source).results().map(MatchResult::group).toList();
	}

	private static String withoutImports(String block) {
		return IMPORTS.matcher(block).replaceFirst("");
	}

	private static Map<String, Region> regions() throws IOException {
		Map<String, Region> regions = new LinkedHashMap<>();
		// What is compiled by a test is a resource.
		try (Stream<Path> sources = Files.walk(TESTS.resolve("java/dev/hyperclient/docs"));
				Stream<Path> resources = Files.walk(TESTS.resolve("resources/dev/hyperclient/docs"));
				Stream<Path> kotlin = Files.walk(KOTLIN_TESTS)) {
			Stream.of(sources, resources, kotlin)
				.flatMap((files) -> files)
				.filter((source) -> source.toString().matches(".*\\.(java|kt)"))
				.forEach((source) -> {
					String content = read(source);
					Matcher matcher = REGION.matcher(content);
					while (matcher.find()) {
						Region region = new Region(matcher.group(2).stripTrailing().stripIndent(), imports(content));
						assertThat(regions.put(matcher.group(1), region)).isNull();
					}
				});
		}
		return regions;
	}

	private static List<String> blocks(Path document, String fence) throws IOException {
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
			else if (line.matches(fence) && !before.equals(NOT_COMPILED)) {
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

	/**
	 * A tagged region of a source file.
	 *
	 * @param code its lines
	 * @param imports the imports of the file
	 */
	private record Region(String code, List<String> imports) {

		/**
		 * Those of types and members that the region names, without classes of these
		 * tests.
		 */
		List<String> neededImports() {
			String names = this.code.replaceAll("//[^\\n]*|\"[^\"\\n]*\"", "");
			return this.imports.stream()
				.filter((line) -> !line.startsWith("import dev.hyperclient.docs."))
				.filter((line) -> Pattern.compile("\\b" + line.replaceAll(".*\\.|;", "") + "\\b").matcher(names).find())
				.toList();
		}

	}

}
