package dev.hyperclient.docs.typed;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.api.Cookbook;
import dev.hyperclient.cookbook.api.CookbookRoot;
import dev.hyperclient.cookbook.api.Cookbooks;
import dev.hyperclient.cookbook.api.Cuisine;
import dev.hyperclient.cookbook.api.Dish;
import dev.hyperclient.cookbook.api.Recipe;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookSettings;
import dev.hyperclient.test.Entries;
import dev.hyperclient.typed.TypedCollection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Java code of the page about typed clients. The tagged regions are compared with the
 * documents by {@code DocumentSnippetsTests}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypedSnippetsTests {

	@AutoClose
	private final CookbookService service = new CookbookService(CookbookSettings.onAnyPort());

	@AutoClose
	private final ServiceRoot root = ServiceRoot.builder(null)
		.serviceRoot(this.service.baseUrl())
		.version("1.0")
		.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
		.build();

	private final CookbookRoot cookbook = new CookbookRoot(this.root);

	@BeforeEach
	void reset() {
		this.service.reset();
	}

	@Test
	void readsAndWritesWithAndWithoutTypes() {
		assertThat(untyped(this.root)).isEqualTo("Baked beans");
		assertThat(typed(this.cookbook)).isEqualTo("Baked beans");
		assertThat(this.cookbook.recipes().get(4).instructions()).endsWith(" Serve. Serve.");
	}

	private static String untyped(ServiceRoot root) {
		// tag::typed-before[]
		Entry recipe = root.collection("recipes").get(4);
		recipe.update((it) -> it.set("instructions", it.getString("instructions") + " Serve."));
		String dish = recipe.entry("dish").getString("name");
		// end::typed-before[]
		return Objects.requireNonNull(dish);
	}

	private static String typed(CookbookRoot cookbook) {
		// tag::typed-after[]
		Recipe recipe = cookbook.recipes().get(4);
		recipe.update((it) -> it.setInstructions(it.instructions() + " Serve."));
		String dish = recipe.dish().name();
		// end::typed-after[]
		return dish;
	}

	@Test
	void plainClientAppendsTextToo() {
		new PlainAppender(RestClient.builder(), this.service.baseUrl().resolve("1.0").toString()).append(4, " Taste.");
		assertThat(this.cookbook.recipes().get(4).instructions()).endsWith(" Taste.");
	}

	@Test
	void readsCollections() {
		CookbookRoot cookbook = this.cookbook;
		// tag::typed-collections[]
		TypedCollection<Recipe> recipes = cookbook.recipes();
		Recipe third = recipes.at(2);
		List<Recipe> first = recipes.slice(0, 10);
		Recipe unfetched = recipes.getReference(4);
		try (Stream<Recipe> all = recipes.iteration().pageSize(50).readAhead().prefetch(Recipe::dish).stream()) {
			all.forEach((recipe) -> print(recipe.dish().name(), recipe.instructions()));
		}
		// end::typed-collections[]
		assertThat(third).isEqualTo(first.get(2));
		assertThat(unfetched.entry().isFetched()).isFalse();
	}

	private static void print(Object... columns) {
		assertThat(columns).isNotEmpty();
	}

	@Test
	void invokesOperations() {
		CookbookRoot cookbook = this.cookbook;
		// tag::typed-operations[]
		Cookbooks cookbooks = cookbook.cookbooks();
		TypedCollection<Recipe> chicken = cookbooks.findRecipes("chicken");
		TypedCollection<Recipe> vegetarian = cookbooks.findRecipes("beans",
				new Cookbooks.FindRecipesOptions().vegetarian(true));
		Cookbook created = cookbooks.create("Soups", LocalDate.of(2026, 1, 31), LocalDate.of(2026, 2, 1),
				new BigDecimal("12.50"), new Cookbooks.CreateOptions().cuisine(Cuisine.VEGETARIAN));
		// end::typed-operations[]
		assertThat(chicken.size()).isPositive();
		assertThat(vegetarian.size()).isZero();
		assertThat(created.cuisine()).isEqualTo(Cuisine.VEGETARIAN);
		created.replaceCover(FileArgument.of(new byte[] { 1, 2 }));
		assertThat(created.cover().uri()).isNotNull();
	}

	@Test
	void readsOpenValuesAndNulls() {
		CookbookRoot cookbook = this.cookbook;
		// tag::typed-values[]
		Cookbook joy = cookbook.cookbooks().get("The Joy of Cooking");
		String name = joy.name(); // required by the overlay
		String description = joy.description(); // null if the service has none
		if (Cuisine.VEGETARIAN.equals(joy.cuisine())) {
			joy.setCuisine(Cuisine.of("Vegan")).save();
		}
		// end::typed-values[]
		assertThat(name).isEqualTo("The Joy of Cooking");
		assertThat(description).isNotNull();
	}

	// tag::typed-switch[]
	String advice(Cuisine cuisine) {
		return switch (cuisine.value()) {
			case "Vegetarian" -> "Buy vegetables.";
			case "Dessert" -> "Buy sugar.";
			default -> "Ask for " + cuisine + ".";
		};
	}
	// end::typed-switch[]

	@Test
	void goesBackToTheEntry() {
		CookbookRoot cookbook = this.cookbook;
		// tag::typed-entry[]
		Entry entry = cookbook.recipes().get(4).entry();
		String tag = entry.httpEtag().orElseThrow();
		Recipe recipe = new Recipe(cookbook.root().load("recipes/4", Entry.class));
		// end::typed-entry[]
		assertThat(tag).isNotEmpty();
		assertThat(recipe.entry()).isEqualTo(entry);
	}

	@Test
	void readsEntriesWithoutServer() throws IOException {
		InputStream wadl = Files.newInputStream(Path.of("../sample-app/src/main/hyper-client/cookbook.wadl"));
		// tag::typed-entries[]
		Entries entries = Entries.describedBy(wadl);
		Dish soup = entries.entry("dish", Map.of("name", "Soup"), Dish::new);
		Recipe recipe = entries.entry("recipe", Map.of("instructions", "Boil.", "dish", soup), Recipe::new);
		assertThat(recipe.dish().name()).isEqualTo("Soup");
		// end::typed-entries[]
		assertThatIllegalStateException().isThrownBy(recipe::id).withMessageContaining("'id' was not given");
		assertThat(recipe.uri()).isInstanceOf(URI.class);
	}

}
