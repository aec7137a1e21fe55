package dev.hyperclient.docs;

import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.generator.GeneratorConfiguration;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Generates the client of the guide to Launchpad with the preset, compiles its code
 * without warnings, and runs its test: with a small description of our own that has the
 * same names, and with Launchpad's, which is not part of this project.
 */
class LaunchpadGuideTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private static final List<String> SOURCES = List.of("LaunchpadApplication.java", "ProjectWork.java",
			"ProjectWorkTests.java");

	@TempDir
	Path directory;

	@Test
	void guideRunsWithASmallDescription() throws Exception {
		Path wadl = this.directory.resolve("launchpad.wadl");
		try (FakeService service = small(); InputStream description = service.description()) {
			Files.copy(description, wadl);
		}
		runTests(wadl);
	}

	@Test
	void guideRunsWithTheDescriptionOfLaunchpad() throws Exception {
		Path wadl = DATA.resolve("launchpad-devel.wadl");
		assumeTrue(Files.exists(wadl), () -> "The data of Launchpad is not at " + DATA);
		runTests(wadl.toAbsolutePath());
	}

	private static FakeService small() {
		return FakeService.builder("launchpad")
			.type("person", "people", (person) -> person.text("name"))
			.type("bug", "bugs", (bug) -> bug.text("title").collection("bug_tasks", "bug_task"))
			.type("bug_task", "tasks", (task) -> task.text("title").link("bug", "bug").link("assignee", "person"))
			.type("project", "projects", (project) -> project.text("name")
				.operation("getMergeProposals",
						(get) -> get.texts("status").returnsPage("branch_merge_proposal").answers((call) -> List.of())))
			.type("branch_merge_proposal", "proposals",
					(proposal) -> proposal.text("description").choice("queue_status", "Needs review", "Merged"))
			.type("snap", "snaps",
					(snap) -> snap.text("name")
						.collection("builds", "snap_build")
						.collectionOperation("getByName",
								(get) -> get.link("owner", "person", (owner) -> owner.required())
									.text("name", (name) -> name.required())
									.returnsEntry("snap")
									.answers((call) -> null)))
			.type("snap_build", "builds",
					(build) -> build.text("title").link("snap", "snap").dateTime("datebuilt").text("build_log_url"))
			.start();
	}

	private void runTests(Path wadl) throws Exception {
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(wadl, "com.example.launchpad", this.directory.resolve("sources"))
			.withPreset("launchpad");
		Path copies = Files.createDirectory(this.directory.resolve("guide"));
		for (String source : SOURCES) {
			String code = Files.readString(GeneratedLaunchpad.RESOURCES.resolve("launchpad").resolve(source));
			Files.writeString(copies.resolve(source),
					code.replace("src/main/hyper-client/launchpad.wadl", wadl.toString().replace('\\', '/')));
		}
		ClassLoader original = Thread.currentThread().getContextClassLoader();
		try (Stream<Path> sources = Files.list(copies);
				URLClassLoader classes = GeneratedLaunchpad.compile(configuration, this.directory, sources.toList())) {
			Thread.currentThread().setContextClassLoader(classes);
			TestExecutionSummary summary = run(classes.loadClass("com.example.ProjectWorkTests"));
			assertThat(summary.getFailures()).extracting(TestExecutionSummary.Failure::getException).isEmpty();
			assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
		}
		finally {
			Thread.currentThread().setContextClassLoader(original);
		}
	}

	private static TestExecutionSummary run(Class<?> tests) {
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		Launcher launcher = LauncherFactory.create();
		launcher.execute(
				LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(tests)).build(),
				listener);
		return listener.getSummary();
	}

}
