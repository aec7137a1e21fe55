package dev.hyperclient.cookbook.specification;

import java.util.NoSuchElementException;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the service says about its resource types.
 */
class DiscoveryTests extends CookbookServiceTestBase {

	@Test
	void typesOfTheServiceAreListed() {
		assertThat(this.root.types()).hasSize(12)
			.extracting(TypeDescription::id)
			.contains("service-root", "cookbooks", "cookbook", "recipe", "HostedFile");
		assertThat(this.root.type("recipe")).isIn(this.root.types()).hasToString("recipe");
		assertThat(this.root.type().id()).isEqualTo("service-root");
		assertThat(requests()).isEmpty();
	}

	@Test
	void unknownTypeThrowsWithCandidates() {
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> this.root.type("recpe"))
			.withMessageStartingWith("%s has no resource type 'recpe'; did you mean 'recipe'? It has: ", url("1.0/"))
			.withMessageContaining("cookbook");
	}

	@Test
	void typeOfAnEntryHasAttributesAndLinks() {
		TypeDescription type = this.root.collection("recipes").getReference(4).type();
		assertThat(type.id()).isEqualTo("recipe");
		assertThat(type.isCollection()).isFalse();
		assertThat(type.attributes()).extracting(ValueDescription::name).contains("instructions", "id");
		assertThat(type.attribute("instructions")).hasValueSatisfying((instructions) -> {
			assertThat(instructions.type()).isEqualTo(ValueDescription.Type.ANY);
			assertThat(instructions.isWritable()).isTrue();
			assertThat(instructions.options()).isEmpty();
		});
		assertThat(type.attribute("self_link")).hasValueSatisfying((link) -> assertThat(link.isWritable()).isFalse());
		assertThat(type.attribute("dish")).isEmpty();
		assertThat(type.link("dish")).hasValueSatisfying((dish) -> {
			assertThat(dish.kind()).isEqualTo(LinkDescription.Kind.ENTRY);
			assertThat(dish.type()).map(TypeDescription::id).contains("dish");
			assertThat(dish.isWritable()).isTrue();
		});
		assertThat(requests()).isEmpty();
	}

	@Test
	void attributeHasTypeAndOptions() {
		TypeDescription type = this.root.type("cookbook");
		assertThat(type.attribute("copyright_date")).map(ValueDescription::type).contains(ValueDescription.Type.DATE);
		assertThat(type.attribute("cuisine")).map(ValueDescription::options)
			.hasValueSatisfying((options) -> assertThat(options).contains("Dessert"));
	}

	@Test
	void collectionHasItsTypeAndThatOfItsEntries() {
		EntryCollection cookbooks = this.root.collection("cookbooks");
		assertThat(cookbooks.type()).hasValueSatisfying((type) -> {
			assertThat(type.isCollection()).isTrue();
			assertThat(type.operation("create")).map(OperationDescription::isWrite).contains(true);
			assertThat(type.operation("find_recipes")).map(OperationDescription::isWrite).contains(false);
		});
		assertThat(cookbooks.entryType()).map(TypeDescription::id).contains("cookbook");
		assertThat(requests()).isEmpty();
	}

	@Test
	void operationHasParametersWithTypesAndOptions() {
		OperationDescription create = this.root.collection("cookbooks").operation("create").description();
		assertThat(create.parameters()).extracting(ValueDescription::name)
			.contains("name", "cuisine", "copyright_date")
			.doesNotContain("ws.op");
		assertThat(create.parameter("name")).map(ValueDescription::isRequired).contains(true);
		assertThat(create.parameter("copyright_date")).map(ValueDescription::type).contains(ValueDescription.Type.DATE);
		assertThat(create.parameter("cuisine")).map(ValueDescription::options)
			.hasValueSatisfying((options) -> assertThat(options).contains("Dessert"));
		assertThat(create.parameter("nonesuch")).isEmpty();
		assertThat(this.root.type("cookbook").operation("replace_cover").orElseThrow().parameter("cover"))
			.map(ValueDescription::type)
			.contains(ValueDescription.Type.FILE);
		assertThat(requests()).isEmpty();
	}

	@Test
	void operationHasTypesOfResultAndEntries() {
		TypeDescription cookbook = this.root.type("cookbook");
		assertThat(cookbook.operation("find_recipe_for").orElseThrow().resultType()).contains(this.root.type("recipe"));
		assertThat(cookbook.operation("find_recipes").orElseThrow().resultType()).flatMap(TypeDescription::entryType)
			.contains(this.root.type("recipe"));
		assertThat(this.root.type("cookbooks").operation("create").orElseThrow().resultType()).contains(cookbook);
		assertThat(cookbook.operation("make_more_interesting").orElseThrow().resultType()).isEmpty();
		assertThat(this.root.collection("cookbooks").at(0).operation("find_recipe_for").description().parameter("dish"))
			.flatMap(ValueDescription::entryType)
			.contains(this.root.type("dish"));
		assertThat(cookbook.operation("find_recipes").orElseThrow().parameter("search"))
			.flatMap(ValueDescription::entryType)
			.isEmpty();
	}

}
