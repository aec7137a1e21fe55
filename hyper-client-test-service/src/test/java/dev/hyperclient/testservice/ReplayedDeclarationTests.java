package dev.hyperclient.testservice;

import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static dev.hyperclient.testservice.ServiceCalls.assertIllegalArgument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Values and files that are declared for a fake service with the description of another
 * service, and what is refused.
 */
class ReplayedDeclarationTests extends ReplayedServiceFixture {

	@Test
	void valuesAreWrittenAsTheProtocolHasThem() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish",
				Map.of("name", "Tea", "first_served", LocalDate.of(2026, 1, 31), "price", 1.5)));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"first_served\":\"2026-01-31\"", "\"price\":1.5");
		assertIllegalArgument(() -> builder().entry("dishes/Tea", "dish", Map.of("first_served", "soon")),
				"The attribute 'first_served' of the entry type 'dish' takes a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00+00:00 but not soon (String)");
		assertThat(builder().entry("dishes/Tea", "dish", Map.of("name", List.of(Instant.EPOCH)))).isNotNull();
	}

	@Test
	void entryCanHaveAValueThatTheServiceHasAddedToAList() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish", Map.of("course", "Tea")));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"course\":\"Tea\"");
		this.service.change("dishes/Tea", Map.of("course", "Coffee"));
		assertThat(this.calls.get("dishes/Tea").body()).contains("\"course\":\"Coffee\"");
	}

	@Test
	void urlsInAListHaveTheUrlOfTheTest() throws Exception {
		restart((builder) -> builder.entry("dishes/Tea", "dish", Map.of("name", List.of(BASE + "dishes/Soup"))));
		assertThat(this.calls.get("dishes/Tea").body())
			.contains("\"name\":[\"" + this.service.baseUrl() + "dishes/Soup\"]");
	}

	@Test
	void linksToNothingAndToOtherTypesAreRefused() throws Exception {
		String root = this.service.baseUrl().toString();
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"" + root + "dishes/Sop\"}").body())
			.isEqualTo("dish_link: No such object \"" + root + "dishes/Sop\".");
		assertThat(this.calls.patch("recipes/4", "{\"dish_link\": \"" + root + "recipes/5\"}").body())
			.isEqualTo("dish_link: Your value points to the wrong kind of object");
		assertIllegalArgument(() -> restart((builder) -> builder.entry("recipes/6", "recipe", Map
			.of("dish", "dishes/Sop"))), "The link 'dish' of 'recipes/6' refers to 'dishes/Sop', which does not exist:"
					+ " add entry(\"dishes/Sop\", \"dish\", ...) or its representation. The nearest entry is 'dishes/Soup'.");
		assertIllegalArgument(
				() -> restart((builder) -> builder.entry("recipes/6", "recipe", Map.of("dish", "recipes/5"))),
				"The link 'dish' of 'recipes/6' has the type 'dish', but 'recipes/5' has the type 'recipe'");
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
		assertIllegalArgument(() -> builder().entry("dishes/Tea", "dish", Map.of("name", new byte[1])),
				"The attribute 'name' of the entry type 'dish' takes a JSON value but not bytes (byte[])");
		for (String key : List.of("self_link", "resource_type_link", "http_etag")) {
			assertIllegalArgument(() -> builder().entry("dishes/Tea", "dish", Map.of(key, "dishes/Soup")),
					"'%s' of the type 'dish' is written by the fake service. Leave it out.".formatted(key));
		}
		this.service.change("dishes/Soup", this.service.entry("dishes/Soup").values());
	}

	@Test
	void pathsThatNoEntryCanHaveAreRefused() {
		for (String path : List.of("", "../x", "recipes//4", "recipes/4/", "recipes/4?x=1")) {
			assertThatIllegalArgumentException().isThrownBy(() -> builder().entry(path, "recipe", Map.of()))
				.withMessageStartingWith("'" + path + "' is not the path of an entry: ");
		}
		assertIllegalArgument(() -> builder().entry("recipes", "recipe", Map.of()),
				"'recipes' is the path of a collection. An entry has a path such as 'recipes/4'.");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().entry("recipes/%zz", "recipe", Map.of()))
			.withMessageStartingWith("'recipes/%zz' is not a path below the root: ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.service.add("recipes", "recipe", Map.of()))
			.withMessageStartingWith("'recipes' is the path of a collection");
	}

	@Test
	void collectionsThatNothingLinksToOrWithEntriesOfAnotherTypeAreRefused() {
		assertIllegalArgument(() -> restart((builder) -> builder.collection("dishes/Soup/recipse")),
				"There is no collection 'dishes/Soup/recipse', since no entry has a link to it."
						+ " The nearest collection is 'dishes/Soup/recipes'.");
		assertThatIllegalArgumentException().isThrownBy(() -> restart((builder) -> builder.collection("recpies")))
			.withMessageEndingWith("The nearest collection is 'recipes'.");
		assertThatIllegalArgumentException().isThrownBy(() -> builder().collection("recipes", "recipes/9").start())
			.withMessageStartingWith("The collection 'recipes' has the entry 'recipes/9', which does not exist");
		assertIllegalArgument(() -> restart((builder) -> builder.collection("dishes/Soup/recipes", "dishes/Soup")),
				"The collection 'dishes/Soup/recipes' has entries of the type 'recipe', but 'dishes/Soup' is a 'dish'");
		assertIllegalArgument(() -> restart((builder) -> builder.collection("dishes", "recipes/4")),
				"The collection 'dishes' has entries of the type 'dish', but 'recipes/4' is a 'recipe'");
	}

	@Test
	void hostedFilesAreServedReplacedAndDeleted() throws Exception {
		byte[] content = { 'a', (byte) 0xff, 0 };
		restart((builder) -> builder.entry("dishes/Tea", "dish", Map.of("name", "Tea", "photo", content)));
		assertThat(this.calls.get("dishes/Tea").body())
			.contains("\"photo_link\":\"" + this.service.baseUrl() + "dishes/Tea/photo\"");
		assertThat(file()).containsExactly(content);
		assertThat(this.service.file("/dishes/Tea", "photo_link"))
			.hasToString("photo (application/octet-stream, 3 bytes)");
		assertThat(this.calls.send("PUT", "dishes/Tea/photo", "new").statusCode()).isEqualTo(200);
		assertThat(file()).asString(StandardCharsets.UTF_8).isEqualTo("new");
		assertThat(this.calls.send("DELETE", "dishes/Tea/photo", "").statusCode()).isEqualTo(200);
		assertThat(this.calls.get("dishes/Tea/photo").statusCode()).isEqualTo(404);
		assertThat(this.calls.send("DELETE", "dishes/Tea/photo", "").statusCode()).isEqualTo(404);
		this.service.change("dishes/Tea", Map.of("photo", new byte[] { 'b' }));
		assertThat(file()).asString(StandardCharsets.UTF_8).isEqualTo("b");
		this.service.reset();
		assertThat(file()).containsExactly(content);
		assertThat(this.service.file("dishes/Soup", "photo")).isNull();
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
	void namesThatTheDescriptionDoesNotHaveAreRefused() {
		assertIllegalArgument(() -> builder().operation("recipe", "shuot", (call) -> null),
				"The description has no operation 'shuot' in the type 'recipe'. The nearest name is 'shout'.");
		assertIllegalArgument(() -> builder().operation("recip", "shout", (call) -> null),
				"The description has no type 'recip'. The nearest name is 'recipe'.");
		assertIllegalArgument(() -> builder().entry("x", "recipes", Map.of()),
				"The description has no entry type 'recipes'. The nearest name is 'recipe'.");
		assertIllegalArgument(() -> builder().entry("x", "recipe", Map.of("dsh", "Soup")),
				"The description has no attribute 'dsh' in the type 'recipe'. The nearest name is 'dish'.");
	}

	@Test
	void partThatIsDeclaredTwiceIsRefused() {
		assertIllegalArgument(
				() -> builder().entry("/recipes/1", "recipe", Map.of()).entry("recipes/1", "recipe", Map.of()),
				"The entry 'recipes/1' is declared twice");
		assertIllegalArgument(
				() -> builder().operation("recipe", "shout", (call) -> null)
					.operation("recipe", "shout", (call) -> null),
				"The operation 'shout' of 'recipe' has two behaviors");
		assertIllegalArgument(() -> builder().collection("recipes").collection("/recipes", "recipes/4"),
				"The collection 'recipes' is declared twice");
		assertIllegalArgument(() -> builder().representation("x?b=1&a=2", "1").representation("x?a=2&b=1", "2"),
				"The representation 'x?a=2&b=1' is declared twice");
		assertIllegalArgument(() -> builder().entry("recipes/6", "recipe", Map.of()).representation("recipes/6", "{}"),
				"'recipes/6' is declared by entry(...) and representation(...): leave one out");
	}

	@Test
	void collectionsHaveTheSameMethodsAsThoseOfDeclaredTypes() throws Exception {
		assertThat(this.service.entries("recipes")).extracting(FakeEntry::key).containsExactly("4", "5");
		this.service.add("recipes", Map.of("instructions", "Grill."));
		assertThat(this.service.entry("recipes/6").text("instructions")).isEqualTo("Grill.");
		assertThat(this.calls.get("recipes").body()).contains("\"total_size\":3", "Grill.");
		restart((builder) -> builder.operation("dishes", "cheapest", (call) -> call.find("dishes", "Soup").orElse(null))
			.operation("recipe", "shout", (call) -> call.create("recipes", Map.of("instructions", "Loud.")).path()));
		assertThat(this.calls.get("dishes?ws.op=cheapest").body()).contains("\"name\":\"Soup\"");
		assertThat(this.calls.post("recipes/4", "ws.op=shout").body()).isEqualTo("\"recipes/6\"");
	}

}
