package com.example

import dev.hyperclient.Entry
import dev.hyperclient.ServiceRoot
import dev.hyperclient.kotlin.attribute
import dev.hyperclient.kotlin.load
import dev.hyperclient.kotlin.to
import dev.hyperclient.testservice.FakeService
import org.springframework.beans.factory.getBean
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.builder.SpringApplicationBuilder

@SpringBootApplication(proxyBeanMethods = false)
class Kotlin

var Entry.instructions: String by attribute()

data class Recipe(val id: Int, val instructions: String)

fun main() {
	val builder = FakeService.builder("cookbooks").type("recipe", "recipes") {
		it.integer("id").text("instructions")
		it.entry(mapOf("id" to 4, "instructions" to "Boil."))
	}
	builder.start().use { service ->
		val application = SpringApplicationBuilder(Kotlin::class.java).web(WebApplicationType.NONE)
		application.run("--hyper-client.base-url=" + service.baseUrl()).use { context ->
			val root = context.getBean<ServiceRoot>()
			root.load<Entry>("recipes/4").update { it.instructions += " Stir." }
			Saw.report(root.load<Entry>("recipes/4").to<Recipe>().toString())
		}
	}
}
