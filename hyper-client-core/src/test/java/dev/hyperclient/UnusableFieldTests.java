package dev.hyperclient;

import java.util.List;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for fields of documents that the client sends back and cannot: one wrong answer,
 * stored with a long lifetime, does not block an entry or a collection.
 */
class UnusableFieldTests {

	private static final String PATH = "recipes/4";

	private static final String FOREIGN = "http://elsewhere.example/1.0/recipes";

	@RegisterExtension
	private final StubService service = new StubService();

	private final String right = this.service.recipe(4, "Stir")
		.replace("\"id\"", "\"dish_link\": \"%s\", \"variants_collection_link\": \"%s\", \"id\""
			.formatted(this.service.url("recipes/7"), this.service.url("recipes")));

	private ServiceRoot root;

	/** JSON values that are not entity tags, of each kind. */
	static Stream<String> etags() {
		return Stream.of("\"\\\"a\\r\\nX-Evil: yes\\\"\"", "\"*\"", "\"\"", "7", "[\"\\\"a\\\"\"]");
	}

	/** JSON values that are not links to which a request may go, of each kind. */
	static Stream<String> links() {
		return Stream.of("\"\"", "\"/1.0/recipes/4\"", "\"http://localhost/\\r\\nX-Evil: yes\"", "7", "{}");
	}

	static Stream<String> linksOfPages() {
		return Stream.concat(links(), Stream.of("\"" + FOREIGN + "\"", "\"http://user@localhost/\""));
	}

	@ParameterizedTest
	@MethodSource("etags")
	void entryWithUnusableEtagIsRefreshedWithoutCondition(String etag) {
		Entry recipe = recipeBeforeCorrection(withEtag(etag));
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
		assertThat(recipe.httpEtag()).isEmpty();
		recipe.svcRefresh();
		assertThat(recipe.httpEtag()).contains("\"tag-4\"");
		assertThat(this.service.requestsFor(PATH)).noneMatch((request) -> request.containsHeader("If-None-Match"));
	}

	@ParameterizedTest
	@MethodSource("etags")
	void saveFetchesUsableEtag(String etag) {
		Entry recipe = recipeBeforeCorrection(withEtag(etag));
		recipe.set("instructions", "Boil").save();
		assertThat(sent(RequestMethod.PATCH)).singleElement()
			.satisfies((request) -> assertThat(request.getHeader("If-Match")).isEqualTo("\"tag-4\""));
		assertThat(recipe.getString("instructions")).isEqualTo("Boil");
		assertThat(recipe.httpEtag()).contains("\"tag-5\"");
	}

	@ParameterizedTest
	@MethodSource("etags")
	void nothingIsSavedWithoutUsableEtag(String etag) {
		Entry recipe = recipeBeforeCorrection(withEtag(etag));
		serve(withEtag(etag));
		recipe.set("instructions", "Boil");
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::save)
			.withMessageContaining(this.service.url(PATH) + " cannot be saved: its http_etag '")
			.withMessageContaining("is not an entity tag");
		serve(withEtag("null"));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::replace)
			.withMessageContaining("cannot be saved");
		assertThat(sent(RequestMethod.PATCH)).isEmpty();
		assertThat(recipe.changes()).containsOnlyKeys("instructions");
	}

	@ParameterizedTest
	@MethodSource("linksOfPages")
	void entryWithUnusableSelfLinkIsDeleted(String link) {
		this.service.serve("DELETE", PATH, aResponse().withStatus(200));
		Entry recipe = recipeBeforeCorrection(with("self_link", link).replace("\\\"tag-4\\\"", "*"));
		recipe.set("instructions", "Boil");
		recipe.delete();
		assertThat(sent(RequestMethod.DELETE)).hasSize(1);
	}

	@Test
	void changeIsNotSavedForStateThatWasReadAfterIt() {
		this.service.serve(post(anyUrl()), StubService.json("null"));
		Entry recipe = recipeBeforeCorrection(withEtag("\"*\""));
		recipe.set("instructions", "Boil");
		serve(withEtag("\"*\"").replace("Stir", "Fry"));
		recipe.operation("cook").invoke();
		recipe.type();
		recipe.get("id");
		serve(this.right.replace("Stir", "Fry"));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::save)
			.withMessageContaining("it had the http_etag '*', which is not an entity tag")
			.withMessageContaining("has been changed since");
		assertThat(sent(RequestMethod.PATCH)).isEmpty();
	}

	@Test
	void changeOfAnotherUserIsNotOverwrittenForWantOfEtag() {
		Entry recipe = recipeBeforeCorrection(withEtag("\"*\""));
		recipe.set("instructions", "Boil");
		serve(this.right.replace("Stir", "Fry"));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::save)
			.withMessageContaining("has been changed since")
			.withMessageContaining("svcRefresh()");
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(recipe::save);
		assertThat(sent(RequestMethod.PATCH)).isEmpty();
		recipe.discardChanges();
		recipe.update((it) -> it.set("instructions", it.getString("instructions") + " well"));
		assertThat(sent(RequestMethod.PATCH)).singleElement().satisfies((request) -> {
			assertThat(request.getBodyAsString()).contains("Fry well");
			assertThat(request.getHeader("If-Match")).isEqualTo("\"tag-4\"");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"tag\"-gzip", "\"tag-gzip\"", "W/\"tag\"", "\"\"", "\"\u00e9\"" })
	void entityTagIsSentAsReceived(String etag) {
		Entry recipe = recipeBeforeCorrection(withEtag("\"" + etag.replace("\"", "\\\"") + "\""));
		this.service.serve(get(urlEqualTo("/1.0/" + PATH)).withHeader("If-None-Match", matching(".+")),
				aResponse().withStatus(304));
		recipe.svcRefresh();
		assertThat(sent(RequestMethod.GET)).last()
			.satisfies((request) -> assertThat(request.getHeader("If-None-Match")).isEqualTo(etag));
		recipe.set("instructions", "Boil").save();
		assertThat(sent(RequestMethod.PATCH)).singleElement()
			.satisfies((request) -> assertThat(request.getHeader("If-Match")).isEqualTo(etag));
	}

	@ParameterizedTest
	@MethodSource("linksOfPages")
	void entryWithUnusableSelfLinkIsSaved(String link) {
		Entry recipe = recipeBeforeCorrection(with("self_link", link));
		recipe.set("instructions", "Boil").save();
		assertThat(sent(RequestMethod.PATCH)).hasSize(1);
	}

	@ParameterizedTest
	@MethodSource("links")
	void unusableLinkOfEntryIsFetchedAgain(String link) {
		this.service.serveJson("recipes/7", this.service.recipe(7, "Bake"));
		Entry recipe = recipeBeforeCorrection(with("dish_link", link));
		assertThat(recipe.entry("dish").getString("instructions")).isEqualTo("Bake");
		assertThat(load().entry("dish").uri()).isEqualTo(recipe.entry("dish").uri());
		assertThat(this.service.requestsFor(PATH)).hasSize(2);
	}

	@ParameterizedTest
	@MethodSource("links")
	void linkThatStaysUnusableIsTypedFailure(String link) {
		Entry recipe = recipeBeforeCorrection(
				with("dish_link", link).replace("\"" + this.service.url("recipes") + "\"", link));
		serve(with("dish_link", link).replace("\"" + this.service.url("recipes") + "\"", link));
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> recipe.entry("dish"))
			.withMessageContaining(this.service.url(PATH));
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> recipe.file("dish"))
			.withMessageContaining(this.service.url(PATH));
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> recipe.collection("variants"))
			.withMessageContaining(this.service.url(PATH));
		assertThat(recipe.getString("instructions")).isEqualTo("Stir");
	}

	@ParameterizedTest
	@MethodSource("linksOfPages")
	void unusableNextPageDoesNotBlockCollection(String link) {
		String second = this.service.url("recipes?ws.start=1");
		String page = this.service.page(0, 2, second, this.service.recipe(4, "Stir"));
		this.service.serveJson("recipes?ws.start=1", this.service.page(1, 2, null, this.service.recipe(7, "Bake")));
		this.service.serve("recipes", lasting(page.replace("\"" + second + "\"", link)));
		this.root = this.service.open(client());
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> instructions());
		}
		this.service.serve("recipes", lasting(page));
		assertThat(instructions()).containsExactly("Stir", "Bake");
	}

	@ParameterizedTest
	@MethodSource("linksOfPages")
	void unusableSizeLinkDoesNotBlockCollection(String link) {
		String page = this.service.page(0, 2, null, this.service.recipe(4, "Stir"));
		String size = page.replace("\"total_size\": 2", "\"total_size_link\": \"" + this.service.url("size") + "\"");
		this.service.serve("recipes", lasting(size.replace("\"" + this.service.url("size") + "\"", link)));
		this.service.serveJson("size", "2");
		this.root = this.service.open(client());
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(() -> this.root.collection("recipes").size());
		this.service.serve("recipes", lasting(size));
		assertThat(this.root.collection("recipes").size()).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("linksOfPages")
	void unusableTypeLinkDoesNotBlockEntry(String link) {
		String wrong = with("resource_type_link", link);
		this.service.serve(PATH, lasting(wrong));
		this.root = this.service.open(client());
		assertThatExceptionOfType(HyperClientException.class).isThrownBy(this::load)
			.withMessageContaining(this.service.url(PATH));
		serve(this.right);
		assertThat(load().getString("instructions")).isEqualTo("Stir");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "http://[", "http:///x", "ftp://localhost/", "http://user@localhost/x", "//",
			"http://elsewhere.example/", "http://localhost:99999999999/", "\u0001" })
	void unusableLocationIsTypedFailure(String location) {
		this.service.serve("POST", "recipes", aResponse().withStatus(201).withHeader("Location", location));
		this.root = this.service.open(client());
		assertThatExceptionOfType(HyperClientException.class)
			.isThrownBy(() -> this.root.collection("recipes").operation("create").with("instructions", "Stir").invoke())
			.satisfies((ex) -> assertThat(ex.getMessage()).contains("http").doesNotContain("\u0001"));
		assertThat(this.service.server().findAll(anyRequestedFor(anyUrl())))
			.noneMatch((request) -> request.getUrl().contains("user"));
	}

	private List<String> instructions() {
		return this.root.collection("recipes").stream().map((entry) -> entry.getString("instructions")).toList();
	}

	/**
	 * Return the entry as a wrong answer has it, which is stored, of a service that is
	 * right.
	 */
	private Entry recipeBeforeCorrection(String wrong) {
		this.service.serve(PATH, lasting(wrong));
		this.service.serve("PATCH", PATH,
				StubService.json(this.right.replace("Stir", "Boil").replace("tag-4", "tag-5")).withStatus(209));
		this.root = this.service.open(client());
		load();
		serve(this.right);
		Entry recipe = load();
		assertThat(sent(RequestMethod.GET)).hasSize(1);
		return recipe;
	}

	/** A condition of the cache is confirmed, as by a service whose proxy was wrong. */
	private void serve(String body) {
		this.service.serve(PATH, lasting(body));
		this.service.serve(get(urlEqualTo("/1.0/" + PATH)).withHeader("If-None-Match", matching(".*")),
				aResponse().withStatus(304));
	}

	private String withEtag(String json) {
		return with("http_etag", json);
	}

	private String with(String field, String json) {
		return this.right.replaceFirst("\"" + field + "\": \"(\\\\\"|[^\"])*\"",
				java.util.regex.Matcher.quoteReplacement("\"" + field + "\": " + json));
	}

	private Entry load() {
		return this.root.collection("recipes").get(4);
	}

	private ServiceRootBuilder client() {
		return this.service.client().cache(HttpCache.inMemory(DataSize.ofMegabytes(1)));
	}

	private static ResponseDefinitionBuilder lasting(String body) {
		return StubService.json(body).withHeader("Cache-Control", "max-age=10000").withHeader("ETag", "\"header\"");
	}

	private List<LoggedRequest> sent(RequestMethod method) {
		return this.service.requestsFor(PATH).stream().filter((request) -> request.getMethod().equals(method)).toList();
	}

}
