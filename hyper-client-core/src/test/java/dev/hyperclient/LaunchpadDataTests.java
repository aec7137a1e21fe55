package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.launchpad.Launchpad;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests with representations of bugs, people and projects: those of a small tracker, and
 * recorded ones of Launchpad.
 */
class LaunchpadDataTests {

	@RegisterExtension
	private final StubService service = new StubService();

	/**
	 * Documents of a service.
	 *
	 * @param entries the files of entries by their paths
	 * @param page the path of a page and its file
	 */
	record Documents(DescriptionSource source, String bug, String person, String team, String project,
			String hiddenLink, String tasks, Map<String, String> entries, Map.Entry<String, String> page) {

		private static Documents tracker() {
			return new Documents(DescriptionSource.TRACKER, "12", "ada", "gardeners", "orchard", "mail", "tasks",
					Map.of("bugs/12", "bug", "~ada", "ada", "~gardeners", "gardeners", "orchard", "orchard"),
					Map.entry("~gardeners/members", "members"));
		}

		private static Documents launchpad() {
			return new Documents(DescriptionSource.LAUNCHPAD, "1", "jelmer", "ubuntu-security", "launchpad",
					"preferred_email_address", "bug_tasks",
					Map.of("bugs/1", "bug", "bugs/2039729", "bug2", "~jelmer", "person", "~awsome-core", "team",
							"~ubuntu-wiki-editors", "team2", "~ubuntu-security", "team-ubuntu-security", "launchpad",
							"project-launchpad"),
					Map.entry("bugs/1/bug_tasks", "bug_tasks"));
		}

		String bugPath() {
			return "bugs/" + this.bug;
		}

	}

	static Stream<Documents> documents() {
		return DescriptionSource.present()
			.filter((source) -> source != DescriptionSource.LAUNCHPAD_DEVEL)
			.map((source) -> (source == DescriptionSource.TRACKER) ? Documents.tracker() : Documents.launchpad());
	}

	private ServiceRoot serve(Documents documents) {
		String description = documents.source().wadl(this.service.url(""));
		this.service.serveRoot(description, rootJson(description));
		documents.entries().forEach((path, file) -> this.service.serveJson(path, json(documents, file)));
		this.service.serveJson(documents.page().getKey(), json(documents, documents.page().getValue()));
		this.service.serve(
				get(urlPathEqualTo("/1.0/" + documents.project())).withQueryParam("ws.op", equalTo("searchTasks")),
				StubService.json(json(documents, documents.tasks())));
		return this.service.open(Launchpad.PRODUCTION.builder().serviceRoot(this.service.url("")).version(null));
	}

	private String json(Documents documents, String file) {
		return documents.source().json(file, this.service.url(""));
	}

	/** The JSON of the root is not recorded, so it is derived from the description. */
	private String rootJson(String description) {
		WadlApplication application = WadlParser.parse(description.getBytes(StandardCharsets.UTF_8),
				URI.create(this.service.url("")));
		return application.rootType()
			.representation()
			.orElseThrow()
			.params()
			.stream()
			.map(Param::name)
			.map((name) -> "\"%s\": \"%s%s\"".formatted(name, this.service.url(""),
					name.equals(LinkName.TYPE) ? "#service-root"
							: name.replace("_collection_link", "").replace("_link", "")))
			.collect(Collectors.joining(", ", "{", "}"));
	}

	@ParameterizedTest
	@MethodSource("documents")
	void everyAttributeOfAnEntryIsRead(Documents documents) {
		ServiceRoot root = serve(documents);
		documents.entries().forEach((path, file) -> {
			Entry entry = root.load(path, Entry.class);
			assertThat(entry.selfLink()).hasToString(this.service.url(path));
			assertThat(JsonMapper.builder().build().readTree(json(documents, file)).propertyNames())
				.containsAll(readAll(entry));
			assertThat(readAll(entry)).hasSizeGreaterThan(5);
		});
	}

	@ParameterizedTest
	@MethodSource("documents")
	void everyAttributeOfAPageIsRead(Documents documents) {
		String page = documents.page().getKey();
		ServiceRoot root = serve(documents);
		EntryCollection entries = root.load(page.substring(0, page.lastIndexOf('/')), Entry.class)
			.collection(page.substring(page.lastIndexOf('/') + 1));
		assertThat(entries.stream()).hasSize(entries.size())
			.allSatisfy((entry) -> assertThat(readAll(entry)).hasSizeGreaterThan(7));
	}

	/**
	 * Call the typed getter of each attribute, determined by description and value.
	 * Attributes that the representation does not have are skipped.
	 * @return the names of the members
	 */
	private static List<String> readAll(Entry entry) {
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
		return present;
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

	@ParameterizedTest
	@MethodSource("documents")
	void keyLookupFindsPeopleTeamsBugsAndProjects(Documents documents) {
		ServiceRoot root = serve(documents);
		Entry person = root.collection("people").get(documents.person());
		Entry team = root.collection("people").get(documents.team());
		assertThat(person.resourceTypeLink().getFragment()).isEqualTo("person");
		assertThat(team.resourceTypeLink().getFragment()).isEqualTo("team");
		assertThat(person.isRedacted(documents.hiddenLink() + "_link")).isTrue();
		assertThat(root.collection("projects").get(documents.project()).getString("name"))
			.isEqualTo(documents.project());
		assertThat(root.collection("bugs").get(documents.bug()).getLong("id"))
			.isEqualTo(Long.parseLong(documents.bug()));
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> root.collection("bugs").get(0));
	}

	@ParameterizedTest
	@MethodSource("documents")
	void namedOperationReturnsTasksOfAProject(Documents documents) {
		ServiceRoot root = serve(documents);
		Entry task = root.collection("projects")
			.get(documents.project())
			.operation("searchTasks")
			.with("status", "New")
			.invoke()
			.collection()
			.at(0);
		assertThat(task.getString("status")).isNotBlank();
		assertThat(task.entry("bug").getString("title"))
			.isEqualTo(root.collection("bugs").get(documents.bug()).getString("title"));
	}

	@ParameterizedTest
	@MethodSource("documents")
	void saveReturnsTheNewState(Documents documents) {
		ServiceRoot root = serve(documents);
		this.service.serve(patch(urlEqualTo("/1.0/" + documents.bugPath())),
				StubService.json(changed(json(documents, "bug"), "A new title")).withStatus(209));
		Entry entry = root.collection("bugs").get(documents.bug());
		List<String> members = readAll(entry);
		String etag = entry.httpEtag().orElseThrow();
		entry.set("title", "A new title").save();
		assertThat(entry.getString("title")).isEqualTo("A new title");
		assertThat(entry.httpEtag()).contains("\"saved\"");
		assertThat(entry.changes()).isEmpty();
		assertThat(readAll(entry)).isEqualTo(members);
		assertThat(patches(documents.bugPath())).singleElement().satisfies((sent) -> {
			assertThat(sent.getBodyAsString()).isEqualTo("{\"title\":\"A new title\"}");
			assertThat(sent.getHeader("If-Match")).isEqualTo(etag);
		});
	}

	@ParameterizedTest
	@MethodSource("documents")
	void updateSucceedsOnConcurrentlyChangedState(Documents documents) {
		String url = "/1.0/" + documents.bugPath();
		ServiceRoot root = serve(documents);
		String meanwhile = changed(json(documents, "bug"), "Changed meanwhile");
		this.service.serve(patch(urlEqualTo(url)).inScenario("late")
			.whenScenarioStateIs(Scenario.STARTED)
			.willSetStateTo("changed"), aResponse().withStatus(412));
		this.service.serve(get(urlEqualTo(url)).inScenario("late").whenScenarioStateIs("changed"),
				StubService.json(meanwhile));
		this.service.serve(patch(urlEqualTo(url)).withHeader("If-Match", equalTo("\"saved\"")),
				StubService.json(meanwhile.replace("Changed meanwhile", "Changed meanwhile, and by us"))
					.withStatus(209));
		Entry entry = root.collection("bugs").get(documents.bug());
		entry.update((it) -> it.set("title", it.getString("title") + ", and by us"));
		assertThat(entry.getString("title")).isEqualTo("Changed meanwhile, and by us");
		assertThat(patches(documents.bugPath())).hasSize(2)
			.last()
			.satisfies((sent) -> assertThat(sent.getBodyAsString())
				.isEqualTo("{\"title\":\"Changed meanwhile, and by us\"}"));
	}

	private List<LoggedRequest> patches(String path) {
		return this.service.requestsFor(path)
			.stream()
			.filter((request) -> request.getMethod().equals(RequestMethod.PATCH))
			.toList();
	}

	private static String changed(String bug, String title) {
		return bug.replaceFirst("\"http_etag\": \"(\\\\\"|[^\"])*\"", "\"http_etag\": \"\\\\\"saved\\\\\"\"")
			.replaceFirst("\"title\": \"[^\"]*\"", "\"title\": \"" + title + "\"");
	}

}
