package dev.hyperclient;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for entries as objects: comparison of their states and identities, also behind
 * redirects.
 */
class EntryTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@Test
	void statesOfTheSameUrlTagAndChangesAreTheSame() {
		Entry recipe = recipe(4, "Stir", "\"tag\"");
		Entry same = recipe(4, "Stir", "\"tag\"");
		assertThat(recipe.sameState(same)).isTrue();
		recipe.set("instructions", "Boil");
		assertThat(recipe.sameState(same)).isFalse();
		assertThat(same.sameState(recipe)).isFalse();
		same.set("instructions", "Boil");
		assertThat(recipe.sameState(same)).isTrue();
		assertThat(recipe(5, "Stir", "\"tag\"").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
		assertThat(recipe(4, "Stir", "\"other\"").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
	}

	@Test
	void statesWithoutTagAreComparedByTheirContent() {
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Stir", ""))).isTrue();
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Boil", ""))).isFalse();
		assertThat(recipe(4, "Stir", "").sameState(recipe(4, "Stir", "\"tag\""))).isFalse();
		assertThat(recipe(4, "Stir", "\"tag\"").sameState(recipe(4, "Stir", ""))).isFalse();
	}

	@Test
	void entriesOfTheSameUrlAreEqual() {
		Entry recipe = recipe(4, "Stir", "\"tag\"");
		assertThat(recipe).isEqualTo(recipe(4, "Boil", "\"other\""))
			.hasSameHashCodeAs(recipe.uri())
			.hasToString(recipe.uri().toString())
			.isNotEqualTo(recipe(5, "Stir", "\"tag\""))
			.isNotEqualTo(recipe.uri());
		assertThat(List.of(recipe)).doesNotContainNull();
	}

	@Test
	void membersAreReadForTypedEntries() {
		DefaultEntry recipe = withMembers("\"private\": \"tag:launchpad.net:2008:redacted\", \"dish_link\": null, ");
		assertThat(recipe.lacks("servings")).isTrue();
		assertThat(recipe.lacks("instructions")).isFalse();
		assertThat(recipe.lacks("undescribed")).isFalse();
		assertThat(recipe.visibleText("instructions")).isEqualTo("Stir");
		assertThat(recipe.visibleText("private")).isNull();
		assertThat(recipe.visibleText("id")).isNull();
		assertThat(recipe.hasLink("dish")).isTrue();
		assertThat(recipe.hasLink("drink")).isFalse();
		DefaultEntry reference = (DefaultEntry) this.service.root().collection("recipes").getReference(4);
		assertThat(reference.hasLink("dish")).isFalse();
		Entry linked = recipe.linked("dish", this.service.url("recipes/7"), "recipe");
		assertThat(linked.uri()).hasToString(this.service.url("recipes/7"));
		assertThat(linked.type().id()).isEqualTo("recipe");
	}

	@Test
	void nullLinkIsExplained() {
		Entry recipe = withMembers("\"dish_link\": null, \"variants_collection_link\": null, ");
		String message = "'dish' of %s is null: no %s is linked; %s returns an empty Optional instead";
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> recipe.entry("dish"))
			.withMessage(message, recipe.uri(), "entry", "findEntry");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> recipe.file("dish"))
			.withMessage(message, recipe.uri(), "file", "findFile");
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> recipe.collection("variants"))
			.withMessage("'variants_collection_link' of %s is null", recipe.uri());
	}

	@Test
	void operationOfTheRealTypeIsFoundByARequest() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		Entry reference = this.service
			.open(this.service.client()
				.collection("recipes", CollectionType.collectionOf("HostedFile").withKeyPath("recipes/{key}")))
			.collection("recipes")
			.getReference(4);
		assertThat(reference.operation("cook").name()).isEqualTo("cook");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	private DefaultEntry withMembers(String members) {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir").replace("\"id\"", members + "\"id\""));
		return (DefaultEntry) this.service.root().collection("recipes").get(4);
	}

	@Test
	void valueThatIsSetBackIsNoChange() {
		Entry recipe = recipe(4, "Stir", "\"tag\"").set("instructions", "Boil")
			.set("id", 5)
			.set("instructions", "Stir");
		assertThat(recipe.changes()).containsOnlyKeys("id");
		recipe.set("id", 4);
		assertThat(recipe.changes()).isEmpty();
		this.service.forgetRequests();
		recipe.save();
		recipe.replace();
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void refreshOfUnchangedEntryDiscardsChangesAndNeedsNoFurtherRequest() {
		Entry recipe = recipe(4, "Stir", "\"tag\"").set("instructions", "Boil");
		this.service.serve("POST", "recipes/4", StubService.json("null"));
		recipe.operation("cook").invoke();
		assertThat(recipe.isFetched()).isFalse();
		this.service.serve("recipes/4", aResponse().withStatus(304));
		recipe.svcRefresh();
		assertThat(recipe.isFetched()).isTrue();
		assertThat(recipe.changes()).isEmpty();
		this.service.forgetRequests();
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void unknownAttributeIsOfTheCanonicalUrl() {
		this.service.serveJson("recipes/featured", this.service.recipe(4, "Stir"));
		assertThatExceptionOfType(NoSuchAttributeException.class)
			.isThrownBy(() -> this.service.root().entry("featured").get("nope"))
			.satisfies((error) -> assertThat(error.uri()).hasToString(this.service.url("recipes/4")));
		this.service.serveJson("recipes/featured", this.service.recipe(4, "Stir").replace("self_link", "other_link"));
		assertThatExceptionOfType(NoSuchAttributeException.class)
			.isThrownBy(() -> this.service.root().entry("featured").get("nope"))
			.satisfies((error) -> assertThat(error.uri()).hasToString(this.service.url("recipes/featured")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"tag\"", "\"\"", "W/\"tag\"", "\"!\"", "\"#~\"", "\"\u00a0\u00ff\"", "\"tag\"-gzip",
			"\"tag\"-x-Z9" })
	void entityTagCanBeSentBack(String tag) {
		assertThat(EntryChanges.isUsable(tag)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", "tag", "\n", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"a\u0000\"", "\"a\u007f\"",
			"\"\ud800\"", "\"\u65e5\"", "\"a\", \"b\"", "W/", "w/\"a\"", "\"a\"gzip", "\"a\r\nX-Evil: yes\"" })
	void otherTextIsNoEntityTag(String text) {
		assertThat(EntryChanges.isUsable(text)).isFalse();
	}

	@Test
	void nullIsNamed() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		EntryCollection recipes = root.collection("recipes");
		Entry recipe = recipes.get(4);
		Map.<String, List<ThrowingCallable>>of("name",
				List.of(() -> root.collection(null), () -> root.entry(null), () -> recipe.get(null),
						() -> recipe.getString(null), () -> recipe.getLong(null), () -> recipe.entry(null),
						() -> recipe.file(null), () -> recipe.set(null, "Boil"),
						() -> recipes.operation("find").with(null, "x")),
				"url", List.of(() -> root.load(null), () -> root.load(null, Entry.class)), "key",
				List.of(() -> recipes.get(null), () -> recipes.getReference(null)), "change",
				List.of(() -> recipe.update(null)))
			.forEach((name, calls) -> calls.forEach((call) -> assertThatIllegalArgumentException().isThrownBy(call)
				.withMessage("'%s' must not be null", name)));
	}

	/** Return a new object for an entry. */
	private Entry recipe(int id, String instructions, String etag) {
		this.service.serveJson("recipes/" + id,
				this.service.recipe(id, instructions).replace("\\\"tag-" + id + "\\\"", etag.replace("\"", "\\\"")));
		return this.service.root().collection("recipes").get(id);
	}

	@Test
	void redirectedEntryIsTheTarget() {
		this.service.serveRedirect("recipes/featured", 303, this.service.url("recipes/4"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		Entry featured = this.service.root().entry("featured");
		assertThat(featured.getString("instructions")).isEqualTo("Stir");
		assertThat(featured.selfLink()).hasToString(this.service.url("recipes/4"));
		assertThat(featured.uri()).hasToString(this.service.url("recipes/featured"));
	}

	@Test
	void freshPermanentRedirectIsNotRequestedAgain() {
		this.service.serve("recipes/featured",
				aResponse().withStatus(301)
					.withHeader("Location", this.service.url("recipes/4"))
					.withHeader("Cache-Control", "max-age=3600"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		root.entry("featured").getString("instructions");
		assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		assertThat(this.service.requestsFor("recipes/featured")).hasSize(1);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

}
