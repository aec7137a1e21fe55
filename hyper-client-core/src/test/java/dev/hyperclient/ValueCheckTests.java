package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for values that the description excludes, and for those that it does not exclude.
 */
class ValueCheckTests {

	private static final String REDACTED = "tag:launchpad.net:2008:redacted";

	private static final String OFF = ". If the service accepts it, set 'checkValues' to false";

	@RegisterExtension
	private final StubService service = new StubService();

	@AutoClose
	private final ServiceRoot root = client().startup(Startup.LAZY).build();

	@BeforeEach
	void serve() {
		String values = """
				<w:param style="plain" name="served" type="xsd:date"/>
				<w:param style="plain" name="cooked_at" type="xsd:dateTime"/>
				<w:param style="plain" name="course"><w:option value="Starter"/><w:option value="Main dish"/></w:param>
				""";
		String wadl = StubService.wadl(this.service.url(""))
			.replace("<w:resource_type id=\"recipe\">", """
					<w:resource_type id="recipe"><w:method name="PATCH" id="recipe-patch"><w:request>
					<w:representation href="#recipe-diff"/></w:request></w:method>""")
			.replace("<w:representation mediaType=\"application/json\" id=\"recipe-full\">", """
					<w:representation mediaType="application/json" id="recipe-diff">%s
					<w:param style="plain" name="instructions"/><w:param style="plain" name="servings"/>
					<w:param style="plain" name="dish_link"><w:link resource_type="#recipe"/></w:param>
					</w:representation>
					<w:representation mediaType="application/json" id="recipe-full">%s""".formatted(values, values))
			.replace("<w:param style=\"query\" name=\"search\" required=\"true\"/>", """
					<w:param style="query" name="search" required="false"/>
					<w:param style="query" name="since" type="xsd:date"/>
					<w:param style="query" name="like"><w:link resource_type="#recipe"/></w:param>""");
		this.service.serveRoot(wadl, this.service.rootJson());
		this.service.serveJson("recipes/4", recipe());
		this.service.serve(patch(anyUrl()), StubService.json(recipe()).withStatus(209));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), StubService.json(this.service.page(0, 0, null)));
	}

	static Stream<Arguments> impossibleValues() {
		return Stream.of(Arguments.of("served", "yesterday", "\"yesterday\": it is not a date"),
				Arguments.of("cooked_at", 7, "7: it is not a date"),
				Arguments.of("cooked_at", List.of("2026-01-31", "soon"), "\"soon\": it is not a date"),
				Arguments.of("course", "Desert", "\"Desert\": valid values are: \"Starter\", \"Main dish\""),
				Arguments.of("course", List.of("Starter", "Desert"),
						"\"Desert\": valid values are: \"Starter\", \"Main dish\""),
				Arguments.of("dish", "Roast chicken", "\"Roast chicken\": it is not the URL of a resource"),
				Arguments.of("dish_link", "recipes/4", "\"recipes/4\": it is not the URL of a resource"),
				Arguments.of("dish", "mailto:me@example.com",
						"\"mailto:me@example.com\": it is not the URL of a resource"),
				Arguments.of("dish", "http://[", "\"http://[\": it is not the URL of a resource"),
				Arguments.of("dish", 4, "4: it is not the URL of a resource"));
	}

	@ParameterizedTest
	@MethodSource("impossibleValues")
	void impossibleValueIsNotSet(String name, Object value, String problem) {
		Entry recipe = entry(this.root);
		String key = name.equals("dish") ? "dish_link" : name;
		assertThatIllegalArgumentException().isThrownBy(() -> recipe.set(name, value))
			.withMessage("'%s' of %s cannot be set to %s%s", key, this.service.url("recipes/4"), problem, OFF);
		assertThat(recipe.changes()).isEmpty();
	}

	static Stream<Arguments> possibleValues() {
		return Stream.of(Arguments.of("served", "2026-01-31"), Arguments.of("served", "2026-01-31Z"),
				Arguments.of("served", "2026-01-31T00:00:00"), Arguments.of("served", LocalDate.of(2026, 1, 31)),
				Arguments.of("served", REDACTED), Arguments.of("served", null), Arguments.of("cooked_at", "2026-01-31"),
				Arguments.of("cooked_at", Instant.EPOCH), Arguments.of("cooked_at", "2026-01-31T12:00:00.5+0200"),
				Arguments.of("course", "Main dish"), Arguments.of("course", null), Arguments.of("course", REDACTED),
				Arguments.of("dish", "http://elsewhere.example/1.0/dishes/4"), Arguments.of("dish", "/dishes/4"),
				Arguments.of("dish", URI.create("https://localhost/dishes/4")), Arguments.of("dish", null),
				Arguments.of("servings", "many"), Arguments.of("instructions", 7),
				Arguments.of("instructions", Arrays.asList(1, null)), Arguments.of("x_unknown", "sent"));
	}

	@ParameterizedTest
	@MethodSource("possibleValues")
	void valueThatTheDescriptionAllowsIsSent(String name, Object value) {
		Entry recipe = entry(this.root).set(name, value);
		assertThat(recipe.changes()).hasSize(1);
		recipe.save();
		assertThat(patches()).hasSize(1);
	}

	@Test
	void readOnlyAttributeIsNotSet() {
		Entry recipe = entry(this.root);
		for (String name : List.of("id", "private", "cookbook_link", "self_link", "variants_collection_link")) {
			assertThatIllegalArgumentException().isThrownBy(() -> recipe.set(name, "http://localhost/other"))
				.withMessage(
						"'%s' of %s cannot be set since the description of the service says that it is read-only%s",
						name, this.service.url("recipes/4"), OFF);
		}
		assertThat(recipe.set("id", 4).changes()).isEmpty();
	}

	@Test
	void valuesAreNotCheckedIfTheCheckIsOff() {
		try (ServiceRoot unchecked = client().checkValues(false).build()) {
			entry(unchecked).set("id", 5)
				.set("served", "yesterday")
				.set("course", "Dessert")
				.set("dish", "soup")
				.save();
			assertThat(patches()).singleElement()
				.satisfies((request) -> assertThat(request.getBodyAsString())
					.isEqualTo("{\"id\":5,\"served\":\"yesterday\",\"course\":\"Dessert\",\"dish_link\":\"soup\"}"));
			find(unchecked).with("since", "yesterday").with("like", "soup").with("course", "Dessert").invoke();
		}
	}

	static Stream<Arguments> impossibleArguments() {
		return Stream.of(Arguments.of("since", "yesterday", "'yesterday'", "it is not a date"),
				Arguments.of("like", "soup", "'soup'", "it is not the URL of a resource"));
	}

	@ParameterizedTest
	@MethodSource("impossibleArguments")
	void impossibleArgumentIsRejected(String parameter, Object value, String shown, String reason) {
		NamedOperation find = find(this.root);
		assertThatIllegalArgumentException().isThrownBy(() -> find.with(parameter, value))
			.withMessage("Invalid value %s for parameter '%s': %s; 'find' takes: search, since, like, course%s", shown,
					parameter, reason, OFF);
	}

	@Test
	void argumentThatTheDescriptionAllowsIsSent() {
		this.service.forgetRequests();
		find(this.root).with("since", "2026-01-31").with("like", entry(this.root)).invoke();
		find(this.root).with("since", null).with("like", "/recipes/4").invoke();
		find(this.root).with("like", List.of(this.service.url("recipes/4"), "/recipes/5")).invoke();
		assertThat(this.service.server().findAll(WireMock.getRequestedFor(urlPathEqualTo("/1.0/recipes")))).hasSize(3);
	}

	private ServiceRootBuilder client() {
		return this.service.client();
	}

	private String recipe() {
		return this.service.recipe(4, "Stir").replace("\"id\"", """
				"served": "2025-01-01", "cooked_at": null, "course": "Starter", "servings": 2, "private": false,
				"x_unknown": 1, "dish_link": "%1$srecipes/1", "cookbook_link": "%1$srecipes/2",
				"variants_collection_link": "%1$srecipes/4/variants", "id\"""".formatted(this.service.url("")));
	}

	private static Entry entry(ServiceRoot root) {
		return root.collection("recipes").get(4);
	}

	private static NamedOperation find(ServiceRoot root) {
		return root.collection("recipes").operation("find");
	}

	private List<LoggedRequest> patches() {
		return this.service.server().findAll(WireMock.patchRequestedFor(anyUrl()));
	}

}
