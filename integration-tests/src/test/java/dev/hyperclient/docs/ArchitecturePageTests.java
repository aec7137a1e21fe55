package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/maintainers/architecture.md} lists every module, and every package of the
 * published ones with its module.
 */
class ArchitecturePageTests {

	private static final Path PAGE = Documents.PROJECT.resolve("docs/maintainers/architecture.md");

	private static final String BASE = "dev.hyperclient";

	private static final Pattern MODULE = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\|$");

	private static final Pattern PACKAGES = Pattern.compile("(?m)^\\| (`[^|]+`) \\| ([a-z-]+) \\| .+ \\|$");

	private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

	@Test
	void pageListsEveryModule() throws IOException {
		List<String> listed = MODULE.matcher(Files.readString(PAGE)).results().map((row) -> row.group(1)).toList();
		try (Stream<Path> directories = Files.list(Documents.PROJECT)) {
			assertThat(listed).containsExactlyInAnyOrderElementsOf(
					directories.filter((directory) -> Files.exists(directory.resolve("pom.xml")))
						.map((directory) -> directory.getFileName().toString())
						.toList());
		}
	}

	@Test
	void pageListsEveryPublishedPackageWithItsModule() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		Matcher rows = PACKAGES.matcher(Files.readString(PAGE));
		while (rows.find()) {
			for (MatchResult name : NAME.matcher(rows.group(1)).results().toList()) {
				String qualified = name.group(1).startsWith(BASE) ? name.group(1) : BASE + "." + name.group(1);
				assertThat(listed.put(qualified, "hyper-client-" + rows.group(2))).as(qualified).isNull();
			}
		}
		assertThat(listed).isEqualTo(packages());
	}

	/** Return the packages of published modules, with the module. */
	private static Map<String, String> packages() throws IOException {
		Map<String, String> packages = new TreeMap<>();
		try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
			for (Path module : modules.filter((path) -> path.getFileName().toString().startsWith("hyper-client-"))
				.toList()) {
				Path sources = module.resolve("src/main/java");
				if (Files.isDirectory(sources)) {
					try (Stream<Path> files = Files.walk(sources)) {
						files.filter((file) -> file.toString().endsWith(".java"))
							.map((file) -> sources.relativize(file.getParent()).toString().replace('/', '.'))
							.forEach((name) -> packages.put(name, module.getFileName().toString()));
					}
				}
			}
		}
		return packages;
	}

}
