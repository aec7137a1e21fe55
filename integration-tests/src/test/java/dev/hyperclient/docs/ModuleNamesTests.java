package dev.hyperclient.docs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarInputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each published jar has a stable module name: that of its first package, or that of its
 * tests if it has no code.
 */
class ModuleNamesTests {

	private static final Pattern NAME = Pattern.compile("<module-name>([^<]*)</module-name>");

	@Test
	void everyPublishedModuleIsNamedByItsPackage() throws IOException {
		Map<String, String> names = names();
		assertThat(names).hasSize(12).doesNotContainValue("");
		assertThat(names.values()).doesNotHaveDuplicates();
		for (Map.Entry<String, String> module : names.entrySet()) {
			Path sources = Documents.PROJECT.resolve(module.getKey()).resolve("src/main/java");
			if (Files.isDirectory(sources)) {
				Path first = sources.resolve(module.getValue().replace('.', '/'));
				assertThat(first.resolve("package-info.java")).exists();
			}
			else if (!Files.isDirectory(sources.resolveSibling("kotlin"))) {
				assertThat(module.getValue()).startsWith("dev.hyperclient.").endsWith(".starter");
			}
		}
	}

	@Test
	void jarHasTheNameOfItsModule() throws IOException {
		Map<String, String> names = names();
		List<Path> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			// Of this build; with "mvn test", the class path has directories in their
			// place.
			.filter((path) -> path.startsWith(Documents.PROJECT) && path.toString().endsWith(".jar"))
			.filter((path) -> names.containsKey(path.getParent().getParent().getFileName().toString()))
			.toList();
		for (Path jar : jars) {
			try (InputStream file = Files.newInputStream(jar); JarInputStream content = new JarInputStream(file)) {
				assertThat(content.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
					.as(jar.toString())
					.isEqualTo(names.get(jar.getParent().getParent().getFileName().toString()));
			}
		}
	}

	/** Return the names of the published modules. */
	private static Map<String, String> names() throws IOException {
		Map<String, String> names = new TreeMap<>();
		try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
			for (Path module : modules.filter((path) -> path.getFileName().toString().startsWith("hyper-client-"))
				// The BOM has no jar.
				.filter((path) -> Files.isDirectory(path.resolve("src")))
				.toList()) {
				List<MatchResult> found = NAME.matcher(Files.readString(module.resolve("pom.xml"))).results().toList();
				names.put(module.getFileName().toString(), found.isEmpty() ? "" : found.get(0).group(1));
			}
		}
		return names;
	}

}
