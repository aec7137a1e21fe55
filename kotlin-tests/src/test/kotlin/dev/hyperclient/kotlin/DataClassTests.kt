package dev.hyperclient.kotlin

import com.github.tomakehurst.wiremock.WireMockServer
import com.github.tomakehurst.wiremock.client.WireMock.aResponse
import com.github.tomakehurst.wiremock.client.WireMock.equalTo
import com.github.tomakehurst.wiremock.client.WireMock.get
import com.github.tomakehurst.wiremock.client.WireMock.okJson
import com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo
import com.github.tomakehurst.wiremock.core.WireMockConfiguration.options
import dev.hyperclient.Entry
import dev.hyperclient.ServiceRoot
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration
import dev.hyperclient.error.AttributeValueException
import dev.hyperclient.error.RedactedValueException
import java.time.LocalDate
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner

inline fun <reified T : Any> Entry.to(): T = to(T::class.java)

/**
 * Tests for data classes that are read from entries.
 */
class DataClassTests {

	private val server = WireMockServer(options().dynamicPort()).apply { start() }

	private val url = "http://localhost:${server.port()}/1.0/"

	private val root by lazy { ServiceRoot.builder().serviceRoot(url).build() }

	init {
		val description = """
			<application xmlns="http://research.sun.com/wadl/2006/10">
			  <resources base="$url"><resource path="" type="#service-root"/></resources>
			  <resource_type id="service-root"><method name="GET"><response>
			    <representation mediaType="application/json" id="root"><param style="plain" name="resource_type_link"/>
			    </representation></response></method></resource_type>
			  <resource_type id="recipe"><method name="GET"><response>
			    <representation mediaType="application/json" id="recipe-full">
			      <param style="plain" name="self_link"><link resource_type="#recipe"/></param>
			      <param style="plain" name="id"/><param style="plain" name="instructions"/>
			      <param style="plain" name="first_served"/><param style="plain" name="note"/>
			      <param style="plain" name="servings"/><param style="plain" name="private"/>
			      <param style="plain" name="dish_link"><link resource_type="#recipe"/></param>
			    </representation></response></method></resource_type>
			</application>
		""".trimIndent()
		val type = "application/vnd.sun.wadl+xml"
		server.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo(type))
			.willReturn(aResponse().withHeader("Content-Type", type).withBody(description)))
		server.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json"))
			.willReturn(okJson("""{"resource_type_link": "$url#service-root"}""")))
	}

	@AfterEach
	fun stop() {
		root.close()
		server.stop()
	}

	@Test
	fun `data class is read, with defaults for what the representation lacks`() {
		val recipe = recipe(""" "instructions": "Stir", "first_served": "2026-01-02", "dish_link": "${url}dishes/1" """)
		assertThat(recipe.to<Recipe>())
			.isEqualTo(Recipe(4, "Stir", LocalDate.of(2026, 1, 2), dish = recipe.entry("dish")))
		assertThat(recipe.to(Recipe::class.java).note).isEqualTo("none")
	}

	@Test
	fun `null is accepted for nullable properties only`() {
		val members = """ "first_served": null, "servings": null, "dish_link": null"""
		val nullable = recipe(""" "instructions": "Stir", $members""").to<Recipe>()
		assertThat(nullable).isEqualTo(Recipe(4, "Stir", null, servings = null, dish = null))
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "instructions": null, $members""").to<Recipe>() }
			.withMessageContaining("'instructions' of ${url}recipes/4 is null")
			.withMessageContaining("does not accept null")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "instructions": "Stir", "note": null, $members""").to<Recipe>() }
			.withMessageContaining("'note' of")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "servings": null""").to<Servings>() }
	}

	@Test
	fun `property without default must be present`() {
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "note": "x" """).to<Recipe>() }
			.withMessageContaining("'instructions' of ${url}recipes/4 is missing")
	}

	@Test
	fun `redacted value is accepted for nullable properties only`() {
		val redacted = "\"tag:launchpad.net:2008:redacted\""
		assertThat(recipe(""" "instructions": "Stir", "first_served": $redacted""").to<Recipe>().firstServed).isNull()
		assertThatExceptionOfType(RedactedValueException::class.java)
			.isThrownBy { recipe(""" "instructions": "Stir", "note": $redacted""").to<Recipe>() }
	}

	@Test
	fun `property that is no attribute fails even with a default`() {
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "servings": 2""").to<Typo>() }
			.withMessageContaining("has the property 'servngs'")
			.withMessageContaining("did you mean 'servings'?")
		assertThatExceptionOfType(AttributeValueException::class.java)
			.isThrownBy { recipe(""" "private": true""").to<Hidden>() }
			.withMessageContaining("@JsonProperty(\"private\")")
	}

	@Test
	fun `attributes are read and set by index`() {
		val recipe = recipe(""" "instructions": "Stir" """)
		assertThat(recipe["instructions"]).isEqualTo("Stir")
		recipe["instructions"] = "Fry"
		assertThat(recipe.changes()).isEqualTo(mapOf("instructions" to "Fry"))
		assertThat(recipe.to<Recipe>().instructions).isEqualTo("Fry")
	}

	@Test
	fun `data class is written as an object`() {
		val recipe = recipe(""" "note": null""")
		recipe["note"] = Note("x")
		assertThat(recipe.changes()["note"]).isEqualTo(mapOf("plain_text" to "x", "first_served" to "2026-01-02"))
	}

	@Test
	fun `mapper of the application is used with Spring Boot`() {
		recipe(""" "instructions": "Stir", "first-served": "2026-01-02", "first_served": "2026-03-04" """)
		val runner = ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration::class.java,
				HyperClientAutoConfiguration::class.java))
			.withPropertyValues("hyper-client.base-url=$url")
		runner.run { context ->
			val recipe = context.getBean(ServiceRoot::class.java).load("recipes/4", Entry::class.java)
			assertThat(recipe.to<Recipe>().firstServed).isEqualTo(LocalDate.of(2026, 3, 4))
		}
		runner.withPropertyValues("spring.jackson.property-naming-strategy=KEBAB_CASE",
			"spring.jackson.deserialization.fail-on-unknown-properties=true",
			"spring.jackson.datatype.datetime.write-dates-as-timestamps=true").run { context ->
			val recipe = context.getBean(ServiceRoot::class.java).load("recipes/4", Entry::class.java)
			assertThat(recipe.to<Recipe>().firstServed).isEqualTo(LocalDate.of(2026, 1, 2))
			recipe["note"] = Note("x")
			assertThat(recipe.changes()["note"]).isEqualTo(mapOf("plain-text" to "x", "first-served" to "2026-01-02"))
		}
	}

	private fun recipe(members: String): Entry {
		server.stubFor(get(urlEqualTo("/1.0/recipes/4")).willReturn(okJson(
			"""{"self_link": "${url}recipes/4", "resource_type_link": "$url#recipe", "id": 4, $members}""")))
		return root.load("recipes/4", Entry::class.java).apply { svcRefresh() }
	}

	data class Recipe(val id: Long, val instructions: String, val firstServed: LocalDate?, val note: String = "none",
		val servings: Int? = 4, val dish: Entry?)

	data class Servings(val servings: Int)

	data class Typo(val servngs: Int = 4)

	data class Hidden(val isPrivate: Boolean)

	data class Note(val plainText: String, val firstServed: LocalDate = LocalDate.of(2026, 1, 2))

}
