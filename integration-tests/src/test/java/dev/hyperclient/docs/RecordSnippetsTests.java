package dev.hyperclient.docs;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.HostedFile;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Java code of the page about records. The tagged regions are compared with the documents
 * by {@link DocumentSnippetsTests}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordSnippetsTests {

	private final CookbookService service = new CookbookService(CookbookSettings.onAnyPort());

	private final ServiceRoot root = ServiceRoot.builder(null)
		.serviceRoot(this.service.baseUrl())
		.version("1.0")
		.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
		.collection("cookbooks", CollectionType.keyedBy("cookbooks/{key}"))
		.build();

	@AfterAll
	void close() {
		this.root.close();
		this.service.close();
	}

	@Test
	void recordHasAttributesAndLinks() {
		ServiceRoot root = this.root;
		// tag::records-read[]
		record Cookbook(String name, LocalDate copyrightDate, @Nullable BigDecimal price,
				Optional<OffsetDateTime> lastPrinting, HostedFile cover, EntryCollection recipes) {
		}

		Cookbook cookbook = root.collection("cookbooks").get("The Joy of Cooking").to(Cookbook.class);
		List<Entry> recipes = cookbook.recipes().slice(0, 10); // one request
		// end::records-read[]
		assertThat(cookbook.name()).isEqualTo("The Joy of Cooking");
		assertThat(cookbook.copyrightDate()).isNotNull();
		assertThat(cookbook.cover().uri()).isNotNull();
		assertThat(recipes).isNotEmpty();
	}

	@Test
	void streamOfRecordsHasPrefetchedLinks() {
		ServiceRoot root = this.root;
		// tag::records-link[]
		record Dish(String name) {
		}

		record Recipe(String instructions, @JsonProperty("private") boolean isPrivate, Entry dish) {
		}

		List<Recipe> recipes = root.collection("recipes")
			.iteration()
			.prefetch("dish")
			.stream()
			.map((entry) -> entry.to(Recipe.class))
			.toList();
		Dish dish = recipes.get(0).dish().to(Dish.class); // no request
		// end::records-link[]
		assertThat(recipes.get(0).dish().isFetched()).isTrue();
		assertThat(recipes.get(0).isPrivate()).isFalse();
		assertThat(dish.name()).isNotBlank();
	}

}
