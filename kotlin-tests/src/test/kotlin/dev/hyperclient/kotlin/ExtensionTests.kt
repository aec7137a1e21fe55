package dev.hyperclient.kotlin

import dev.hyperclient.Entry
import dev.hyperclient.EntryCollection
import dev.hyperclient.KeyLookup
import dev.hyperclient.ServiceRoot
import dev.hyperclient.error.AttributeValueException
import dev.hyperclient.error.NoSuchAttributeException
import dev.hyperclient.test.FakeServiceAssert.assertThat
import dev.hyperclient.test.FakeServiceExtension
import dev.hyperclient.testservice.FakeService
import dev.hyperclient.typed.TypedCollection
import java.math.BigDecimal
import java.time.LocalDate
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.assertj.core.api.Assertions.assertThatIllegalArgumentException
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

// tag::kotlin-properties[]
var Entry.instructions: String by attribute()

var Entry.firstServed: LocalDate? by attribute()

var Entry.isPrivate: Boolean by attribute("private")

data class Recipe(val id: Long, val instructions: String = "none", val dish: Entry?)
// end::kotlin-properties[]

var Entry.servings: Int by attribute()

var Entry.price: BigDecimal? by attribute()

val Entry.wholePrice: Int by attribute("price")

var Entry.dish: Entry? by attribute()

val Entry.recipes: EntryCollection by attribute()

val Entry.anything: Any? by attribute()

val Entry.bugURL: String? by attribute()

val Entry.URL: String? by attribute()

/**
 * Tests for the extension functions and for attributes as properties.
 */
@ExtendWith(FakeServiceExtension::class)
class ExtensionTests {

	@Test
	fun `attributes are properties`(root: ServiceRoot) {
		val recipe = root.load<Entry>("recipes/4")
		assertThat(recipe.instructions).isEqualTo("Boil.")
		assertThat(recipe.firstServed).isNull()
		assertThat(recipe.servings).isEqualTo(2)
		assertThat(recipe.price).isEqualByComparingTo("2.5")
		assertThat(recipe.isPrivate).isTrue()
		assertThat(recipe.dish).isNull()
	}

	@Test
	fun `update sets properties and sends one PATCH`(root: ServiceRoot) {
		// tag::kotlin-update[]
		val recipe = root.load<Entry>("recipes/4")
		recipe.update {
			it.instructions += " Stir."
			it.firstServed = LocalDate.of(2026, 1, 2)
		}
		val read = recipe.to<Recipe>()
		// end::kotlin-update[]
		assertThat(read).isEqualTo(Recipe(4, "Boil. Stir.", null))
		assertThat(service).received("PATCH", "/recipes/4").withBodyContaining("Boil. Stir.")
			.withBodyContaining("2026-01-02")
	}

	@Test
	fun `value that does not fit fails with its name`(root: ServiceRoot) {
		val recipe = root.load<Entry>("recipes/5")
		assertThatExceptionOfType(AttributeValueException::class.java).isThrownBy { recipe.instructions }
			.withMessageContaining("'instructions' of ${recipe.uri()} is null").withMessageContaining("String?")
		assertThatExceptionOfType(AttributeValueException::class.java).isThrownBy { recipe.wholePrice }
			.withMessageContaining("of ${recipe.uri()} is 3000000000")
		assertThatExceptionOfType(NoSuchAttributeException::class.java).isThrownBy { recipe.anything }
			.withMessageContaining("'anything'")
	}

	@Test
	fun `capitals are one word, as for the attributes of a class`(root: ServiceRoot) {
		val recipe = root.load<Entry>("recipes/4")
		assertThatExceptionOfType(NoSuchAttributeException::class.java).isThrownBy { recipe.bugURL }
			.withMessageContaining("'bug_url'")
		assertThatExceptionOfType(NoSuchAttributeException::class.java).isThrownBy { recipe.URL }
			.withMessageContaining("'url'")
	}

	@Test
	fun `type that no attribute has fails at once`() {
		assertThatIllegalArgumentException().isThrownBy { attribute<Thread>() }
			.withMessageContaining("java.lang.Thread").withMessageContaining("BigDecimal").withMessageNotContaining("reflection")
	}

	@Test
	fun `collection is read as instances of a class`(root: ServiceRoot) {
		val recipes: EntryCollection = root.collection("recipes")
		assertThat(recipes.streamOf<Numbered>().map { it.id }).containsExactly(4, 5)
		assertThat(root.load<Entry>("recipes/4").to<Numbered>()).isEqualTo(Numbered(4))
	}

	@Test
	fun `entry that does not exist is null`(root: ServiceRoot) {
		val recipes = root.collection("recipes").withKeyLookup(KeyLookup.path("recipes/{key}"))
		assertThat(recipes.findOrNull(99)).isNull()
		assertThat(recipes.findOrNull(4)?.servings).isEqualTo(2)
		val typed = TypedCollection(recipes) { it.to<Numbered>() }
		assertThat(typed.findOrNull(99)).isNull()
		assertThat(typed.findOrNull(4)).isEqualTo(Numbered(4))
	}

	data class Numbered(val id: Long)

	companion object {

		@JvmField
		val service: FakeService = FakeService.builder("cookbooks").type("dish", "dishes") { it.text("name") }
			.type("recipe", "recipes") { recipe ->
				recipe.integer("id").text("instructions").date("first_served").integer("servings").decimal("price")
					.bool("private").link("dish", "dish")
				recipe.entry(mapOf("id" to 4, "instructions" to "Boil.", "servings" to 2, "price" to BigDecimal("2.5"),
					"private" to true))
				recipe.entry(mapOf("id" to 5, "price" to 3_000_000_000))
			}.start()

	}

}
