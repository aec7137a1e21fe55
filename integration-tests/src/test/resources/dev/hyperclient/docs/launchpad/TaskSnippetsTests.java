package dev.hyperclient.docs.launchpad;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.example.launchpad.BranchMergeProposal;
import com.example.launchpad.BranchMergeProposalStatus;
import com.example.launchpad.Bug;
import com.example.launchpad.BugAttachment;
import com.example.launchpad.BugTask;
import com.example.launchpad.BugTaskImportance;
import com.example.launchpad.BugTaskStatus;
import com.example.launchpad.Bugs;
import com.example.launchpad.InformationType;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Person;
import com.example.launchpad.Project;
import com.example.launchpad.TeamMembership;
import dev.hyperclient.Entry;
import dev.hyperclient.FileArgument;
import dev.hyperclient.FileContent;
import dev.hyperclient.HostedFile;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.typed.TypedCollection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.ArgumentCaptor;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Java code of the page about tasks, and its tests. LaunchpadGuideTests generates the client and runs them.
 */
class TaskSnippetsTests {

	private static final OffsetDateTime MONDAY = OffsetDateTime.of(2026, 2, 2, 0, 0, 0, 0, ZoneOffset.UTC);

	private static final String PRIVATE_FILE = "https://i1.restricted.launchpadlibrarian.net/1/trace.txt?token=abc";

	private static final Path DESCRIPTION = Path.of("src/main/hyper-client/launchpad.wadl");

	@AutoClose
	private static final FakeService service = FakeService.describedBy("launchpad", DESCRIPTION)
		.entry("~ann", "person", Map.of("name", "ann", "is_team", false))
		.entry("~chefs", "person", Map.of("name", "chefs", "is_team", true))
		.entry("~cooks", "person", Map.of("name", "cooks", "is_team", true))
		.entry("~cooks/+member/chefs", "team_membership",
				Map.of("member", "~chefs", "date_joined", "2025-01-31T12:00:00+00:00"))
		.entry("~chefs/+member/ann", "team_membership",
				Map.of("member", "~ann", "date_joined", "2026-01-31T12:00:00+00:00"))
		.collection("~cooks/members_details", "~cooks/+member/chefs")
		.collection("~chefs/members_details", "~chefs/+member/ann")
		.collection("~cooks/participants", "~chefs", "~ann")
		.entry("kettle", "project", Map.of("name", "kettle"))
		.entry("bugs/1", "bug", Map.of("id", 1, "title", "Slow"))
		.entry("kettle/+bug/1", "bug_task", Map.of("bug", "bugs/1", "status", "New"))
		.collection("bugs/1/bug_tasks", "kettle/+bug/1")
		.entry("kettle/+merge/1", "branch_merge_proposal",
				Map.of("queue_status", "Needs review", "web_link", "https://code.launchpad.net/1"))
		.operation("project", "searchTasks", (call) -> List.of(call.find("kettle/+bug/1").orElseThrow()))
		.operation("project", "getMergeProposals", (call) -> List.of(call.find("kettle/+merge/1").orElseThrow()))
		.operation("bugs", "createBug",
				(call) -> call.create("bugs/2", "bug", Map.of("title", call.arguments().text("title"))))
		.operation("bug", "newMessage", (call) -> call.create("bugs/1/comments/1", "message", Map.of()))
		.operation("bug", "addAttachment", (call) -> call.create("bugs/1/+attachment/2", "bug_attachment", Map.of()))
		.operation("bug", "subscribe", (call) -> null)
		.representation("bugs/1/+attachment/1", attachment(1, PRIVATE_FILE))
		.representation("bugs/1/+attachment/3", attachment(3, "https://example.com/trace.txt"))
		.start();

	private final List<String> printed = new ArrayList<>();

	@AutoClose
	private final ServiceRoot root = dev.hyperclient.launchpad.Launchpad.PRODUCTION.builder()
		.serviceRoot(service.baseUrl())
		.version(null)
		.cache(HttpCache.inMemory(DataSize.ofMegabytes(1)))
		.build();

	private final Launchpad launchpad = new Launchpad(this.root);

	@TempDir
	private Path directory;

	@BeforeEach
	void reset() {
		service.reset();
	}

	@Test
	void searchesBugs() {
		OffsetDateTime monday = MONDAY;
		// tag::task-search[]
		Project project = launchpad.projects().get("kettle");
		TypedCollection<BugTask> tasks = project
			.searchTasks(new Project.SearchTasksOptions()
				.status(List.of(BugTaskStatus.NEW, BugTaskStatus.TRIAGED))
				.importance(List.of(BugTaskImportance.HIGH, BugTaskImportance.CRITICAL))
				.tags(List.of("ui"))
				.modifiedSince(monday));
		int count = tasks.size();
		List<BugTask> first = tasks.slice(0, 20);
		// end::task-search[]
		assertThat(count).isEqualTo(1);
		assertThat(first).hasSize(1);
		assertThat(service).received("GET", "/kettle")
			.withArgument("status", List.of("New", "Triaged"))
			.withArgument("importance", List.of("High", "Critical"))
			.withArgument("modified_since", MONDAY);
		// tag::task-pages[]
		try (Stream<BugTask> all = tasks.iteration().readAhead().prefetch(BugTask::bug).stream()) {
			all.forEach((task) -> print(task.status(), task.bug().title()));
		}
		// end::task-pages[]
		assertThat(this.printed).containsExactly("[New, Slow]");
	}

	@Test
	void listsMergeProposals() {
		Project project = launchpad.projects().get("kettle");
		// tag::task-proposals[]
		for (BranchMergeProposal proposal : project
			.getMergeProposals(new Project.GetMergeProposalsOptions().status(List.of(BranchMergeProposalStatus.NEEDS_REVIEW)))) {
			print(proposal.queueStatus(), proposal.webLink());
		}
		// end::task-proposals[]
		assertThat(this.printed).containsExactly("[Needs review, https://code.launchpad.net/1]");
		assertThat(service).received("GET", "/kettle").withArgument("status", List.of("Needs review"));
	}

	@Test
	void changesStatusAndAssigneeOfNewTask() {
		triage();
		assertThat(service).received("PATCH", "/kettle/+bug/1").withIfMatch().withBodyContaining("Triaged");
		service.change("kettle/+bug/1", Map.of("status", "Fix Released"));
		assertThat(service).requestsOf(this::triage).noneMatch((request) -> request.method().equals("PATCH"));
	}

	private void triage() {
		// tag::task-status[]
		Person ann = launchpad.people().getReference("ann"); // no request
		launchpad.bugs().get(1).bugTasks().at(0).update((task) -> {
			if (BugTaskStatus.NEW.equals(task.status())) {
				task.setStatus(BugTaskStatus.TRIAGED).setAssignee(ann);
			}
		});
		// end::task-status[]
	}

	@Test
	void commentsAttachesAndSubscribes() throws IOException {
		Path trace = Files.writeString(this.directory.resolve("trace.txt"), "at Main");
		Person ann = launchpad.people().getReference("ann");
		// tag::task-comment[]
		Bug bug = launchpad.bugs().get(1);
		bug.newMessage("Fixed in 1.2.", new Bug.NewMessageOptions().subject("Fixed"));
		bug.addAttachment("It happens with 1.2, too.",
				new Bug.AddAttachmentOptions().data(FileArgument.of(trace))
					.filename("trace.txt")
					.contentType("text/plain")
					.description("Stack trace"));
		bug.subscribe(ann);
		// end::task-comment[]
		assertThat(service).received("POST", "/bugs/1").withArgument("content", "Fixed in 1.2.");
		assertThat(service).received("POST", "/bugs/1").withArgument("filename", "trace.txt");
		assertThat(service).received("POST", "/bugs/1").withArgument("person", ann);
	}

	@Test
	void filesBug() {
		Project project = launchpad.projects().get("kettle");
		// tag::task-new-bug[]
		Bug bug = launchpad.bugs()
			.createBug("Boils slowly", "It takes ten minutes.", project,
					new Bugs.CreateBugOptions().tags(List.of("ui"))
						.informationType(InformationType.PUBLIC));
		// end::task-new-bug[]
		assertThat(bug.title()).isEqualTo("Boils slowly");
		assertThat(service).received("POST", "/bugs").withArgument("target", project).withArgument("tags", List.of("ui"));
	}

	@Test
	void listsMembers() {
		Person cooks = launchpad.people().get("cooks");
		printMembers(cooks, new HashSet<>());
		assertThat(this.printed).containsExactly("[chefs, 2025-01-31T12:00Z]", "[ann, 2026-01-31T12:00Z]");
		assertThat(cooks.participants().stream().map(Person::name)).containsExactly("chefs", "ann");
	}

	// tag::task-members[]
	void printMembers(Person team, Set<Person> visited) {
		for (TeamMembership membership : team.membersDetails()) {
			Person member = membership.member();
			print(member.name(), membership.dateJoined());
			if (Boolean.TRUE.equals(member.isTeam()) && visited.add(member)) {
				printMembers(member, visited);
			}
		}
	}
	// end::task-members[]

	static void printTitle(String[] args) {
		// tag::task-script[]
		HttpAuthorizer user = new CredentialsFile(Path.of("my-app.credentials")).read().authorizer();
		try (ServiceRoot root = dev.hyperclient.launchpad.Launchpad.PRODUCTION.builder(user).build()) {
			Launchpad launchpad = new Launchpad(root); // com.example.launchpad.Launchpad
			System.out.println(launchpad.bugs().get(args[0]).title());
		}
		// end::task-script[]
	}

	@Test
	void downloadsPrivateFileWithoutCredentials() throws IOException, InterruptedException {
		HttpClient http = mock();
		download(attachment(1), this.directory.resolve("trace.txt"), http);
		ArgumentCaptor<HttpRequest> request = ArgumentCaptor.captor();
		verify(http).send(request.capture(), any());
		assertThat(request.getValue().uri()).isEqualTo(URI.create(PRIVATE_FILE));
		assertThat(request.getValue().headers().map()).isEmpty();
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> download(attachment(3), this.directory.resolve("trace.txt"), http));
	}

	private HostedFile attachment(int id) {
		Entry attachment = this.root.load("bugs/1/+attachment/" + id, Entry.class);
		return new BugAttachment(attachment).data().orElseThrow();
	}

	// tag::task-private-file[]
	static void download(HostedFile file, Path target, HttpClient http) throws IOException, InterruptedException {
		try (FileContent content = file.open()) {
			content.transferTo(target);
		}
		catch (ForeignOriginException ex) { // it was redirected to another host
			URI location = ex.uri();
			if (!location.getScheme().equals("https")
					|| !location.getHost().endsWith(".restricted.launchpadlibrarian.net")) {
				throw ex;
			}
			http.send(HttpRequest.newBuilder(location).build(), BodyHandlers.ofFile(target));
		}
	}
	// end::task-private-file[]

	private static String attachment(int id, String file) {
		try (Stream<String> lines = Files.lines(DESCRIPTION)) {
			String base = lines.filter((line) -> line.contains("<wadl:resources base="))
				.findFirst()
				.orElseThrow()
				.split("\"")[1];
			return """
					{"resource_type_link": "%1$s#bug_attachment", "self_link": "%1$sbugs/1/+attachment/%2$s",
					 "http_etag": "\\"1-1\\"", "data_link": "%3$s"}""".formatted(base, id, file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void descriptionIsThatOfTheClient() {
		assertThat(launchpad.differences()).isEmpty();
	}

	private void print(Object... columns) {
		this.printed.add(Arrays.asList(columns).toString());
	}

}
