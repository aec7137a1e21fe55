package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.exchange.SettingNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for collections: types, key lookup, size, identity, links to pages, and the end
 * of following them.
 */
class CollectionTests {

	private static final URI PAGE = URI.create("http://host/recipes");

	private static final URI COLLECTION = URI.create("http://host/recipes");

	@RegisterExtension
	private final StubService service = new StubService();

	private final PageWalk walk = new PageWalk(COLLECTION);

	@Test
	void entryIsLookedUpByItsKey() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("recipes/5", aResponse().withStatus(404));
		EntryCollection recipes = this.service.root().collection("recipes");
		this.service.forgetRequests();
		Entry reference = recipes.getReference(4);
		assertThat(reference.uri()).hasToString(this.service.url("recipes/4"));
		assertThat(reference.isFetched()).isFalse();
		assertThat(this.service.requestCount()).isZero();
		Entry recipe = recipes.get(4);
		assertThat(recipe.isFetched()).isTrue();
		assertThat(this.service.requestCount()).isEqualTo(1);
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> recipes.get(5))
			.withMessageContaining("5");
	}

	@Test
	void entryThatMayNotExistIsFoundByOneRequest() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		this.service.serve("recipes/5", aResponse().withStatus(404));
		EntryCollection recipes = this.service.root().collection("recipes");
		this.service.forgetRequests();
		assertThat(recipes.find(5)).isEmpty();
		assertThat(this.service.requestCount()).isEqualTo(1);
		assertThat(recipes.find(4)).hasValueSatisfying((recipe) -> assertThat(recipe.isFetched()).isTrue());
		assertThat(this.service.requestCount()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 401, 403, 410, 500 })
	void onlyNotFoundIsAMissingEntry(int status) {
		this.service.serve("recipes/5", aResponse().withStatus(status));
		EntryCollection recipes = this.service.root().collection("recipes");
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> recipes.find(5))
			.satisfies((error) -> assertThat(error.status()).isEqualTo(status));
	}

	@Test
	void missingKeyLookupIsExplained() {
		this.service.serveJson("recipes/4",
				this.service.recipe(4, "Stir")
					.replace("\"id\"",
							"\"variants_collection_link\": \"%s\", \"id\"".formatted(this.service.url("variants/4"))));
		ServiceRootBuilder builder = this.service.client().collection("recipes", CollectionType.collectionOf("recipe"));
		String message = "No key lookup is declared for %s; declare one with ServiceRootBuilder.collection(name,"
				+ " CollectionType.keyedBy(path))%s, or for a generated client in 'keys' of its overlay";
		try (ServiceRoot root = builder.build()) {
			assertNoLookup(root.collection("recipes"), message.formatted(this.service.url("recipes"), ""));
		}
		try (ServiceRoot root = SettingNames
			.named(builder, (setting) -> (setting == Setting.COLLECTION_KEY_PATH) ? "keys.<name>" : null)
			.build()) {
			assertNoLookup(root.collection("recipes"),
					message.formatted(this.service.url("recipes"), " or by 'keys.recipes'"));
			EntryCollection variants = root.load("recipes/4", Entry.class).collection("variants");
			assertNoLookup(variants, message.formatted(this.service.url("variants/4"), " or by 'keys.<name>'"));
			EntryCollection keyed = variants.withKeyLookup(KeyLookup.path("recipes/{key}"));
			assertThat(keyed.get(4).getString("instructions")).isEqualTo("Stir");
			assertThat(keyed.type()).isPresent().isEqualTo(variants.type());
			assertThat(keyed.entryType()).isPresent().isEqualTo(variants.entryType());
		}
	}

	private static void assertNoLookup(EntryCollection collection, String message) {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> collection.get(4))
			.withMessage(message);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> collection.getReference(4))
			.withMessage(message);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> collection.find(4))
			.withMessage(message);
	}

	@Test
	void declarationOfTheApplicationReplacesTheDescribedEntryType() {
		ServiceRootBuilder builder = this.service.client();
		try (ServiceRoot root = builder.collection("recipes", CollectionType.keyedBy("recipes/{key}")).build()) {
			assertThat(root.collection("recipes").type()).map(TypeDescription::id).contains("recipes");
			assertThat(root.collection("recipes").entryType()).map(TypeDescription::id).contains("recipe");
		}
		try (ServiceRoot root = builder.collection("recipes", CollectionType.collectionOf("HostedFile")).build()) {
			EntryCollection recipes = root.collection("recipes");
			assertThat(recipes.entryType()).map(TypeDescription::id).contains("HostedFile");
			assertThat(recipes.withKeyLookup(KeyLookup.path("recipes/{key}")).entryType()).map(TypeDescription::id)
				.contains("HostedFile");
		}
		try (ServiceRoot root = builder.collection("recipes", CollectionType.collectionOf("unknown")).build()) {
			assertThat(root.collection("recipes").entryType()).isEmpty();
		}
	}

	@Test
	void collectionsOfTheSameUrlAreEqual() {
		ServiceRoot root = this.service.root();
		EntryCollection recipes = root.collection("recipes");
		assertThat(recipes).isEqualTo((Object) root.collection("recipes"))
			.hasSameHashCodeAs(root.collection("recipes"))
			.hasToString(this.service.url("recipes"));
		assertThat(recipes.equals(recipes.uri())).isFalse();
		assertThat(recipes.equals(null)).isFalse();
		assertThat(recipes.hashCode()).isEqualTo(recipes.uri().hashCode());
		this.service.serve("POST", "recipes",
				aResponse().withStatus(301).withHeader("Location", this.service.url("dishes")));
		this.service.serveJson("dishes", this.service.page(0, 7, null).replaceFirst("\\{", "{\"self_link\": null,"));
		EntryCollection moved = root.collection("recipes");
		moved.operation("create").with("instructions", "Stir").invoke();
		assertThat(moved.uri()).hasToString(this.service.url("dishes"));
		assertThat(moved.equals(recipes)).isFalse();
		assertThat(moved.size()).isEqualTo(7);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1", "2147483648", "1.0", "\"7\"", "[]", "null" })
	void sizeThatIsNotReportedThrowsException(String size) {
		String page = this.service.page(0, 7, null);
		this.service.serveJson("recipes", page.replace("\"total_size\": 7", "\"total_size\": " + size));
		this.service.serveJson("size", size);
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").size())
			.withMessageStartingWith(this.service.url("recipes")
					+ (size.equals("null") ? " does not report its size" : " reports the size of a collection as "));
		this.service.serveJson("recipes",
				page.replace("\"total_size\": 7", "\"total_size_link\": \"%s\"".formatted(this.service.url("size"))));
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> root.collection("recipes").size())
			.withMessageStartingWith(size.equals("null") ? this.service.url("recipes") + " does not report its size"
					: this.service.url("size") + " reports the size of a collection as ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"entries\": 5}", "{\"entries\": null}" })
	void pageWithoutEntriesThrowsException(String page) {
		this.service.serveJson("recipes", page);
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").size())
			.withMessage(this.service.url("recipes") + " is not a page of a collection: it has no list of entries");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '\'',
			value = { "5|something that is not an entry", "null|something that is not an entry",
					"[]|something that is not an entry", "\"text\"|something that is not an entry",
					"{}|an entry without a self_link" })
	void pageOfOtherValuesThrowsException(String value, String problem) {
		this.service.serveJson("recipes", this.service.page(0, 1, null, value));
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").at(0))
			.withMessage(this.service.url("recipes") + " lists " + problem);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, Integer.MAX_VALUE })
	void sizeIsAnInt(long size) {
		assertThat(Page.size(PAGE, size)).isEqualTo((int) size);
	}

	@ParameterizedTest
	@CsvSource({ "http://host/recipes, http://host/recipes?ws.size=2",
			"http://host/recipes?, http://host/recipes?ws.size=2",
			"http://host/recipes?a=b, http://host/recipes?a=b&ws.size=2",
			"http://host/recipes?ws.size=9&a=%26, http://host/recipes?a=%26&ws.size=2",
			"http://host/recipes?a=b&ws.size=9&c, http://host/recipes?a=b&c&ws.size=2",
			"http://host/recipes?&a=b&&, http://host/recipes?a=b&ws.size=2",
			"http://host/recipes?ws.sizes=9&x.ws.size=9, http://host/recipes?ws.sizes=9&x.ws.size=9&ws.size=2" })
	void queryVariableReplacesOneOfTheSameName(URI uri, URI expected) {
		assertThat(Links.withQueryVariable(uri, "ws.size", 2)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "http://host/recipes, http://host/recipes?ws.op=find",
			"http://host/recipes?a=b, http://host/recipes?a=b&ws.op=find" })
	void queryIsAppended(URI uri, URI expected) {
		assertThat(Links.withQuery(uri, "ws.op=find")).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "recipes?ws.start=2", "/1.0/recipes", "//host/recipes", "?ws.start=2", "http://", ":",
			"http://[", "http:", "http://localhost/ \ud800" })
	void linkThatIsNotAnAbsoluteUrlIsRejected(String link) {
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> Links.parse(link, PAGE))
			.withMessage("http://host/recipes links to '%s', which is not an absolute URL", link);
	}

	@Test
	void longLinkIsTruncatedInTheMessage() {
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> Links.parse("x".repeat(100_000), PAGE))
			.withMessage("http://host/recipes links to '%s... (100000 characters)', which is not an absolute URL",
					"x".repeat(1000));
	}

	@ParameterizedTest
	@CsvSource({ "0, 1, 2", "0, 2, 3", "1, 1, 4", "1, 3, 6", "5, 1, 8", "5, 4, 11", "20, 7, 38" })
	void cycleOfPagesIsFound(int before, int length, int pages) {
		for (int i = 1; i < pages; i++) {
			this.walk.follow(page(before, length, i), false);
		}
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.walk.follow(page(before, length, pages), false))
			.withMessage("The pages of %s form a cycle: a next_collection_link leads back to %s", COLLECTION,
					page(before, length, pages));
	}

	/**
	 * Return the link that is followed at a step, in pages of which the last ones form a
	 * cycle.
	 */
	private static URI page(int before, int length, int step) {
		int number = (step <= before) ? step : before + 1 + (step - before - 1) % length;
		return URI.create(COLLECTION + "?page=" + number);
	}

	@Test
	void linkToTheCollectionIsACycle() {
		this.walk.follow(page(9, 1, 1), false);
		this.walk.follow(page(9, 1, 2), false);
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.walk.follow(COLLECTION, false));
	}

	@Test
	void pagesThatAreDifferentAreFollowed() {
		for (int i = 0; i < 1_000; i++) {
			URI next = page(2_000, 1, i);
			assertThat(this.walk.follow(next, false)).isEqualTo(next);
		}
	}

	@Test
	void hundredPagesInARowWithoutEntriesAreTooMany() {
		int step = 0;
		for (int i = 0; i < 3; i++) {
			this.walk.follow(page(1_000, 1, step++), false);
			for (int empty = 0; empty < 99; empty++) {
				this.walk.follow(page(1_000, 1, step++), true);
			}
		}
		URI last = page(1_000, 1, step);
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> this.walk.follow(last, true))
			.withMessage(
					"%s has 100 pages in a row without entries, the last of which links to %s; no more are fetched",
					COLLECTION, last);
	}

}
