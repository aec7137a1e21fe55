package dev.hyperclient.testservice;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Options of attributes, of operations and of the service.
 */
class FakeServiceOptionsTests {

	@AutoClose
	private final FakeService service = builder().start();

	private final ServiceCalls calls = new ServiceCalls(this.service);

	@Test
	void rootLinkFollowsEntryToItsNewKey() throws Exception {
		assertThat(location("notes/newest")).isEqualTo(this.service.baseUrl() + "notes/first");
		this.calls.patch("notes/first", "{\"name\": \"renamed\"}");
		assertThat(location("notes/newest")).isEqualTo(this.service.baseUrl() + "notes/renamed");
		this.service.remove("notes/renamed");
		assertThat(this.calls.get("notes/newest").statusCode()).isEqualTo(404);
	}

	@Test
	void strippedTextHasNoWhiteSpaceAroundIt() throws Exception {
		assertThat(this.calls.patch("notes/first", "{\"title\": \"  A title \\n\"}").body())
			.contains("\"title\":\"A title\"");
	}

	@Test
	void redactedValueIsHiddenAndItsChangeFailsStaleWrites() throws Exception {
		HttpResponse<String> note = this.calls.get("notes/first");
		assertThat(note.body()).contains("\"secret\":\"tag:launchpad.net:2008:redacted\"");
		assertThat(this.calls.patch("notes/first", "{\"secret\": true}").statusCode()).isEqualTo(209);
		assertThat(this.service.entry("notes/first").get("secret")).isEqualTo(true);
		assertThat(this.calls
			.patch("notes/first", "{\"secret\": false}", "If-Match", note.headers().firstValue("ETag").orElseThrow())
			.statusCode()).isEqualTo(412);
	}

	@Test
	void readOnlyFileIsReadAndNotStored() throws Exception {
		assertThat(this.calls.get("notes/first/scan").statusCode()).isEqualTo(303);
		HttpResponse<String> refused = this.calls.send("PUT", "notes/first/scan", "x");
		assertThat(refused.statusCode()).isEqualTo(405);
		assertThat(refused.headers().firstValue("Allow")).hasValue("GET");
		assertThat(this.calls.get("", "Accept", "application/vnd.sun.wadl+xml").body().split("scan_link\"")).hasSize(2);
	}

	@Test
	void decimalOfOtherScaleIsNoChange() throws Exception {
		String before = this.calls.get("notes/first").body();
		assertThat(this.calls.patch("notes/first", "{\"price\": 2.50}").body()).isEqualTo(before);
	}

	@Test
	void creatingOperationRefusesTextThatCannotBeKey() throws Exception {
		assertThat(this.calls.post("notes", "ws.op=create&name=newest").body())
			.isEqualTo("name: The name 'newest' is reserved.");
		for (String name : List.of(".", "..", "a%0Ab", "x".repeat(501))) {
			assertThat(this.calls.post("notes", "ws.op=create&name=" + name).body())
				.startsWith("name: A name is one line of up to 500 characters");
		}
		assertThat(this.calls.post("notes", "ws.op=create&name=other").statusCode()).isEqualTo(201);
		assertThat(this.calls.post("notes", "ws.op=create&name=other").body())
			.isEqualTo("A note called \"other\" already exists.");
	}

	@Test
	void entryIsFreshForMaximumAge() throws Exception {
		assertThat(this.calls.get("notes/first").headers().firstValue("Cache-Control")).hasValue("max-age=60");
		assertThat(this.calls.get("notes").headers().firstValue("Cache-Control")).isEmpty();
		String tag = this.calls.get("notes/first").headers().firstValue("ETag").orElseThrow();
		assertThat(this.calls.get("notes/first", "If-None-Match", tag).headers().firstValue("Cache-Control"))
			.hasValue("max-age=60");
		assertIllegalArgument(
				() -> FakeService.builder("x").type("a", "as", (type) -> type.maxAge(Duration.ofMillis(5))),
				"The freshness lifetime of the entry type 'a' must be at least one second but is PT0.005S");
	}

	@Test
	void pageHasDeclaredNumberOfEntries() throws Exception {
		try (FakeService small = builder().pageSize(2).start()) {
			small.add("notes", Map.of("name", "second", "secret", false));
			small.add("notes", Map.of("name", "third", "secret", false));
			assertThat(new ServiceCalls(small).get("notes").body()).contains("ws.size=2&ws.start=2")
				.doesNotContain("third");
		}
	}

	@Test
	void guardRefusesWithChallengeOrStatus403AndMustReturnCaller() throws Exception {
		try (FakeService guarded = builder().guard((request) -> {
			throw RequestRefusedException.unauthorized("Log in.");
		}).start()) {
			HttpResponse<String> refused = new ServiceCalls(guarded).get("notes");
			assertThat(refused.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"service\"");
			ServiceCalls.assertAnswer(refused, 401, "Log in.");
		}
		try (FakeService guarded = builder().guard((request) -> {
			throw RequestRefusedException.forbidden("Not for you.");
		}).start()) {
			ServiceCalls.assertAnswer(new ServiceCalls(guarded).get("notes"), 403, "Not for you.");
		}
		try (FakeService guarded = builder().guard(FakeServiceOptionsTests::nothing).start()) {
			HttpResponse<String> failed = new ServiceCalls(guarded).get("notes");
			assertThat(failed.statusCode()).isEqualTo(500);
			assertThat(failed.body())
				.endsWith("The guard returned null: return a Caller, or throw a RequestRefusedException");
		}
	}

	@SuppressWarnings("NullAway")
	private static Caller nothing(GuardedRequest request) {
		return null;
	}

	@Test
	void hostIsPartOfBaseUrl() {
		try (FakeService local = builder().host("127.0.0.1").start()) {
			assertThat(local.baseUrl()).isEqualTo(URI.create("http://127.0.0.1:" + local.port() + "/1.0/"));
		}
		try (FakeService all = builder().host("0.0.0.0").start()) {
			assertThat(all.baseUrl()).hasHost("localhost");
		}
	}

	@Test
	void rootLinkWithUrlOfEntryIsRefused() {
		assertIllegalArgument(() -> builder().rootLink("latest", "first", "notes/first").start().close(),
				"The root link 'latest' has the URL of the entry 'notes/first': give it another name");
	}

	@Test
	void listsAreCacheGroupThatWritesInvalidate() throws Exception {
		try (FakeService lists = FakeService.builder("notes").type("folder", "folders", (folder) -> {
			folder.text("name").collection("notes", "note").entry(Map.of("name", "inbox"));
		})
			.type("note", "notes",
					(note) -> note.text("name")
						.text("title")
						.link("folder", "folder")
						.deletable()
						.listMaxAge(Duration.ofHours(1))
						.entry(Map.of("name", "first", "folder", "inbox"))
						.entry(Map.of("name", "second", "folder", "inbox"))
						.collectionOperation("create",
								(create) -> create.text("name")
									.creates("note")
									.answers((call) -> call.create("notes", call.arguments().values()))))
			.start()) {
			ServiceCalls list = new ServiceCalls(lists);
			for (String path : List.of("notes", "folders/inbox/notes")) {
				assertThat(list.get(path).headers().allValues("Cache-Groups")).containsExactly("\"notes\"");
				assertThat(list.get(path).headers().allValues("Cache-Control")).containsExactly("max-age=3600");
			}
			assertThat(list.get("folders").headers().map()).doesNotContainKeys("cache-groups", "cache-control");
			for (var changing : List.of(list.patch("notes/first", "{\"title\": \"new\"}"),
					list.send("DELETE", "notes/second", ""), list.post("notes", "ws.op=create&name=third"))) {
				assertThat(changing.headers().allValues("Cache-Group-Invalidation")).containsExactly("\"notes\"");
			}
			for (var other : List.of(list.get("notes"), list.patch("notes/first", "{\"title\": \"new\"}"),
					list.patch("notes/first", "{\"other\": 1}"))) {
				assertThat(other.headers().allValues("Cache-Group-Invalidation")).isEmpty();
			}
			assertThat(
					list.patch("folders/inbox", "{\"name\": \"all\"}").headers().allValues("Cache-Group-Invalidation"))
				.as("the URL in the notes has changed")
				.containsExactly("\"notes\"");
		}
	}

	private String location(String path) throws Exception {
		return this.calls.get(path).headers().firstValue("Location").orElseThrow();
	}

	private static FakeServiceBuilder builder() {
		return FakeService.builder("notes")
			.type("note", "notes",
					(note) -> note.text("name")
						.text("title", (title) -> title.stripped())
						.bool("secret", (secret) -> secret.redacted())
						.decimal("price")
						.file("scan", (scan) -> scan.readOnly())
						.maxAge(Duration.ofMinutes(1))
						.entry(Map.of("name", "first", "secret", false, "price", 2.5, "scan", new byte[] { 1 }))
						.collectionOperation("create",
								(create) -> create.text("name", (name) -> name.required())
									.creates("note")
									.answers((call) -> call.create("notes", call.arguments().values()))))
			.rootLink("newest_note", "newest", "notes/first");
	}

}
