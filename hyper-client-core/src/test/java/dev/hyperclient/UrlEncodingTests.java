package dev.hyperclient;

import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for URLs with characters that must be encoded, and for texts that cannot be
 * encoded.
 */
class UrlEncodingTests {

	private static final String HALF = "a\ud83d";

	@RegisterExtension
	private final StubService service = new StubService();

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			cr\u00e8me            | cr%C3%A8me
			cre\u0300me           | cre%CC%80me
			cr%C3%A8me-\u00e8     | cr%C3%A8me-%C3%A8
			\u98df?q=\u98df&r=%26  | %E9%A3%9F?q=%E9%A3%9F&r=%26
			\ud83c\udf70           | %F0%9F%8D%B0
			a b\\{c}%7c            | a%20b%5C%7Bc%7D%7c
			100%                  | 100%25
			%zz                   | %25zz
			a[1]?b[]=c            | a%5B1%5D?b[]=c
			""")
	void urlsAreEncodedOnce(String written, String sent) {
		this.service.serveJson("recipes/" + sent,
				this.service.recipe(4, "Stir").replace("recipes/4", "recipes/" + written.replace("\\", "\\\\")));
		ServiceRoot root = this.service.root();
		Entry loaded = root.load("recipes/" + written, Entry.class);
		assertThat(loaded.uri()).hasToString(this.service.url("recipes/" + sent));
		assertThat(loaded.selfLink()).isEqualTo(loaded.uri());
		assertThat(root.load(loaded.uri().toString())).isEqualTo(loaded);
		assertThat(this.service.requestsFor("recipes/" + sent)).hasSize(2);
	}

	@Test
	void nextLinksAreEncoded() {
		this.service.serveJson("recipes",
				this.service.page(0, 2, this.service.url("recipes?memo=\u00e8 1"), this.service.recipe(1, "Stir")));
		this.service.serveJson("recipes?memo=%C3%A8%201",
				this.service.page(1, 2, null, this.service.recipe(2, "Stir")));
		ServiceRoot root = this.service.root();
		assertThat(root.collection("recipes").stream().map((entry) -> entry.getLong("id"))).containsExactly(1L, 2L);
	}

	@Test
	void redirectIsEncodedByItsBytes() {
		try (ManyRecipes many = new ManyRecipes(1, 1)) {
			many.redirect = (path) -> path.equals("old") ? many.url("cr\u00c3\u00a8me br\u00fbl\u00e9e") : null;
			try (ServiceRoot root = many.client().build()) {
				root.load("old");
				assertThat(many.requests()).containsExactly("old", "cr%C3%A8me%20br%FBl%E9e");
			}
		}
	}

	@Test
	void pathsOfKeysAndOfTheRootAreEncoded() {
		this.service.serve("k%C3%BCche/%C3%A9", StubService.json(this.service.recipe(4, "Stir")));
		ServiceRoot root = this.service.open(this.service.client()
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("k\u00fcche/{key}")));
		assertThat(root.collection("recipes").get("\u00e9").uri()).hasToString(this.service.url("k%C3%BCche/%C3%A9"));
		this.service.serve(get(urlEqualTo("/k%C3%BCche/")), aResponse().withStatus(404));
		assertThatExceptionOfType(dev.hyperclient.error.NotFound.class)
			.isThrownBy(() -> this.service.client()
				.serviceRoot(this.service.url("").replace("1.0", "k\u00fcche"))
				.version(null)
				.build())
			.satisfies((error) -> assertThat(error.uri().toString()).endsWith("/k%C3%BCche/"));
	}

	@Test
	void halfOfASurrogatePairIsRejected() {
		ServiceRoot root = this.service.root();
		EntryCollection recipes = root.collection("recipes");
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.get(HALF)).withMessageContaining("key");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.operation("find").with("search", HALF))
			.withMessageContaining("'search'");
		assertThatIllegalArgumentException().isThrownBy(() -> recipes.get(4).set("instructions", HALF))
			.withMessageContaining("'instructions'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> recipes.get(4)
				.operation("attach")
				.with("picture", FileArgument.of(new byte[1]).withFileName(HALF)))
			.withMessageContaining("'picture'");
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.load("recipes/" + HALF));
		assertThat(this.service.requestsFor("recipes/a%3F")).isEmpty();
	}

}
