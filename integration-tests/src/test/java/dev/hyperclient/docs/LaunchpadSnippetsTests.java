package dev.hyperclient.docs;

import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.launchpad.Launchpad;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okForContentType;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.patchRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Java code of the documents that uses Launchpad. Arguments are checked against
 * Launchpad's description, and run against its recorded representations, which are not
 * part of this project.
 */
class LaunchpadSnippetsTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private static final String REAL = "https://api.launchpad.net/1.0/";

	private static final String JSON = "application/json";

	private final WireMockServer launchpad = new WireMockServer(options().dynamicPort());

	private final List<String> printed = new ArrayList<>();

	@TempDir
	private Path directory = Path.of("");

	@BeforeEach
	void serve() throws IOException {
		Path wadl = DATA.resolve("launchpad-1.0.wadl");
		assumeTrue(Files.exists(wadl), () -> "The data of Launchpad is not at " + DATA);
		this.launchpad.start();
		String description = here(wadl);
		this.launchpad.stubFor(get(urlPathEqualTo("/1.0/")).withHeader("Accept", containing("json"))
			.willReturn(okForContentType(JSON, rootJson(description))));
		this.launchpad.stubFor(get(urlPathEqualTo("/1.0/")).withHeader("Accept", containing("wadl"))
			.willReturn(okForContentType("application/vnd.sun.wadl+xml", description)));
		serve("bugs/1", "bug.json");
		serve("launchpad", "project-launchpad.json");
		serve("bugs/1/bug_tasks", "bug_tasks.json");
		serve("people/+me", "person.json");
		this.launchpad
			.stubFor(get(urlPathEqualTo("/1.0/launchpad")).withQueryParam("ws.op", equalTo("getMergeProposals"))
				.willReturn(okForContentType(JSON, "{\"start\": 0, \"total_size\": 0, \"entries\": []}")));
		this.launchpad.stubFor(get(urlPathEqualTo("/1.0/launchpad")).withQueryParam("ws.op", equalTo("searchTasks"))
			.willReturn(okForContentType(JSON, here(DATA.resolve("launchpad-json/bug_tasks.json")))));
		serveCreated("newMessage", "message");
		serveCreated("addAttachment", "bug_attachment");
		this.launchpad.stubFor(patch(urlPathEqualTo("/1.0/clubdistro/+bug/1"))
			.willReturn(aResponse().withStatus(209).withHeader("Content-Type", JSON).withBody(firstTask())));
	}

	@AfterEach
	void stop() {
		this.launchpad.stop();
	}

	private void serveCreated(String operation, String type) {
		String url = this.launchpad.url("/1.0/bugs/1/" + type);
		this.launchpad.stubFor(post(urlPathEqualTo("/1.0/bugs/1")).withRequestBody(containing(operation))
			.willReturn(aResponse().withStatus(201).withHeader("Location", url)));
		this.launchpad.stubFor(get(urlPathEqualTo("/1.0/bugs/1/" + type))
			.willReturn(okForContentType(JSON, "{\"self_link\": \"%s\", \"resource_type_link\": \"%s#%s\"}"
				.formatted(url, this.launchpad.url("/1.0/"), type))));
	}

	private String here(Path file) throws IOException {
		return Files.readString(file).replace(REAL, this.launchpad.url("/1.0/"));
	}

	private void serve(String path, String file) throws IOException {
		this.launchpad.stubFor(get(urlPathEqualTo("/1.0/" + path))
			.willReturn(okForContentType(JSON, here(DATA.resolve("launchpad-json").resolve(file)))));
	}

	private String firstTask() throws IOException {
		String page = here(DATA.resolve("launchpad-json/bug_tasks.json"));
		int start = page.indexOf("{\"self_link\"");
		return page.substring(start, page.indexOf('}', start) + 1);
	}

	private String rootJson(String description) {
		String url = this.launchpad.url("/1.0/");
		return WadlParser.parse(description.getBytes(), URI.create(url))
			.rootType()
			.representation()
			.orElseThrow()
			.params()
			.stream()
			.map(Param::name)
			.map((name) -> "\"%s\": \"%s%s\"".formatted(name, url, path(name)))
			.collect(Collectors.joining(", ", "{", "}"));
	}

	private static String path(String name) {
		return switch (name) {
			case "resource_type_link" -> "#service-root";
			case "me_link" -> "people/+me";
			default -> name.replace("_collection_link", "").replace("_link", "");
		};
	}

	private ServiceRoot root() {
		return Launchpad.PRODUCTION.builder(null)
			.serviceRoot(this.launchpad.url("/1.0/"))
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
			this.launchpad.verify(
					getRequestedFor(urlPathEqualTo("/1.0/launchpad")).withQueryParam("status", containing("Triaged")));
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
	void listsMergeProposals() {
		try (ServiceRoot root = root()) {
			Entry project = root.collection("projects").get("launchpad");
			// tag::launchpad-proposals[]
			EntryCollection proposals = project.operation("getMergeProposals")
				.with("status", List.of("Needs review"))
				.invoke()
				.collection();
			for (Entry proposal : proposals) {
				print(proposal.getString("queue_status"), proposal.getString("web_link"));
			}
			// end::launchpad-proposals[]
			assertThat(this.printed).isEmpty();
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
		this.launchpad.verify(2, postRequestedFor(urlPathEqualTo("/1.0/bugs/1")));
		this.launchpad.verify(patchRequestedFor(urlPathEqualTo("/1.0/clubdistro/+bug/1"))
			.withRequestBody(equalTo("{\"status\":\"Triaged\"}")));
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
	void typedClientSearchesAndWrites() throws Exception {
		Path trace = Files.writeString(this.directory.resolve("trace.txt"), "at Main");
		try (ServiceRoot root = root(); URLClassLoader classes = GeneratedLaunchpad.compile(DATA, this.directory)) {
			Class<?> snippets = classes.loadClass("dev.hyperclient.docs.launchpad.LaunchpadTypedSnippets");
			assertThat(invoke(snippets, root, "search")).asInstanceOf(InstanceOfAssertFactories.LIST)
				.hasSize(30)
				.first()
				.asString()
				.startsWith("[Fix Committed, ");
			assertThat(invoke(snippets, root, "proposals")).isEqualTo(List.of());
			assertThat(invoke(snippets, root, "differences")).isEqualTo(List.of());
			invoke(snippets, root, "write", trace);
		}
		this.launchpad
			.verify(getRequestedFor(urlPathEqualTo("/1.0/launchpad")).withQueryParam("status", containing("Triaged")));
		this.launchpad.verify(2, postRequestedFor(urlPathEqualTo("/1.0/bugs/1")));
		this.launchpad.verify(patchRequestedFor(urlPathEqualTo("/1.0/clubdistro/+bug/1"))
			.withRequestBody(equalTo("{\"status\":\"Triaged\"}")));
	}

	private static @Nullable Object invoke(Class<?> snippets, ServiceRoot root, String method, Path... arguments)
			throws Exception {
		Class<?>[] parameters = Stream.of(arguments).map((argument) -> Path.class).toArray(Class<?>[]::new);
		return snippets.getMethod(method, parameters)
			.invoke(snippets.getConstructor(ServiceRoot.class).newInstance(root), (Object[]) arguments);
	}

	@Test
	void pageShowsTheOverlay() throws IOException {
		assertThat(Files.readString(Documents.PROJECT.resolve("docs/guide/launchpad-tasks.md")))
			.contains(Files.readString(GeneratedLaunchpad.OVERLAY).strip());
	}

	private void print(String... columns) {
		this.printed.add(String.join(" ", columns));
	}

}
