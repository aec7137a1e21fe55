package dev.hyperclient.testservice;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Entries, collections and operations of a fake service with the description of another
 * service.
 */
class ReplayedEntryTests extends ReplayedServiceFixture {

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
		assertThat(this.calls.get("recipes?ws.size=1&ws.start=1").body())
			.contains("Soak.",
					"\"prev_collection_link\":\"" + this.service.baseUrl() + "recipes?ws.size=1&ws.start=0\"")
			.doesNotContain("next_collection_link");
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
	void keyBesideDeclaredEntriesIsNotFound() throws Exception {
		restart((builder) -> builder.entry("recipes/8", "recipe", Map.of("id", 8)));
		assertThat(this.calls.get("recipes/9").statusCode()).isEqualTo(404);
		assertThat(this.calls.get("recipes/9?ws.op=length").statusCode()).isEqualTo(404);
		assertThat(this.calls.post("recipes/9", "ws.op=shout").statusCode()).isEqualTo(404);
		assertThat(this.calls.patch("recipes/9", "{}").statusCode()).isEqualTo(404);
		assertThat(this.calls.get("recipes/9/dish").statusCode()).isEqualTo(501);
		HttpResponse<String> undeclared = this.calls.get("menus/4");
		assertThat(undeclared.statusCode()).isEqualTo(501);
		assertThat(undeclared.body()).contains("add entry(\"menus/4\", \"<type>\", Map.of(...)), or representation(");
	}

	@Test
	void plusInAPathStaysAsItIs() throws Exception {
		restart((builder) -> builder.entry("~ann/+dish/tea", "dish", Map.of("name", "Tea"))
			.entry("recipes/6", "recipe", Map.of("id", 6, "dish", "~ann/+dish/tea")));
		String url = "\"" + this.service.baseUrl() + "~ann/+dish/tea";
		for (String path : List.of("~ann/+dish/tea", "~ann/%2Bdish/tea")) {
			assertThat(this.calls.get(path).body()).contains("\"self_link\":" + url + "\"",
					"\"recipes_collection_link\":" + url + "/recipes\"");
		}
		assertThat(this.calls.get("recipes/6").body()).contains("\"dish_link\":" + url + "\"");
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": " + url + "\"}").statusCode()).isEqualTo(209);
		assertThat(this.calls.get("recipes/4").body()).contains("\"dish_link\":" + url + "\"");
	}

	@Test
	void serverSideChangesAreVisible() throws Exception {
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
		ServiceCalls.assertAnswer(this.calls.post("recipes/4", "ws.op=shout"), 501,
				"The operation 'shout' of 'recipe' has no behavior. Give it one where the"
						+ " fake service 'tracker' is declared: operation(\"recipe\", \"shout\", (call) -> ...)");
		assertThat(this.calls.get("recipes/4?ws.op=length").body())
			.endsWith(", or its answer: representation(\"recipes/4?ws.op=length\", ...)");
		assertThat(this.calls.get("nowhere").body()).contains("has no answer for GET nowhere");
		assertThat(this.calls.patch("menus/9", "{}").body()).contains("add entry(\"menus/9\", \"<type>\", ");
	}

	@Test
	void argumentThatRefersToNoEntryIsRefused() throws Exception {
		restart((builder) -> builder.operation("recipes", "create",
				(call) -> call.create("recipes/6", "recipe", Map.of("id", 6, "dish", call.arguments().entry("dish")))));
		ServiceCalls.assertAnswer(
				this.calls.post("recipes",
						"ws.op=create&instructions=%22Fry%22&dish=%22" + this.service.baseUrl() + "dishes/Stew%22"),
				400, "dish: No such object \"dishes/Stew\".");
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
	void linksToRemovedEntryRemain() throws Exception {
		this.service.remove("dishes/Soup");
		assertThat(this.calls.get("dishes/Soup").statusCode()).isEqualTo(404);
		assertThat(this.calls.get("recipes/5").body())
			.contains("\"dish_link\":\"" + this.service.baseUrl() + "dishes/Soup\"");
	}

	private HttpResponse<String> put(String document) throws Exception {
		return this.calls.send("PUT", "recipes/4", document, "Content-Type", "application/json");
	}

}
