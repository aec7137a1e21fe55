package dev.hyperclient.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import dev.hyperclient.internal.generator.GeneratorConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes the files of the tutorial to a folder, as its readers do, with the description
 * of the cookbook service; generates the client, compiles everything without warnings,
 * and runs the test in a process whose class path has no more than the application of the
 * tutorial.
 */
class TutorialTests {

	private static final Path PAGE = Documents.PROJECT.resolve("docs/tutorial/first-application.md");

	private static final Pattern CLIENT = Pattern
		.compile("(?s)<packageName>(.*?)</packageName>\\s*<rootName>(.*?)</rootName>");

	/** What other modules have on the class path, and the tutorial has not. */
	private static final Pattern FOREIGN = Pattern
		.compile(".*(sample-app|hyper-client-explorer|spring-security|spring-boot-security|spring-boot-starter-security"
				+ "|spring-boot-starter-restclient|hyper-client-http-cache-redis).*");

	private static final Pattern MODULE = Pattern.compile("<artifactId>(hyper-client-[a-z-]+)</artifactId>");

	private static final Pattern INSTALLED = Pattern.compile("(?m)^mvn install .* -pl (\\S+) -am$");

	@TempDir
	Path project;

	@Test
	@Tag("slow")
	void testOfTheTutorialIsGreen() throws Exception {
		Map<String, String> files = Documents.files(PAGE);
		assertThat(files).hasSize(7);
		for (Map.Entry<String, String> file : files.entrySet()) {
			Path target = this.project.resolve(file.getKey());
			Files.createDirectories(target.getParent());
			Files.writeString(target, file.getValue());
		}
		Path wadl = this.project.resolve("src/main/hyper-client/cookbook.wadl");
		Files.copy(Documents.PROJECT.resolve("sample-app/src/main/hyper-client/cookbook.wadl"), wadl);
		List<Path> sources = files.keySet()
			.stream()
			.filter((name) -> name.endsWith(".java"))
			.map(this.project::resolve)
			.toList();
		MatchResult client = CLIENT.matcher(files.get("pom.xml")).results().findFirst().orElseThrow();
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(wadl, client.group(1), this.project.resolve("target/generated"))
			.withRootName(client.group(2))
			.withOverlay(this.project.resolve("src/main/hyper-client/overlay.json"));
		GeneratedLaunchpad.compile(configuration, this.project.resolve("target"), sources).close();
		assertThat(runTests()).endsWith("4 of 4");
	}

	@ParameterizedTest
	@ValueSource(strings = { "tutorial/first-application.md", "guide/http-cache-start.md" })
	void firstCommandInstallsModulesOfThePom(String name) throws IOException {
		Path page = Documents.PROJECT.resolve("docs").resolve(name);
		assertThat(INSTALLED.matcher(Files.readString(page)).results().map((command) -> command.group(1).split(",")))
			.singleElement(InstanceOfAssertFactories.array(String[].class))
			.containsExactlyInAnyOrder(MODULE.matcher(Documents.files(page).get("pom.xml"))
				.results()
				.map((module) -> module.group(1))
				.toArray(String[]::new));
	}

	private String runTests() throws Exception {
		String classPath = Stream.concat(
				Stream.of("target/classes", "src/main/resources").map((name) -> this.project.resolve(name).toString()),
				Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
					.filter((entry) -> !FOREIGN.matcher(entry).matches()))
			.collect(Collectors.joining(File.pathSeparator));
		Path log = this.project.resolve("log.txt");
		// As the JVM of the tests: starts faster.
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, Run.class.getName(),
				"com.example.kitchen.RecipeControllerTests")
			.directory(this.project.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		return Files.readString(log).strip();
	}

	/** Runs a test class, and ends with how many of its tests have succeeded. */
	static final class Run {

		private Run() {
		}

		static TestExecutionSummary of(Class<?> tests) {
			SummaryGeneratingListener listener = new SummaryGeneratingListener();
			LauncherFactory.create()
				.execute(LauncherDiscoveryRequestBuilder.request()
					.selectors(DiscoverySelectors.selectClass(tests))
					.build(), listener);
			return listener.getSummary();
		}

		public static void main(String[] args) throws ClassNotFoundException {
			TestExecutionSummary summary = of(Class.forName(args[0]));
			summary.getFailures().forEach((failure) -> failure.getException().printStackTrace(System.out));
			System.out.println(summary.getTestsSucceededCount() + " of " + summary.getTestsFoundCount());
			System.exit(0);
		}

	}

}
