package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Faults and the clock of a fake service.
 */
class FaultsTests extends KitchenTestBase {

	@Test
	void nextRequestsFailWithoutEffect() throws Exception {
		this.service.faults().failNext(503, 2);
		assertThat(this.calls.patch("recipes/1", "{\"instructions\": \"Fry it\"}").statusCode()).isEqualTo(503);
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(503);
		assertThat(this.calls.get("recipes/1").body()).contains("Roast it");
		assertThat(this.service.requests())
			.hasToString("[PATCH /1.0/recipes/1 -> 503, GET /1.0/recipes/1 -> 503, GET /1.0/recipes/1 -> 200]");
	}

	@Test
	void requestWithMethodAndPathFailsAndOthersDoNot() throws Exception {
		this.service.faults().failNext("PATCH", "/recipes/1", 412).failNext("GET", "/recipes?ws.size=1", 503);
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("recipes?ws.size=2").statusCode()).isEqualTo(200);
		assertThat(this.calls.patch("recipes/2", "{}").statusCode()).isEqualTo(209);
		assertThat(this.calls.patch("recipes/1?x=1", "{\"instructions\": \"Fry it\"}").statusCode()).isEqualTo(412);
		assertThat(this.service.entry("recipes/1").text("instructions")).isEqualTo("Roast it");
		assertThat(this.calls.patch("recipes/1", "{}").statusCode()).isEqualTo(209);
		assertThat(this.service.faults().pending()).isEqualTo(1);
		assertThat(this.calls.get("recipes?ws.size=1").statusCode()).isEqualTo(503);
	}

	@Test
	void pathOfFaultHasAnyForm() throws Exception {
		for (String path : List.of("recipes/1", "/recipes/1", "/1.0/recipes/1", "/recipes/1/", "/recipes/%31",
				this.service.baseUrl() + "recipes/1")) {
			this.service.faults().failNext("GET", path, 503);
			assertThat(this.calls.get("recipes/1").statusCode()).as(path).isEqualTo(503);
			assertThat(this.service.faults().pending()).isZero();
		}
		for (String path : List.of("", "/", "1.0", this.service.baseUrl().toString())) {
			this.service.faults().failNext("GET", path, 503);
			assertThat(this.calls.get("").statusCode()).as(path).isEqualTo(503);
		}
		this.service.faults()
			.failNext("GET", "dishes/Baked beans", 503)
			.failNext("GET", "dishes/Baked%20beans", 502)
			.failNext("GET", "dishes?text=a b&ws.op=search", 500)
			.failNext("GET", "dishes/Baked+beans", 501);
		assertThat(this.calls.get("dishes/Baked%20beans").statusCode()).isEqualTo(503);
		assertThat(this.calls.get("dishes/Baked%20beans").statusCode()).isEqualTo(502);
		assertThat(this.calls.get("dishes?ws.op=search&text=a+b").statusCode()).isEqualTo(500);
		assertThat(this.calls.get("dishes/Baked%20beans").statusCode()).isEqualTo(200);
	}

	@Test
	@SuppressWarnings({ "NullAway", "DataFlowIssue" })
	void faultForUnknownMethodIsRefused() {
		for (String method : List.of("get", "/recipes/1", "GTE", "")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.service.faults().failNext(method, "/recipes/1", 503))
				.withMessageStartingWith("There is no request method '" + method + "'. Write one in upper case");
		}
		assertIllegalArgument(() -> this.service.requests("GET", null),
				"The method and the path of a request must not be null.");
		assertIllegalArgument(() -> this.service.requests(null, "/notes"),
				"The method and the path of a request must not be null.");
	}

	@Test
	void unusedFaultsAreNamed() {
		assertThat(this.service.faults()).hasToString("none");
		this.service.faults().failNext(503, 2).failNext("GET", "/recipes/7", 404).breakNext().interimNext();
		assertThat(this.service.faults()).hasToString("any request -> 503 (2 times), GET /recipes/7 -> 404,"
				+ " any request -> broken response, any request -> interim response");
	}

	@Test
	void faultsApplyInOrderOfTheirDeclaration() throws Exception {
		this.service.faults().failNext(500).failNext("GET", "/recipes/1", 502);
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(500);
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(502);
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(200);
	}

	@Test
	void brokenResponseHasEffect() throws Exception {
		this.service.faults().breakNext();
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.calls.patch("recipes/1", "{\"instructions\": \"Fry it\"}"));
		assertThat(this.service.entry("recipes/1").get("instructions")).isEqualTo("Fry it");
		assertThat(this.calls.get("recipes/1").statusCode()).isEqualTo(200);
		assertThat(this.service.requests()).hasToString("[PATCH /1.0/recipes/1 -> 209, GET /1.0/recipes/1 -> 200]");
	}

	@Test
	void htmlPageReplacesResponse() throws Exception {
		this.service.faults().htmlNext();
		HttpResponse<String> page = this.calls.get("recipes/1");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
		assertThat(page.body()).startsWith("<!DOCTYPE html>");
	}

	@Test
	void interimResponsePrecedesResponse() throws Exception {
		this.service.faults().interimNext();
		assertThat(rawGet("/1.0/recipes/1")).startsWith("HTTP/1.1 103 Early Hints\r\n")
			.contains("\r\n\r\nHTTP/1.1 200 Ok\r\n", "Roast it");
	}

	@Test
	void delayedResponsesAreLate() throws Exception {
		this.service.faults().delay(Duration.ofMillis(30)).delayNext(Duration.ofMillis(40));
		long start = System.nanoTime();
		this.calls.get("recipes/1");
		long first = System.nanoTime();
		this.calls.get("recipes/1");
		assertThat(Duration.ofNanos(first - start)).isGreaterThanOrEqualTo(Duration.ofMillis(70));
		assertThat(Duration.ofNanos(System.nanoTime() - first)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
	}

	@Test
	void impossibleFaultsAreRefused() {
		assertIllegalArgument(() -> this.service.faults().failNext(200),
				"A request fails with a status from 300 to 599 but not with 200");
		assertIllegalArgument(() -> this.service.faults().failNext(503, 0),
				"The number of failing requests must be positive but is 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.faults().delay(Duration.ofMillis(-1)))
			.withMessageContaining("must not be negative");
	}

	@Test
	void advancedClockShowsInDates() throws Exception {
		this.service.advance(Duration.ofDays(36_500));
		assertThat(this.calls.get("recipes/1").headers().firstValue("Date").orElseThrow()).contains(" 21");
		assertThat(this.service.clock().instant().toString()).startsWith("21");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.advance(Duration.ofDays(-1)))
			.withMessageContaining("cannot go back");
	}

	@Test
	void basicCredentialsAreRequired() throws Exception {
		try (FakeService guarded = FakeService.builder("guarded")
			.basic("cook", "päss")
			.type("note", "notes", (note) -> note.text("name").entry(Map.of("name", "first")))
			.start()) {
			ServiceCalls guardedCalls = new ServiceCalls(guarded);
			HttpResponse<String> refused = guardedCalls.get("notes/first");
			assertThat(refused.statusCode()).isEqualTo(401);
			assertThat(refused.body()).isEqualTo("This service wants Basic credentials.");
			assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
				.matches("Basic realm=\"[a-z]+\", charset=\"UTF-8\"");
			assertThat(guardedCalls.patch("notes/first", "{}").body()).isEqualTo(refused.body());
			assertThat(guardedCalls.get("notes/first", "Authorization", basic("cook:wrong")).body())
				.isEqualTo("The user name or the password is not right.");
			assertThat(guardedCalls.get("notes/first", "Authorization", basic("cook:päss")).statusCode())
				.isEqualTo(200);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "cook:", "cook:secret ", "Cook:secret", "cook", "cook:secret\u0000", "Basic",
			"Basic Y29vazpz ZWNyZXQ=", "Basic Y29vazr/", "Bearer x" })
	void wrongOrMalformedCredentialsAreUnauthorized(String credentials) throws Exception {
		try (FakeService guarded = NoteService.builder().basic("cook", "secret").start()) {
			String header = credentials.startsWith("B") ? credentials : basic(credentials);
			assertThat(new ServiceCalls(guarded).get("", "Authorization", header).statusCode()).isEqualTo(401);
		}
	}

	@Test
	void credentialsAreOneShortAsciiField() {
		String longest = "Basic " + "x".repeat(8 * 1024 - 6);
		for (String[] fields : new String[][] { { "Basic a", "Basic a" }, { longest + "x" }, { "Basic caf\u00e9" },
				{ "Basic a\tb" } }) {
			assertThatExceptionOfType(RequestRefusedException.class).isThrownBy(() -> sent(fields).credentials("Basic"))
				.returns(400, RequestRefusedException::status);
		}
		assertThat(sent(longest).credentials("Basic")).hasSize(8 * 1024 - 6);
		RequestGuard guard = RequestGuard.basic("notes",
				(user, password) -> user.equals("cook") && password.equals("s"));
		assertThat(guard.check(sent("bAsIc  Y29vazpz"))).isEqualTo(new Caller("cook", true));
	}

	private static GuardedRequest sent(String... fields) {
		return new GuardedRequest("GET", "host", "/", "", null, List.of(fields), new byte[0]);
	}

	@Test
	void invisibleEntryIsRefusedAndOmitted() throws Exception {
		try (FakeService notes = NoteService.start((note) -> note.text("name")
			.visibleIf((entry, caller) -> caller.authenticated() || !entry.key().equals("secret"))
			.entry(Map.of("name", "first"))
			.entry(Map.of("name", "secret")))) {
			ServiceCalls notesCalls = new ServiceCalls(notes);
			assertThat(notesCalls.get("notes/secret").statusCode()).isEqualTo(401);
			assertThat(notesCalls.get("notes").body()).doesNotContain("secret").contains("\"total_size\":2");
		}
	}

	@Test
	void filesOfInvisibleEntryAreRefusedAsItsEntry() throws Exception {
		try (FakeService notes = FakeService.builder("notes")
			.basic("cook", "secret")
			.guard((request) -> (request.authorizations().isEmpty()) ? Caller.ANONYMOUS : new Caller("cook", true))
			.type("note", "notes",
					(note) -> note.text("name")
						.file("picture")
						.visibleIf((entry, caller) -> caller.authenticated() || !entry.key().equals("hidden"))
						.entry(Map.of("name", "first", "picture", new byte[] { 1 }))
						.entry(Map.of("name", "hidden", "picture", new byte[] { 2 })))
			.start()) {
			ServiceCalls notesCalls = new ServiceCalls(notes);
			assertThat(notesCalls.get("filemanager/0").statusCode()).isEqualTo(200);
			assertThat(notesCalls.get("filemanager/1").statusCode()).isEqualTo(401);
			assertThat(notesCalls.get("notes/hidden/picture").statusCode()).isEqualTo(401);
			assertThat(notesCalls.send("PUT", "notes/hidden/picture", "x").statusCode()).isEqualTo(401);
			assertThat(notesCalls.get("filemanager/1", "Authorization", basic("cook:secret")).statusCode())
				.isEqualTo(200);
			notes.change("notes/hidden", Map.of("picture", new byte[] { 3 }));
			assertThat(notesCalls.get("filemanager/1").statusCode()).isEqualTo(401);
			assertThat(notesCalls.get("filemanager/2").statusCode()).isEqualTo(401);
			notes.remove("notes/hidden");
			assertThat(notesCalls.get("filemanager/2").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void filesFollowTheirEntryToAnotherKey() throws Exception {
		try (FakeService notes = NoteService.start((note) -> note.text("name")
			.file("picture")
			.visibleIf((entry, caller) -> !entry.key().equals("hidden"))
			.entry(Map.of("name", "first", "picture", new byte[] { 1 })))) {
			ServiceCalls notesCalls = new ServiceCalls(notes);
			notes.change("notes/first", Map.of("picture", new byte[] { 2 }));
			notes.change("notes/first", Map.of("name", "hidden"));
			assertThat(notesCalls.get("filemanager/0").statusCode()).isEqualTo(401);
			assertThat(notesCalls.get("filemanager/1").statusCode()).isEqualTo(401);
			notes.change("notes/hidden", Map.of("name", "second"));
			assertThat(notesCalls.get("filemanager/0").statusCode()).isEqualTo(200);
			assertThat(notesCalls.get("filemanager/1").statusCode()).isEqualTo(200);
		}
	}

	@Test
	void credentialsAreCopies() {
		try (FakeService notes = FakeService.builder("notes").basic("cook", "secret").start()) {
			notes.credentials().orElseThrow().getPassword()[0] = 'x';
			assertThat(notes.credentials().orElseThrow().getPassword()).containsExactly("secret".toCharArray());
		}
	}

	private static String basic(String credentials) {
		return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void failureWith401HasChallengeOfGuard() throws Exception {
		this.service.faults().failNext(401);
		assertThat(this.calls.get("recipes/1").headers().firstValue("WWW-Authenticate"))
			.hasValue("Basic realm=\"fake service\"");
	}

	@Test
	void requestIsRecordedAndHandledIfClientGivesUp() throws Exception {
		CountDownLatch handled = new CountDownLatch(1);
		try (FakeService notes = NoteService
			.start((note) -> note.text("name").collectionOperation("run", (run) -> run.post().answers((call) -> {
				handled.countDown();
				return call.create("notes", Map.of("name", "late"));
			})))) {
			// Connected, so that the request is sent long before it times out, and
			// recorded
			// long before it is handled.
			HttpClient client = HttpClient.newHttpClient();
			client.send(HttpRequest.newBuilder(notes.baseUrl()).build(), HttpResponse.BodyHandlers.discarding());
			notes.faults().delay(Duration.ofMillis(1500));
			HttpRequest post = HttpRequest.newBuilder(notes.baseUrl().resolve("notes?ws.op=run"))
				.POST(HttpRequest.BodyPublishers.noBody())
				.timeout(Duration.ofMillis(600))
				.build();
			assertThatExceptionOfType(HttpTimeoutException.class)
				.isThrownBy(() -> client.send(post, HttpResponse.BodyHandlers.ofString()));
			assertThat(notes.requests()).hasToString("[GET /1.0/ -> 200, POST /1.0/notes?ws.op=run -> 0]");
			assertThat(handled.await(10, TimeUnit.SECONDS)).isTrue();
			notes.faults().clear();
			// Writes are serialized, so that this one follows the late one.
			notes.add("notes", Map.of("name", "after"));
			assertThat(notes.entries("notes")).extracting(FakeEntry::key).containsExactly("late", "after");
		}
	}

	@Test
	void requestInProgressHasNoEffectAfterReset() throws Exception {
		this.service.faults().delayNext(Duration.ofSeconds(1));
		CompletableFuture<HttpResponse<String>> patch = CompletableFuture.supplyAsync(() -> {
			try {
				return this.calls.patch("recipes/1", "{\"instructions\": \"late\"}");
			}
			catch (IOException | InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
		while (this.service.requests().isEmpty()) {
			Thread.onSpinWait();
		}
		this.service.reset();
		assertThat(patch.join().statusCode()).isEqualTo(503);
		assertThat(patch.join().body()).isEqualTo("The fake service was reset after this request arrived.");
		assertThat(this.service.entry("recipes/1").text("instructions")).isEqualTo("Roast it");
		assertThat(this.service.requests()).isEmpty();
	}

	@Test
	void logIsLimitedMarksCutBodiesAndCountsDroppedRequests() throws Exception {
		String large = "x".repeat(70_000);
		try (FakeService full = Kitchen.builder().start()) {
			for (int i = 0; i < 300; i++) {
				new ServiceCalls(full).patch("recipes/1", large);
			}
			assertThat(full.requests()).hasSizeBetween(200, 256);
			assertThat(full.droppedRequests()).isEqualTo(300 - full.requests().size());
			RecordedRequest latest = full.requests().get(full.requests().size() - 1);
			assertThat(latest.number()).isEqualTo(300);
			assertThat(latest.body()).endsWith("x... (cut, 70000 bytes)").hasSizeLessThan(66_000);
			full.reset();
			assertThat(full.droppedRequests()).isZero();
			full.close();
			assertThat(full.requests()).isEmpty();
		}
	}

}
