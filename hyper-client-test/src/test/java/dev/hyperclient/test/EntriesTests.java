package dev.hyperclient.test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.NoSuchElementException;

import dev.hyperclient.Entry;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Entries without a server.
 */
class EntriesTests {

	private static Entries entries;

	@BeforeAll
	static void describe() {
		try (FakeService service = FakeService.builder("kitchen")
			.type("dish", "dishes",
					(dish) -> dish.text("name").key("name").date("first_served").collection("recipes", "recipe"))
			.type("recipe", "recipes", (recipe) -> recipe.integer("id").text("instructions").link("dish", "dish"))
			.start()) {
			entries = Entries.describedBy(service);
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
	void unknownNamesAreRefusedWithThoseThatExist() {
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("recipe", Map.of("instrctions", "Boil.")))
			.withMessageContaining("'instrctions'")
			.withMessageContaining("id, instructions")
			.withMessageContaining("dish");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> entries.entry("recipee", Map.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> entries.entry("dish", Map.of("recipes", "x")))
			.withMessageContaining("FakeService");
	}

	@Test
	void valueThatWasNotGivenIsNotInvented() {
		Entry recipe = entries.entry("recipe", Map.of("id", 4));
		assertThatException().isThrownBy(() -> recipe.getString("instructions")).withMessageContaining("instructions");
		assertThatException().isThrownBy(() -> recipe.getString("instrctions")).withMessageContaining("instrctions");
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
		assertThatIllegalArgumentException().isThrownBy(() -> describedBy("<html/>"))
			.withMessageContaining("'resources'");
		assertThatIllegalArgumentException().isThrownBy(() -> describedBy("Not found"))
			.withMessageContaining("no WADL");
	}

	private static Entries describedBy(String text) {
		return Entries.describedBy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
	}

}
