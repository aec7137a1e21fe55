package dev.hyperclient.kotlin

import dev.hyperclient.CollectionType
import dev.hyperclient.Entry
import dev.hyperclient.KeyLookup
import dev.hyperclient.ServiceRoot
import dev.hyperclient.authorizer.HttpAuthorizer
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration
import dev.hyperclient.autoconfigure.HyperClientJsonMapperCustomizer
import dev.hyperclient.autoconfigure.HyperClientWebClientCustomizer
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration
import dev.hyperclient.cache.spring.HttpCacheIdentity
import dev.hyperclient.autoconfigure.httpcache.RestClientHttpCache
import dev.hyperclient.autoconfigure.httpcache.RestClientHttpCacheAutoConfiguration
import dev.hyperclient.cache.HttpCache
import dev.hyperclient.cache.api.CacheListener
import dev.hyperclient.cache.api.CacheOutcome
import dev.hyperclient.cache.api.CacheRequest
import dev.hyperclient.cache.api.CacheResponse
import dev.hyperclient.cache.spring.CachingClientHttpConnector
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory
import dev.hyperclient.convert.JacksonValueConverter
import dev.hyperclient.retry.RetryPolicy
import dev.hyperclient.test.FakeServiceAssert.assertThat
import dev.hyperclient.test.FakeServiceExtension
import dev.hyperclient.testservice.Caller
import dev.hyperclient.testservice.FakeService
import dev.hyperclient.typed.ExtensibleEnum
import dev.hyperclient.typed.TypedCollection
import dev.hyperclient.typed.TypedEntry
import dev.hyperclient.typed.TypedValues
import java.net.URI
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.RegisterExtension
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.http.HttpHeaders
import org.springframework.http.HttpMethod
import org.springframework.http.HttpStatus
import org.springframework.http.client.JdkClientHttpRequestFactory
import org.springframework.http.client.reactive.JdkClientHttpConnector
import org.springframework.util.unit.DataSize
import org.springframework.web.client.RestClient
import org.springframework.web.reactive.function.client.WebClient

/**
 * Calls methods of the public API with lambdas, of each kind of builder and of client.
 */
class LambdaTests {

	@Test
	fun `service and root are built with lambdas`(root: ServiceRoot) {
		val recipe = root.collection("recipes").get(1)
		assertThat(recipe.operation("shout").invoke().content()).isEqualTo("STIR")
		assertThat(root.collection("recipes").operation("count").invoke().content()).isEqualTo(2L)
		assertThat(root.collection("recipes").map { it["id"] }).containsExactly(1L)
		recipe.update { it["note"] = " x " }
		recipe.await({ it["note"] == "x" }, Duration.ofSeconds(1))
		assertThat(recipe["note"]).isEqualTo("x")
		assertThat(recipe["servings"]).isEqualTo(2L)
		assertThat(recipe.isRedacted("secret")).isTrue()
	}

	@Test
	fun `builder of a root takes lambdas`() {
		val log = mutableListOf<String>()
		ServiceRoot.builder()
			.serviceRoot(service.baseUrl())
			.webClient { WebClient.create() }
			.executor { it.run() }
			.addCallObserver { request, call -> call.apply(request).also { log.add("${it.status()}") } }
			.customizeRetryPolicy { policy -> policy.withSleeper { log.add("$it") }.withWaits { Duration.ofSeconds(it + 7L) } }
			.collection("recipes", CollectionType("recipe") { base, key -> base.resolve("recipes/$key") })
			.valueConverter(JacksonValueConverter { it })
			.valueConverter(JacksonValueConverter({ null }, { it }))
			.build().use { root ->
				log.clear()
				service.faults().failNext(503)
				assertThat(root.collection("recipes").get(1)["instructions"]).isEqualTo("Stir")
				assertThat(log).containsExactly("PT7S", "200")
				assertThat(root.collection("recipes").withKeyLookup { base, _ -> base.resolve("recipes/1") }.get("x").isFetched)
					.isTrue()
			}
		assertThat(CollectionType.collectionOf("recipe").withKeyLookup { base, _ -> base }.keyLookup()).isNotNull()
	}

	@Test
	fun `typed client takes lambdas after the parentheses`(root: ServiceRoot) {
		val recipes = TypedCollection(root.collection("recipes").withKeyLookup(KeyLookup.path("recipes/{key}"))) { Recipe(it) }
		// tag::kotlin-typed[]
		val dishes = recipes.iteration().prefetch { it.dish() }.map { it.dish().name() }
		val recipe = recipes.findOrNull(1) // null if there is none
		recipe?.entry()?.await(Duration.ofMinutes(5)) { it["instructions"] == "Stir" }
		// end::kotlin-typed[]
		assertThat(dishes).containsExactly("Soup")
		assertThat(recipe?.entry()?.getLong("id")).isEqualTo(1)
		assertThat(service).received("GET", "/dishes/Soup").times(1)
	}

	@Test
	fun `cache and its listeners are lambdas`() {
		val log = mutableListOf<String>()
		val listener = CacheListener { _, result -> log.add("${result.outcome()}") }
			.andThen { _, result -> log.add("${result.status()}") }
		HttpCache.builder().inMemory(DataSize.ofKilobytes(1)).addListener { _, _ -> log.add("first") }.build().use { cache ->
			val sender = cache.withAdditionalListener(listener).around { response(it) }
			repeat(2) { sender.exchange(get) }
			assertThat(log).containsExactly("first", "MISS", "200", "first", "HIT", "200")
			assertThat(cache.withAdditionalListener { _, result -> log.add("${result.outcome()}") }
				.reloading { response(it) }
				.exchange(get)
				.status()).isEqualTo(200)
			assertThat(log.last()).isEqualTo("MISS")
		}
	}

	@Test
	fun `caching of other clients is set with lambdas`() {
		val builder = HttpCache.builder().inMemory(DataSize.ofKilobytes(64))
			.customizeSettings { it.withHeuristicFraction(0.1) }
			.addRule("/off/**") { it.withBypass(true) }
		builder.build().use { cache ->
			val jdk = JdkClientHttpRequestFactory()
			val factory = CachingClientHttpRequestFactory(cache) { uri, method -> jdk.createRequest(uri, method) }
				.withIdentity { it.headers.getFirst("X-User") }
				.withCacheSelector { if (it.method == HttpMethod.GET) cache else null }
				.withRevalidationExecutor { it.run() }
			assertThat(RestClient.builder().requestFactory(factory).build().get().uri(service.baseUrl()).retrieve()
				.toBodilessEntity().statusCode).isEqualTo(HttpStatus.OK)
			val delegate = JdkClientHttpConnector()
			val connector = CachingClientHttpConnector(cache) { method, uri, request -> delegate.connect(method, uri, request) }
				.withIdentity { it.headers.getFirst("X-User") }
				.withCacheSelector { null }
			assertThat(WebClient.builder().clientConnector(connector).build().get().uri(service.baseUrl()).retrieve()
				.toBodilessEntity().block()!!.statusCode).isEqualTo(HttpStatus.OK)
		}
	}

	@Test
	fun `beans of an application are lambdas`() {
		val log = mutableSetOf<String>()
		ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(HyperClientAutoConfiguration::class.java,
				HttpCacheAutoConfiguration::class.java, RestClientHttpCacheAutoConfiguration::class.java))
			.withPropertyValues("hyper-client.base-url=${service.baseUrl()}", "hyper-client.http-cache.enabled=true",
				"hyper-client.http-cache.store=memory")
			.withBean(HyperClientWebClientCustomizer::class.java, { HyperClientWebClientCustomizer { name, _ -> log.add("$name 1") } })
			.withBean(HyperClientJsonMapperCustomizer::class.java, { HyperClientJsonMapperCustomizer { name, _ -> log.add("$name 2") } })
			.withBean(ServiceRootBuilderCustomizer::class.java, {
				ServiceRootBuilderCustomizer.forService("default") { it.validationInterval(Duration.ofHours(1)).also { log.add("default 3") } }
			})
			.withUserConfiguration(Beans::class.java)
			.run { context ->
				val recipe = context.getBean(ServiceRoot::class.java).load("recipes/1", Entry::class.java)
				recipe["note"] = Kind("z")
				assertThat(log).hasSize(3)
				assertThat(service.requests("GET", "/recipes/1").last().header("Authorization")).isEqualTo("Bearer secret")
				val jdk = JdkClientHttpRequestFactory()
				val rest = RestClient.builder()
				context.getBean(RestClientHttpCache::class.java).apply(rest) { uri, method -> jdk.createRequest(uri, method) }
				assertThat(rest.build().get().uri(service.baseUrl()).retrieve().toBodilessEntity().statusCode)
					.isEqualTo(HttpStatus.OK)
				assertThat(context.getBean(Beans::class.java).outcomes).containsKey(CacheOutcome.MISS)
			}
	}

	private fun response(request: CacheRequest) = CacheResponse.of(request.uri(), 200,
		HttpHeaders().apply { cacheControl = "max-age=60" }, ByteArray(1))

	companion object {

		private val get = CacheRequest.get(URI.create("http://localhost/"), HttpHeaders())

		@JvmField
		val service: FakeService = FakeService.builder("cookbooks")
			.guard { Caller.ANONYMOUS }
			.type("dish", "dishes") { it.text("name").entry(mapOf("name" to "Soup")) }
			.type("recipe", "recipes") { recipe ->
				recipe.integer("id", { it.readOnly() }).text("instructions", { it.required() }).text("note", { it.stripped() })
					.integer("servings", { it.readOnly() }).choice("kind", listOf("hot", "cold"), { it.readOnly() })
					.link("dish", "dish", { it.required() }).text("secret", { it.redacted() })
					.visibleIf { entry, caller -> entry.key() == "1" || caller.authenticated() }
					.onChange { before, _ -> mapOf("servings" to (before["servings"] as Int) + 1) }
					.operation("shout") { shout -> shout.answers { it.entry().text("instructions").uppercase() } }
					.collectionOperation("count") { count -> count.text("of", { it.stripped() }).answers { it.entries("recipe").size } }
				val values = mapOf("instructions" to "Stir", "servings" to 1, "kind" to "hot", "dish" to "Soup")
				recipe.entry(values + mapOf("id" to 1))
				recipe.entry(values + mapOf("id" to 2))
			}
			.start()

		@JvmField
		@RegisterExtension
		val extension: FakeServiceExtension = FakeServiceExtension.with { it.retryPolicy(RetryPolicy.none()) }

	}

	@Configuration(proxyBeanMethods = false)
	class Beans {

		val outcomes = ConcurrentHashMap<CacheOutcome, Int>()

		// tag::kotlin-beans[]
		@Bean
		fun tenant() = HttpCacheIdentity { it.headers.getFirst("X-Tenant") }

		@Bean
		fun counter() = CacheListener { _, result -> outcomes.merge(result.outcome(), 1, Int::plus) }

		@Bean
		fun authorizer(): HttpAuthorizer = TokenAuthorizer { "secret" }

		class TokenAuthorizer(private val token: () -> String) : HttpAuthorizer {

			override fun authorizeRequest(absoluteUri: URI, method: HttpMethod, body: ByteArray?, headers: HttpHeaders) {
				headers.setBearerAuth(token())
			}

			override fun identity() = "ann"

		}
		// end::kotlin-beans[]

	}

	class Recipe(entry: Entry) : TypedEntry<Recipe>(entry) {

		fun dish(): Dish = TypedValues.link(entry(), "dish") { Dish(it) }.orElseThrow()

		override fun self() = this

	}

	class Dish(entry: Entry) : TypedEntry<Dish>(entry) {

		fun name(): String = entry().getString("name")!!

		override fun self() = this

	}

	class Kind(value: String) : ExtensibleEnum(value)

}
