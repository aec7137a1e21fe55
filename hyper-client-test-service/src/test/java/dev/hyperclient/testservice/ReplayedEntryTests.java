package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Entries, collections and operations of a fake service with the description of another
 * service.
 */
class ReplayedEntryTests {

	private static final String BASE = "https://api.example.com/1.0/";

	private static String wadl = "";

	private FakeService service = start(UnaryOperator.identity());

	private ServiceCalls calls = new ServiceCalls(this.service);

	@BeforeAll
	static void readDescription() throws Exception {
		try (FakeService kitchen = Kitchen.builder().start()) {
			wadl = new ServiceCalls(kitchen).get("", "Accept", "application/vnd.sun.wadl+xml")
				.body()
				.replace(kitchen.baseUrl().toString(), BASE);
		}
	}

	@AfterEach
	void close() {
		this.service.close();
	}

	@Test
	void entryHasAllAttributesOfItsType() throws Exception {
		HttpResponse<String> recipe = this.calls.get("recipes/4");
		assertThat(recipe.body()).contains("\"self_link\":\"" + this.service.baseUrl() + "recipes/4\"",
				"\"dish_link\":\"" + this.service.baseUrl() + "dishes/Caf%C3%A9\"", "\"instructions\":\"Boil.\"",
				"\"resource_type_link\":\"" + this.service.baseUrl() + "#recipe\"");
		HttpResponse<String> dish = this.calls.get("dishes/Caf%C3%A9");
		assertThat(dish.body()).contains("\"first_served\":\"1901-02-03\"", "\"price\":null",
				"\"recipes_collection_link\":\"" + this.service.baseUrl() + "dishes/Caf%C3%A9/recipes\"");
		assertThat(recipe.headers().firstValue("ETag")).isPresent();
		assertThat(this.calls.get("recipes/4", "If-None-Match", tag("recipes/4")).statusCode()).isEqualTo(304);
	}

	@Test
	void patchChangesEntryAndItsTag() throws Exception {
		String tag = tag("recipes/4");
		HttpResponse<String> changed = this.calls.patch("recipes/4",
				"{\"instructions\": \"Bake.\", \"dish_link\": \"" + this.service.baseUrl() + "dishes/Soup\"}",
				"If-Match", tag);
		assertThat(changed.statusCode()).isEqualTo(209);
		assertThat(changed.body()).contains("\"instructions\":\"Bake.\"");
		assertThat(this.service.entry("recipes/4").text("dish")).isEqualTo("dishes/Soup");
		assertThat(tag("recipes/4")).isNotEqualTo(tag);
		assertThat(this.calls.get("recipes").body()).contains("\"instructions\":\"Bake.\"");
		assertThat(this.calls.patch("recipes/4", "{\"instructions\": \"x\"}", "If-Match", tag).statusCode())
			.isEqualTo(412);
		this.service.reset();
		assertThat(tag("recipes/4")).isEqualTo(tag);
	}

	@Test
	void putNeedsAllWritableAttributes() throws Exception {
		String representation = this.calls.get("recipes/4").body();
		assertThat(put(representation.replace("Boil.", "Bake.")).statusCode()).isEqualTo(209);
		assertThat(this.service.entry("recipes/4").get("instructions")).isEqualTo("Bake.");
		HttpResponse<String> refused = put("{}");
		assertThat(refused.statusCode()).isEqualTo(400);
		assertThat(refused.body()).contains("You didn't specify a value for the attribute 'instructions'.");
	}

	@Test
	void invalidChangesAreReportedTogether() throws Exception {
		HttpResponse<String> refused = this.calls.patch("dishes/Soup", """
				{"course": "Tea", "first_served": "soon", "nonesuch": 1, "self_link": "x", "photo_link": "x",
				 "recipes_collection_link": "x"}""");
		assertThat(refused.statusCode()).isEqualTo(400);
		assertThat(refused.body().lines()).containsExactlyInAnyOrder(
				"course: Invalid value \"Tea\". Acceptable values are: Starter, Main",
				"first_served: Value doesn't look like a date.",
				"nonesuch: You tried to modify a nonexistent attribute.",
				"self_link: You tried to modify a read-only attribute.",
				"photo_link: To modify this field you need to send a PUT request to its URI (" + this.service.baseUrl()
						+ "dishes/Soup/photo).",
				"recipes_collection_link: You tried to modify a collection attribute.");
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"Soup\"}").body())
			.isEqualTo("dish_link: \"Soup\" is not a valid URI.");
		assertThat(this.calls.patch("recipes/4", "{").statusCode()).isEqualTo(400);
		assertThat(this.calls.send("PATCH", "recipes/4", "{}", "Content-Type", "text/plain").statusCode())
			.isEqualTo(415);
	}

	@Test
	void entryIsDeletedIfTheDescriptionAllowsIt() throws Exception {
		assertThat(this.calls.send("DELETE", "recipes/4", "").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("recipes/4").statusCode()).isEqualTo(404);
		assertThat(this.calls.get("recipes").body()).contains("\"total_size\":1").doesNotContain("Boil.");
		HttpResponse<String> refused = this.calls.send("DELETE", "dishes/Soup", "");
		assertThat(refused.statusCode()).isEqualTo(405);
		assertThat(refused.headers().firstValue("Allow")).hasValue("GET PATCH PUT");
	}

	@Test
	void topLevelCollectionHasEntriesOfItsType() throws Exception {
		assertThat(this.service.collections()).containsExactly("dishes", "recipes");
		String first = this.calls.get("recipes?ws.size=1").body();
		assertThat(first)
			.contains("\"total_size\":2", "\"Boil.\"",
					"\"resource_type_link\":\"" + this.service.baseUrl() + "#recipes\"",
					"\"next_collection_link\":\"" + this.service.baseUrl() + "recipes?ws.size=1&ws.start=1\"")
			.doesNotContain("Soak.");
		assertThat(this.calls.get("recipes?ws.size=1&ws.start=1").body()).contains("Soak.", "prev_collection_link")
			.doesNotContain("next_collection_link");
		assertThat(this.calls.get("recipes?ws.show=total_size").body()).isEqualTo("2");
		assertThat(this.calls.get("recipes?ws.size=301").body()).isEqualTo("Maximum for \"ws.size\" parameter is 300.");
	}

	@Test
	void declaredCollectionHasItsEntries() throws Exception {
		restart((builder) -> builder.collection("dishes/Soup/recipes", "recipes/5").collection("recipes"));
		assertThat(this.calls.get("dishes/Soup/recipes").body())
			.contains("Soak.", this.service.baseUrl() + "#recipe-page-resource")
			.doesNotContain("Boil.");
		assertThat(this.calls.get("recipes").body()).contains("\"total_size\":0");
		assertThat(this.calls.get("dishes/Caf%C3%A9/recipes").statusCode()).isEqualTo(501);
	}

	@Test
	void changesBehindTheBackOfClients() throws Exception {
		String tag = tag("recipes/4");
		this.service.change("recipes/4", Map.of("instructions", "Fry."));
		assertThat(this.calls.patch("recipes/4", "{}", "If-Match", tag).statusCode()).isEqualTo(412);
		this.service.add("recipes/6", "recipe", Map.of("instructions", "Grill."));
		assertThat(this.calls.get("recipes").body()).contains("Fry.", "Grill.");
		this.service.remove("recipes/6");
		assertThat(this.calls.get("recipes/6").statusCode()).isEqualTo(404);
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.change("recipes/9", Map.of()))
			.withMessageContaining("There is no entry 'recipes/9'. There are: ");
	}

	@Test
	void operationReturnsPageEntryAndValue() throws Exception {
		restart((builder) -> builder
			.operation("dishes", "search",
					(call) -> call.entries("dish")
						.stream()
						.filter((dish) -> dish.text("name").contains(call.arguments().text("text")))
						.toList())
			.operation("dishes", "cheapest", (call) -> call.find("dishes/Soup").orElse(null))
			.operation("recipe", "length", (call) -> call.entry().text("instructions").length()));
		assertThat(this.calls.get("dishes?ws.op=search&text=%22Sou%22").body())
			.contains("\"total_size\":1", "\"name\":\"Soup\"")
			.doesNotContain("\"resource_type_link\":\"" + this.service.baseUrl() + "#dishes\"");
		assertThat(this.calls.get("dishes?ws.op=cheapest").body()).contains("\"name\":\"Soup\"");
		assertThat(this.calls.get("recipes/4?ws.op=length").body()).isEqualTo("5");
		assertThat(this.calls.get("dishes?ws.op=search").body()).isEqualTo("text: Required input is missing.");
		assertThat(this.calls.get("dishes?ws.op=nonesuch").body()).isEqualTo("No such operation: nonesuch");
		assertThat(this.calls.post("recipes/4", "x=1").body()).isEqualTo("No operation name given.");
	}

	@Test
	void integerArgumentIsReadAsDecimal() throws Exception {
		restart((builder) -> builder.operation("dishes", "search",
				(call) -> call.entries("dish")
					.stream()
					.filter((dish) -> call.arguments().decimal("text").compareTo(BigDecimal.TEN) >= 0)
					.toList()));
		assertThat(this.calls.get("dishes?ws.op=search&text=10").body()).contains("Soup");
		assertThat(this.calls.get("dishes?ws.op=search&text=9.5").body()).contains("\"total_size\":0");
	}

	@Test
	void operationCreatesAndChangesEntries() throws Exception {
		restart((builder) -> builder
			.operation("recipes", "create",
					(call) -> call.create("recipes/6", "recipe",
							Map.of("id", 6, "instructions", call.arguments().text("instructions"), "dish",
									call.arguments().text("dish"))))
			.operation("recipe", "shout", (call) -> call.change(call.entry(),
					Map.of("instructions", call.entry().text("instructions") + "!"))));
		String form = "ws.op=create&instructions=%22Fry%22&dish=%22" + this.service.baseUrl() + "dishes/Soup%22";
		HttpResponse<String> created = this.calls.post("recipes", form);
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(created.headers().firstValue("Location")).hasValue(this.service.baseUrl() + "recipes/6");
		assertThat(this.service.entry("recipes/6").get("dish")).isEqualTo("dishes/Soup");
		assertThat(this.calls.post("recipes", form).statusCode()).isEqualTo(409);
		assertThat(this.calls.post("recipes/6", "ws.op=shout").body()).contains("\"instructions\":\"Fry!\"");
		assertThat(this.calls.get("recipes").body()).contains("Fry!");
	}

	@Test
	void operationWithoutBehaviorNamesItself() throws Exception {
		HttpResponse<String> response = this.calls.post("recipes/4", "ws.op=shout");
		assertThat(response.statusCode()).isEqualTo(501);
		assertThat(response.body()).isEqualTo("The operation 'shout' of 'recipe' has no behavior. Give it one where the"
				+ " fake service 'tracker' is declared: operation(\"recipe\", \"shout\", (call) -> ...)");
		assertThat(this.calls.get("recipes/4?ws.op=length").body())
			.endsWith(", or its answer: representation(\"recipes/4?ws.op=length\", ...)");
		assertThat(this.calls.get("nowhere").body()).contains("has no answer for GET nowhere");
		assertThat(this.calls.patch("recipes/9", "{}").body()).contains("add entry(\"recipes/9\", \"<type>\", ");
	}

	@Test
	void behaviorThatFailsIsReported() throws Exception {
		restart((builder) -> builder.operation("recipe", "length", (call) -> call.change(call.entry(), Map.of()))
			.operation("dishes", "search", (call) -> 5)
			.operation("recipe", "shout", (call) -> {
				call.remove(call.entry());
				throw RequestRefusedException.badRequest("too loud");
			}));
		assertThat(this.calls.get("recipes/4?ws.op=length").body())
			.endsWith("failed: Nothing can be changed, because the operation 'length' of 'recipe' is invoked with GET"
					+ " according to the description.");
		assertThat(this.calls.get("dishes?ws.op=search&text=x").body())
			.isEqualTo("The behavior of the operation 'search' of 'dishes' failed: it must return a list of entries"
					+ " but returned 5");
		assertThat(this.calls.post("recipes/4", "ws.op=shout").body()).isEqualTo("too loud");
		assertThat(this.calls.get("recipes/4").statusCode()).isEqualTo(200);
	}

	@Test
	void recordedPageHasPresentStateOfItsEntries() throws Exception {
		String recorded = """
				{"total_size": 2, "start": 0, "entries": [
				 {"self_link": "%1$srecipes/7", "resource_type_link": "%1$s#recipe", "http_etag": "\\"a-b\\"",
				  "instructions": "Roast.", "id": 7},
				 {"self_link": "%1$srecipes/8", "resource_type_link": "%1$s#recipe", "id": 8}]}""".formatted(BASE);
		restart((builder) -> builder.representation("dishes/Soup/recipes", recorded));
		assertThat(this.calls.get("recipes/7", "If-None-Match", "\"a-b\"").statusCode()).isEqualTo(304);
		assertThat(this.calls.patch("recipes/7", "{\"instructions\": \"Fry.\"}", "If-Match", "\"x-b\"").statusCode())
			.isEqualTo(209);
		assertThat(this.calls.send("DELETE", "recipes/8", "").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("dishes/Soup/recipes").body()).contains("\"instructions\":\"Fry.\"",
				"\"total_size\":1");
	}

	@Test
	void recordedAnswerHasUrlsOfTheOtherServiceAsArguments() throws Exception {
		restart((builder) -> builder.representation("dishes?ws.op=search&text=%22" + BASE + "dishes/Soup%22", "[2]"));
		String url = URLEncoder.encode("\"" + this.service.baseUrl() + "dishes/Soup\"", StandardCharsets.UTF_8);
		assertThat(this.calls.get("dishes?text=" + url + "&ws.op=search").body()).isEqualTo("[2]");
		assertThat(this.calls.get("dishes?text=x" + url + "&ws.op=search").body())
			.contains(URLEncoder.encode(BASE, StandardCharsets.UTF_8));
	}

	@Test
	void entryIsRecordedForRedirectedUrl() throws Exception {
		restart((builder) -> builder.representation("recipes/+mine", """
				{"self_link": "%1$srecipes/7", "resource_type_link": "%1$s#recipe", "instructions": "Roast."}
				""".formatted(BASE)).operation("recipe", "length", (call) -> call.entry().path()));
		assertThat(this.calls.get("recipes/+mine").body()).contains("Roast.");
		assertThat(this.calls.get("recipes/+mine?ws.op=length").body()).isEqualTo("\"recipes/7\"");
		assertThat(this.calls.patch("recipes/7", "{\"instructions\": \"Fry.\"}").statusCode()).isEqualTo(209);
		assertThat(this.calls.get("recipes/+mine").body()).contains("Fry.");
	}

	@Test
	void valuesAreWrittenAsTheProtocolHasThem() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish",
				Map.of("name", "Tea", "first_served", LocalDate.of(2026, 1, 31), "price", 1.5)));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"first_served\":\"2026-01-31\"", "\"price\":1.5");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("dishes/Tea", "dish", Map.of("first_served", "soon")))
			.withMessage(
					"The attribute 'first_served' of the entry type 'dish' takes a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00+00:00 but not soon (String)");
		assertThat(builder().entry("dishes/Tea", "dish", Map.of("name", List.of(Instant.EPOCH)))).isNotNull();
	}

	@Test
	void entryCanHaveAValueThatTheServiceHasAddedToAList() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish", Map.of("course", "Tea")));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"course\":\"Tea\"");
		this.service.change("dishes/Tea", Map.of("course", "Coffee"));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"course\":\"Coffee\"");
		assertThat(this.calls.patch("dishes/Tea", "{\"course\": \"Tea\"}").body())
			.contains("Acceptable values are: Starter, Main");
	}

	@Test
	void linksToNothingAndToOtherTypesAreRefused() throws Exception {
		String root = this.service.baseUrl().toString();
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"" + root + "dishes/Sop\"}").statusCode())
			.isEqualTo(400);
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"" + root + "dishes/Sop\"}").body())
			.isEqualTo("dish_link: No such object \"" + root + "dishes/Sop\".");
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"" + root + "recipes/5\"}").body())
			.isEqualTo("dish_link: Your value points to the wrong kind of object");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> restart((builder) -> builder.entry("recipes/6", "recipe", Map.of("dish", "dishes/Sop"))))
			.withMessage("The link 'dish' of 'recipes/6' refers to 'dishes/Sop', which does not exist:"
					+ " add entry(\"dishes/Sop\", \"dish\", ...) or its representation. The nearest entry is 'dishes/Soup'.");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> restart((builder) -> builder.entry("recipes/6", "recipe", Map.of("dish", "recipes/5"))))
			.withMessage("The link 'dish' of 'recipes/6' has the type 'dish', but 'recipes/5' has the type 'recipe'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.change("recipes/4", Map.of("dish", "Soup")))
			.withMessageContaining("refers to 'Soup', which does not exist");
	}

	@Test
	void valuesThatNoAttributeTakesAreRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("dishes/Tea", "dish", Map.of("recipes", List.of("recipes/4"))))
			.withMessageContaining("takes no value, since collection(\"<path>/recipes\", ...) declares its entries");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("dishes/Tea", "dish", Map.of("photo", "dishes/Soup/photo")))
			.withMessageContaining("takes the content of a file as byte[]");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("recipes/6", "recipe", Map.of("dish", List.of("dishes/Soup"))))
			.withMessageContaining("takes the path of an entry such as 'bugs/4'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("dishes/Tea", "dish", Map.of("name", new byte[1])))
			.withMessage("The attribute 'name' of the entry type 'dish' takes a JSON value but not bytes (byte[])");
		for (String key : List.of("self_link", "resource_type_link", "http_etag")) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> builder().entry("dishes/Tea", "dish", Map.of(key, "dishes/Soup")))
				.withMessage("'%s' of the type 'dish' is written by the fake service. Leave it out.".formatted(key));
		}
		this.service.change("dishes/Soup", this.service.entry("dishes/Soup").values());
	}

	@Test
	void pathsThatNoEntryCanHaveAreRefused() {
		for (String path : List.of("", "../x", "recipes//4", "recipes/4/", "recipes/4?x=1")) {
			assertThatIllegalArgumentException().isThrownBy(() -> builder().entry(path, "recipe", Map.of()))
				.withMessageStartingWith("'" + path + "' is no path of an entry: ");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> builder().entry("recipes", "recipe", Map.of()))
			.withMessage("'recipes' is the path of a collection. An entry has a path such as 'recipes/4'.");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.add("recipes", "recipe", Map.of()))
			.withMessageStartingWith("'recipes' is the path of a collection");
	}

	@Test
	void collectionsThatNothingLinksToAreRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> restart((builder) -> builder.collection("dishes/Soup/recipse")))
			.withMessage("There is no collection 'dishes/Soup/recipse', since no entry has a link to it."
					+ " The nearest collection is 'dishes/Soup/recipes'.");
		assertThatIllegalArgumentException().isThrownBy(() -> restart((builder) -> builder.collection("recpies")))
			.withMessageEndingWith("The nearest collection is 'recipes'.");
	}

	@Test
	void pathThatIsDeclaredTwiceIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().collection("recipes").collection("/recipes", "recipes/4"))
			.withMessage("The collection 'recipes' is declared twice");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().representation("x?b=1&a=2", "1").representation("x?a=2&b=1", "2"))
			.withMessage("The representation 'x?a=2&b=1' is declared twice");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("recipes/6", "recipe", Map.of()).representation("recipes/6", "{}"))
			.withMessage("'recipes/6' is declared by entry(...) and representation(...): leave one out");
	}

	@Test
	void hostedFilesAreServedReplacedAndDeleted() throws Exception {
		byte[] content = { 'a', (byte) 0xff, 0 };
		restart((builder) -> builder.entry("dishes/Tea", "dish", Map.of("name", "Tea", "photo", content)));
		assertThat(this.calls.get("dishes/Tea").body())
			.contains("\"photo_link\":\"" + this.service.baseUrl() + "dishes/Tea/photo\"");
		assertThat(file()).containsExactly(content);
		HttpResponse<String> put = this.calls.send("PUT", "dishes/Tea/photo", "new", "Content-Type", "image/png",
				"Content-Disposition", "attachment; filename=\"tea.png\"");
		assertThat(put.statusCode()).isEqualTo(200);
		assertThat(file()).asString(StandardCharsets.UTF_8).isEqualTo("new");
		HttpResponse<String> stored = this.calls.get(this.calls.get("dishes/Tea/photo")
			.headers()
			.firstValue("Location")
			.orElseThrow()
			.substring(this.service.baseUrl().toString().length()));
		assertThat(stored.headers().firstValue("Content-Type")).hasValue("image/png");
		assertThat(stored.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"tea.png\"");
		assertThat(this.calls.send("DELETE", "dishes/Tea/photo", "").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("dishes/Tea/photo").statusCode()).isEqualTo(404);
		assertThat(this.calls.send("DELETE", "dishes/Tea/photo", "").statusCode()).isEqualTo(404);
		this.service.change("dishes/Tea", Map.of("photo", new byte[] { 'b' }));
		assertThat(file()).asString(StandardCharsets.UTF_8).isEqualTo("b");
		this.service.reset();
		assertThat(file()).containsExactly(content);
		assertThat(this.calls.send("PUT", "dishes/Soup/photo", "soup").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("dishes/Soup/photo").statusCode()).isEqualTo(303);
	}

	private byte[] file() throws Exception {
		try (InputStream content = this.service.baseUrl().resolve("dishes/Tea/photo").toURL().openStream()) {
			return content.readAllBytes();
		}
	}

	@Test
	void collectionAndFileWithoutAnswerAreNamed() throws Exception {
		assertThat(this.calls.get("dishes/Soup/recipes").body())
			.contains("add collection(\"dishes/Soup/recipes\", \"<path of an entry>\")");
		HttpResponse<String> file = this.calls.get("dishes/Soup/photo");
		assertThat(file.statusCode()).isEqualTo(501);
		assertThat(file.body())
			.endsWith("add the content of the file: entry(\"dishes/Soup\", \"dish\", Map.of(\"photo\", bytes))");
	}

	@Test
	void elementsInDocumentationDeclareNothing() throws Exception {
		int option = wadl.indexOf("<wadl:option");
		String document = wadl.substring(0, option)
				+ "<wadl:doc><wadl:option value='Tea'/><wadl:link resource_type='#recipe'/><wadl:param name='x'/></wadl:doc>"
				+ wadl.substring(option);
		ReplayedServiceBuilder builder = FakeService
			.describedBy("tracker", new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)))
			.entry("dishes/Tea", "dish", Map.of());
		try (FakeService described = builder.start()) {
			assertThat(new ServiceCalls(described).patch("dishes/Tea", "{\"course\": \"Tea\"}").body())
				.contains("Acceptable values are: Starter, Main");
		}
	}

	@Test
	void namesThatTheDescriptionDoesNotHaveAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().operation("recipe", "shuot", (call) -> null))
			.withMessage("The description has no operation 'shuot' in the type 'recipe'. The nearest name is 'shout'.");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().operation("recip", "shout", (call) -> null))
			.withMessage("The description has no type 'recip'. The nearest name is 'recipe'.");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().entry("x", "recipes", Map.of()))
			.withMessage("The description has no entry type 'recipes'. The nearest name is 'recipe'.");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().entry("x", "recipe", Map.of("dsh", "Soup")))
			.withMessage("The description has no attribute 'dsh' in the type 'recipe'. The nearest name is 'dish'.");
	}

	@Test
	void declarationThatContradictsItselfIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().entry("/recipes/1", "recipe", Map.of()).entry("recipes/1", "recipe", Map.of()))
			.withMessage("The entry 'recipes/1' is declared twice");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder().operation("recipe", "shout", (call) -> null)
				.operation("recipe", "shout", (call) -> null))
			.withMessage("The operation 'shout' of 'recipe' has two behaviors");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().collection("recipes", "recipes/9").start())
			.withMessageStartingWith("The collection 'recipes' has the entry 'recipes/9', which does not exist");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().entry("recipes/%zz", "recipe", Map.of()))
			.withMessageStartingWith("'recipes/%zz' is no path below the root: ");
	}

	@Test
	void collectionsHaveTheSameMethodsAsThoseOfDeclaredTypes() throws Exception {
		assertThat(this.service.entries("recipes")).extracting(FakeEntry::key).containsExactly("4", "5");
		this.service.add("recipes", Map.of("instructions", "Grill."));
		assertThat(this.service.entry("recipes/6").text("instructions")).isEqualTo("Grill.");
		assertThat(this.calls.get("recipes").body()).contains("\"total_size\":3", "Grill.");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.entries("recipse"))
			.withMessage("There is no collection 'recipse'. There are: dishes, recipes.");
		restart((builder) -> builder.operation("dishes", "cheapest", (call) -> call.find("dishes", "Soup").orElse(null))
			.operation("recipe", "shout", (call) -> call.create("recipes", Map.of("instructions", "Loud.")).path()));
		assertThat(this.calls.get("dishes?ws.op=cheapest").body()).contains("\"name\":\"Soup\"");
		assertThat(this.calls.post("recipes/4", "ws.op=shout").body()).isEqualTo("\"recipes/6\"");
	}

	@Test
	void storedFileIsReturned() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish",
				Map.of("name", "Tea", "photo", "old".getBytes(StandardCharsets.UTF_8))));
		assertThat(this.service.file("dishes/Tea", "photo")).hasToString("photo (application/octet-stream, 3 bytes)");
		this.calls.send("PUT", "dishes/Tea/photo", "picture", "Content-Type", "image/png");
		assertThat(this.service.file("/dishes/Tea", "photo_link")).isNotNull().satisfies((file) -> {
			assertThat(file.mediaType()).isEqualTo("image/png");
			assertThat(file.content()).asString(StandardCharsets.UTF_8).isEqualTo("picture");
		});
		this.calls.send("DELETE", "dishes/Tea/photo", "");
		assertThat(this.service.file("dishes/Tea", "photo")).isNull();
		assertThat(this.service.file("dishes/Soup", "photo")).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.file("dishes/Tea", "name"))
			.withMessage("'name' of 'dishes/Tea' is no hosted file");
	}

	@Test
	void behaviorCannotChangeDataBehindItsOwnCall() throws Exception {
		restart((builder) -> builder.operation("recipe", "shout", (call) -> {
			this.service.change(call.entry().path(), Map.of("instructions", "lost"));
			return null;
		}));
		HttpResponse<String> shout = this.calls.post("recipes/4", "ws.op=shout");
		assertThat(shout.statusCode()).isEqualTo(500);
		assertThat(shout.body()).contains("cannot call change(...), add(...) or remove(...) of the service",
				"use call.change(...)");
		assertThat(this.service.entry("recipes/4").text("instructions")).isEqualTo("Boil.");
		this.service.change("recipes/4", Map.of("instructions", "Bake."));
		assertThat(this.calls.get("recipes/4").body()).contains("Bake.");
	}

	@Test
	void linksToRemovedEntryRemain() throws Exception {
		this.service.remove("dishes/Soup");
		assertThat(this.calls.get("dishes/Soup").statusCode()).isEqualTo(404);
		assertThat(this.calls.get("recipes/5").body())
			.contains("\"dish_link\":\"" + this.service.baseUrl() + "dishes/Soup\"");
	}

	@Test
	void collectionWithEntryOfAnotherTypeIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> restart((builder) -> builder.collection("dishes/Soup/recipes", "dishes/Soup")))
			.withMessage(
					"The collection 'dishes/Soup/recipes' has entries of the type 'recipe', but 'dishes/Soup' is a 'dish'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> restart((builder) -> builder.collection("dishes", "recipes/4")))
			.withMessage("The collection 'dishes' has entries of the type 'dish', but 'recipes/4' is a 'recipe'");
	}

	private HttpResponse<String> put(String document) throws Exception {
		return this.calls.send("PUT", "recipes/4", document, "Content-Type", "application/json");
	}

	private String tag(String path) throws Exception {
		return this.calls.get(path).headers().firstValue("ETag").orElseThrow();
	}

	private void restart(UnaryOperator<ReplayedServiceBuilder> more) {
		this.service.close();
		this.service = start(more);
		this.calls = new ServiceCalls(this.service);
	}

	private static FakeService start(UnaryOperator<ReplayedServiceBuilder> more) {
		return more
			.apply(builder()
				.entry("dishes/Caf\u00e9", "dish", Map.of("name", "Caf\u00e9", "first_served", "1901-02-03"))
				.entry("dishes/Soup", "dish", Map.of("name", "Soup", "course", "Starter"))
				.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil.", "dish", "dishes/Caf\u00e9"))
				.entry("recipes/5", "recipe", Map.of("id", 5, "instructions", "Soak.", "dish", "dishes/Soup")))
			.start();
	}

	private static ReplayedServiceBuilder builder() {
		return FakeService.describedBy("tracker", new ByteArrayInputStream(wadl.getBytes(StandardCharsets.UTF_8)));
	}

}
