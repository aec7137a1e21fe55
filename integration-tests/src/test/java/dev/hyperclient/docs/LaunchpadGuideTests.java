package dev.hyperclient.docs;

import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Generates the client of the guides to Launchpad with the preset, compiles their code
 * without warnings, and runs their tests.
 */
class LaunchpadGuideTests {

	private static final List<String> TESTS = List.of("com.example.ProjectWorkTests",
			"dev.hyperclient.docs.launchpad.BugWatchTests", "dev.hyperclient.docs.launchpad.PackageSnippetsTests",
			"dev.hyperclient.docs.launchpad.TaskSnippetsTests");

	@TempDir
	Path directory;

	@ParameterizedTest
	@MethodSource("dev.hyperclient.docs.GeneratedLaunchpad#data")
	@Tag("slow")
	void testsOfTheGuidesAreGreen(Path data) throws Exception {
		Path wadl = GeneratedLaunchpad.description(data, "devel");
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(wadl, "com.example.launchpad", this.directory.resolve("sources"))
			.withPreset("launchpad");
		Path copies = Files.createDirectory(this.directory.resolve("guide"));
		try (Stream<Path> sources = Files.list(GeneratedLaunchpad.RESOURCES.resolve("launchpad"))) {
			for (Path source : sources.toList()) {
				Files.writeString(copies.resolve(source.getFileName()), Files.readString(source)
					.replace("src/main/hyper-client/launchpad.wadl", wadl.toString().replace('\\', '/')));
			}
		}
		ClassLoader original = Thread.currentThread().getContextClassLoader();
		try (Stream<Path> sources = Files.list(copies);
				URLClassLoader classes = GeneratedLaunchpad.compile(configuration, this.directory, sources.toList())) {
			Thread.currentThread().setContextClassLoader(classes);
			for (String tests : TESTS) {
				TestExecutionSummary summary = TutorialTests.Run.of(classes.loadClass(tests));
				assertThat(summary.getFailures()).extracting(TestExecutionSummary.Failure::getException).isEmpty();
				assertThat(summary.getTestsSucceededCount()).as(tests).isGreaterThanOrEqualTo(3);
			}
		}
		finally {
			Thread.currentThread().setContextClassLoader(original);
		}
	}

	@ParameterizedTest
	@MethodSource("dev.hyperclient.docs.GeneratedLaunchpad#data")
	@Tag("slow")
	void programOfTheGuidePrintsTitles(Path data) throws Exception {
		String code = Files.readString(GeneratedLaunchpad.RESOURCES.resolve("launchpad/TriagedBugs.java"));
		try (FakeService launchpad = FakeService.describedBy("launchpad", GeneratedLaunchpad.description(data, "devel"))
			.entry("kettle", "project", Map.of("name", "kettle"))
			.entry("kettle/+bug/1", "bug_task", Map.of("title", "Slow to boil"))
			.operation("project", "searchTasks", (call) -> call.entries("bug_task"))
			.start()) {
			Path program = Files.writeString(this.directory.resolve("TriagedBugs.java"), code.replace("builder()",
					"builder().serviceRoot(\"%s\").version(null)".formatted(launchpad.baseUrl())));
			Process script = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-cp", System.getProperty("java.class.path"), program.toString(), "kettle")
				.redirectErrorStream(true)
				.start();
			String printed = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(script.waitFor()).as(printed).isZero();
			assertThat(printed.lines()).contains("Slow to boil");
			assertThat(launchpad).received("GET", "/kettle").withArgument("status", List.of("Triaged"));
		}
	}

}
