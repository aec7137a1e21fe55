package dev.hyperclient;

import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.launchpad.Launchpad;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests with a small bug tracker in the style of Launchpad.
 */
class TrackerTests {

	private static final String SEARCH = "orchard?status=%22New%22&ws.op=searchTasks";

	@RegisterExtension
	private final StubService tracker = new StubService();

	@BeforeEach
	void serve() {
		this.tracker.serveRoot(DescriptionSource.TRACKER.wadl(this.tracker.url("")), read("root"));
		Map.of("~ada", "ada", "~gardeners", "gardeners", "~gardeners/members", "members", "bugs/12", "bug", "orchard",
				"orchard", SEARCH, "tasks", "orchard?memo=2&status=%22New%22&ws.op=searchTasks&ws.start=2", "tasks-2")
			.forEach((path, name) -> this.tracker.serveJson(path, read(name)));
		this.tracker.serveJson(SEARCH + "&ws.show=total_size", "3");
	}

	private String read(String name) {
		return DescriptionSource.TRACKER.json(name, this.tracker.url(""));
	}

	private static EntryCollection newTasks(ServiceRoot root) {
		return root.collection("projects")
			.getReference("orchard")
			.operation("searchTasks")
			.with("status", "New")
			.invoke()
			.collection();
	}

	private ServiceRoot root() {
		return this.tracker.open(Launchpad.PRODUCTION.builder().serviceRoot(this.tracker.url("")).version(null));
	}

	@Test
	void rootListsEntriesAndCollections() {
		ServiceRoot root = root();
		assertThat(root.svcCollections()).containsExactly("people", "bugs", "projects");
		assertThat(root.svcEntries()).isEmpty();
		assertThat(root.documentation()).hasValueSatisfying((text) -> assertThat(text).contains("A tracker"));
		assertThat(this.tracker.requestCount()).isEqualTo(2);
	}

	@Test
	void operationsAreListedWithTheirDescription() {
		ServiceRoot root = root();
		Entry project = root.collection("projects").getReference("orchard");
		assertThat(project.type().operations()).extracting(OperationDescription::name)
			.containsExactlyElementsOf(project.svcOperations())
			.contains("searchTasks");
		assertThat(root.type().operations()).extracting(OperationDescription::name)
			.containsExactlyElementsOf(root.svcOperations());
		EntryCollection people = root.collection("people");
		assertThat(people.type().orElseThrow().operations()).extracting(OperationDescription::name)
			.containsExactlyElementsOf(people.svcOperations());
		assertThat(project.operation("searchTasks").description().parameters()).extracting(ValueDescription::name)
			.contains("status");
		assertThat(this.tracker.requestCount()).isEqualTo(2);
	}

	@Test
	void collectionIsReadAsSliceOrAsStreamOfAType() {
		ServiceRoot root = root();
		EntryCollection tasks = newTasks(root);
		assertThat(tasks.slice(0, 2)).isEqualTo(tasks.stream().limit(2).toList());
		assertThatIllegalArgumentException().isThrownBy(() -> tasks.slice(-1, 3))
			.withMessage("Collection slices must have a nonnegative start point.");
		assertThat(tasks.stream(Task.class)).extracting(Task::status)
			.containsExactlyElementsOf(tasks.stream().map((task) -> task.getString("status")).toList());
	}

	@Test
	void instanceHasVersionFileServersAndKeyLookups() {
		try (ServiceRoot root = Launchpad.PRODUCTION.builder().startup(Startup.LAZY).build()) {
			assertThat(root.uri()).hasToString("https://api.launchpad.net/devel/");
		}
		assertThat(Launchpad.PRODUCTION.allowedOrigins()).containsExactly(URI.create("https://launchpadlibrarian.net"));
		assertThat(Launchpad.collections()).extractingByKeys("distributions", "project_groups")
			.extracting((type) -> String.valueOf(type.keyLookup().uriOf(URI.create("http://host/"), "x")))
			.containsOnly("http://host/x");
	}

	@Test
	void keyLookupFindsPersonOrTeam() {
		this.tracker.serveInTurn("~ada", aResponse().withStatus(504));
		ServiceRoot root = root();
		EntryCollection people = root.collection("people");
		Entry reference = people.getReference("ada");
		assertThat(reference.svcCollections()).containsExactly("members");
		assertThat(reference.getString("display_name")).isEqualTo("Ada A.");
		assertThat(reference.resourceTypeLink().getFragment()).isEqualTo("person");
		assertThat(reference.svcCollections()).isEmpty();
		assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(() -> reference.collection("members"));
		assertThat(reference.getDateTime("date_created")).isEqualTo(OffsetDateTime.parse("2019-03-04T05:06:07.25Z"));
		Entry team = people.get("gardeners");
		assertThat(team.resourceTypeLink().getFragment()).isEqualTo("team");
		assertThat(team.collection("members").stream()).singleElement()
			.satisfies((member) -> assertThat(member).isEqualTo(people.get("ada")));
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> people.get("nobody"))
			.withMessageContaining("nobody");
	}

	@Test
	void operationReturnsPages() {
		ServiceRoot root = root();
		EntryCollection tasks = newTasks(root);
		assertThat(this.tracker.requestCount()).isEqualTo(3);
		assertThat(tasks.size()).isEqualTo(3);
		List<Entry> all = tasks.stream().toList();
		assertThat(all).extracting((task) -> task.uri().toString())
			.containsExactly(this.tracker.url("orchard/+bug/12"), this.tracker.url("orchard/+bug/13"),
					this.tracker.url("orchard/+bug/15"));
		assertThat(all.get(0).getDate("date_due")).isEqualTo(LocalDate.of(2027, 2, 3));
		assertThat(all.get(0).type().attribute("status").orElseThrow().options()).containsExactly("New", "In Progress",
				"Won't Fix", "Fixed");
		assertThat(this.tracker.requestCount()).isEqualTo(5);
		assertThat(all.get(1).findEntry("assignee")).isEmpty();
		assertThat(all.get(2).entry("assignee").getString("name")).isEqualTo("gardeners");
		assertThat(all.get(0).entry("bug").getString("title")).isEqualTo("The fence is down");
	}

	@Test
	void redactedAndMissingValuesDiffer() {
		ServiceRoot root = root();
		Entry bug = root.collection("bugs").get(12);
		assertThat(bug.isRedacted("information_type")).isTrue();
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> bug.getString("information_type"));
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> bug.get("information_type"))
			.withMessage("'information_type' of %s is hidden from this user by the service", bug.uri());
		assertThat(bug.findEntry("duplicate_of")).isEmpty();
		assertThat(bug.getLong("heat")).isEqualTo(5_000_000_000L);
		assertThat(bug.get("tags")).isEqualTo(List.of("fence", "rain"));
		Entry ada = bug.entry("owner");
		int before = this.tracker.requestCount();
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> ada.findEntry("mail"));
		assertThat(root.collection("people").get("gardeners").findEntry("mail")).isEmpty();
		assertThat(this.tracker.requestCount()).isEqualTo(before + 2);
	}

	@ParameterizedTest
	@CsvSource({ "2019-03-04T05:06:07.250000+00:00, 2019-03-04T05:06:07.25Z",
			"2019-03-04T05:06:07, 2019-03-04T05:06:07Z", "2019-03-04T05:06:07Z, 2019-03-04T05:06:07Z",
			"2019-03-04T05:06:07.250Z, 2019-03-04T05:06:07.25Z", "2019-03-04T05:06:07+0100, 2019-03-04T04:06:07Z",
			"2019-03-04T05:06, 2019-03-04T05:06:00Z", "2019-03-04, 2019-03-04T00:00:00Z" })
	void datesAreReadInEveryFormat(String sent, OffsetDateTime meant) {
		this.tracker.serveJson("~ada", read("ada").replace("2019-03-04T05:06:07.250000+00:00", sent));
		ServiceRoot root = root();
		Entry ada = root.collection("people").get("ada");
		assertThat(ada.getDateTime("date_created")).isEqualTo(meant);
		assertThat(ada.getDate("date_created")).isEqualTo(LocalDate.of(2019, 3, 4));
	}

	@Test
	void staleSaveThrowsPreconditionFailedAndMayBeRepeated() {
		this.tracker.serveInTurn("bugs/12", StubService.json(read("bug")), StubService.json(read("bug-changed")));
		this.tracker.serve("PATCH", "bugs/12", aResponse().withStatus(412));
		this.tracker.serve(patch(urlEqualTo("/1.0/bugs/12")).withHeader("If-Match", equalTo("\"b12-3\"")),
				StubService.json(read("bug-saved")).withStatus(209));
		ServiceRoot root = root();
		Entry bug = root.collection("bugs").get(12).set("title", "The fence is up");
		assertThatExceptionOfType(PreconditionFailed.class).isThrownBy(bug::save);
		assertThat(bug.changes()).containsOnlyKeys("title");
		bug.svcRefresh();
		assertThat(bug.changes()).isEmpty();
		assertThat(bug.get("tags")).isEqualTo(List.of("fence"));
		bug.update((it) -> it.set("title", "The fence is up"));
		assertThat(bug.getString("title")).isEqualTo("The fence is up");
		assertThat(patches()).hasSize(2);
	}

	private List<String> patches() {
		return this.tracker.server()
			.findAll(WireMock.anyRequestedFor(WireMock.anyUrl()))
			.stream()
			.filter((request) -> request.getMethod().equals(RequestMethod.PATCH))
			.map(LoggedRequest::getBodyAsString)
			.toList();
	}

	record Task(String status) {
	}

}
