package dev.hyperclient.kotlin

import dev.hyperclient.Entry
import dev.hyperclient.ServiceRoot
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration
import dev.hyperclient.error.AttributeValueException
import dev.hyperclient.error.RedactedValueException
import dev.hyperclient.test.Entries
import dev.hyperclient.testservice.FakeService
import java.time.LocalDate
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.assertj.core.api.Assertions.assertThatIllegalArgumentException
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Test
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner

/**
 * Tests for data classes that are read from entries.
 */
class DataClassTests {

	@Test
	fun `data class is read, with defaults for what the representation lacks`() {
		val soup = entries.entry("dish", mapOf("name" to "Soup"))
		val recipe = recipe("instructions" to "Stir", "first_served" to LocalDate.of(2026, 1, 2), "dish" to soup)
		assertThat(recipe.to<Recipe>())
			.isEqualTo(Recipe(4, "Stir", LocalDate.of(2026, 1, 2), dish = recipe.entry("dish")))
		assertThat(recipe.to(Recipe::class.java).note).isEqualTo("none")
	}

	@Test
	fun `null is accepted for nullable properties only`() {
		val nulls = arrayOf("first_served" to null, "servings" to null, "dish" to null)
		val nullable = recipe("instructions" to "Stir", *nulls).to<Recipe>()
		assertThat(nullable).isEqualTo(Recipe(4, "Stir", null, servings = null, dish = null))
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("instructions" to null, *nulls).to<Recipe>() }
			.withMessageMatching("(?s)'instructions' of \\S+/recipe/\\d+ is null.*")
			.withMessageContaining("does not accept null")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("instructions" to "Stir", "note" to null, *nulls).to<Recipe>() }
			.withMessageContaining("'note' of")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("servings" to null).to<Servings>() }
	}

	@Test
	fun `property without default must be present`() {
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("note" to "x").to<Recipe>() }
			.withMessageMatching("(?s)'instructions' of \\S+/recipe/\\d+ is missing.*")
	}

	@Test
	fun `value classes are read as Jackson reads them`() {
		assertThat(recipe("instructions" to "Stir").to<Steps>()).isEqualTo(Steps(Number(4), Text("Stir")))
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("instructions" to null).to<Steps>() }
		assertThatExceptionOfType(AttributeValueException::class.java).isThrownBy { recipe("instructions" to "Stir").to<Text>() }
	}

	@Test
	fun `class with type arguments is refused`() {
		assertThatIllegalArgumentException().isThrownBy { recipe("note" to "x").to<Generic<Int>>() }
			.withMessageContaining("has type arguments")
		assertThat(recipe("note" to "x").to<Generic<*>>().note).isEqualTo("x")
	}

	@Test
	fun `redacted value is accepted for nullable properties and value classes only`() {
		val redacted = "tag:launchpad.net:2008:redacted"
		assertThat(recipe("instructions" to "Stir", "first_served" to redacted).to<Recipe>().firstServed).isNull()
		assertThatExceptionOfType(RedactedValueException::class.java)
			.isThrownBy { recipe("instructions" to "Stir", "note" to redacted).to<Recipe>() }
		assertThat(recipe("instructions" to redacted, "note" to redacted).to<NullableSteps>())
			.isEqualTo(NullableSteps(Number(4), null, null))
		assertThatExceptionOfType(RedactedValueException::class.java)
			.isThrownBy { recipe("instructions" to redacted).to<Steps>() }
	}

	@Test
	fun `property that is no attribute fails even with a default`() {
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("servings" to 2).to<Typo>() }
			.withMessageContaining("has the property 'servngs'")
			.withMessageContaining("did you mean 'servings'?")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe("private" to true).to<Hidden>() }
			.withMessageContaining("@JsonProperty(\"private\")")
	}

	@Test
	fun `attributes are read and set by index`() {
		val recipe = recipe("instructions" to "Stir")
		assertThat(recipe["instructions"]).isEqualTo("Stir")
		recipe["instructions"] = "Fry"
		assertThat(recipe.changes()).isEqualTo(mapOf("instructions" to "Fry"))
		assertThat(recipe.to<Recipe>().instructions).isEqualTo("Fry")
	}

	@Test
	fun `data class is written as an object`() {
		val recipe = recipe("note" to null)
		recipe["note"] = Note("x")
		assertThat(recipe.changes()["note"]).isEqualTo(mapOf("plain_text" to "x", "first_served" to "2026-01-02"))
	}

	@Test
	fun `mapper of the application is used with Spring Boot`() {
		val runner = ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration::class.java,
				HyperClientAutoConfiguration::class.java))
			.withPropertyValues("hyper-client.base-url=${service.baseUrl()}")
		runner.run { context ->
			val recipe = context.getBean(ServiceRoot::class.java).load("recipes/4", Entry::class.java)
			assertThat(recipe.to<Recipe>().firstServed).isEqualTo(LocalDate.of(2026, 3, 4))
		}
		runner.withPropertyValues("spring.jackson.property-naming-strategy=LOWER_CASE",
			"spring.jackson.deserialization.fail-on-unknown-properties=true",
			"spring.jackson.datatype.datetime.write-dates-as-timestamps=true").run { context ->
			val recipe = context.getBean(ServiceRoot::class.java).load("recipes/4", Entry::class.java)
			assertThat(recipe.to<Recipe>().firstServed).isEqualTo(LocalDate.of(2026, 1, 2))
			recipe["note"] = Note("x")
			assertThat(recipe.changes()["note"]).isEqualTo(mapOf("plaintext" to "x", "firstserved" to "2026-01-02"))
		}
	}

	private fun recipe(vararg values: Pair<String, Any?>): Entry = entries.entry("recipe", mapOf("id" to 4, *values))

	companion object {

		/** A name in lower case is that of another naming strategy. */
		private val service = FakeService.builder("cookbooks").type("dish", "dishes") { it.text("name") }
			.type("recipe", "recipes") { recipe ->
				recipe.integer("id").text("instructions").text("note").integer("servings").bool("private")
					.date("first_served").date("firstserved").link("dish", "dish")
				recipe.entry(mapOf("id" to 4, "instructions" to "Stir", "note" to "x", "first_served" to "2026-03-04",
					"firstserved" to "2026-01-02"))
			}.start()

		private val entries = Entries.describedBy(service)

		@JvmStatic
		@AfterAll
		fun stop() = service.close()

	}

	data class Recipe(val id: Long, val instructions: String, val firstServed: LocalDate?, val note: String = "none",
		val servings: Int? = 4, val dish: Entry?)

	@JvmInline
	value class Number(val value: Long)

	@JvmInline
	value class Text(val value: String)

	data class Steps(val id: Number, val instructions: Text)

	data class NullableSteps(val id: Number, val instructions: Text?, val note: String?)

	data class Generic<T>(val note: T)

	data class Servings(val servings: Int)

	data class Typo(val servngs: Int = 4)

	data class Hidden(val isPrivate: Boolean)

	data class Note(val plainText: String, val firstServed: LocalDate = LocalDate.of(2026, 1, 2))

}
