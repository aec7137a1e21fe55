package dev.hyperclient.build;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarInputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.docs.Documents;
import dev.hyperclient.internal.error.ModuleVersions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The published modules: each is in the BOM, has a stable module name, and is on the
 * pages about the architecture and about dependencies.
 */
class PublishedModulesTests {

	private static final String BASE = "dev.hyperclient";

	private static final String BOM = "hyper-client-bom";

	private static final Path ARCHITECTURE = Documents.PROJECT.resolve("docs/maintainers/architecture.md");

	private static final Path DEPENDENCIES = Documents.PROJECT.resolve("docs/guide/dependencies.md");

	private static final Pattern MANAGED = Pattern
		.compile("<groupId>dev.hyperclient</groupId>\\s*<artifactId>([a-z-]+)</artifactId>\\s*"
				+ "<version>\\$\\{project.parent.version}</version>");

	private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");

	private static final Pattern EXCLUDED = Pattern.compile("<excludeArtifact>([a-z-]+)</excludeArtifact>");

	private static final Pattern MODULE_NAME = Pattern.compile("<module-name>([^<]*)</module-name>");

	private static final Pattern ROW_OF_MODULE = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\|$");

	private static final Pattern ROW_OF_PACKAGES = Pattern.compile("(?m)^\\| (`[^|]+`) \\| ([a-z-]+) \\| .+ \\|$");

	private static final Pattern PACKAGE = Pattern.compile("`([a-z.]+)`");

	private static final Pattern ARTIFACT = Pattern.compile("`(hyper-client-[a-z-]+)`");

	@Test
	void bomHasExactlyThePublishedModules() {
		assertThat(names(MANAGED, pom(BOM))).as("Modules of %s/pom.xml: all of pom.xml without maven.deploy.skip", BOM)
			.containsExactlyInAnyOrderElementsOf(published().filter((module) -> !module.equals(BOM)).toList());
	}

	@Test
	void publishingExcludesOtherModules() {
		List<String> unpublished = new ArrayList<>(List.of("hyper-client"));
		modules().filter((module) -> !isPublished(module)).forEach(unpublished::add);
		assertThat(names(EXCLUDED, pom("."))).as("excludeArtifacts of pom.xml: all modules with maven.deploy.skip")
			.containsExactlyInAnyOrderElementsOf(unpublished);
	}

	@Test
	void everyPublishedModuleIsNamedByItsPackage() {
		Map<String, String> names = moduleNames();
		assertThat(names).hasSize(12).doesNotContainValue("");
		assertThat(names.values()).doesNotHaveDuplicates();
		names.forEach((module, name) -> {
			Path sources = sources(module);
			if (Files.isDirectory(sources)) {
				assertThat(sources.resolve(name.replace('.', '/')).resolve("package-info.java")).exists();
			}
			else if (!Files.isDirectory(sources.resolveSibling("kotlin"))) {
				assertThat(name).startsWith("dev.hyperclient.").endsWith(".starter");
			}
		});
	}

	/** With "mvn test", the class path has directories in place of the jars. */
	@Test
	void jarHasTheNameOfItsModule() throws IOException {
		Map<String, String> names = moduleNames();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
			Path jar = Path.of(entry);
			String name = entry.endsWith(".jar") ? names.get(jar.getParent().getParent().getFileName().toString())
					: null;
			if (jar.startsWith(Documents.PROJECT) && name != null) {
				try (InputStream file = Files.newInputStream(jar); JarInputStream content = new JarInputStream(file)) {
					assertThat(content.getManifest().getMainAttributes().getValue("Automatic-Module-Name")).as(entry)
						.isEqualTo(name);
				}
			}
		}
	}

	@Test
	void modulesWhoseVersionsAreComparedHaveTheirClass() {
		ModuleVersions.MODULES.forEach((name, type) -> {
			Path code = Documents.PROJECT.resolve("hyper-client-" + name).resolve("src/main");
			assertThat(Stream.of("java/dev/hyperclient/%s.java", "kotlin/dev/hyperclient/%s.kt"))
				.anyMatch((file) -> Files.exists(code.resolve(file.formatted(type))));
		});
	}

	@Test
	void architecturePageListsEveryModule() throws IOException {
		try (Stream<Path> directories = Files.list(Documents.PROJECT)) {
			assertThat(names(ROW_OF_MODULE, Files.readString(ARCHITECTURE))).containsExactlyInAnyOrderElementsOf(
					directories.filter((directory) -> Files.exists(directory.resolve("pom.xml")))
						.map((directory) -> directory.getFileName().toString())
						.toList());
		}
	}

	@Test
	void architecturePageListsEveryPublishedPackageWithItsModule() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		Matcher rows = ROW_OF_PACKAGES.matcher(Files.readString(ARCHITECTURE));
		while (rows.find()) {
			for (String name : names(PACKAGE, rows.group(1))) {
				String qualified = name.startsWith(BASE) ? name : BASE + "." + name;
				assertThat(listed.put(qualified, "hyper-client-" + rows.group(2))).as(qualified).isNull();
			}
		}
		assertThat(listed).isEqualTo(packages());
	}

	@Test
	void dependenciesPageNamesThePublishedModules() throws IOException {
		assertThat(names(ARTIFACT, Documents.text(DEPENDENCIES)).stream().distinct())
			.containsExactlyInAnyOrderElementsOf(published().toList());
	}

	private static List<String> names(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group(1)).toList();
	}

	private static Stream<String> modules() {
		return names(MODULE, pom(".")).stream();
	}

	private static Stream<String> published() {
		return modules().filter(PublishedModulesTests::isPublished);
	}

	private static boolean isPublished(String module) {
		return !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>");
	}

	private static String pom(String module) {
		try {
			return Files.readString(Documents.PROJECT.resolve(module).resolve("pom.xml"));
		}
		catch (IOException ex) {
			throw new AssertionError(module + " has no pom.xml", ex);
		}
	}

	private static Path sources(String module) {
		return Documents.PROJECT.resolve(module).resolve("src/main/java");
	}

	/** Return the module names of the published modules with a jar. */
	private static Map<String, String> moduleNames() {
		return published().filter((module) -> Files.isDirectory(Documents.PROJECT.resolve(module).resolve("src")))
			.collect(Collectors.toMap((module) -> module,
					(module) -> MODULE_NAME.matcher(pom(module))
						.results()
						.map((name) -> name.group(1))
						.findFirst()
						.orElse("")));
	}

	/** Return the packages of published modules, with the module. */
	private static Map<String, String> packages() throws IOException {
		Map<String, String> packages = new TreeMap<>();
		for (String module : published().filter((name) -> Files.isDirectory(sources(name))).toList()) {
			try (Stream<Path> files = Files.walk(sources(module))) {
				files.filter((file) -> file.toString().endsWith(".java"))
					.map((file) -> sources(module).relativize(file.getParent()).toString().replace('/', '.'))
					.forEach((name) -> packages.put(name, module));
			}
		}
		return packages;
	}

}
