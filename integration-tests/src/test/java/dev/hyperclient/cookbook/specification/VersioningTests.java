package dev.hyperclient.cookbook.specification;

import java.net.URI;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.ServiceDescriptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Versioning".
 */
class VersioningTests extends CookbookServiceTestBase {

	@Test
	void versionIsFirstPathSegment() {
		assertThat(this.root.uri()).hasToString(url("1.0/"));
		assertThat(this.root.collection("recipes").get(1).selfLink()).hasToString(url("1.0/recipes/1"));
		try (ServiceRoot devel = client().version("devel").build()) {
			assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
		}
	}

	@Test
	void serviceRootMayContainVersion() {
		for (String url : new String[] { url("devel/"), url("devel") }) {
			try (ServiceRoot devel = client().serviceRoot(url).version(null).build()) {
				assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "1.0, devel", "devel, 1.0" })
	void urlOfAnotherVersionIsLoadedInTheVersionOfTheRoot(String version, String stored) {
		try (ServiceRoot root = client().version(version).build()) {
			forgetRequests();
			Entry recipe = root.load(url(stored + "/recipes/4"), Entry.class);
			assertThat(requests()).containsExactly("GET /" + version + "/recipes/4 200");
			assertThat(recipe).isEqualTo(root.collection("recipes").get(4));
			assertThat(recipe.selfLink()).hasToString(url(version + "/recipes/4"));
			forgetRequests();
			recipe.set("instructions", "Stir.").save();
			assertThat(root.load(url(stored + "/recipes?ws.size=2"), EntryCollection.class).slice(0, 2)).hasSize(2);
			assertThat(requests()).containsExactly("PATCH /" + version + "/recipes/4 209",
					"GET /" + version + "/recipes?ws.size=2 200");
		}
	}

	@Test
	void urlOfAnotherVersionIsArgumentAndValueOfALink() {
		Entry joy = this.root.collection("cookbooks").get("The Joy of Cooking");
		URI dish = URI.create(url("devel/dishes/Baked%20beans"));
		Entry recipe = joy.operation("find_recipe_for").with("dish", dish).invoke().entry();
		assertThat(recipe.entry("dish").selfLink()).hasToString(url("1.0/dishes/Baked%20beans"));
		recipe.set("dish", URI.create(url("devel/dishes/Roast%20chicken"))).save();
		assertThat(recipe.entry("dish").selfLink()).hasToString(url("1.0/dishes/Roast%20chicken"));
	}

	@Test
	void missingEntryOfAnotherVersionNamesBothUrls() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> this.root.load(url("devel/recipes/99")))
			.withMessageStartingWith("GET " + url("1.0/recipes/99") + ": HTTP Error 404")
			.withMessageEndingWith(url("devel/recipes/99") + " was loaded in the version of " + url("1.0/"));
	}

	@Test
	void urlOfAnotherOriginIsLoadedAsItIs() {
		String files = url("").replace("localhost", "127.0.0.1");
		try (ServiceRoot root = client().allowedOrigins(URI.create(files)).build()) {
			forgetRequests();
			assertThatExceptionOfType(ServiceDescriptionException.class)
				.isThrownBy(() -> root.load(files + "devel/recipes/4"));
			assertThat(requests()).containsExactly("GET /devel/recipes/4 200");
		}
	}

	@Test
	void urlOfAnotherVersionIsNotLoadedWithoutASetVersion() {
		try (ServiceRoot devel = client().serviceRoot(url("devel/")).version(null).build()) {
			assertThatExceptionOfType(ServiceDescriptionException.class)
				.isThrownBy(() -> devel.load(url("1.0/recipes/4")))
				.withMessageEndingWith("set the version apart from the base URL to load URLs of other versions");
		}
	}

	@Test
	void unknownVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> client().version("2.0").build());
	}

}
