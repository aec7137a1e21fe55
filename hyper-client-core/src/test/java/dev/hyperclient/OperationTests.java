package dev.hyperclient;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.FileSystemResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for results of named operations and their effects on the target.
 */
class OperationTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void entryIsFetchedAlready() {
		answerFind(StubService.json(this.service.recipe(4, "Stir")));
		Entry recipe = find().entry();
		this.service.forgetRequests();
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
		assertThat(recipe.uri()).hasToString(this.service.url("recipes/4"));
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void collectionHasItsFirstPageAlready() {
		answerFind(StubService
			.json("{\"start\": 0, \"total_size\": 1, \"entries\": [%s]}".formatted(this.service.recipe(4, "Stir"))));
		EntryCollection found = find().collection();
		this.service.forgetRequests();
		assertThat(found.size()).isEqualTo(1);
		assertThat(found.at(0).getString("instructions")).isEqualTo("Stir");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void sizeLinkIsFollowedOnDemand() {
		String sizeLink = this.service.url("recipes?ws.op=find&ws.show=total_size");
		answerFind(StubService.json("{\"start\": 0, \"total_size_link\": \"%s\", \"entries\": [%s]}".formatted(sizeLink,
				this.service.recipe(4, "Stir"))));
		this.service.serve("recipes?ws.op=find&ws.show=total_size", StubService.json("17"));
		EntryCollection found = find().collection();
		this.service.forgetRequests();
		assertThat(found).hasSize(1);
		assertThat(this.service.requestCount()).isZero();
		assertThat(found.size()).isEqualTo(17);
		assertThat(found.size()).isEqualTo(17);
		assertThat(this.service.requestCount()).isEqualTo(1);
	}

	@Test
	void jsonValuesAreReturnedAsJavaValues() {
		assertThat(valueOf("5")).isEqualTo(5L);
		assertThat(valueOf("1.50")).isEqualTo(new BigDecimal("1.50"));
		assertThat(valueOf("\"text\"")).isEqualTo("text");
		assertThat(valueOf("true")).isEqualTo(true);
		assertThat(valueOf("[1, \"a\", null]")).isEqualTo(java.util.Arrays.asList(1L, "a", null));
		assertThat(valueOf("{\"a\": {\"b\": [1]}}")).isEqualTo(Map.of("a", Map.of("b", List.of(1L))));
		assertThat(valueOf("null")).isNull();
	}

	@Test
	void textAndBytesAreReturnedUnchanged() {
		answerFind(aResponse().withHeader("Content-Type", "text/plain; charset=utf-8").withBody("hello"));
		assertThat(find().content()).isEqualTo("hello");
		answerFind(aResponse().withHeader("Content-Type", "image/png").withBody(new byte[] { 1, 2 }));
		assertThat(find().content()).isEqualTo(new byte[] { 1, 2 });
	}

	@Test
	void emptyResponseIsNull() {
		this.service.serve("POST", "recipes/4", aResponse().withStatus(200));
		OperationResult result = this.service.root().collection("recipes").getReference(4).operation("cook").invoke();
		assertThat(result.content()).isNull();
		assertThat(result.findEntry()).isEmpty();
		assertThatIllegalStateException().isThrownBy(result::entry).withMessageContaining("nothing");
		assertThatIllegalStateException().isThrownBy(result::collection);
	}

	@ParameterizedTest
	@ValueSource(ints = { 201, 301, 303 })
	void locationOfPostIsFetched(int status) {
		List<String> types = new ArrayList<>();
		this.service.open(this.service.client().addCallObserver((request, call) -> {
			types.add(request.call().resourceType());
			return call.apply(request);
		}));
		this.service.serve("POST", "recipes",
				aResponse().withStatus(status).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		Entry made = this.service.root()
			.collection("recipes")
			.operation("create")
			.with("instructions", "Boil")
			.invoke()
			.entry();
		assertThat(made.getString("instructions")).isEqualTo("Boil");
		assertThat(this.service.requestsFor("recipes").get(0).getBodyAsString())
			.isEqualTo("instructions=%22Boil%22&ws.op=create");
		assertThat(types).endsWith("recipes", "recipe");
	}

	@Test
	void entryIsRevalidatedByNextReadAfterPost() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("POST", "recipes/4", StubService.json("null"));
		Entry recipe = this.service.root().collection("recipes").get(4);
		recipe.operation("cook").invoke();
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
		this.service.serveJson("recipes/4", this.service.recipe(4, "Eat").replace("tag-4", "tag-5"));
		assertThat(recipe.getString("instructions")).isEqualTo("Eat");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(3)
			.last()
			.satisfies((request) -> assertThat(request.getHeader("If-None-Match")).isEqualTo("\"tag-4\""));
	}

	@Test
	void unknownOperationIsNamed() {
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(java.util.NoSuchElementException.class)
			.isThrownBy(() -> root.collection("recipes").operation("bake"))
			.withMessage("%s has no operation 'bake'; it has: find, create", this.service.url("recipes"));
	}

	@Test
	void eachElementOfAListIsCheckedBeforeTheRequest() {
		this.service.serveJson("recipes?course=%5B%22Starter%22%2C%22Main+dish%22%5D&search=%22x%22&ws.op=find",
				this.service.page(0, 0, null));
		NamedOperation find = this.service.root().collection("recipes").operation("find").with("search", "x");
		this.service.forgetRequests();
		for (Object wrong : List.of(List.of("Starter", "Mian dish"), Set.of("Mian dish"),
				Collections.singletonList(null))) {
			assertThatIllegalArgumentException().isThrownBy(() -> find.with("course", wrong))
				.withMessageStartingWith("Invalid value '%s' for parameter 'course': valid values are: "
					.formatted(wrong.toString().contains("Mian dish") ? "Mian dish" : "null"))
				.withMessageContaining("\"Starter\", \"Main dish\"");
		}
		assertThat(this.service.requestCount()).isZero();
		assertThat(find.with("course", List.of("Starter", "Main dish")).invoke().collection()).isEmpty();
	}

	@Test
	void valueOfClosedListIsSentAsPlainText() {
		answerFind(StubService.json("null"));
		this.service.root()
			.collection("recipes")
			.operation("find")
			.with("search", null)
			.with("course", "Main dish")
			.invoke();
		assertThat(this.service.requestsFor("recipes?course=Main+dish&search=null&ws.op=find")).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 302, 307, 308 })
	void postIsNotRedirected(int status) {
		this.service.serve("POST", "recipes/4",
				aResponse().withStatus(status).withHeader("Location", this.service.url("recipes/9")));
		NamedOperation cook = this.service.root().collection("recipes").getReference(4).operation("cook");
		assertThatExceptionOfType(RedirectException.class).isThrownBy(cook::invoke)
			.withMessageContaining(this.service.url("recipes/9"));
		assertThat(this.service.requestsFor("recipes/9")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 303 })
	void redirectOfPostToHttpsSaysThatItMayNotHaveBeenCarriedOut(int status) {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		String https = this.service.url("recipes/4").replace("http:", "https:");
		this.service.serve("POST", "recipes/4", aResponse().withStatus(status).withHeader("Location", https));
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThatExceptionOfType(RedirectException.class).isThrownBy(recipe.operation("cook")::invoke)
			.withMessageContaining("It is unknown whether it was carried out")
			.withMessageEndingWith("Set the base URL to one that begins with " + https.replace("/1.0/recipes/4", ""));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Eat").replace("tag-4", "tag-5"));
		assertThat(recipe.getString("instructions")).isEqualTo("Eat");
	}

	@Test
	void entryIsNotMovedToAnotherOrigin() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("POST", "recipes/4",
				aResponse().withStatus(301).withHeader("Location", "http://elsewhere.example/1.0/recipes/4"));
		Entry recipe = this.service.root().collection("recipes").get(4).set("instructions", "Boil");
		assertThatExceptionOfType(ForeignOriginException.class).isThrownBy(recipe.operation("cook")::invoke);
		assertThat(recipe.uri()).hasToString(this.service.url("recipes/4"));
		assertThat(recipe.changes()).containsKey("instructions");
		assertThat(recipe.getLong("id")).isEqualTo(4);
		// A GET, the POST, and a GET since the entry may have changed.
		assertThat(this.service.requestsFor("recipes/4")).hasSize(3);
	}

	@Test
	void entryMovesEvenIfNewUrlIsUnavailable() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("POST", "recipes/4",
				aResponse().withStatus(301).withHeader("Location", this.service.url("recipes/9")));
		this.service.serve("recipes/9", aResponse().withStatus(500));
		Entry recipe = this.service.root().collection("recipes").get(4).set("instructions", "Boil");
		assertThatExceptionOfType(ServerError.class).isThrownBy(recipe.operation("cook")::invoke);
		this.service.serveJson("recipes/9", this.service.recipe(9, "Fry"));
		assertThat(recipe.getLong("id")).isEqualTo(9);
		assertThat(recipe.changes()).containsKey("instructions");
	}

	@Test
	void changesOfMovedEntryAreDiscardedWithoutItsState() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("POST", "recipes/4",
				aResponse().withStatus(301).withHeader("Location", this.service.url("recipes/9")));
		this.service.serve("recipes/9", aResponse().withStatus(500));
		Entry recipe = this.service.root().collection("recipes").get(4).set("instructions", "Boil");
		assertThatExceptionOfType(ServerError.class).isThrownBy(recipe.operation("cook")::invoke);
		recipe.discardChanges();
		assertThat(recipe.changes()).isEmpty();
		assertThat(recipe.uri()).hasToString(this.service.url("recipes/9"));
	}

	@Test
	void resultOfUnknownTypeThrowsException() {
		answerFind(StubService.json(this.service.recipe(4, "Stir").replace("#recipe", "#soup")));
		assertThatExceptionOfType(ServiceDescriptionException.class).isThrownBy(() -> find())
			.withMessageContaining("#soup");
		answerFind(aResponse().withHeader("Content-Type", "application/x-soup").withBody("hot"));
		assertThat((byte[]) find().content()).asString().isEqualTo("hot");
		answerFind(aResponse().withBody("hot"));
		assertThat((byte[]) find().content()).asString().isEqualTo("hot");
		answerFind(StubService.json("{\"entries\": 5, \"self_link\": null}"));
		assertThat(find().content()).isInstanceOf(Map.class);
	}

	@Test
	void formWithAFileIsWrittenInTheOrderOfTheDescription() {
		this.service.serve("POST", "recipes/4", aResponse().withStatus(200));
		String note = "a \"note\"\r\nX-Evil: yes";
		this.service.root()
			.collection("recipes")
			.getReference(4)
			.operation("attach")
			.with("course", "Main dish")
			.with("picture",
					FileArgument.of(new byte[] { 0, '\r', '\n', '-', '-', (byte) 0xff })
						.withFileName("soup \"hot\"\r\nX-Evil: yes.png")
						.withContentType(MediaType.IMAGE_PNG))
			.with(note, "4.56")
			.invoke();
		LoggedRequest sent = this.service.requestsFor("recipes/4").get(0);
		String type = sent.getHeader("Content-Type");
		assertThat(type).startsWith("multipart/form-data; boundary=\"").endsWith("\"");
		String boundary = type.substring(type.indexOf('"') + 1, type.length() - 1);
		assertThat(new String(sent.getBody(), StandardCharsets.ISO_8859_1)).isEqualTo("""
				--B
				Content-Disposition: form-data; name="ws.op"
				Content-Type: text/plain; charset="utf-8"

				attach
				--B
				Content-Disposition: form-data; name="a %22note%22%0D%0AX-Evil: yes"
				Content-Type: text/plain; charset="utf-8"

				"4.56"
				--B
				Content-Disposition: form-data; name="picture"; filename="soup %22hot%22%0D%0AX-Evil: yes.png"
				Content-Type: image/png

				\0
				--\u00ff
				--B
				Content-Disposition: form-data; name="course"
				Content-Type: text/plain; charset="utf-8"

				Main dish
				--B--
				""".replace("B\n", boundary + "\n").replace("B--", boundary + "--").replace("\n", "\r\n"));
	}

	@Test
	void formWithALocalFileIsMeasuredAndReadForEachAttempt(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("soup.png"), "hot".repeat(100_000));
		String path = "/1.0/recipes/4";
		serveInTurn(path, "Started", "refused", 401);
		serveInTurn(path, "refused", "unavailable", 503);
		serveInTurn(path, "unavailable", "served", 200);
		HttpAuthorizer renewing = new HttpAuthorizer() {

			@Override
			public void authorizeRequest(URI uri, HttpMethod method, byte[] body, HttpHeaders headers) {
				assertThat(body).isNull();
			}

			@Override
			public boolean renew(Refusal refusal) {
				assertThatNoException().isThrownBy(() -> Files.writeString(file, "more", StandardOpenOption.APPEND));
				return true;
			}

			@Override
			public String identity() {
				return "cook";
			}

		};
		attach(file,
				this.service.client()
					.authorizer(renewing)
					.retryPolicy(RetryPolicy.defaults().withRetryPost(true).withSleeper((wait) -> {
					})));
		List<LoggedRequest> sent = this.service.requestsFor("recipes/4");
		assertThat(sent).hasSize(3).allSatisfy((request) -> {
			assertThat(request.getHeader("Content-Length")).isEqualTo(String.valueOf(request.getBody().length));
			assertThat(request.getBody()).hasSizeGreaterThan(300_000);
		});
		assertThat(sent.get(1).getBodyAsString())
			.isEqualTo(sent.get(0).getBodyAsString().replace("t\r\n--", "tmore\r\n--"))
			.isEqualTo(sent.get(2).getBodyAsString());
	}

	private void serveInTurn(String path, String state, String next, int status) {
		this.service.serve(WireMock.post(path).inScenario("form").whenScenarioStateIs(state).willSetStateTo(next),
				aResponse().withStatus(status));
	}

	@Test
	void fileThatBecomesShorterWhileItIsSentIsNamed(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("soup.png"), "hot".repeat(100_000));
		this.service.serve("POST", "recipes/4", aResponse().withStatus(200));
		for (String content : List.of("", "hot")) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> attach(new FileSystemResource(file) {

				private int opened;

				@Override
				public InputStream getInputStream() throws IOException {
					return (this.opened++ == 0) ? super.getInputStream()
							: new ByteArrayInputStream(content.getBytes(StandardCharsets.US_ASCII));
				}

			}, this.service.client()))
				.withMessage(
						"POST %s failed because its content, form with file [%s], cannot be read: Its length has changed",
						this.service.url("recipes/4"), file);
		}
	}

	private void attach(Object picture, ServiceRootBuilder client) {
		assertThat(this.service.open(client)
			.collection("recipes")
			.getReference(4)
			.operation("attach")
			.with("picture", picture)
			.invoke()).isNotNull();
	}

	/** Values and their form in the query. */
	static Stream<Arguments> values() {
		return Stream.of(Arguments.of("1.234", "\"1.234\""), Arguments.of(1.234, "1.234"),
				Arguments.of(new BigDecimal("1.50"), "1.50"),
				Arguments.of(new BigInteger("12345678901234567890"), "12345678901234567890"),
				Arguments.of("null", "\"null\""), Arguments.of(null, "null"),
				Arguments.of("\"foo\"", "\"\\\"foo\\\"\""), Arguments.of("caf\u00e9 \u2603", "\"caf\u00e9 \u2603\""),
				Arguments.of(Arrays.asList(1, true, null), "[1,true,null]"),
				Arguments.of(Map.of("a", List.of(LocalDate.of(1994, 1, 1))), "{\"a\":[\"1994-01-01\"]}"),
				Arguments.of(ZonedDateTime.parse("2008-01-07T01:00:00+01:00[Europe/Paris]"),
						"\"2008-01-07T00:00:00+00:00\""),
				Arguments.of(HttpStatus.OK, "\"OK\""), Arguments.of(URI.create("http://a/~b"), "\"http://a/~b\""));
	}

	@ParameterizedTest
	@MethodSource("values")
	void valueIsSentAsJson(Object value, String json) {
		answerFind(StubService.json("null"));
		ServiceRoot root = this.service.root();
		this.service.forgetRequests();
		root.collection("recipes").operation("find").with("search", value).invoke();
		assertThat(this.service.server().getAllServeEvents()).singleElement()
			.satisfies((event) -> assertThat(event.getRequest().queryParameter("search").firstValue()).isEqualTo(json));
	}

	@Test
	void operationIsKnownByNameAndUrl() {
		NamedOperation find = this.service.root().collection("recipes").operation("find");
		assertThat(find).hasToString(this.service.url("recipes") + " find");
		assertThat(find.name()).isEqualTo("find");
		assertThat(find.description().name()).isEqualTo("find");
	}

	@Test
	void objectThatTheDescriptionDoesNotDeclareIsValue() {
		this.service.serveRoot(
				StubService.wadl(this.service.url(""))
					.replace("fixed=\"cook\"/>\n    </w:representation></w:request>", """
							fixed="cook"/></w:representation></w:request>
							<w:response><w:representation mediaType="application/xhtml+xml"/></w:response>"""),
				this.service.rootJson());
		this.service.serve("POST", "recipes/4", StubService.json(this.service.recipe(4, "Stir")));
		Object value = this.service.root().collection("recipes").getReference(4).operation("cook").invoke().content();
		assertThat(value).isInstanceOf(Map.class).extracting("instructions").isEqualTo("Stir");
	}

	@Test
	void entryMovesWithItsState() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("POST", "recipes/4",
				aResponse().withStatus(301).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Fry"));
		Entry recipe = this.service.root().collection("recipes").get(4).set("id", 5);
		assertThat(recipe.operation("cook").invoke().entry()).isEqualTo(recipe);
		assertThat(recipe.changes()).as("not saved yet").containsOnlyKeys("id");
		assertThat(recipe.uri()).hasToString(this.service.url("recipes/9"));
		assertThat(recipe.getString("instructions")).isEqualTo("Fry");
		assertThat(this.service.requestsFor("recipes/9")).hasSize(1);
	}

	@Test
	void resultHasNotifications() {
		answerFind(StubService.json("5").withHeader("X-Lazr-Notifications", "[[30, \"Careful\"]]"));
		assertThat(find().notifications()).containsExactly(new Notification(30, "Careful"));
	}

	private Object valueOf(String json) {
		answerFind(StubService.json(json));
		return find().content();
	}

	private void answerFind(ResponseDefinitionBuilder answer) {
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), answer);
	}

	@Test
	void resultOfAnotherKindIsNotShownAndSaysWhatHelps() {
		answerFind(StubService.json("[\"s3cret\", null]"));
		NamedOperation find = this.service.root().collection("recipes").operation("find").with("search", "x");
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> TypedValues.entries(find, "recipe", true, (entry) -> entry))
			.withMessageContaining("\"result\": \"any\"")
			.withMessageNotContaining("s3cret");
		assertThatExceptionOfType(AttributeValueException.class)
			.isThrownBy(() -> TypedValues.values(find, String.class, true))
			.withMessageContainingAll("an element that is null, not a list of String", "\"result\": \"any\"");
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '`', value = { "\"2026-01-31\", java.time.LocalDate", "1.5, java.lang.Double",
			"\"http://a.example/\", java.net.URI", "true, java.lang.Boolean" })
	void resultIsReadAsItsType(String json, Class<?> type) {
		answerFind(StubService.json(json));
		NamedOperation find = this.service.root().collection("recipes").operation("find").with("search", "x");
		assertThat(TypedValues.value(find, type, true)).isInstanceOf(type).hasToString(json.replace("\"", ""));
		answerFind(StubService.json("\"a s3cret\""));
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> TypedValues.value(find, type, true))
			.withMessageNotContaining("s3cret");
	}

	@Test
	void entriesOfAResultHaveTheDeclaredType() {
		answerFind(StubService.json("[\"%1$s5\", {\"self_link\": \"%1$s6\"}]".formatted(this.service.url("recipes/"))));
		NamedOperation find = this.service.root().collection("recipes").operation("find").with("search", "x");
		assertThat(TypedValues.entries(find, "recipe", true, (entry) -> entry.type().id() + entry.isFetched()))
			.containsExactly("recipefalse", "recipetrue");
	}

	@Test
	void resultOfAnOperationOfAnApplicationIsRead() {
		NamedOperation operation = new NamedOperation() {

			@Override
			public String name() {
				return "count";
			}

			@Override
			public OperationDescription description() {
				throw new UnsupportedOperationException();
			}

			@Override
			public NamedOperation with(String parameter, @Nullable Object value) {
				return this;
			}

			@Override
			public OperationResult invoke() {
				return new OperationResult(5L, List.of());
			}

		};
		assertThat(TypedValues.value(operation, Long.class, true)).isEqualTo(5L);
		assertThatIllegalStateException().isThrownBy(() -> TypedValues.value(operation, String.class, true))
			.withMessage("'count' returned a Long, not String");
	}

	private OperationResult find() {
		return this.service.root().collection("recipes").operation("find").with("search", "x").invoke();
	}

}
