package com.example;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.example.cookbooks.Cookbooks;
import com.example.cookbooks.Difficulty;
import com.example.cookbooks.Dish;
import com.example.cookbooks.Heat;
import com.example.cookbooks.Recipe;
import com.example.cookbooks.Recipes;
import dev.hyperclient.Entry;
import dev.hyperclient.HostedFile;
import dev.hyperclient.KeyLookup;
import dev.hyperclient.OperationResult;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;
import dev.hyperclient.typed.TypedCollection;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Uses the client that is generated from the description of the cookbooks.
 */
public final class GeneratedClientScenarios {

	private GeneratedClientScenarios() {
	}

	private static Recipe recipe(ServiceRoot root) {
		return new Cookbooks(root).recipes().get(2);
	}

	public static void attributesHaveTypes(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		long id = recipe.id();
		String title = recipe.title();
		Long servings = recipe.servings();
		BigDecimal price = recipe.price();
		Boolean isPrivate = recipe.isPrivate();
		List<String> tags = recipe.tags();
		Map<String, Long> nutrition = recipe.nutrition();
		LocalDate copyright = recipe.copyrightDate();
		OffsetDateTime created = recipe.dateCreated();
		assertThat(id).isEqualTo(2);
		assertThat(title).isEqualTo("Recipe 2");
		assertThat(servings).isEqualTo(4);
		assertThat(price).isNull();
		assertThat(isPrivate).isFalse();
		assertThat(tags).containsExactly("hot", "spicy");
		assertThat(nutrition).containsEntry("kcal", 300L);
		assertThat(copyright).isEqualTo("2001-01-02");
		assertThat(created).isEqualTo("2020-01-02T03:04:05Z");
	}

	public static void gettersMakeOneRequestAtMost(ServiceRoot root, FakeService service) {
		Recipe recipe = new Cookbooks(root).recipes().getReference(2);
		int before = service.requests().size();
		recipe.title();
		recipe.servings();
		recipe.dish();
		recipe.dish().recipes();
		assertThat(service.requests().size() - before).isLessThanOrEqualTo(2);
	}

	@SuppressWarnings("deprecation")
	public static void redactedValuesThrow(ServiceRoot root, FakeService service) {
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> recipe(root).secret());
		service.change("recipes/2", Map.of("notes", "tag:launchpad.net:2008:redacted"));
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> recipe(root).notes());
	}

	public static void listedValueIsAConstant(ServiceRoot root, FakeService service) {
		assertThat(recipe(root).difficulty()).isEqualTo(Difficulty.NOT_EASY).hasToString("Not easy");
		assertThat(Difficulty.NOT_EASY).isNotEqualTo(Difficulty.EASY).isNotEqualTo("Not easy");
		assertThat(Difficulty.of("Easy")).isSameAs(Difficulty.EASY);
		assertThat(Difficulty.of("Impossible").value()).isEqualTo("Impossible");
		assertThat(JsonMapper.shared().writeValueAsString(Difficulty.EASY)).isEqualTo("\"Easy\"");
	}

	public static void listedValueIsReadFromJsonAndConvertedBySpring(ServiceRoot root, FakeService service) {
		JsonMapper json = JsonMapper.shared();
		assertThat(json.readValue("\"Easy\"", Difficulty.class)).isEqualTo(Difficulty.EASY);
		assertThat(json.readValue("[\"Impossible\"]", Difficulty[].class)).containsExactly(Difficulty.of("Impossible"));
		Map<Difficulty, Integer> counts = json.readValue("{\"Easy\": 4}", new TypeReference<Map<Difficulty, Integer>>() {
		});
		assertThat(counts).containsExactly(Map.entry(Difficulty.EASY, 4));
		assertThat(json.writeValueAsString(counts)).isEqualTo("{\"Easy\":4}");
		assertThat(DefaultConversionService.getSharedInstance().convert("Not easy", Difficulty.class))
				.isEqualTo(Difficulty.NOT_EASY);
	}

	public static void changesAreSaved(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		recipe.setTitle("Changed").setServings(6L).setDifficulty(Difficulty.EASY).setTags(List.of("mild"))
				.setNutrition(Map.of("kcal", 1L)).setCopyrightDate(LocalDate.of(2020, 2, 3)).save();
		assertThat(recipe.entry().changes()).isEmpty();
		assertThat(service.entry("recipes/2").get("title")).isEqualTo("Changed");
		assertThat(service.entry("recipes/2").get("difficulty")).isEqualTo("Easy");
		assertThat(recipe(root).tags()).containsExactly("mild");
		assertThat(recipe(root).copyrightDate()).isEqualTo("2020-02-03");
	}

	public static void updateRepeatsAfterAConflict(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		service.change("recipes/2", Map.of("servings", 8));
		recipe.update((current) -> current.setTitle("For " + current.servings()));
		assertThat(recipe.title()).isEqualTo("For 8");
	}

	public static void attributesThatCannotBeWrittenHaveNoSetter(ServiceRoot root, FakeService service) {
		assertThat(Stream.of(Recipe.class.getMethods()).map((method) -> method.getName())).contains("setTitle")
				.doesNotContain("setId", "setDateCreated");
	}

	public static void linkThatMayBeNullIsOptional(ServiceRoot root, FakeService service) {
		assertThat(recipe(root).variantOf().orElseThrow().id()).isEqualTo(1);
		assertThat(new Cookbooks(root).recipes().get(1).variantOf()).isEmpty();
	}

	public static void entriesOfAListAreReferences(ServiceRoot root, FakeService service) {
		service.change("recipes/2", Map.of("pairings", List.of(root.uri() + "dishes/Soup")));
		Recipe recipe = recipe(root);
		int before = service.requests().size();
		List<Dish> pairings = recipe.pairings();
		assertThat(pairings).singleElement().satisfies((dish) -> assertThat(dish.entry().isFetched()).isFalse());
		assertThat(pairings.get(0).entry().type().id()).isEqualTo("dish");
		assertThat(service.requests()).hasSize(before);
		assertThat(pairings.get(0).name()).isEqualTo("Soup");
		assertThat(new Cookbooks(root).recipes().get(1).pairings()).isNull();
		recipe.setPairings(new Cookbooks(root).dishes().slice(0, 2)).save();
		assertThat(recipe(root).pairings()).extracting(Dish::name).containsExactly("Roast chicken", "Soup");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new Cookbooks(root).recipes().iteration().prefetch(Recipe::pairings))
			.withMessageContaining("'pairings' cannot be prefetched");
	}

	public static void listThatContainsNoUrlHasNoEntries(ServiceRoot root, FakeService service) {
		service.change("recipes/2", Map.of("pairings", List.of("Soup")));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> recipe(root).pairings())
			.withMessageContaining("'pairings' of ")
			.withMessageContaining("links to 'Soup', which is not an absolute URL");
		service.change("recipes/2", Map.of("pairings", List.of(service.baseUrl() + "dishes/Soup")));
		assertThat(recipe(root).pairings()).extracting(Dish::name).containsExactly("Soup");
		service.change("recipes/3", Map.of("pairings", List.of("tag:launchpad.net:2008:redacted")));
		assertThatExceptionOfType(RedactedValueException.class)
			.isThrownBy(() -> new Cookbooks(root).recipes().get(3).pairings());
	}

	public static void entryOfAnotherTypeIsRefused(ServiceRoot root, FakeService service) {
		Entry dish = new Cookbooks(root).dishes().get("Soup").entry();
		assertThatIllegalArgumentException().isThrownBy(() -> new Recipe(dish))
			.withMessageContaining("cannot be used as 'recipe': its type is 'dish', which has no ");
		assertThat(new Recipe(root.collection("dishes").withKeyLookup(KeyLookup.path("dishes/{key}")).getReference("Soup")))
			.isNotNull();
	}

	public static void linkIsSetToATypedEntry(ServiceRoot root, FakeService service) {
		Cookbooks cookbooks = new Cookbooks(root);
		Recipe recipe = recipe(root);
		recipe.setDish(cookbooks.dishes().get("Roast chicken")).setVariantOf(null).save();
		assertThat(recipe.dish().name()).isEqualTo("Roast chicken");
		assertThat(recipe.variantOf()).isEmpty();
	}

	public static void fileIsHosted(ServiceRoot root, FakeService service) throws Exception {
		HostedFile photo = recipe(root).photo().orElseThrow();
		photo.write(new ByteArrayResource("picture".getBytes(StandardCharsets.UTF_8)), MediaType.IMAGE_PNG, "a.png");
		assertThat(service.file("recipes/2", "photo").content()).asString().isEqualTo("picture");
	}

	public static void collectionsAreTyped(ServiceRoot root, FakeService service) {
		Recipes recipes = new Cookbooks(root).recipes();
		assertThat(recipes.size()).isEqualTo(7);
		assertThat(recipes.at(3).id()).isEqualTo(4);
		assertThat(recipes.slice(1, 3)).extracting(Recipe::id).containsExactly(2L, 3L);
		assertThat(recipes.stream().map(Recipe::title)).hasSize(7);
		long sum = 0;
		for (Recipe recipe : recipes) {
			sum += recipe.id();
		}
		assertThat(sum).isEqualTo(28);
		TypedCollection<Recipe> soups = new Cookbooks(root).dishes().get("Soup").recipes();
		assertThat(soups.stream().map(Recipe::id)).containsExactlyInAnyOrder(2L, 4L, 6L);
	}

	public static void keyOfTheOverlayIsUsed(ServiceRoot root, FakeService service) {
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> new Cookbooks(root).recipes().get(77));
		assertThat(new Cookbooks(root).recipes().find(77)).isEmpty();
		assertThat(new Cookbooks(root).recipes().find(4).map(Recipe::id)).hasValue(4L);
		assertThat(new Cookbooks(root).recipes().getReference(77).uri().getPath()).endsWith("/recipes/77");
	}

	public static void linksArePrefetchedByGetter(ServiceRoot root, FakeService service) {
		List<Recipe> recipes = new Cookbooks(root).recipes().iteration().pageSize(10).prefetch(Recipe::dish,
				Recipe::variantOf).stream().toList();
		int before = service.requests().size();
		recipes.forEach((recipe) -> recipe.dish().name());
		recipes.stream().flatMap((recipe) -> recipe.variantOf().stream()).forEach(Recipe::title);
		assertThat(service.requests()).hasSize(before);
	}

	public static void onlyLinksArePrefetched(ServiceRoot root, FakeService service) {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> new Cookbooks(root).recipes().iteration().prefetch(Recipe::title))
				.withMessage("The attribute 'title' cannot be prefetched: give getters of links to entries, "
						+ "for instance Recipe::dish");
		assertThatIllegalArgumentException()
				.isThrownBy(() -> new Cookbooks(root).recipes().iteration().prefetch(Recipe::id))
				.withMessageStartingWith("The attribute 'id' ");
		assertThatIllegalArgumentException()
				.isThrownBy(() -> new Cookbooks(root).recipes().iteration().prefetch((recipe) -> "dish"))
				.withMessageStartingWith("A function that reads no link ");
	}

	public static void operationCreatesAnEntry(ServiceRoot root, FakeService service) {
		Recipe cooked = recipe(root).cook(6, new Recipe.CookOptions().heat(Heat.HIGH));
		assertThat(cooked.title()).isEqualTo("Cooked for 6 High");
		service.reset();
		assertThat(recipe(root).cook(1).title()).isEqualTo("Cooked for 1 null");
	}

	public static void optionsAreValues(ServiceRoot root, FakeService service) {
		Recipe.CookOptions low = new Recipe.CookOptions().heat(Heat.LOW);
		Recipe.CookOptions lowWithNote = low.note("slowly");
		assertThat(low.arguments()).containsOnlyKeys("heat");
		assertThat(lowWithNote).isEqualTo(new Recipe.CookOptions().heat(Heat.LOW).note("slowly")).isNotEqualTo(low);
	}

	public static void operationReturnsACollection(ServiceRoot root, FakeService service) {
		Cookbooks cookbooks = new Cookbooks(root);
		TypedCollection<Recipe> found = cookbooks.recipes()
				.search(new Recipes.SearchOptions().text("Recipe 3").dish(cookbooks.dishes().get("Soup")));
		assertThat(found.stream().map(Recipe::id)).containsExactly(3L);
	}

	public static void operationMayReturnNoEntry(ServiceRoot root, FakeService service) {
		assertThat(recipe(root).similar()).isEmpty();
	}

	public static void undescribedResultIsUntyped(ServiceRoot root, FakeService service) {
		OperationResult result = recipe(root).rate(new Recipe.RateOptions().stars("5"));
		assertThat(result.content()).isNull();
	}

	public static void entriesAreEqualAsUntypedOnes(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThat(recipe).isEqualTo(recipe(root)).hasSameHashCodeAs(recipe(root)).hasToString(recipe.uri().toString());
		assertThat(recipe).isNotEqualTo(new Cookbooks(root).recipes().get(1)).isNotEqualTo(recipe.entry());
		Recipe reference = new Cookbooks(root).recipes().getReference(2);
		assertThat(new Dish(reference.entry())).isNotEqualTo(reference);
		assertThat(reference).isEqualTo(recipe);
	}

	public static void jsonIsThatOfTheEntry(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThat(JsonMapper.shared().writeValueAsString(recipe))
				.isEqualTo(JsonMapper.shared().writeValueAsString(recipe.entry()))
				.contains("\"title\":\"Recipe 2\"");
	}

	public static void collectionsAndRootHaveNoJson(ServiceRoot root, FakeService service) {
		Cookbooks cookbooks = new Cookbooks(root);
		assertThatExceptionOfType(JacksonException.class)
				.isThrownBy(() -> JsonMapper.shared().writeValueAsString(cookbooks.recipes()))
				.withMessageContaining("/recipes cannot be written as JSON").withMessageContaining("slice(0, 50)");
		assertThat(JsonMapper.shared().writeValueAsString(cookbooks.recipes().slice(1, 2))).contains("\"Recipe 2\"");
		assertThatExceptionOfType(JacksonException.class)
				.isThrownBy(() -> JsonMapper.shared().writeValueAsString(cookbooks))
				.withMessageContaining("it is the root of a service. Return one of its entries");
	}

	public static void resultOfAnotherTypeNamesItsRule(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(recipe::stars)
				.withMessageStartingWith("'stars' of %s returned a Long, not String; its 'result'".formatted(recipe.uri()))
				.withMessageContaining("\"types\": { \"recipe\": { \"operations\": { \"stars\": { \"result\": \"any\" } } } }")
				.withMessageContaining("operation(\"stars\") of the untyped entry()");
	}

	public static void resultsHaveTheirTypes(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		List<String> urls = recipe.photoUrls();
		Map<String, Long> calories = recipe.calories();
		BigDecimal price = recipe.priceNow();
		String text = recipe.describe();
		assertThat(urls).containsExactly("https://example.com/1.png");
		assertThat(recipe.remarks()).containsExactly("a", 1L, null);
		assertThat(calories).containsExactly(Map.entry("fat", 9L));
		assertThat(price).isEqualTo("5");
		assertThat(text).isEqualTo("A recipe");
		OffsetDateTime cooked = recipe.cooked(new Recipe.CookedOptions().heat(Difficulty.EASY));
		assertThat(cooked).isEqualTo("2026-01-31T12:00:00Z");
		assertThat(recipe.cooked()).isNull();
	}

	public static void argumentIsSentAsAnEntry(ServiceRoot root, FakeService service) {
		Dish soup = new Cookbooks(root).dishes().getReference("Soup");
		recipe(root).cooked(new Recipe.CookedOptions().with(soup).heat(Difficulty.of("Very easy")));
		assertThat(service.requests()).last().asString().contains("Very+easy", "dishes");
	}

	public static void resultIsAListOfEntries(ServiceRoot root, FakeService service) {
		List<Recipe> friends = recipe(root).friends();
		int before = service.requests().size();
		assertThat(friends.get(1).title()).isEqualTo("Sent");
		assertThat(service.requests()).hasSize(before);
		assertThat(friends.get(0).title()).isEqualTo("Recipe 3");
	}

	public static void elementOfAnotherTypeIsNotShown(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThatExceptionOfType(AttributeValueException.class)
				.isThrownBy(() -> recipe.photoUrls(new Recipe.PhotoUrlsOptions().size("all")))
				.withMessageStartingWith("'photo_urls' of %s returned a map, not a list of String;".formatted(recipe.uri()))
				.satisfies((ex) -> assertThat(ex).hasToString(ex.toString().replace("s3cret", "")));
	}

	public static void requiredResultThatIsMissingThrows(ServiceRoot root, FakeService service) {
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe(root).isSafe())
				.withMessageContaining("returned nothing, not Boolean;")
				.withMessageContaining("\"is_safe\": { \"required\": false }");
	}

	public static void untypedEntryIsReachable(ServiceRoot root, FakeService service) {
		Entry entry = recipe(root).entry();
		assertThat(entry.getString("title")).isEqualTo("Recipe 2");
		assertThat(new Recipe(entry).title()).isEqualTo("Recipe 2");
		assertThat(new Cookbooks(root).recipes().collection().size()).isEqualTo(7);
		assertThat(new Cookbooks(root).root()).isSameAs(root);
	}

	public static void requiredValueOrLinkThatIsNullThrows(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.rating())
				.withMessageContaining("'rating' of " + recipe.uri() + " is null")
				.withMessageContaining("overlay");
		recipe.entry().set("dish", null);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.dish())
				.withMessageContaining("'dish' of " + recipe.uri() + " is null")
				.withMessageContaining("remove 'required' from its rule in the overlay");
	}

	public static void keyWithoutARuleOfTheOverlayIsAnError(ServiceRoot root, FakeService service) {
		assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> new Cookbooks(root).dishes().get("Soup").recipes().get(2))
				.withMessageContaining("'keys' of its overlay");
	}

	public static void listsAndMapsMayContainNull(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		assertThat(recipe.extra()).containsEntry("a", null);
		assertThat(recipe.steps()).containsExactly("Stir");
		recipe.entry().set("steps", java.util.Arrays.asList("Stir", null)).set("tags", java.util.Arrays.asList("hot", null));
		assertThat(recipe.steps()).containsExactly("Stir", null);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.tags());
		recipe.entry().set("tags", null).set("extra", null);
		assertThat(recipe.tags()).isNull();
		assertThat(recipe.extra()).isNull();
	}

	public static void valueOfAnotherTypeThrows(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		recipe.entry().set("tags", "hot").set("nutrition", Map.of("kcal", "many")).set("title", 4);
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.tags())
				.withMessageContaining("'tags' of " + recipe.uri() + " is not a list");
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.nutrition())
				.withMessageContaining("'nutrition'");
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(() -> recipe.title())
				.withMessage("'title' of %s is not a text but 4; its type in the description, overlay or preset of the generator is "
						+ "wrong: correct it in the overlay with \"types\": { \"recipe\": { \"attributes\": { \"title\": \"any\" } } }, "
						+ "or use getLong(\"title\") of entry()", recipe.uri());
	}

	public static void entryOfAnotherTypeHasNoAttribute(ServiceRoot root, FakeService service) {
		Dish notADish = new Dish(new Cookbooks(root).recipes().getReference(2).entry());
		assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(() -> notADish.name())
				.withMessageContaining("'name'");
	}

	public static void typedEntriesAreSentInRecordsAndMaps(ServiceRoot root, FakeService service) {
		Recipe recipe = recipe(root);
		recipe.entry().set("nutrition", Map.of("a", new Cookbooks(root).dishes().get("Soup"), "b", Difficulty.EASY));
		assertThat(recipe.entry().changes().get("nutrition").toString()).contains("/dishes/Soup", "b=Easy");
	}

	public static void representationMayDifferFromItsDescription(ServiceRoot root, FakeService service) {
		String recipe = "{ \"self_link\": \"%1$srecipes/1\", \"resource_type_link\": \"%1$s#recipe\", \"difficulty\": \"New\" }";
		String dish = "{ \"self_link\": \"%1$sdishes/Tea\", \"resource_type_link\": \"%1$s#dish\", \"name\": \"Tea\" }";
		try (FakeService other = FakeService.describedBy("cookbooks", service.description())
				.representation("recipes/1", recipe.formatted(service.baseUrl()))
				.representation("dishes/Tea", dish.formatted(service.baseUrl()))
				.start(); ServiceRoot otherRoot = ServiceRoot.builder().serviceRoot(other.baseUrl()).build()) {
			Recipe sparse = new Recipe(otherRoot.load("recipes/1", Entry.class));
			assertThat(sparse.difficulty()).isEqualTo(Difficulty.of("New")).isNotEqualTo(Difficulty.EASY);
			assertThat(sparse.title()).isNull();
			assertThat(sparse.extra()).isNull();
			assertThat(sparse.variantOf()).isEmpty();
			Dish tea = new Dish(otherRoot.load("dishes/Tea", Entry.class));
			assertThatExceptionOfType(NoSuchAttributeException.class).isThrownBy(tea.recipes()::size)
					.withMessage(tea.uri()
							+ " object has no attribute 'recipes'; it is described, but this representation does not have it");
		}
	}

	public static void servedDescriptionHasNoDifferences(ServiceRoot root, FakeService service) {
		assertThat(new Cookbooks(root).differences()).isEmpty();
	}

	public static void deletedEntryIsGone(ServiceRoot root, FakeService service) {
		Cookbooks cookbooks = new Cookbooks(root);
		Dish dish = cookbooks.dishes().get("Roast chicken");
		List<RecordedRequest> before = service.requests();
		dish.delete();
		assertThat(service.requests().get(before.size()).method()).isEqualTo("DELETE");
	}

}
