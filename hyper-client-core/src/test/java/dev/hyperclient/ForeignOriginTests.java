package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.RedirectException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.request;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for links and redirects to another origin, whose server counts requests.
 */
class ForeignOriginTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@AutoClose("stop")
	private final WireMockServer elsewhere = new WireMockServer(WireMockConfiguration.options().dynamicPort());

	ForeignOriginTests() {
		this.elsewhere.start();
		this.elsewhere.stubFor(any(anyUrl()).willReturn(StubService.json(this.service.recipe(4, "Stir"))));
	}

	@Test
	void absoluteUrlOfForeignOriginIsNotLoaded() {
		ServiceRoot root = this.service.root();
		assertRefused(() -> root.load(this.elsewhere.url("/recipe")), "/recipe");
	}

	@Test
	void linksToForeignOriginsAreNotFollowed() {
		this.service.serveRoot(StubService.wadl(this.service.url("")), """
				{"resource_type_link": "%s#service-root", "recipes_collection_link": "%s", "featured_link": "%s"}"""
			.formatted(this.service.url(""), this.elsewhere.url("/recipes"), this.elsewhere.url("/featured")));
		ServiceRoot root = this.service.root();
		assertRefused(() -> root.entry("featured").getString("instructions"), "/featured");
		assertRefused(() -> root.collection("recipes").size(), "/recipes");
		assertRefused(() -> root.collection("recipes").operation("create").with("instructions", "Boil").invoke(),
				"/recipes");
	}

	@Test
	void linksWithDotSegmentsStayWithinTheService() {
		this.service.serveRoot(StubService.wadl(this.service.url("")), """
				{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$sx/../recipes",
				 "featured_link": "%1$s../admin/featured"}""".formatted(this.service.url("")));
		this.service.serveJson("recipes", this.service.page(0, 0, null));
		ServiceRoot root = this.service.root();
		assertThat(root.collection("recipes").size()).isZero();
		assertThat(this.service.requestsFor("recipes")).hasSize(1);
		int requests = this.service.requestCount();
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> root.entry("featured").getString("instructions"))
			.withMessageContaining("has dot segments that lead out of the service root " + this.service.url(""));
		assertThat(this.service.requestCount()).isEqualTo(requests);
	}

	@Test
	void pageLinksToForeignOriginsAreNotFollowed() {
		this.service.serveJson("recipes",
				"""
						{"start": 0, "resource_type_link": "%1$s#recipes", "entries": [{"self_link": "%2$s", "resource_type_link": "%1$s#recipe"}],
						 "total_size_link": "%3$s", "next_collection_link": "%4$s"}"""
					.formatted(this.service.url(""), this.elsewhere.url("/self"), this.elsewhere.url("/size"),
							this.elsewhere.url("/next")));
		EntryCollection recipes = this.service.root().collection("recipes");
		assertRefused(recipes::size, "/size");
		assertRefused(() -> recipes.stream().count(), "/next");
		assertRefused(() -> recipes.slice(0, 10), "/next");
		assertRefused(() -> recipes.at(0).svcRefresh(), "/self");
		assertRefused(() -> recipes.at(0).operation("cook").invoke(), "/self");
	}

	@Test
	void createdEntryIsNotFetchedFromForeignOrigin() {
		this.service.serve("POST", "recipes",
				aResponse().withStatus(201).withHeader("Location", this.elsewhere.url("/made")));
		ServiceRoot root = this.service.root();
		assertRefused(() -> root.collection("recipes").operation("create").with("instructions", "Boil").invoke(),
				"/made");
	}

	@Test
	void descriptionWithForeignBaseIsRejected() {
		String base = "base=\"%s\"";
		this.service.serveRoot(StubService.wadl(this.service.url(""))
			.replace(base.formatted(this.service.url("")), base.formatted(this.elsewhere.url("/1.0/"))), "{}");
		assertRefused(this.service::root, "/1.0/");
	}

	@ParameterizedTest
	@EnumSource
	void redirectToForeignOriginIsRejectedWithoutRequest(Call call) {
		ServiceRoot root = this.service.root();
		for (String target : List.of(this.elsewhere.url("/target"),
				this.service.url("target").replace("http://", "http://me:s3cret@"))) {
			this.service.serveJson("recipes/4",
					this.service.recipe(4, "Stir")
						.replace("\"id\"",
								"\"picture_link\": \"%s\", \"id\"".formatted(this.service.url("recipes/4/picture"))));
			Entry recipe = root.collection("recipes").get(4);
			this.service.serve(request(call.method, urlPathEqualTo("/1.0/" + call.path)),
					aResponse().withStatus(call.status).withHeader("Location", target));
			assertThatExceptionOfType(call.refusal).isThrownBy(() -> call.action.accept(root, recipe))
				.satisfies((error) -> assertThat(error.getMessage() + error.uri()).contains("target")
					.doesNotContain("s3cret"));
			assertThat(recipe.uri()).hasToString(this.service.url("recipes/4"));
		}
		assertThat(this.elsewhere.getAllServeEvents()).isEmpty();
		assertThat(this.service.requestsFor("target")).isEmpty();
	}

	@Test
	void allowedOriginReceivesNoCredentials() {
		this.service.serve("recipes/featured",
				aResponse().withStatus(303)
					.withHeader("Location", this.elsewhere.url("/recipe"))
					.withHeader("Set-Cookie", "session=s3cret; Path=/"));
		URI allowed = URI.create(this.elsewhere.baseUrl().replace("http://localhost", "HTTP://LocalHost") + "/");
		ServiceRoot root = this.service.open(this.service.client()
			.authorizer(new BasicHttpAuthorizer("me", "s3cret"))
			.allowedOrigins(URI.create("https://files.example.org"), allowed, allowed));
		assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		root.load(this.elsewhere.url("/loaded"));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		Entry recipe = root.collection("recipes").get(4);
		this.service.serve("PATCH", "recipes/4",
				aResponse().withStatus(301).withHeader("Location", this.elsewhere.url("/moved")));
		recipe.set("instructions", "Boil").save();
		assertThat(recipe.uri()).hasToString(this.elsewhere.url("/moved"));
		assertThat(this.elsewhere.getAllServeEvents()).hasSize(3).allSatisfy((event) -> {
			LoggedRequest request = event.getRequest();
			assertThat(request.containsHeader("Authorization")).isFalse();
			assertThat(request.containsHeader("Cookie")).isFalse();
		});
		assertThat(this.service.requestsFor("recipes/featured")).singleElement()
			.satisfies((request) -> assertThat(request.containsHeader("Authorization")).isTrue());
	}

	@Test
	void allowedOriginCannotRedirectToForeignOrigin() {
		this.elsewhere.stubFor(get("/recipe")
			.willReturn(aResponse().withStatus(302).withHeader("Location", "http://files.example.org/x")));
		ServiceRoot root = this.service
			.open(this.service.client().allowedOrigins(URI.create(this.elsewhere.baseUrl())));
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> root.load(this.elsewhere.url("/recipe")))
			.withMessageStartingWith(this.elsewhere.url("/recipe") + " was redirected to http://files.example.org/x, ")
			.withMessageContaining("add http://files.example.org to")
			.satisfies((error) -> assertThat(error.uri()).hasToString("http://files.example.org/x"));
	}

	@Test
	void storedResponseOfFormerlyAllowedOriginIsNotReused(@TempDir Path directory) {
		this.elsewhere.stubFor(get("/recipe").willReturn(StubService.fresh(this.service.recipe(4, "Stir"))));
		String url = this.elsewhere.url("/recipe");
		try (ServiceRoot root = this.service.client()
			.cache(directory)
			.allowedOrigins(URI.create(this.elsewhere.baseUrl()))
			.build()) {
			root.load(url);
			root.load(url);
		}
		assertThat(this.elsewhere.getAllServeEvents()).hasSize(1);
		try (ServiceRoot root = this.service.client().cache(directory).build()) {
			assertThatExceptionOfType(ForeignOriginException.class).isThrownBy(() -> root.load(url));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://localhost:%d@elsewhere.example/recipe",
			"http://me:s3cret@localhost:%d/1.0/recipes/4", "http://me:s3cret@my_host:%d/1.0/recipes/4",
			"http://localhost:%d\\@elsewhere.example/recipe", "http://me:s3cret@/recipe", "https://localhost:%d/1.0/",
			"http://127.0.0.1:%d/1.0/", "http://localhost.:%d/1.0/", "http://l\u00f6calhost:%d/1.0/",
			"http://xn--lcalhost-n4a:%d/1.0/", "http://[::1]:%d/1.0/", "http://my_host/", "http:///1.0/",
			"http://2130706433:%d/1.0/", "http://localhost/" })
	void originSimilarToServiceIsForeign(String url) {
		ServiceRoot root = this.service.root();
		this.service.forgetRequests();
		assertThatExceptionOfType(ForeignOriginException.class)
			.isThrownBy(() -> root.load(url.replace("%d", Integer.toString(this.service.server().port()))))
			.satisfies((error) -> assertThat(error.uri() + error.getMessage()).doesNotContain("s3cret"));
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void originIsCaseInsensitive() {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.root();
		String shouted = this.service.url("recipes/4").replace("http://localhost", "HTTP://LOCALHOST");
		assertThat(root.load(shouted, Entry.class).getString("instructions")).isEqualTo("Stir");
	}

	@ParameterizedTest
	@ValueSource(strings = { "files.example.org", "ftp://files.example.org", "https://files.example.org/pub",
			"https://files.example.org/?a", "https://files.example.org#a", "https:files", "https:///",
			"https://my_host", "https://me:s3cret@files.example.org", "https://*.example.org" })
	void invalidAllowedOriginIsRejected(String origin) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.service.client().allowedOrigins(URI.create(origin)).build())
			.withMessageContaining("'allowedOrigins'")
			.withMessageNotContaining("s3cret");
	}

	private void assertRefused(ThrowingCallable call, String path) {
		assertThatExceptionOfType(ForeignOriginException.class).isThrownBy(call)
			.withMessageContaining(this.elsewhere.url(path))
			.withMessageContaining("the service root " + this.service.url(""))
			.withMessageContaining("add " + this.elsewhere.baseUrl() + " to 'allowedOrigins'")
			.satisfies((error) -> assertThat(error.uri()).hasToString(this.elsewhere.url(path)));
		assertThat(this.elsewhere.getAllServeEvents()).isEmpty();
	}

	/** Kinds of requests, and a redirect that each follows within the service, if any. */
	enum Call {

		GET("GET", "recipes/4", 302, ForeignOriginException.class, (root, recipe) -> recipe.svcRefresh()),

		GET_OPERATION("GET", "recipes", 307, ForeignOriginException.class,
				(root, recipe) -> root.collection("recipes").operation("find").with("search", "a").invoke()),

		PATCH("PATCH", "recipes/4", 301, ForeignOriginException.class,
				(root, recipe) -> recipe.set("instructions", "Boil").save()),

		PUT("PUT", "recipes/4", 301, ForeignOriginException.class,
				(root, recipe) -> recipe.set("instructions", "Boil").replace()),

		DELETE("DELETE", "recipes/4", 301, RedirectException.class, (root, recipe) -> recipe.delete()),

		POST("POST", "recipes/4", 303, ForeignOriginException.class,
				(root, recipe) -> recipe.operation("cook").invoke()),

		FILE_GET("GET", "recipes/4/picture", 303, ForeignOriginException.class,
				(root, recipe) -> recipe.file("picture").open().close());

		private final String method;

		private final String path;

		private final int status;

		private final Class<? extends HyperClientException> refusal;

		private final BiConsumer<ServiceRoot, Entry> action;

		Call(String method, String path, int status, Class<? extends HyperClientException> refusal,
				BiConsumer<ServiceRoot, Entry> action) {
			this.method = method;
			this.path = path;
			this.status = status;
			this.refusal = refusal;
			this.action = action;
		}

	}

}
