package dev.hyperclient;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;

import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the size of a collection, and for links to its pages.
 */
class PageTests {

	private static final URI PAGE = URI.create("http://host/recipes");

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, Integer.MAX_VALUE })
	void sizeIsAnInt(long size) {
		assertThat(Page.size(PAGE, size)).isEqualTo((int) size);
	}

	@Test
	void otherSizeIsRejected() {
		assertThat(Page.size(PAGE, null)).isNull();
		for (Object size : List.of(-1L, Integer.MAX_VALUE + 1L, "5", new BigDecimal("5.0"), BigInteger.TEN.pow(20),
				true)) {
			assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> Page.size(PAGE, size))
				.withMessageStartingWith("http://host/recipes reports the size of a collection as ");
		}
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

}
