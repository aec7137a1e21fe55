package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import dev.hyperclient.testservice.ValueBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * Uses a generated client with a real service. Each method of the resource
 * {@code GeneratedClientScenarios.java}, which is compiled with the client, is a test.
 */
class GeneratedClientTests {

	private static final String OVERLAY = """
			{
			  "keys": { "recipes": "recipes/{key}", "dishes": "dishes/{key}" },
			  "types": {
			    "dish": { "attributes": { "name": { "type": "text", "required": true } } },
			    "recipe": {
			      "attributes": {
			        "id": { "type": "integer", "required": true },
			        "title": "text",
			        "servings": "integer",
			        "price": "decimal",
			        "rating": { "type": "integer", "required": true },
			        "private": { "type": "boolean", "name": "isPrivate" },
			        "tags": "list<text>",
			        "pairings": "list<entry:dish>",
			        "nutrition": "map<integer>",
			        "dish": { "required": true },
			        "secret": "text",
			        "steps": "list",
			        "extra": "map",
			      },
			      "operations": {
			        "describe": { "result": "text" },
			        "stars": { "result": "text" },
			        "photo_urls": { "result": "list<text>", "required": true },
			        "remarks": { "result": "list" },
			        "calories": { "result": "map<integer>" },
			        "price_now": { "result": "decimal" },
			        "cooked": { "result": "date-time", "parameters": { "heat": "values:recipe.difficulty", "with": "entry:dish" } },
			        "friends": { "result": "list<entry:recipe>" },
			        "is_safe": { "result": "boolean", "required": true },
			        "cook": { "parameters": { "servings": "integer" } },
			      },
			    },
			  },
			}
			""";

	@TempDir
	static Path directory;

	@AutoClose
	private static final FakeService service = declare(FakeService.builder("cookbooks")).start();

	@AutoClose
	private static final ServiceRoot root = ServiceRoot.builder()
		.serviceRoot(service.baseUrl())
		.webClient(WebClient::create)
		.build();

	private static Class<?> scenarios;

	@BeforeAll
	static void generate() throws IOException, URISyntaxException {
		Path description = directory.resolve("cookbooks.wadl");
		Files.copy(service.description(), description);
		Path overlay = Files.writeString(directory.resolve("overlay.json"), OVERLAY);
		Path sources = directory.resolve("sources");
		new Generator(GeneratorConfiguration.of(description, "com.example.cookbooks", sources).withOverlay(overlay))
			.run();
		URL source = GeneratedClientTests.class.getResource("GeneratedClientScenarios.java");
		scenarios = TypedClient.compileWith(sources, directory.resolve("classes"),
				"com.example.GeneratedClientScenarios", Files.readString(Path.of(source.toURI())));
	}

	private static FakeServiceBuilder declare(FakeServiceBuilder builder) {
		return builder.pageSize(3).type("dish", "dishes", (dish) -> {
			dish.text("name", ValueBuilder::required).collection("recipes", "recipe").deletable();
			dish.entry(Map.of("name", "Roast chicken")).entry(Map.of("name", "Soup"));
		}).type("recipe", "recipes", (recipe) -> {
			recipe.documentation("A recipe, */ <script>alert(1)</script> @author {@code x} \\u0041.")
				.key("id")
				.integer("id", ValueBuilder::readOnly)
				.text("title", (title) -> title.documentation("Title <b>of</b> the recipe."))
				.integer("servings")
				.decimal("price")
				.integer("rating")
				.bool("private")
				.texts("tags")
				.texts("pairings")
				.map("nutrition")
				.map("extra")
				.texts("steps")
				.text("notes", (notes) -> notes.documentation("Deprecated: use the title."))
				.text("secret", ValueBuilder::redacted)
				.choice("difficulty", "Easy", "Not easy")
				.date("copyright_date")
				.dateTime("date_created", ValueBuilder::readOnly)
				.link("dish", "dish")
				.link("variant_of", "recipe")
				.file("photo")
				.operation("cook",
						(cook) -> cook.post()
							.integer("servings", ValueBuilder::required)
							.choice("heat", "Low", "High")
							.text("note")
							.creates("recipe")
							.answers((call) -> call.create("recipes",
									recipe(90,
											"Cooked for " + call.arguments().integer("servings") + " "
													+ call.arguments().textOrNull("heat"),
											null))))
				.operation("describe", (describe) -> describe.answers((call) -> "A recipe"))
				.operation("stars", (stars) -> stars.answers((call) -> 5))
				.operation("photo_urls",
						(photos) -> photos.text("size")
							.answers((call) -> "all".equals(call.arguments().textOrNull("size"))
									? List.of(Map.of("url", "s3cret")) : List.of("https://example.com/1.png")))
				.operation("remarks", (remarks) -> remarks.answers((call) -> Arrays.asList("a", 1, null)))
				.operation("calories", (calories) -> calories.answers((call) -> Map.of("fat", 9)))
				.operation("price_now", (price) -> price.answers((call) -> 5))
				.operation("cooked", (cooked) -> cooked.text("heat")
					.text("with")
					.answers((call) -> (call.arguments().textOrNull("heat") != null) ? "2026-01-31T12:00:00Z" : null))
				.operation("friends",
						(friends) -> friends.answers((call) -> List.of(service.baseUrl() + "recipes/3",
								Map.of("self_link", service.baseUrl() + "recipes/4", "resource_type_link",
										service.baseUrl() + "#recipe", "title", "Sent"))))
				.operation("is_safe", (safe) -> safe.answers((call) -> null))
				.operation("rate", (rate) -> rate.post().text("stars").answers((call) -> null))
				.operation("similar", (similar) -> similar.returnsEntry("recipe").answers((call) -> null))
				.collectionOperation("search",
						(search) -> search.text("text")
							.link("dish", "dish")
							.returnsPage("recipe")
							.answers((call) -> call.entries("recipes")
								.stream()
								.filter((entry) -> entry.text("title").contains(call.arguments().text("text")))
								.toList()));
			for (int id = 1; id <= 7; id++) {
				recipe.entry(recipe(id, "Recipe " + id, (id > 1) ? "1" : null));
			}
		});
	}

	private static Map<String, @Nullable Object> recipe(int id, String title, @Nullable String variantOf) {
		Map<String, @Nullable Object> values = new HashMap<>();
		values.put("id", id);
		values.put("title", title);
		values.put("servings", 4);
		values.put("price", null);
		values.put("rating", null);
		values.put("private", false);
		values.put("tags", List.of("hot", "spicy"));
		values.put("pairings", null);
		values.put("nutrition", Map.of("kcal", 300));
		values.put("extra", Collections.singletonMap("a", null));
		values.put("steps", List.of("Stir"));
		values.put("notes", "none");
		values.put("secret", "hidden");
		values.put("difficulty", "Not easy");
		values.put("copyright_date", "2001-01-02");
		values.put("date_created", "2020-01-02T03:04:05Z");
		values.put("dish", (id % 2 == 0) ? "Soup" : "Roast chicken");
		values.put("variant_of", variantOf);
		values.put("photo", null);
		return values;
	}

	@TestFactory
	Stream<DynamicTest> scenarios() {
		return Arrays.stream(scenarios.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			.sorted(Comparator.comparing(Method::getName))
			.map((method) -> DynamicTest.dynamicTest(method.getName(), () -> run(method)));
	}

	private static void run(Method method) throws Throwable {
		service.reset();
		root.cache().clear();
		try {
			method.invoke(null, root, service);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
