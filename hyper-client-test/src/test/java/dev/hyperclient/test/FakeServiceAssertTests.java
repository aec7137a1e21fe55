package dev.hyperclient.test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.web.client.RestClient;

import static dev.hyperclient.cache.api.CacheOutcome.BYPASS;
import static dev.hyperclient.cache.api.CacheOutcome.HIT;
import static dev.hyperclient.cache.api.CacheOutcome.MISS;
import static dev.hyperclient.cache.api.CacheOutcome.REVALIDATED;
import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Assertions about the requests that a service received, and about cache outcomes.
 */
@ExtendWith(FakeServiceExtension.class)
class FakeServiceAssertTests {

	static final FakeService service = FakeService.builder("notes")
		.type("note", "notes", (note) -> note.integer("id")
			.text("text")
			.entry(Map.of("id", 1, "text", "Buy milk"))
			.entry(Map.of("id", 2, "text", "Buy salt"))
			.collectionOperation("search",
					(search) -> search.text("text").integer("count").returnsPage("note").answers((call) -> List.of()))
			.collectionOperation("import_notes",
					(all) -> all.post().text("text").dateTime("since").answers((call) -> null))
			.collectionOperation("import_file",
					(all) -> all.post().file("content").text("text").bool("public").answers((call) -> null)))
		.type("label", "labels",
				(label) -> label.text("name")
					.maxAge(Duration.ofMinutes(1))
					.entry(Map.of("name", "red"))
					.entry(Map.of("name", "Crème brûlée")))
		.start();

	@Test
	void receivedRequestsAreSelectedByConditionsBodyAndStatus(ServiceRoot root) {
		Entry note = root.collection("notes").get(1);
		String tag = note.getString("http_etag");
		note.svcRefresh();
		note.set("text", "Buy bread").save();
		assertThat(service).received("GET", "/notes/1").times(2);
		assertThat(service).received("GET", "/notes/1").withIfNoneMatch(tag).withStatus(304).times(1);
		assertThat(service).received("GET", "/notes/1").withIfNoneMatch().times(1);
		assertThat(service).received("PATCH", "/notes/1")
			.withIfMatch(tag)
			.withBody("{\"text\":\"Buy bread\"}")
			.withBodyContaining("bread")
			.withStatus(209)
			.times(1);
	}

	@Test
	void failureNamesFaultsThatNoRequestHasMet() {
		service.faults().failNext("GET", "/notes/7", 503);
		assertThatFailure(() -> assertThat(service).received("GET", "/notes/7"))
			.withMessageEndingWith("Faults that no request has met:%n  GET /notes/7 -> 503".formatted());
	}

	@Test
	void fullLogFailsAssertionsAboutAllRequestsAndNotThoseAboutLaterOnes() throws Exception {
		HttpClient client = HttpClient.newHttpClient();
		for (int i = 0; i < 3001; i++) {
			client.send(HttpRequest.newBuilder(service.baseUrl().resolve("labels/red")).build(),
					HttpResponse.BodyHandlers.discarding());
		}
		assertThatFailure(() -> assertThat(service).didNotReceive("PATCH", "/notes/1"))
			.withMessageContaining("is full: its oldest 1 requests were dropped")
			.withMessageContaining("reset()");
		assertThatFailure(() -> assertThat(service).requests()).withMessageContaining("is full");
		assertThat(service)
			.requestsOf(() -> client.send(HttpRequest.newBuilder(service.baseUrl().resolve("notes/1")).build(),
					HttpResponse.BodyHandlers.discarding()))
			.hasSize(1);
	}

	@Test
	void failureListsReceivedRequests(ServiceRoot root) {
		root.collection("notes").get(1).set("text", "Buy bread").save();
		assertThatFailure(() -> assertThat(service).received("DELETE", "/notes/1"))
			.withMessageContaining("DELETE /notes/1")
			.withMessageContaining("PATCH /1.0/notes/1 -> 209");
		assertThatFailure(() -> assertThat(service).received("PATCH", "/notes/1").withIfMatch("\"other\""))
			.withMessageContaining("PATCH /notes/1 with If-Match: \"other\"")
			.withMessageContaining("body: {\"text\":\"Buy bread\"}");
		assertThatFailure(() -> assertThat(service).received("PATCH", "/notes/1").times(2))
			.withMessageContaining("2 times");
		assertThatFailure(() -> assertThat(service).didNotReceive("PATCH", "/notes/1"))
			.withMessageContaining("PATCH /1.0/notes/1 -> 209");
	}

	@Test
	void messageNamesLastRequestsOnly() {
		RestClient client = RestClient.create();
		for (int i = 0; i < 60; i++) {
			client.get().uri(service.baseUrl() + "labels/red").retrieve().toBodilessEntity();
		}
		assertThatFailure(() -> assertThat(service).received("GET", "/notes/1"))
			.withMessageContaining("... 10 earlier requests")
			.satisfies((error) -> assertThat(error.getMessage()).hasSizeLessThan(10_000));
	}

	@Test
	void argumentsOfOperationsAreComparedAsGiven(ServiceRoot root) {
		EntryCollection notes = root.collection("notes");
		notes.operation("search").with("text", "milk & salt").with("count", 2).invoke();
		notes.operation("import_notes").with("text", "sugar").invoke();
		notes.operation("search").with("text", null).with("count", 3).invoke();
		assertThat(service).received("GET", "/notes")
			.withArgument("ws.op", "search")
			.withArgument("text", "milk & salt")
			.withArgument("count", 2);
		assertThat(service).received("GET", "/notes").withArgument("text", null).withArgument("count", 3);
		assertThatFailure(() -> assertThat(service).received("GET", "/notes").withArgument("count", null))
			.withMessageContaining("the argument count=null");
		assertThat(service).received("POST", "/notes").withArgument("text", "sugar");
		assertThatFailure(() -> assertThat(service).received("POST", "/notes").withArgument("text", "salt"))
			.withMessageContaining("POST /notes with the argument text=salt")
			.withMessageContaining("body: ")
			.withMessageContaining(", arguments: ")
			.withMessageContaining("text=\"sugar\"");
	}

	@Test
	void encodedNamesOfArgumentsAreCompared() {
		RestClient.create()
			.get()
			.uri(URI.create(service.baseUrl() + "labels?due%20date=to%2Dday"))
			.retrieve()
			.toBodilessEntity();
		assertThat(service).received("GET", "/labels").withArgument("due date", "to-day").times(1);
	}

	@Test
	void argumentsBesideFilesAreComparedAsGiven(ServiceRoot root) {
		root.collection("notes")
			.operation("import_file")
			.with("content", FileArgument.of("text=pepper\r\n".getBytes(UTF_8)))
			.with("text", "--milk\r\n& salt")
			.with("public", true)
			.invoke();
		assertThat(service).received("POST", "/notes")
			.withArgument("ws.op", "import_file")
			.withArgument("text", "--milk\r\n& salt")
			.withArgument("public", true)
			.times(1);
		assertThatFailure(() -> assertThat(service).received("POST", "/notes").withArgument("text", "pepper"));
		assertThatFailure(
				() -> assertThat(service).received("POST", "/notes").withArgument("content", "text=pepper\r\n"));
	}

	@Test
	void timesAreComparedByTheirInstant(ServiceRoot root) {
		OffsetDateTime since = OffsetDateTime.parse("2026-01-31T12:00:00.123456789+02:00");
		root.collection("notes").operation("import_notes").with("since", since).invoke();
		assertThat(service).received("POST", "/notes")
			.withArgument("since", since)
			.withArgument("since", since.toInstant())
			.withArgument("since", since.atZoneSameInstant(ZoneId.of("Pacific/Chatham")));
		assertThatFailure(
				() -> assertThat(service).received("POST", "/notes").withArgument("since", since.plusSeconds(1)));
	}

	@Test
	void longBodiesAreCutInMessages(ServiceRoot root) {
		Entry note = root.collection("notes").get(1);
		note.set("text", "x".repeat(100_000)).save();
		assertThatFailure(() -> assertThat(service).received("PATCH", "/notes/1").withBody("x"))
			.withMessageContaining("more characters)")
			.satisfies((error) -> assertThat(error.getMessage()).hasSizeLessThan(3000));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> assertThat(service).received("PATCH", "/notes/1").withBody("x".repeat(100_000)))
			.withMessageContaining("65536")
			.withMessageContaining("withBodyContaining");
	}

	@Test
	void requestBudgetCountsRequestsOfCodeWithoutRoot(ServiceRoot root) {
		root.collection("notes").get(2);
		assertThat(service).requestsOf(() -> {
			root.svcRefresh();
			root.collection("notes").forEach((note) -> note.getString("text"));
		}).hasSizeLessThanOrEqualTo(1);
		assertThatFailure(() -> assertThat(service).requestsOf(() -> root.collection("notes").get(1)).isEmpty())
			.withMessageContaining("GET /1.0/notes/1 -> 200");
		assertThatFailure(() -> assertThat(service).requestsOf(() -> {
			throw new IllegalStateException("Broken");
		})).withMessageContaining("Broken");
		assertThat(service).requestsOf(() -> {
			service.reset();
			root.collection("notes").get(1);
		}).hasSize(1);
	}

	@Test
	void cacheOutcomesOfCodeAreThoseOfItsRequestsWithoutRoot(ServiceRoot root) {
		Entry note = root.collection("notes").get(1);
		assertThat(service).outcomesOf(() -> {
			root.svcRefresh();
			note.svcRefresh();
			root.collection("notes").get(2);
			note.set("text", "Buy bread").save();
		}).containsExactly(REVALIDATED, MISS, BYPASS);
		assertThat(service).outcomesOf(() -> {
		}).isEmpty();
		assertThatFailure(
				() -> assertThat(service).outcomesOf(() -> root.collection("notes").get(2)).containsOnly(MISS))
			.withMessageContaining("GET " + service.baseUrl() + "notes/2 -> REVALIDATED");
	}

	@Test
	void entryOfTypeWithMaximumAgeIsHitUntilItIsStale(ServiceRoot root) {
		root.collection("labels").get("red");
		assertThat(service).outcomesOf(() -> root.collection("labels").get("red")).containsExactly(HIT);
		service.advance(Duration.ofMinutes(2));
		assertThat(service).outcomesOf(() -> root.collection("labels").get("red")).containsExactly(REVALIDATED);
	}

	@Test
	void clientWithListenerReportsOutcomes() {
		try (ServiceRoot cached = ServiceRoot.builder()
			.serviceRoot(service.baseUrl())
			.addListener(FakeServiceAssert.listener(service))
			.build()) {
			assertThat(service).outcomesOf(() -> {
				cached.load("labels/red");
				cached.load("labels/red");
			}).containsExactly(MISS, HIT);
		}
	}

	@Test
	void cacheOutcomesOfServiceWithoutKnownClientAreRefused() {
		try (FakeService unused = FakeService.builder("unused").start()) {
			assertThatIllegalStateException().isThrownBy(() -> assertThat(unused).outcomesOf(() -> {
			}))
				.withMessageContaining("No client of FakeService 'unused'")
				.withMessageContaining("ServiceRoot.builder().addListener(FakeServiceAssert.listener(service))");
		}
	}

	private static ThrowableAssertAlternative<AssertionError> assertThatFailure(ThrowingCallable assertion) {
		return assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion);
	}

}
