package dev.hyperclient;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.ClientError;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidField;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpMethod;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for requests that save entries, and for invalid responses to them. After a
 * failure, the entry is unchanged.
 */
class WritingTests {

	private static final String PATH = "recipes/4";

	private static final Runnable NOTHING = () -> {
	};

	@RegisterExtension
	private final StubService service = new StubService();

	/** Run during a write, or after a refresh. */
	private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(NOTHING);

	@BeforeEach
	void serve() {
		this.service.serveJson(PATH, this.service.recipe(4, "Stir"));
	}

	@Test
	void saveSendsChangesOnlyWithIfMatch() {
		answerPatch(newState(this.service.recipe(4, "Boil").replace("tag-4", "tag-5")));
		Entry recipe = changed();
		recipe.save();
		LoggedRequest sent = sent(RequestMethod.PATCH);
		assertThat(sent.getBodyAsString()).isEqualTo("{\"instructions\":\"Boil\"}");
		assertThat(sent.getHeader("If-Match")).isEqualTo("\"tag-4\"");
		assertThat(sent.getHeader("Content-Type")).isEqualTo("application/json");
		assertThat(sent.getHeader("Accept")).isEqualTo("application/json");
		recipe.set("id", 5).save();
		assertThat(sent(RequestMethod.PATCH).getHeader("If-Match")).isEqualTo("\"tag-5\"");
	}

	@Test
	void saveWithoutEtagIsUnconditional() {
		this.service.serveJson(PATH, this.service.recipe(4, "Stir").replace("\"http_etag\": \"\\\"tag-4\\\"\",", ""));
		answerPatch(newState(this.service.recipe(4, "Boil")));
		changed().save();
		assertThat(sent(RequestMethod.PATCH).containsHeader("If-Match")).isFalse();
	}

	@Test
	void replaceSendsUndescribedMembers() {
		String extended = this.service.recipe(4, "Stir")
			.replace("\"id\"", "\"x_unknown\": {\"a\": [1.50, null]}, \"id\"");
		this.service.serveJson(PATH, extended);
		this.service.serve("PUT", PATH, newState(extended));
		Entry recipe = changed();
		assertThat(recipe.get("x_unknown")).isInstanceOf(Map.class);
		recipe.replace();
		assertThat(sent(RequestMethod.PUT).getBodyAsString()).contains("\"x_unknown\":{\"a\":[1.50,null]}")
			.contains("\"instructions\":\"Boil\"")
			.contains("\"http_etag\":")
			.doesNotContain("Stir");
		assertThat(sent(RequestMethod.PUT).getHeader("If-Match")).isEqualTo("\"tag-4\"");
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 202, 204, 205 })
	void responseWithoutTheNewStateIsFollowedByARefresh(int status) {
		answerPatch(aResponse().withStatus(status));
		Entry recipe = changed();
		this.service.serveJson(PATH, this.service.recipe(4, "Boil gently"));
		recipe.save();
		assertThat(recipe.changes()).isEmpty();
		assertThat(recipe.getString("instructions")).isEqualTo("Boil gently");
		assertThat(this.service.requestsFor(PATH)).hasSize(3)
			.last()
			.satisfies((refresh) -> assertThat(refresh.containsHeader("If-None-Match")).isFalse());
	}

	@ParameterizedTest
	@MethodSource
	void writeInvalidatesFreshStoredResponse(Consumer<Entry> write) {
		this.service.serve("ANY", PATH, newState(this.service.recipe(4, "Boil")));
		this.service.serve("DELETE", PATH, aResponse().withStatus(200));
		this.service.serve(PATH, StubService.fresh(this.service.recipe(4, "Stir")));
		Entry recipe = changed();
		assertThat(read()).isEqualTo("Stir");
		assertThat(this.service.requestsFor(PATH)).hasSize(1);
		write.accept(recipe);
		this.service.serve(PATH, StubService.fresh(this.service.recipe(4, "Fry")));
		assertThat(read()).isEqualTo("Fry");
	}

	static Stream<Consumer<Entry>> writeInvalidatesFreshStoredResponse() {
		return Stream.of(Entry::save, Entry::replace, Entry::delete);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "200|text/html|<html>Log in</html>", "200|text/html; charset=utf-8|<p>",
			"203|application/xhtml+xml|<html/>", "209|text/html|<html/>", "209|application/json|''",
			"209|application/json|[]", "209|application/json|null", "209|application/json|{", "209|application/json|{}",
			"209|application/json|{\"resource_type_link\": \"http://localhost/#recipe\"}", "209|text/plain|''" })
	void invalidNewStateIsRejected(int status, String type, String body) {
		answerPatch(aResponse().withStatus(status).withHeader("Content-Type", type).withBody(body));
		assertRefused(UnexpectedResponseException.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 304, 400, 401, 403, 404, 409, 412, 415, 428, 500, 502, 503, 599 })
	void refusedSaveThrowsException(int status) {
		answerPatch(aResponse().withStatus(status)
			.withHeader("X-Lazr-OopsId", "OOPS-1")
			.withHeader("Content-Type", "text/plain")
			.withBody("instructions: Too short"));
		HTTPError error = assertRefused(HTTPError.class);
		assertThat(error.status()).isEqualTo(status);
		assertThat(error instanceof ClientError).isEqualTo(status >= 400 && status < 500);
		assertThat(error.oopsId()).contains("OOPS-1");
		assertThat(error.getMessage()).doesNotContain("carried out");
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 302, 303, 307, 308 })
	void redirectOfSaveToHttpsSaysThatItMayNotHaveBeenCarriedOut(int status) {
		String port = Integer.toString(this.service.server().port());
		answerPatch(
				aResponse().withStatus(status).withHeader("Location", "https://localhost:" + port + "/1.0/" + PATH));
		this.service.open(this.service.client().allowedOrigins(URI.create("https://localhost:" + port)));
		Entry recipe = changed();
		assertThatExceptionOfType(RedirectException.class).isThrownBy(recipe::save)
			.withMessageContaining("It is unknown whether it was carried out")
			.withMessageEndingWith("Set the base URL to one that begins with https://localhost:" + port);
		assertAsItWas(recipe);
	}

	@Test
	void redirectOfSaveToAnotherOriginSaysThatItMayNotHaveBeenCarriedOut() {
		answerPatch(aResponse().withStatus(301).withHeader("Location", "http://elsewhere.example/recipes/40"));
		assertThat(assertRefused(ForeignOriginException.class))
			.hasMessageEndingWith("It is unknown whether the PATCH was carried out: svcRefresh() of an entry shows it");
	}

	@ParameterizedTest
	@ValueSource(ints = { 302, 303, 307, 308 })
	void saveIsNotRedirectedWithinTheOrigin(int status) {
		this.service.serveJson("recipes/5", this.service.recipe(5, "Fry"));
		answerPatch(aResponse().withStatus(status).withHeader("Location", this.service.url("recipes/5")));
		assertThat(assertRefused(RedirectException.class)).hasMessageContaining(this.service.url("recipes/5"));
		assertThat(this.service.requestsFor("recipes/5")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "save", "replace" })
	void failureAfterWriteSaysThatItWasCarriedOut(String call) {
		String method = call.equals("save") ? "PATCH" : "PUT";
		this.service.serve("ANY", PATH, aResponse().withStatus(200));
		this.service.serveJson(PATH, this.service.recipe(4, "Stir"));
		Entry recipe = changed();
		this.service.serve(PATH, aResponse().withStatus(503));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> {
			if (call.equals("save")) {
				recipe.save();
			}
			else {
				recipe.replace();
			}
		})
			.withMessageStartingWith("GET " + this.service.url(PATH) + ": HTTP Error 503")
			.withMessageEndingWith("The %s was carried out before that: do not repeat it;"
					+ " svcRefresh() reads the new state and discards the changes", method);
		assertThat(recipe.changes()).containsOnlyKeys("instructions");
	}

	@Test
	void failureAfterOperationSaysThatItWasCarriedOut() {
		this.service.serve("POST", "recipes",
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/5")));
		NamedOperation create = this.service.root()
			.collection("recipes")
			.operation("create")
			.with("instructions", "Boil");
		assertThatExceptionOfType(HTTPError.class).isThrownBy(create::invoke)
			.withMessageStartingWith("GET " + this.service.url("recipes/5") + ": HTTP Error 404")
			.withMessageEndingWith("The POST was carried out before that: do not repeat it; load its result");
	}

	@Test
	void conflictSaysHowToResolveIt() {
		answerPatch(aResponse().withStatus(412));
		assertThat(assertRefused(PreconditionFailed.class).getMessage())
			.endsWith("Change it with update(...), which applies a change to the new state, or read that with"
					+ " svcRefresh(), which discards the changes, and set them again");
	}

	@Test
	void deletionAnsweredWithAPageIsRejected() {
		this.service.serve("DELETE", PATH,
				aResponse().withHeader("Content-Type", "text/html").withBody("<html>Log in</html>"));
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::delete)
			.withMessageContaining("DELETE " + this.service.url(PATH));
	}

	@Test
	void newStateMayNameItsCharacterSet() {
		answerPatch(aResponse().withStatus(209)
			.withHeader("Content-Type", "application/json; charset=utf-8")
			.withBody(this.service.recipe(4, "Boil")));
		Entry recipe = changed();
		recipe.save();
		assertThat(recipe.changes()).isEmpty();
		assertThat(this.service.requestsFor(PATH)).hasSize(2);
	}

	@Test
	void entryWithoutSelfLinkIsNotWritten() {
		assertNotWritten("self_link", "other", UnexpectedResponseException.class);
	}

	@Test
	void entryOfForeignOriginIsNotWritten() {
		assertNotWritten(this.service.url(PATH), "http://elsewhere.example/recipe", ForeignOriginException.class);
	}

	private void assertNotWritten(String text, String replacement, Class<? extends HyperClientException> failure) {
		this.service.serveJson(PATH, this.service.recipe(4, "Stir").replace(text, replacement));
		Entry recipe = changed();
		assertThatExceptionOfType(failure).isThrownBy(recipe::save);
		assertThatExceptionOfType(failure).isThrownBy(recipe::delete);
		assertAsItWas(recipe);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "no json", "{}", "null", "[1, 2]", "[[\"a\", 1], [1], [], null, [20, null]]", "[[[" })
	void invalidNotificationsAreIgnored(String header) {
		answerPatch(newState(this.service.recipe(4, "Boil")).withHeader("X-Lazr-Notifications", header));
		Entry recipe = changed();
		recipe.save();
		assertThat(recipe.notifications()).isEmpty();
		assertThat(recipe.getString("instructions")).isEqualTo("Boil");
	}

	@Test
	void notificationsOfADeletionAreReadable() {
		this.service.serve("DELETE", "recipes/4",
				StubService.json("null").withHeader("X-Lazr-Notifications", "[[20, \"Deleted\"]]"));
		Entry recipe = changed();
		recipe.delete();
		assertThat(recipe.notifications()).containsExactly(new Notification(20, "Deleted"));
	}

	@Test
	void notificationsAreReadable() {
		answerPatch(newState(this.service.recipe(4, "Boil")).withHeader("X-Lazr-Notifications",
				"[[20, \"Saved\"], [30, \"\\u0048ot\"], 4]"));
		Entry recipe = changed();
		recipe.save();
		assertThat(recipe.notifications()).containsExactly(new Notification(20, "Saved"), new Notification(30, "Hot"));
		assertThat(recipe.notifications().get(1).isWarning()).isTrue();
	}

	@Test
	void invalidFieldsAreReadLineByLine() {
		answerPatch(aResponse().withStatus(400)
			.withHeader("Content-Type", "text/plain;charset=utf-8")
			.withBody(
					"Something is wrong.\ninstructions: \"a\nb\" is too: long\ndish_link: No such object \"x:y\".\n"));
		BadRequest error = (BadRequest) assertRefused(HTTPError.class);
		assertThat(error.invalidFields()).containsExactly(new InvalidField("instructions", "\"a\nb\" is too: long"),
				new InvalidField("dish_link", "No such object \"x:y\"."));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "text/html|a: b", "application/json|{\"a\": \"b\"}", "text/plain|''",
			"text/plain|a:b", "text/plain|: b", "text/plain|The body was not JSON.", "nonsense|a: b" })
	void otherBodiesHaveNoInvalidFields(String type, String body) {
		answerPatch(aResponse().withStatus(400).withHeader("Content-Type", type).withBody(body));
		assertThat(((BadRequest) assertRefused(HTTPError.class)).invalidFields()).isEmpty();
	}

	@Test
	void changeDuringSaveIsKept() {
		answerPatch(newState(this.service.recipe(4, "Boil").replace("tag-4", "tag-5")));
		this.service.open(this.service.client().addCallObserver(this::duringWrites));
		Entry recipe = changed();
		this.meanwhile.set(() -> recipe.set("id", 5));
		recipe.save();
		assertThat(recipe.changes()).containsExactly(Map.entry("id", 5L));
		this.meanwhile.set(NOTHING);
		recipe.save();
		assertThat(sent(RequestMethod.PATCH).getBodyAsString()).isEqualTo("{\"id\":5}");
		assertThat(sent(RequestMethod.PATCH).getHeader("If-Match")).isEqualTo("\"tag-5\"");
	}

	@Test
	void readDuringSaveDoesNotRestoreOldState() {
		answerPatch(newState(this.service.recipe(4, "Boil").replace("tag-4", "tag-5")));
		this.service.open(this.service.client().addCallObserver(this::afterRefresh));
		Entry recipe = changed();
		this.service.serveJson(PATH, this.service.recipe(4, "Old").replace("tag-4", "tag-0"));
		this.meanwhile.set(recipe::save);
		recipe.svcRefresh();
		assertThat(recipe.getString("instructions")).isEqualTo("Boil");
		assertThat(recipe.httpEtag()).contains("\"tag-5\"");
	}

	@Test
	void readDuringSaveReturnsTheSavedState() {
		this.service.serve("POST", PATH, StubService.json("null"));
		answerPatch(newState(this.service.recipe(4, "Boil").replace("\"id\": 4", "\"id\": 7")));
		this.service.open(this.service.client().addCallObserver(this::afterRefresh));
		Entry recipe = changed();
		recipe.operation("cook").invoke();
		this.meanwhile.set(recipe::save);
		assertThat(recipe.getLong("id")).isEqualTo(7);
	}

	@ParameterizedTest
	@ValueSource(strings = { "save", "replace" })
	void updateAfterConflictChangesTheCurrentState(String call) {
		Entry recipe = conflict(call);
		answerPatch(newState(this.service.recipe(4, "Rest Boil").replace("tag-4", "tag-6")));
		recipe.update((it) -> {
			assertThat(it.changes()).isEmpty();
			it.set("instructions", it.getString("instructions") + " Boil");
		});
		assertThat(sent(RequestMethod.PATCH).getBodyAsString()).isEqualTo("{\"instructions\":\"Rest Boil\"}");
		assertThat(sent(RequestMethod.PATCH).getHeader("If-Match")).isEqualTo("\"tag-5\"");
		assertThat(recipe.changes()).isEmpty();
	}

	@Test
	void updateEndsAfterFiveConflictsAndDiscardsItsChange() {
		answerPatch(aResponse().withStatus(412));
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThatExceptionOfType(PreconditionFailed.class)
			.isThrownBy(() -> recipe.update((it) -> it.set("instructions", it.getString("instructions") + "!")))
			.withMessageEndingWith("update(...) has tried that 5 times: call it again later");
		assertThat(recipe.changes()).isEmpty();
		// The entry was fetched once, and again after each conflict but the last.
		assertThat(this.service.requestsFor(PATH)).extracting(LoggedRequest::getMethod)
			.hasSize(10)
			.filteredOn(RequestMethod.PATCH::equals)
			.hasSize(5);
	}

	@Test
	void failureWithinUpdateDiscardsItsChange() {
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThatIllegalStateException().isThrownBy(() -> recipe.update((it) -> {
			it.set("instructions", "Boil");
			throw new IllegalStateException("no");
		})).withMessage("no");
		assertThat(recipe.changes()).isEmpty();
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
	}

	@Test
	void changeAfterConflictIsNotDiscardedByUpdate() {
		Entry recipe = conflict("save").set("id", 5);
		int requests = this.service.requestCount();
		assertThatIllegalStateException().isThrownBy(() -> recipe.update((it) -> it.set("id", 6)))
			.withMessageContaining("(instructions, id)");
		assertThat(recipe.changes()).containsOnlyKeys("instructions", "id");
		assertThat(this.service.requestCount()).isEqualTo(requests);
	}

	@Test
	void changeThatIsRefusedForItsValueIsNotDiscardedByUpdate() {
		answerPatch(aResponse().withStatus(400));
		Entry recipe = changed();
		assertThatExceptionOfType(BadRequest.class).isThrownBy(recipe::save);
		assertThatIllegalStateException().isThrownBy(() -> recipe.update((it) -> it.set("id", 6)));
		assertThat(recipe.changes()).containsOnlyKeys("instructions");
	}

	@Test
	void refusedChangesAreKeptIfTheCurrentStateCannotBeRead() {
		Entry recipe = conflict("save");
		this.service.serve(PATH, aResponse().withStatus(500));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> recipe.update((it) -> it.set("id", 6)));
		assertThat(recipe.changes()).containsOnlyKeys("instructions");
	}

	@Test
	void changeDuringRefreshIsNotDiscardedByUpdate() {
		this.service.open(this.service.client().addCallObserver(this::afterRefresh));
		Entry recipe = conflict("save");
		this.meanwhile.set(() -> {
			this.meanwhile.set(NOTHING);
			recipe.set("id", 5);
		});
		assertThatIllegalStateException().isThrownBy(() -> recipe.update((it) -> it.set("id", 6)))
			.withMessageContaining("id)");
		assertThat(recipe.changes()).containsEntry("id", 5L);
	}

	/** Return an entry whose change was refused, since another user has changed it. */
	private Entry conflict(String call) {
		answerPatch(aResponse().withStatus(412));
		this.service.serve("PUT", PATH, aResponse().withStatus(412));
		Entry recipe = changed();
		this.service.serveJson(PATH, this.service.recipe(4, "Rest").replace("tag-4", "tag-5"));
		assertThatExceptionOfType(PreconditionFailed.class)
			.isThrownBy(call.equals("save") ? recipe::save : recipe::replace);
		assertThat(recipe.changes()).containsOnlyKeys("instructions");
		return recipe;
	}

	private ServiceResponse duringWrites(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		if (request.method() != HttpMethod.GET) {
			this.meanwhile.get().run();
		}
		return call.apply(request);
	}

	private ServiceResponse afterRefresh(ServiceRequest request, Function<ServiceRequest, ServiceResponse> call) {
		ServiceResponse response = call.apply(request);
		if (request.call().operation().equals("refresh")) {
			this.meanwhile.get().run();
		}
		return response;
	}

	private <E extends HyperClientException> E assertRefused(Class<E> kind) {
		Entry recipe = changed();
		E error = catchThrowableOfType(kind, recipe::save);
		assertThat(error).isNotNull();
		assertThat(error.getMessage() + error.uri()).contains("/recipes/4");
		assertAsItWas(recipe);
		return error;
	}

	/** Changes are kept, and no request is made. */
	private void assertAsItWas(Entry recipe) {
		this.service.forgetRequests();
		assertThat(recipe.changes()).containsExactly(Map.entry("instructions", "Boil"));
		assertThat(recipe.uri()).hasToString(this.service.url(PATH));
		recipe.discardChanges();
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
		assertThat(this.service.requestCount()).isZero();
	}

	private Entry changed() {
		return this.service.root().collection("recipes").get(4).set("instructions", "Boil");
	}

	private String read() {
		return this.service.root().collection("recipes").get(4).getString("instructions");
	}

	private void answerPatch(ResponseDefinitionBuilder answer) {
		this.service.serve("PATCH", PATH, answer);
	}

	private static ResponseDefinitionBuilder newState(String body) {
		return StubService.json(body).withStatus(209);
	}

	/** Return the last request. */
	private LoggedRequest sent(RequestMethod method) {
		return this.service.requestsFor(PATH)
			.stream()
			.filter((request) -> request.getMethod().equals(method))
			.reduce((first, second) -> second)
			.orElseThrow();
	}

}
