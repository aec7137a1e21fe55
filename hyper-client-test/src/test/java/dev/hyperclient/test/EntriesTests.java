package dev.hyperclient.test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

import dev.hyperclient.Entry;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.typed.ExtensibleEnum;
import dev.hyperclient.typed.TypedEntry;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Entries without a server.
 */
class EntriesTests {

	private static Entries entries;

	private static byte[] description;

	@BeforeAll
	static void describe() throws IOException {
		try (FakeService service = FakeService.builder("kitchen")
			.type("dish", "dishes",
					(dish) -> dish.text("name")
						.key("name")
						.date("first_served")
						.choice("kind", "Sweet", "Salty")
						.collection("recipes", "recipe"))
			.type("recipe", "recipes", (recipe) -> recipe.integer("id").text("instructions").link("dish", "dish"))
			.start()) {
			entries = Entries.describedBy(service);
			description = service.description().readAllBytes();
			entries.entry("dish", Map.of());
		}
	}

	@Test
	void valuesAndLinksAreRead() {
		Entry dish = entries.entry("dish", Map.of("name", "Soup", "first_served", LocalDate.of(2026, 1, 31)));
		Entry recipe = entries.entry("recipe", Map.of("id", 4, "instructions", "Boil.", "dish", dish));
		assertThat(recipe.getLong("id")).isEqualTo(4);
		assertThat(recipe.getString("instructions")).isEqualTo("Boil.");
		assertThat(recipe.entry("dish").getString("name")).isEqualTo("Soup");
		assertThat(recipe.entry("dish").getDate("first_served")).isEqualTo("2026-01-31");
		assertThat(recipe.type().id()).isEqualTo("recipe");
	}

	@Test
	void typedEntriesHaveTypedValuesAndLinks() {
		TypedDish dish = entries.entry("dish", Map.of("name", "Soup", "kind", new TypedKind("Salty")), TypedDish::new);
		TypedRecipe recipe = entries.entry("recipe", Map.of("id", 4, "dish", dish), TypedRecipe::new);
		assertThat(recipe.dish()).contains(dish);
		assertThat(recipe.dish().flatMap(TypedDish::name)).contains("Soup");
		assertThat(dish.entry().getString("kind")).isEqualTo("Salty");
		assertThat(JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(recipe)).path("id").asInt())
			.isEqualTo(4);
	}

	@Test
	void valueThatWasNotGivenToATypedEntryIsNotInvented() {
		TypedRecipe recipe = entries.entry("recipe", Map.of("dish", entries.entry("dish", Map.of())), TypedRecipe::new);
		assertThatIllegalStateException().isThrownBy(recipe::id)
			.withMessage("'id' was not given to the entry of the type recipe. Give it a value, which may be null.");
		assertThatIllegalStateException().isThrownBy(() -> recipe.dish().flatMap(TypedDish::name))
			.withMessageContaining("'name' was not given");
	}

	@Test
	void descriptionMayBeRelativeToItsBase() {
		String wadl = new String(description, StandardCharsets.UTF_8);
		String base = wadl.replaceAll("(?s).* base=\"([^\"]*)\".*", "$1");
		Entry dish = describedBy(wadl.replace(base, "")).entry("dish", Map.of("name", "Soup"));
		assertThat(dish.getString("name")).isEqualTo("Soup");
	}

	@Test
	void unknownNamesAreRefusedWithThoseThatExist() {
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("recipe", Map.of("instrctions", "Boil.")))
			.withMessageContaining("'instrctions'")
			.withMessageContaining("id, instructions")
			.withMessageContaining("dish")
			.withMessageContaining("; did you mean 'instructions'?");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> entries.entry("recip", Map.of()))
			.withMessageContaining("; did you mean 'recipe'?");
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("dish", Map.of("recipes", "x")))
			.withMessageContaining("FakeService");
	}

	@Test
	void mapThatContainsItselfIsRefused() {
		Map<String, Object> endless = new HashMap<>();
		endless.put("more", List.of(endless));
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("dish", Map.of("name", endless)))
			.withMessageContaining("'name'")
			.withMessageContaining("contains itself");
		Map<String, Object> shared = Map.of("more", "x");
		Entry dish = entries.entry("dish", Map.of("name", Map.of("one", shared, "two", shared)));
		assertThat(dish.get("name")).isNotNull();
	}

	@Test
	void messageAboutMissingValueDoesNotSuggestItsName() {
		Entry recipe = entries.entry("recipe", Map.of("id", 4));
		assertThatException().isThrownBy(() -> recipe.getString("instructions"))
			.withMessageContaining("this representation does not have it")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("did you mean"));
		assertThatException().isThrownBy(() -> recipe.entry("dish"))
			.withMessageContaining("this representation does not have it");
		assertThatException().isThrownBy(() -> entries.entry("dish", Map.of()).collection("recipes"))
			.withMessageContaining("this representation does not have it");
	}

	record Recipe(int id, @Nullable String instructions) {
	}

	@Test
	void conversionToRecordFailsIfValueWasNotGiven() {
		assertThatException().isThrownBy(() -> entries.entry("recipe", Map.of("id", 4)).to(Recipe.class))
			.withStackTraceContaining("'instructions' was not given");
		assertThat(entries.entry("recipe", Map.of("id", 4, "instructions", "Boil.")).to(Recipe.class))
			.isEqualTo(new Recipe(4, "Boil."));
	}

	@Test
	void valuesThatDoNotMatchTheDescriptionAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("dish", Map.of("first_served", "May")))
			.withMessageContaining("'first_served' of the type dish is a date but not 'May'");
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("dish", Map.of("kind", "Cake")))
			.withMessageContaining("'kind' of the type dish is one of Sweet, Salty but not 'Cake'");
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("recipe", Map.of("dish", "dishes/Soup")))
			.withMessageContaining("'dish' of the type recipe is a link")
			.withMessageContaining("absolute URL but is 'dishes/Soup'");
		Entry other = entries.entry("recipe", Map.of("id", 5));
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("recipe", Map.of("dish", other)))
			.withMessageContaining("a link to the type dish but the entry has the type recipe");
	}

	@Test
	void savingNamesTheRemedy() {
		Entry recipe = entries.entry("recipe", Map.of("instructions", "Boil."));
		recipe.set("instructions", "Bake.");
		assertThat(recipe.getString("instructions")).isEqualTo("Bake.");
		assertThatExceptionOfType(HTTPError.class).isThrownBy(recipe::save)
			.withMessageContaining("501")
			.withMessageContaining("Use a FakeService");
	}

	@Test
	void textWithoutDescriptionIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> describedBy("<application xmlns=\"http://research.sun.com/wadl/2006/10\"/>"))
			.withMessageContaining("'resources'");
		assertThatIllegalArgumentException().isThrownBy(() -> describedBy("<html/>")).withMessageContaining("not WADL");
		assertThatIllegalArgumentException().isThrownBy(() -> describedBy("Not found"))
			.withMessageContaining("not WADL");
	}

	private static Entries describedBy(String text) {
		return Entries.describedBy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
	}

	/** As the generator writes it. */
	private static final class TypedDish extends TypedEntry<TypedDish> {

		TypedDish(Entry entry) {
			super(entry);
		}

		Optional<String> name() {
			return Optional.ofNullable(TypedValues.text(entry(), "name"));
		}

		@Override
		protected TypedDish self() {
			return this;
		}

	}

	/** As the generator writes it. */
	private static final class TypedRecipe extends TypedEntry<TypedRecipe> {

		TypedRecipe(Entry entry) {
			super(entry);
		}

		@Nullable Long id() {
			return TypedValues.integer(entry(), "id");
		}

		Optional<TypedDish> dish() {
			return TypedValues.link(entry(), "dish", TypedDish::new);
		}

		@Override
		protected TypedRecipe self() {
			return this;
		}

	}

	/** As the generator writes it. */
	private static final class TypedKind extends ExtensibleEnum {

		TypedKind(String value) {
			super(value);
		}

	}

}
