package dev.hyperclient.testservice;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Named operations of a fake service.
 */
class FakeServiceOperationTests extends KitchenTestBase {

	@Test
	void refusalWithoutArgumentsIsNoFormat() throws Exception {
		try (FakeService notes = NoteService
			.start((note) -> note.text("name").collectionOperation("halve", (halve) -> halve.answers((call) -> {
				RequestRefusedException.require(false, "Only 50% of it");
				return null;
			})))) {
			ServiceCalls.assertAnswer(new ServiceCalls(notes).get("notes?ws.op=halve"), 400, "Only 50% of it");
		}
	}

	@Test
	void descriptionHasDocumentationAndOperationsWithParametersAndResults() throws Exception {
		assertThat(this.calls.get("", "Accept", "application/vnd.sun.wadl+xml").body()).contains(
				"What to do in the kitchen.", "A course of a meal.", "<wadl:method name=\"GET\" id=\"dishes-search\">",
				"name=\"text\" required=\"true\"", "<wadl:method name=\"POST\" id=\"recipes-create\">",
				"<wadl:param name=\"Location\"", "<wadl:method name=\"POST\" id=\"recipe-shout\">");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "x=1|text: Required input is missing.", "text=null|text: Required input is missing.",
					"text=1.234|text: got 'float', expected unicode: 1.234",
					"text=%5B1,%22a%22,true%5D|text: got 'list', expected unicode: [1, u'a', True]",
					"text=%7B%7D|text: got 'dict', expected unicode: {}" })
	void missingOrInvalidArgumentIsReported(String query, String reason) throws Exception {
		HttpResponse<String> refused = this.calls.get("dishes?ws.op=search&" + query);
		assertThat(refused.statusCode()).isEqualTo(400);
		assertThat(refused.headers().firstValue("Content-Type")).hasValue("text/plain");
		assertThat(refused.body()).isEqualTo(reason);
	}

	@Test
	void allProblemsAreReportedTogether() throws Exception {
		assertThat(this.calls.post("recipes", "ws.op=create&instructions=1&dish=beans").body().lines())
			.containsExactly("instructions: got 'int', expected unicode: 1", "dish: \"beans\" is not a valid URI.");
	}

	@Test
	void unknownOperationIsRefused() throws Exception {
		assertThat(this.calls.get("dishes?ws.op=nonesuch").body()).isEqualTo("No such operation: nonesuch");
		assertThat(this.calls.post("recipes", "ws.op=search").body()).isEqualTo("No such operation: search");
		assertThat(this.calls.post("recipes", "x=1").body()).isEqualTo("No operation name given.");
	}

	@Test
	void resultOfSeveralPagesLinksToItsSize() throws Exception {
		String query = "dishes?ws.op=search&text=%22%22";
		String page = this.calls.get(query + "&ws.size=1").body();
		assertThat(page)
			.contains("\"total_size_link\":\"" + this.service.baseUrl() + query + "&ws.show=total_size\"",
					"\"next_collection_link\":\"" + this.service.baseUrl() + query + "&ws.size=1&ws.start=1\"")
			.doesNotContain("\"total_size\"", "resource_type_link\":\"" + this.service.baseUrl() + "#dishes");
		assertThat(this.calls.get(query + "&ws.show=total_size").body()).isEqualTo("2");
		assertThat(this.calls.get(query).body()).contains("\"total_size\":2").doesNotContain("total_size_link");
	}

	@Test
	void createdEntryHasUrl() throws Exception {
		HttpResponse<String> created = create("Stew it");
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(created.headers().firstValue("Location")).hasValue(this.service.baseUrl() + "recipes/3");
		assertThat(this.service.entry("recipes/3").get("dish")).isEqualTo("Baked beans");
	}

	@Test
	void operationWithoutBehaviorAnswers501WithAdvice() throws Exception {
		HttpResponse<String> response = this.calls.get("dishes?ws.op=cheapest");
		assertThat(response.statusCode()).isEqualTo(501);
		assertThat(response.body()).isEqualTo("The operation 'cheapest' of 'dishes' has no behavior."
				+ " Give it one where the fake service is declared: answers((call) -> ...)");
	}

	@Test
	void getThatChangesDataFailsWithAdvice() throws Exception {
		ServiceCalls.assertAnswer(this.calls.get("recipes/1?ws.op=sneak"), 500,
				"The behavior of the operation 'sneak' of 'recipe' failed: Nothing can be"
						+ " changed, because the operation 'sneak' of 'recipe' is invoked with GET. Declare it with post().");
		assertThat(this.service.entry("recipes/1").get("instructions")).isEqualTo("Roast it");
	}

	@Test
	void anyFailureOfBehaviorNamesOperationAndIsRecorded() throws Exception {
		assertFailed((call) -> call.find("notes", "nope").orElseThrow(), "NoSuchElementException: No value present");
		assertFailed((call) -> call.arguments().text("txt"), "There is no parameter 'txt'. There are: text.");
		assertFailed((call) -> call.arguments().bool("typo"), "There is no parameter 'typo'. There are: text.");
		assertFailed((call) -> call.arguments().text("text"),
				"NullPointerException: The optional argument 'text' was not sent: ask values().containsKey(...) first");
		assertFailed((call) -> {
			throw new AssertionError("boom");
		}, "AssertionError: boom");
		assertFailed((call) -> {
			throw new StackOverflowError();
		}, "StackOverflowError");
	}

	private static void assertFailed(Function<OperationCall, Object> behavior, String message) throws Exception {
		try (FakeService notes = notes((operation) -> operation.text("text").answers(behavior))) {
			ServiceCalls.assertAnswer(new ServiceCalls(notes).get("notes?ws.op=run"), 500,
					"The behavior of the operation 'run' of 'notes' failed: " + message);
			assertThat(notes.requests()).hasToString("[GET /1.0/notes?ws.op=run -> 500]");
		}
	}

	@Test
	void postReturnsAllEntriesInOnePage() throws Exception {
		try (FakeService notes = notes(
				(operation) -> operation.post().returnsPage("note").answers((call) -> call.entries("notes")))) {
			for (int i = 0; i < 12; i++) {
				notes.add("notes", Map.of("name", "note " + i));
			}
			assertThat(new ServiceCalls(notes).post("notes", "ws.op=run").body()).contains("\"note 11\"")
				.doesNotContain("next_collection_link");
			assertThat(new ServiceCalls(notes).get("notes").body()).contains("next_collection_link");
		}
	}

	@Test
	void behaviorThatChangesServiceInPlaceOfCallIsRefused() throws Exception {
		AtomicReference<FakeService> itself = new AtomicReference<>();
		try (FakeService notes = notes((operation) -> operation.post().answers((call) -> {
			itself.get().add("notes", Map.of("name", "lost"));
			return null;
		}))) {
			itself.set(notes);
			assertThat(new ServiceCalls(notes).post("notes", "ws.op=run").body())
				.endsWith("cannot call change(...), add(...) or remove(...) of the service:"
						+ " use call.change(...), call.create(...) or call.remove(...)");
			notes.add("notes", Map.of("name", "kept"));
			assertThat(notes.entries("notes")).hasSize(1);
		}
	}

	private HttpResponse<String> create(String instructions) throws Exception {
		String dish = this.service.baseUrl() + "dishes/Baked%20beans";
		return this.calls.post("recipes",
				"ws.op=create&instructions=" + encoded(instructions) + "&dish=" + encoded(dish));
	}

	private static FakeService notes(Consumer<OperationBuilder> operation) {
		return NoteService.start((note) -> note.text("name").collectionOperation("run", operation));
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
