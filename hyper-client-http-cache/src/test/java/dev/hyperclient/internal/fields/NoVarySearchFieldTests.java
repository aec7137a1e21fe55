package dev.hyperclient.internal.fields;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

class NoVarySearchFieldTests {

	@Test
	void asciiCharacters() {
		for (char c = ' '; c < 0x7F; c++) {
			String encoded = URLEncoder.encode(String.valueOf(c), StandardCharsets.UTF_8);
			NoVarySearch except = parse("except=(\"" + encoded + "\")");
			assertThat(normalise(except, "other=1&" + encoded + "=" + encoded)).isEqualTo(encoded + "=" + encoded);
			NoVarySearch params = parse("params=(\"" + encoded + "\")");
			assertThat(normalise(params, "other=1&" + encoded + "=" + encoded)).isEqualTo("other=1");
			if (c != '"' && c != '\\' && c != '%' && c != '+') {
				assertThat(parse("params=(\"" + c + "\")")).isEqualTo(params);
			}
		}
		assertThat(parse("params=(\"\\\"\\\\\")")).isEqualTo(parse("params=(\"%22%5c\")"));
		assertThat(parse("params=(\"+\")")).isEqualTo(parse("params=(\" \")"));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			%3, %253
			%zz, %25zz
			%, %25
			a%C3, a%EF%BF%BD
			""")
	void whatIsNoEscapeStandsForItself(String written, String meant) {
		assertThat(parse("params=(\"" + written + "\")")).isEqualTo(parse("params=(\"" + meant + "\")"));
	}

	@Test
	void normalisedUrlIsNormalisedAndHasNoFragment() {
		NoVarySearch specification = parse("key-order, params=(\"d\")");
		URI normalised = specification.normalise(URI.create("http://h/p/a;b?c=%7e&b=%c3%a9+/&a&d=1#f")).orElseThrow();
		assertThat(normalised).hasToString("http://h/p/a;b?a=&b=%C3%A9+%2F&c=%7E");
		assertThat(specification.normalise(normalised)).contains(normalised);
		assertThat(specification.normalise(URI.create("http://h/p?d#f"))).contains(URI.create("http://h/p"));
		assertThat(specification.normalise(URI.create("http://h#f?"))).contains(URI.create("http://h"));
	}

	@Test
	void specificationIsComparedByItsMeaning() {
		NoVarySearch specification = parse("params=(\"a\" \"b\")");
		HttpHeaders same = new HttpHeaders();
		same.put("No-Vary-Search", List.of("params=(\"%62\";x \"a\")", "key-order=?0"));
		assertThat(specification.isOf(same)).isTrue();
		same.set("No-Vary-Search", "params=(\"a\" \"b\"), key-order");
		assertThat(specification.isOf(same)).isFalse();
		assertThat(specification.isOf(new HttpHeaders())).isFalse();
		assertThat(specification).isNotEqualTo(parse("except=(\"a\" \"b\")"))
			.hasSameHashCodeAs(parse("params=(\"b\" \"a\")"));
	}

	private static NoVarySearch parse(String field) {
		HttpHeaders headers = new HttpHeaders();
		headers.set("No-Vary-Search", field);
		return NoVarySearch.of(headers).orElseThrow();
	}

	private static String normalise(NoVarySearch specification, String query) {
		return specification.normalise(URI.create("http://h/?" + query)).orElseThrow().getRawQuery();
	}

}
