package dev.hyperclient;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.typed.TypedEntry;
import dev.hyperclient.typed.TypedValues;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Entries that are passed on: as arguments, as values of links, and to typed wrappers.
 * The service has recipes, cookbooks, and desserts, which have the attributes of recipes
 * and one more.
 */
class ReferenceTests {

	private static final String TITLE = "<w:param style=\"plain\" name=\"title\" path=\"$['title']\"/>";

	@RegisterExtension
	private final StubService service = new StubService();

	@BeforeEach
	void serve() {
		this.service.serveRoot(wadl(), this.service.rootJson());
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir").replace("}", ", \"dish_link\": null}"));
		this.service.serveJson("cookbooks/1", entry("cookbooks/1", "cookbook"));
		this.service.serveJson("recipes/6", entry("recipes/6", "dessert"));
		this.service.serveJson("recipes/8", entry("recipes/8", "surprise"));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), StubService.json(this.service.page(0, 0, null)));
		this.service.serve(patch(anyUrl()), StubService.json(this.service.recipe(4, "Stir")).withStatus(209));
	}

	private String wadl() {
		String wadl = StubService.wadl(this.service.url(""));
		int begin = wadl.indexOf("<w:representation mediaType=\"application/json\" id=\"recipe-full\">");
		String members = wadl.substring(wadl.indexOf('>', begin) + 1, wadl.indexOf("</w:representation>", begin));
		String types = type("cookbook",
				members.substring(0, members.indexOf("<w:param style=\"plain\" name=\"id\"")) + TITLE)
				+ type("dessert", members + TITLE) + "<w:resource_type id=\"surprise\"/>";
		return wadl.replace("<w:resource_type id=\"HostedFile\">", types + "<w:resource_type id=\"HostedFile\">")
			.replace("<w:method name=\"GET\" id=\"recipe-get\">",
					"""
							<w:method name="PATCH" id="recipe-patch"><w:request><w:representation href="#recipe-diff"/></w:request>
							</w:method><w:method name="GET" id="recipe-get">""")
			.replace("<w:representation mediaType=\"application/json\" id=\"recipe-full\">",
					"""
							<w:representation mediaType="application/json" id="recipe-diff">
							<w:param style="plain" name="dish_link"><w:link resource_type="#recipe"/></w:param></w:representation>
							<w:representation mediaType="application/json" id="recipe-full">""")
			.replace("<w:param style=\"query\" name=\"search\" required=\"true\"/>",
					"<w:param style=\"query\" name=\"like\"><w:link resource_type=\"#recipe\"/></w:param>");
	}

	private static String type(String id, String members) {
		return """
				<w:resource_type id="%1$s"><w:method name="GET" id="%1$s-get"><w:response>
				<w:representation mediaType="application/json" id="%1$s-full">%2$s</w:representation>
				</w:response></w:method></w:resource_type>""".formatted(id, members);
	}

	private String entry(String path, String type) {
		return """
				{"self_link": "%1$s%2$s", "resource_type_link": "%1$s#%3$s", "http_etag": "\\"a\\"", "title": "A"}"""
			.formatted(this.service.url(""), path, type);
	}

	@Test
	void referenceIsSentAsArgumentWithoutRequestForIt() {
		ServiceRoot root = this.service.root();
		Entry reference = root.collection("recipes").getReference("a b/7");
		find().with("like", reference).invoke();
		find().with("like", List.of(reference)).invoke();
		TypedValues.with(find(), "like", new Recipe(reference)).invoke();
		assertThat(reference.isFetched()).isFalse();
		assertThat(this.service.requestsFor("recipes/a%20b%2F7")).isEmpty();
		assertThat(found("\"" + this.service.url("recipes/a%20b%2F7") + "\"")).hasSize(2);
		assertThat(found("[\"" + this.service.url("recipes/a%20b%2F7") + "\"]")).hasSize(1);
	}

	@Test
	void referenceIsValueOfLinkWithoutRequestForIt() {
		ServiceRoot root = this.service.root();
		Entry reference = root.collection("recipes").getReference(7);
		root.collection("recipes").get(4).set("dish", reference).save();
		assertThat(reference.isFetched()).isFalse();
		assertThat(this.service.requestsFor("recipes/7")).isEmpty();
		assertThat(this.service.server().findAll(WireMock.patchRequestedFor(anyUrl()))).singleElement()
			.satisfies((request) -> assertThat(request.getBodyAsString())
				.isEqualTo("{\"dish_link\":\"%s\"}".formatted(this.service.url("recipes/7"))));
	}

	@Test
	void referenceRemainsOneIfItsChangesAreDiscarded() {
		ServiceRoot root = this.service.root();
		Entry reference = root.collection("recipes").getReference(7);
		reference.discardChanges();
		root.collection("recipes").get(4).set("dish", reference).save();
		assertThat(this.service.requestsFor("recipes/7")).isEmpty();
	}

	@Test
	void linkOfRootMayBeAliasSoItsEntryIsFetched() {
		this.service.serveJson("recipes/featured", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		find().with("like", root.entry("featured")).invoke();
		assertThat(found("\"" + this.service.url("recipes/4") + "\"")).hasSize(1);
	}

	@Test
	void refusedRequestNamesReferences() {
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")), aResponse().withStatus(400).withBody("like: No such"));
		this.service.serve(patch(anyUrl()), aResponse().withStatus(400).withBody("dish: No such"));
		ServiceRoot root = this.service.root();
		Entry reference = root.collection("recipes").getReference(7);
		Entry recipe = root.collection("recipes").get(4).set("dish", reference);
		String advice = this.service.url("recipes/7")
				+ " was sent as it was made from a key, without a request: get(...) finds out if it exists and is of the right type";
		assertThatExceptionOfType(BadRequest.class).isThrownBy(find().with("like", reference)::invoke)
			.withMessageContaining("like: No such")
			.withMessageEndingWith("---\n" + advice);
		assertThatExceptionOfType(BadRequest.class).isThrownBy(recipe::save)
			.satisfies((error) -> assertThat(error.advice()).contains(advice));
		assertThatExceptionOfType(BadRequest.class)
			.isThrownBy(find().with("like", root.collection("recipes").get(4))::invoke)
			.satisfies((error) -> assertThat(error.advice()).isEmpty());
	}

	@Test
	void refusedSaveNamesOnlyReferencesThatItContains() {
		this.service.serve(patch(anyUrl()), aResponse().withStatus(400).withBody("dish: No such"));
		EntryCollection recipes = this.service.root().collection("recipes");
		Entry recipe = recipes.get(4).set("dish", recipes.getReference(7)).set("dish", recipes.getReference(8));
		assertThatExceptionOfType(BadRequest.class).isThrownBy(recipe::save)
			.withMessageContaining(this.service.url("recipes/8") + " was sent")
			.withMessageNotContaining(this.service.url("recipes/7"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "recipes/4", "recipes/6", "recipes/8" })
	void entryThatCanBeOfTheTypeIsSent(String path) {
		ServiceRoot root = this.service.root();
		Entry entry = root.load(path, Entry.class);
		find().with("like", entry).invoke();
		root.load("recipes/4", Entry.class).set("dish", entry).save();
		assertThatNoException().isThrownBy(() -> new Recipe(entry));
	}

	@Test
	void fetchedEntryOfAnotherTypeIsRefused() {
		ServiceRoot root = this.service.root();
		Entry cookbook = root.load("cookbooks/1", Entry.class);
		Entry recipe = root.load("recipes/4", Entry.class);
		String problem = "its type is 'cookbook', which has no 'id' as 'recipe' has";
		String url = this.service.url("cookbooks/1");
		assertThatIllegalArgumentException().isThrownBy(() -> find().with("like", List.of(recipe, cookbook)))
			.withMessage("Invalid value '%s' for parameter 'like': %s; 'find' takes: like, course."
					+ " If the service accepts it, set 'checkValues' to false", url, problem);
		assertThatIllegalArgumentException().isThrownBy(() -> recipe.set("dish", cookbook))
			.withMessageContaining("'dish_link' of %s cannot be set to %s: %s", recipe.uri(), url, problem);
		assertThat(recipe.changes()).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> new Recipe(cookbook))
			.withMessage("%s cannot be used as 'recipe': %s. To use it nevertheless, set 'checkValues' to false", url,
					problem);
	}

	@ParameterizedTest
	@ValueSource(strings = { "typed", "list", "array", "optional", "alias" })
	void entryOfAnotherTypeIsRefusedInEachForm(String form) {
		this.service.serveJson("recipes/featured", entry("cookbooks/1", "cookbook"));
		ServiceRoot root = this.service.root();
		Entry cookbook = root.load("cookbooks/1", Entry.class);
		Object value = switch (form) {
			case "typed" -> new Cookbook(cookbook);
			case "list" -> List.of(new Cookbook(cookbook));
			case "array" -> new Entry[] { cookbook };
			case "optional" -> Optional.of(cookbook);
			default -> root.entry("featured");
		};
		Entry recipe = root.load("recipes/4", Entry.class);
		assertThatIllegalArgumentException().isThrownBy(() -> find().with("like", value))
			.withMessageContaining("its type is 'cookbook', which has no 'id' as 'recipe' has");
		assertThatIllegalArgumentException().isThrownBy(() -> recipe.set("dish", value))
			.withMessageContaining("its type is 'cookbook', which has no 'id' as 'recipe' has");
	}

	@Test
	void typedEntryIsNoValueOfAttribute() {
		Entry recipe = this.service.root().load("recipes/4", Entry.class);
		assertThatIllegalArgumentException().isThrownBy(() -> recipe.set("instructions", new Recipe(recipe)))
			.withMessageContaining("is not a link, so it cannot be set to the entry %s", recipe.uri());
	}

	@Test
	void entriesOfAllTypesPassUnfetchedOrUnchecked() {
		ServiceRoot root = this.service.root();
		ServiceRoot unchecked = this.service.open(this.service.client().checkValues(false));
		Entry unfetched = root.collection("recipes").withKeyLookup(KeyLookup.path("cookbooks/{key}")).getReference(1);
		Stream.of(unfetched, unchecked.load("cookbooks/1", Entry.class)).forEach((cookbook) -> {
			unchecked.collection("recipes").operation("find").with("like", cookbook).invoke();
			assertThatNoException().isThrownBy(() -> new Recipe(cookbook));
		});
		find().with("like", unfetched).invoke();
		assertThat(unfetched.isFetched()).isFalse();
	}

	@Test
	void referenceAndItsEntryAreEqual() {
		EntryCollection recipes = this.service
			.open(this.service.client()
				.collection("recipes", CollectionType.collectionOf("cookbook").withKeyPath("recipes/{key}")))
			.collection("recipes");
		Entry reference = recipes.getReference(4);
		Entry entry = recipes.get(4);
		Entry other = recipes.withKeyLookup(KeyLookup.path("recipes/6?{key}")).getReference(4);
		assertThat(reference).isEqualTo(entry).hasSameHashCodeAs(entry).isNotEqualTo(other);
		assertThat(entry).isEqualTo(reference);
		assertThat(reference.isFetched()).isFalse();
	}

	private NamedOperation find() {
		return this.service.root().collection("recipes").operation("find");
	}

	private List<?> found(String like) {
		return this.service.server()
			.findAll(getRequestedFor(urlPathEqualTo("/1.0/recipes")).withQueryParam("like", equalTo(like)));
	}

	private static final class Recipe extends TypedEntry<Recipe> {

		Recipe(Entry entry) {
			super(entry, "recipe");
		}

		@Override
		protected Recipe self() {
			return this;
		}

	}

	private static final class Cookbook extends TypedEntry<Cookbook> {

		Cookbook(Entry entry) {
			super(entry, "cookbook");
		}

		@Override
		protected Cookbook self() {
			return this;
		}

	}

}
