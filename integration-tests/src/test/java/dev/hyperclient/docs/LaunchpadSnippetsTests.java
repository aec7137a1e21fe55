package dev.hyperclient.docs;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.launchpad.Launchpad;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java code of the documents that uses Launchpad. Arguments are checked against its
 * description: a small one that was written for these tests, and Launchpad's own with its
 * recorded representations, which are not part of this project.
 */
@ParameterizedClass
@MethodSource("dev.hyperclient.docs.GeneratedLaunchpad#data")
class LaunchpadSnippetsTests {

	private static final Pattern INCLUDE = Pattern.compile("<include>(.*?)</include>");

	private static final String ROOT = """
			{"resource_type_link": "%1$s#service-root", "me_link": "%1$sme", "bugs_collection_link": "%1$sbugs",
			 "projects_collection_link": "%1$sprojects"}""".formatted("https://api.launchpad.net/1.0/");

	@Parameter
	private Path data = Path.of("");

	@AutoClose
	private FakeService launchpad;

	private final List<String> printed = new ArrayList<>();

	@TempDir
	private Path directory = Path.of("");

	@BeforeEach
	void serve() throws IOException {
		this.launchpad = FakeService.describedBy("launchpad", GeneratedLaunchpad.description(this.data, "1.0"))
			.representation("", ROOT)
			.representation("bugs/1", json("bug"))
			.representation("launchpad", json("project-launchpad"))
			.representation("bugs/1/bug_tasks", json("bug_tasks"))
			.representation("me", json("person"))
			.operation("project", "searchTasks", (call) -> call.entries("bug_task"))
			.operation("bug", "newMessage", (call) -> call.create("bugs/1/comments/1", "message", Map.of()))
			.operation("bug", "addAttachment",
					(call) -> call.create("bugs/1/attachments/1", "bug_attachment", Map.of()))
			.start();
	}

	private String json(String name) throws IOException {
		return Files.readString(this.data.resolve("launchpad-json").resolve(name + ".json"));
	}

	private ServiceRoot root() {
		return Launchpad.PRODUCTION.builder(null)
			.serviceRoot(this.launchpad.baseUrl())
			.version(null)
			.cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(10)))
			.build();
	}

	@Test
	void searchesBugs() {
		try (ServiceRoot root = root()) {
			// tag::launchpad-search[]
			Entry project = root.collection("projects").get("launchpad");
			EntryCollection tasks = project.operation("searchTasks")
				.with("status", List.of("New", "Triaged"))
				.with("importance", List.of("High", "Critical"))
				.with("tags", List.of("ui"))
				.invoke()
				.collection();
			int count = tasks.size();
			List<Entry> first = tasks.slice(0, 20);
			// end::launchpad-search[]
			assertThat(count).isEqualTo(30);
			assertThat(first).hasSize(20);
			assertThat(this.launchpad).received("GET", "/launchpad").withArgument("status", List.of("New", "Triaged"));
		}
	}

	@Test
	void walksThroughAllResults() {
		try (ServiceRoot root = root()) {
			EntryCollection tasks = root.collection("projects")
				.get("launchpad")
				.operation("searchTasks")
				.invoke()
				.collection();
			// tag::launchpad-pages[]
			try (Stream<Entry> all = tasks.iteration().pageSize(75).readAhead().prefetch("bug").stream()) {
				all.forEach((task) -> print(task.getString("status"), task.entry("bug").getString("title")));
			}
			// end::launchpad-pages[]
			assertThat(this.printed).hasSize(30);
		}
	}

	@Test
	void commentsAndAttachesFile() throws IOException {
		Path trace = Files.writeString(this.directory.resolve("trace.txt"), "at Main");
		try (ServiceRoot root = root()) {
			// tag::launchpad-write[]
			Entry bug = root.collection("bugs").get(1);
			bug.operation("newMessage").with("subject", "Fixed").with("content", "Fixed in 1.2.").invoke();
			bug.operation("addAttachment")
				.with("data", trace)
				.with("filename", "trace.txt")
				.with("content_type", "text/plain")
				.with("description", "Stack trace")
				.with("comment", "It happens with 1.2, too.")
				.invoke();
			Entry task = bug.collection("bug_tasks").at(0);
			task.set("status", "Triaged").save();
			// end::launchpad-write[]
		}
		assertWritten();
	}

	private void assertWritten() {
		assertThat(this.launchpad).received("POST", "/bugs/1").times(2);
		assertThat(this.launchpad).received("PATCH", "/clubdistro/+bug/1").withBody("{\"status\":\"Triaged\"}");
	}

	@Test
	void readsTheLoggedInUser() {
		try (ServiceRoot root = root()) {
			// tag::launchpad-me[]
			String name = root.entry("me").getString("display_name");
			// end::launchpad-me[]
			assertThat(name).isNotEmpty();
		}
	}

	@Test
	@Tag("slow")
	void clientOfTheTypesOfThePageCompiles() throws IOException {
		String page = Files.readString(Documents.PROJECT.resolve("docs/guide/launchpad-tasks.md"));
		Set<String> types = INCLUDE.matcher(page)
			.results()
			.map((include) -> include.group(1))
			.collect(Collectors.toSet());
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(GeneratedLaunchpad.description(this.data, "devel"), "com.example.launchpad",
					this.directory.resolve("sources"))
			.withPreset("launchpad")
			.withIncludes(types);
		try (URLClassLoader classes = GeneratedLaunchpad.compile(configuration, this.directory, List.of())) {
			assertThat(classes.findResource("com/example/launchpad/BugTask.class")).isNotNull();
			assertThat(classes.findResource("com/example/launchpad/Snap.class")).isNull();
		}
	}

	private void print(String... columns) {
		this.printed.add(String.join(" ", columns));
	}

}
