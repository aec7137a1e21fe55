package dev.hyperclient.internal.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link UriEncoding}: which characters of a URL are encoded.
 */
class UriEncodingTests {

	static Stream<Arguments> urls() {
		return Stream.of(Arguments.of("http://host/a?b=c&d#e", "http://host/a?b=c&d#e"),
				Arguments.of("/~!$&'()*+,;=:@-._", "/~!$&'()*+,;=:@-._"),
				Arguments.of("/ \"<>\\^`{|}", "/%20%22%3C%3E%5C%5E%60%7B%7C%7D"), Arguments.of("/%4fz", "/%4fz"),
				Arguments.of("/%zf%fz%4", "/%25zf%25fz%254"), Arguments.of("/%", "/%25"),
				Arguments.of("/\u0080\u00e8\u98df\ud83c\udf70", "/%C2%80%C3%A8%E9%A3%9F%F0%9F%8D%B0"),
				Arguments.of("%", "%25"), Arguments.of("[", "%5B"), Arguments.of("]", "%5D"), Arguments.of(" ", "%20"),
				Arguments.of("\u00e8", "%C3%A8"), Arguments.of("/\u0080", "/%C2%80"),
				Arguments.of("/[a]?[b]", "/%5Ba%5D?[b]"), Arguments.of("/[a]#[b]", "/%5Ba%5D#[b]"),
				Arguments.of("?[b]", "?[b]"), Arguments.of("http://[::1]/[a]?[b]", "http://[::1]/%5Ba%5D?[b]"),
				Arguments.of("http://[::1]", "http://[::1]"), Arguments.of("http://[::1]?[b]", "http://[::1]?[b]"),
				Arguments.of("http://[::1]#[b]", "http://[::1]#[b]"),
				Arguments.of("az09+-.://[::1]/", "az09+-.://[::1]/"), Arguments.of("AZ://[::1]/", "AZ://[::1]/"),
				Arguments.of("a/b://[c]", "a/b://%5Bc%5D"), Arguments.of("http://a b/c d", "http://a%20b/c%20d"),
				Arguments.of("http://h\u00f6st/\u00f6", "http://h\u00f6st/%C3%B6"));
	}

	@ParameterizedTest
	@MethodSource("urls")
	void urlIsEncoded(String written, String sent) throws URISyntaxException {
		assertThat(UriEncoding.parse(written)).hasToString(sent);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/\u0001", "/\u007f", "/ \n", "/a\ud83d", "/\udf70a", "/\ud83c\ud83c\udf70" })
	void controlCharactersAndHalvesOfSurrogatePairsAreRejected(String url) {
		assertThatExceptionOfType(URISyntaxException.class).isThrownBy(() -> UriEncoding.parse(url));
		assertThatExceptionOfType(URISyntaxException.class).isThrownBy(() -> UriEncoding.parseField(url));
	}

	@ParameterizedTest
	@CsvSource({ "/a%20b, /a%20b", "/\u0080\u00ff, /%80%FF", "/\u00ff\u0100, /%C3%BF%C4%80" })
	void fieldIsEncodedByItsBytes(String value, String sent) throws URISyntaxException {
		assertThat(UriEncoding.parseField(value)).hasToString(sent);
	}

	@Test
	void uriIsEncodedUnlessItIsAscii() {
		URI ascii = URI.create("http://[::1]/a%20b?[c]");
		assertThat(UriEncoding.encode(ascii)).isSameAs(ascii);
		assertThat(UriEncoding.encode(URI.create("http://[::1]/\u00e8?[c]"))).hasToString("http://[::1]/%C3%A8?[c]");
		assertThatIllegalArgumentException().isThrownBy(() -> UriEncoding.encode(URI.create("/a\ud83d")));
	}

}
