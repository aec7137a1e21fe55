package dev.hyperclient.cookbook.specification;

import dev.hyperclient.Entry;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.Conflict;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedactedValueException;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Errors". Errors of collections and lookups are tested in their
 * chapters.
 */
class ErrorTests extends CookbookServiceTestBase {

	@Test
	void errorHasStatusHeadersAndBody() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> this.root.load("no-such-thing"))
			.satisfies((error) -> {
				assertThat(error).isInstanceOf(HTTPError.class);
				assertThat(error.getMessage())
					.startsWith("GET %s: HTTP Error 404: Not Found\nResponse headers:\n---\n"
						.formatted(url("1.0/no-such-thing")))
					.containsPattern("(?s)---\ncontent-length: [0-9]+\n.*content-type: text/plain\n.*\n---\n")
					.endsWith("---\nResponse body:\n---\n" + error.bodyText() + "\n---\n");
				assertThat(error.status()).isEqualTo(404);
				assertThat(error.method()).isEqualTo(HttpMethod.GET);
				assertThat(error.reason()).isEqualTo("Not Found");
				assertThat(error.uri()).hasToString(url("1.0/no-such-thing"));
				assertThat(error.headers().getFirst("Content-Type")).isEqualTo("text/plain");
				assertThat(error.bodyText()).isNotEmpty();
			});
	}

	@Test
	void duplicateNameThrowsConflict() {
		assertThatExceptionOfType(Conflict.class)
			.isThrownBy(() -> CookbookCreation.create(this.root, "Everyday Greens"))
			.withMessageStartingWith("POST %s: HTTP Error 409: Conflict\n", url("1.0/cookbooks"))
			.satisfies((error) -> assertThat(error.bodyText())
				.isEqualTo("A cookbook called \"Everyday Greens\" already exists."));
	}

	@Test
	void numberAsTextThrowsBadRequest() {
		assertThatExceptionOfType(BadRequest.class)
			.isThrownBy(() -> this.root.collection("cookbooks")
				.operation("create")
				.with("name", "X")
				.with("copyright_date", "1994-01-01")
				.with("last_printing", "1994-01-01")
				.with("price", "1.23")
				.invoke())
			.satisfies((error) -> assertThat(error.bodyText())
				.isEqualTo("price: got 'unicode', expected float, int: u'1.23'"));
	}

	@Test
	void redactedValueIsReported() {
		Entry cookbook = this.root.collection("cookbooks").get("Everyday Greens");
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> cookbook.getBoolean("confirmed"))
			.withMessageContaining("'confirmed' of " + cookbook.uri());
	}

}
