package dev.hyperclient;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.launchpad.Launchpad;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests with recorded documents of Launchpad, which are not part of this project.
 */
class LaunchpadDataTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private static final String REAL = "https://api.launchpad.net/1.0/";

	private final StubService launchpad = new StubService();

	@BeforeEach
	void serve() throws IOException {
		Path wadl = DATA.resolve("launchpad-1.0.wadl");
		assumeTrue(Files.exists(wadl), () -> "The data of Launchpad is not at " + DATA);
		String description = here(wadl);
		this.launchpad.serveRoot(description, rootJson(description));
		serve("bugs/1", "bug.json");
		serve("bugs/2039729", "bug2.json");
		serve("~jelmer", "person.json");
		serve("~awsome-core", "team.json");
		serve("~ubuntu-wiki-editors", "team2.json");
		serve("~ubuntu-security", "team-ubuntu-security.json");
		serve("launchpad", "project-launchpad.json");
		serve("bugs/1/bug_tasks", "bug_tasks.json");
		this.launchpad.serve(get(urlPathEqualTo("/1.0/launchpad")).withQueryParam("ws.op", equalTo("searchTasks")),
				StubService.json(here(DATA.resolve("launchpad-json/bug_tasks.json"))));
	}

	@AfterEach
	void stop() {
		this.launchpad.close();
	}

	private String here(Path file) throws IOException {
		return Files.readString(file).replace(REAL, this.launchpad.url(""));
	}

	private void serve(String path, String file) throws IOException {
		this.launchpad.serveJson(path, here(DATA.resolve("launchpad-json").resolve(file)));
	}

	/** The JSON of the root is not recorded, so it is derived from the description. */
	private String rootJson(String description) {
		WadlApplication application = WadlParser.parse(description.getBytes(), URI.create(this.launchpad.url("")));
		return application.rootType()
			.representation()
			.orElseThrow()
			.params()
			.stream()
			.map(Param::name)
			.map((name) -> "\"%s\": \"%s%s\"".formatted(name, this.launchpad.url(""),
					name.equals(LinkName.TYPE) ? "#service-root"
							: name.replace("_collection_link", "").replace("_link", "")))
			.collect(Collectors.joining(", ", "{", "}"));
	}

	private ServiceRoot root() {
		ServiceRootBuilder builder = Launchpad.PRODUCTION.builder(null)
			.serviceRoot(this.launchpad.url(""))
			.version(null);
		return builder.build();
	}

	@ParameterizedTest
	@CsvSource({ "bugs/1, bug, 41", "bugs/2039729, bug, 41", "~jelmer, person, 49", "~awsome-core, team, 55",
			"~ubuntu-wiki-editors, team, 55", "~ubuntu-security, team, 52", "launchpad, project, 51" })
	void everyAttributeOfAnEntryIsRead(String path, String type, int declared) {
		try (ServiceRoot root = root()) {
			Entry entry = root.load(path, Entry.class);
			assertThat(entry.selfLink()).isEqualTo(URI.create(this.launchpad.url(path)));
			assertThat(readAll(root, entry)).isEqualTo(declared);
			assertThat(entry.resourceTypeLink().getFragment()).isEqualTo(type);
		}
	}

	@Test
	void everyAttributeOfAPageIsRead() {
		try (ServiceRoot root = root()) {
			EntryCollection tasks = root.collection("bugs").get(1).collection("bug_tasks");
			assertThat(tasks.size()).isEqualTo(30);
			assertThat(tasks.stream().mapToInt((task) -> readAll(root, task)).sum()).isEqualTo(30 * 28);
		}
	}

	/**
	 * Call the typed getter of each attribute, determined by description and value.
	 * Attributes that the recorded data does not have are skipped.
	 */
	private static int readAll(ServiceRoot root, Entry entry) {
		ResourceType type = WadlApplication.of(entry.type()).findResourceType(entry.resourceTypeLink()).orElseThrow();
		List<String> names = type.representation().orElseThrow().params().stream().map(Param::name).toList();
		assertThat(entry.svcAttributes().size() + entry.svcEntries().size() + entry.svcCollections().size())
			.isEqualTo(names.size());
		List<String> present = names.stream().filter((name) -> isPresent(entry, name)).toList();
		entry.svcAttributes().stream().filter(present::contains).forEach((name) -> {
			if (entry.isRedacted(name)) {
				assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> entry.getString(name));
			}
			else {
				assertSame(entry, name, type.attribute(name).orElseThrow());
			}
		});
		entry.svcEntries().stream().filter((name) -> present.contains(name + "_link")).forEach((name) -> {
			if (entry.isRedacted(name + "_link")) {
				assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> entry.findEntry(name));
			}
			else {
				assertThat(entry.findEntry(name).map((linked) -> linked.uri().toString()).orElse(null))
					.isEqualTo(entry.get(name + "_link"));
			}
		});
		entry.svcCollections()
			.stream()
			.filter((name) -> present.contains(name + "_collection_link"))
			.forEach((name) -> assertThat(entry.collection(name).uri())
				.hasToString(entry.getString(name + "_collection_link")));
		return present.size();
	}

	private static boolean isPresent(Entry entry, String name) {
		try {
			entry.isRedacted(name);
			return true;
		}
		catch (NoSuchAttributeException ex) {
			return false;
		}
	}

	private static void assertSame(Entry entry, String name, Param param) {
		Object value = entry.get(name);
		if (value instanceof String text && param.type() == ParamType.DATE_TIME) {
			assertThat(entry.getDateTime(name)).isEqualTo(text);
		}
		else if (value instanceof String text && param.type() == ParamType.DATE) {
			assertThat(entry.getDate(name)).isEqualTo(text.substring(0, 10));
		}
		else if (value instanceof String) {
			assertThat(entry.getString(name)).isEqualTo(value);
		}
		else if (value instanceof Boolean) {
			assertThat(entry.getBoolean(name)).isEqualTo(value);
		}
		else if (value instanceof Long) {
			assertThat(entry.getLong(name)).isEqualTo(value);
		}
		else if (value instanceof BigDecimal) {
			assertThat(entry.getDecimal(name)).isEqualTo(value);
		}
		else {
			assertThat(value).satisfiesAnyOf((none) -> assertThat(none).isNull(),
					(list) -> assertThat(list).isInstanceOf(List.class));
		}
	}

	@Test
	void keyLookupFindsPeopleTeamsBugsAndProjects() {
		try (ServiceRoot root = root()) {
			Entry person = root.collection("people").get("jelmer");
			Entry team = root.collection("people").get("ubuntu-security");
			assertThat(person.resourceTypeLink().getFragment()).isEqualTo("person");
			assertThat(team.resourceTypeLink().getFragment()).isEqualTo("team");
			assertThat(person.isRedacted("preferred_email_address_link")).isTrue();
			assertThat(root.collection("projects").get("launchpad").getString("name")).isEqualTo("launchpad");
			assertThat(root.collection("bugs").get(1).getLong("heat")).isEqualTo(10_688);
			assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> root.collection("bugs").get(0));
		}
	}

	@Test
	void namedOperationReturnsTasksOfAProject() {
		try (ServiceRoot root = root()) {
			List<Entry> tasks = root.collection("projects")
				.get("launchpad")
				.operation("searchTasks")
				.with("status", "New")
				.invoke()
				.collection()
				.stream()
				.toList();
			assertThat(tasks).hasSize(30).allSatisfy((task) -> assertThat(task.getString("importance")).isNotBlank());
			assertThat(Stream.of(tasks.get(0)).map((task) -> task.entry("bug").getString("name")))
				.containsExactly("liberation");
		}
	}

	@Test
	void saveReturnsTheNewState() throws IOException {
		String bug = here(DATA.resolve("launchpad-json/bug.json"));
		this.launchpad.serve(patch(urlEqualTo("/1.0/bugs/1")),
				StubService.json(changed(bug, "A new title")).withStatus(209));
		try (ServiceRoot root = root()) {
			Entry entry = root.collection("bugs").get(1);
			int attributes = readAll(root, entry);
			String etag = entry.httpEtag().orElseThrow();
			entry.set("title", "A new title").save();
			assertThat(entry.getString("title")).isEqualTo("A new title");
			assertThat(entry.httpEtag()).contains("\"saved\"");
			assertThat(entry.changes()).isEmpty();
			assertThat(readAll(root, entry)).isEqualTo(attributes);
			assertThat(patches("bugs/1")).singleElement().satisfies((sent) -> {
				assertThat(sent.getBodyAsString()).isEqualTo("{\"title\":\"A new title\"}");
				assertThat(sent.getHeader("If-Match")).isEqualTo(etag);
			});
		}
	}

	@Test
	void staleSaveThrowsPreconditionFailedAndKeepsChanges() {
		this.launchpad.serve(patch(urlEqualTo("/1.0/~jelmer")), aResponse().withStatus(412));
		try (ServiceRoot root = root()) {
			Entry person = root.collection("people").get("jelmer");
			String before = person.getString("display_name");
			person.set("display_name", "Somebody");
			assertThatExceptionOfType(PreconditionFailed.class).isThrownBy(person::save);
			assertThat(person.changes()).containsOnlyKeys("display_name");
			person.svcRefresh();
			assertThat(person.getString("display_name")).isEqualTo(before);
			assertThat(patches("~jelmer")).hasSize(1);
		}
	}

	@Test
	void updateSucceedsOnConcurrentlyChangedState() throws IOException {
		String bug = here(DATA.resolve("launchpad-json/bug.json"));
		String meanwhile = changed(bug, "Changed meanwhile");
		this.launchpad.serve(patch(urlEqualTo("/1.0/bugs/1")).inScenario("late")
			.whenScenarioStateIs(Scenario.STARTED)
			.willSetStateTo("changed"), aResponse().withStatus(412));
		this.launchpad.serve(get(urlEqualTo("/1.0/bugs/1")).inScenario("late").whenScenarioStateIs("changed"),
				StubService.json(meanwhile));
		this.launchpad.serve(patch(urlEqualTo("/1.0/bugs/1")).withHeader("If-Match", equalTo("\"saved\"")),
				StubService.json(meanwhile.replace("Changed meanwhile", "Changed meanwhile, and by us"))
					.withStatus(209));
		try (ServiceRoot root = root()) {
			Entry entry = root.collection("bugs").get(1);
			entry.update((it) -> it.set("title", it.getString("title") + ", and by us"));
			assertThat(entry.getString("title")).isEqualTo("Changed meanwhile, and by us");
			assertThat(patches("bugs/1")).hasSize(2)
				.last()
				.satisfies((sent) -> assertThat(sent.getBodyAsString())
					.isEqualTo("{\"title\":\"Changed meanwhile, and by us\"}"));
		}
	}

	private List<LoggedRequest> patches(String path) {
		return this.launchpad.requestsFor(path)
			.stream()
			.filter((request) -> request.getMethod().equals(RequestMethod.PATCH))
			.toList();
	}

	private static String changed(String bug, String title) {
		return bug.replaceFirst("\"http_etag\": \"[^,}]*\"", "\"http_etag\": \"\\\\\"saved\\\\\"\"")
			.replaceFirst("\"title\": \"[^\"]*\"", "\"title\": \"" + title + "\"");
	}

	@Test
	void descriptionContainsDocumentation() {
		try (ServiceRoot root = root()) {
			assertThat(root.documentation()).hasValueSatisfying(
					(text) -> assertThat(text).startsWith("About this service\n\nThe Launchpad web service allows"));
			assertThat(root.type("bug").attribute("heat")).flatMap(ValueDescription::documentation).isPresent();
		}
	}

}
