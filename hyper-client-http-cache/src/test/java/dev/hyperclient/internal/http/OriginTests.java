package dev.hyperclient.internal.http;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Origins of URLs.
 */
class OriginTests {

	@ParameterizedTest
	@CsvSource({ "http://a.example, http://a.example", "HTTP://A.Example:80/b?c, http://a.example",
			"https://a.example:443/, https://a.example", "https://a.example:80/, https://a.example:80",
			"http://a.example:443/, http://a.example:443", "ftp://a.example/, ftp://a.example",
			"ftp://a.example:21/, ftp://a.example:21", "http://user@a.example:8080/, http://a.example:8080",
			"http://[::1]:8080/, http://[::1]:8080", "http://A_b/, http://a_b", "https://a_b:/, https://a_b",
			"https://a_b:443/, https://a_b", "https://a_b:65535/, https://a_b:65535" })
	void originIsSchemeHostAndPort(URI uri, String origin) {
		assertThat(Origin.of(uri)).hasToString(origin).isEqualTo(Origin.of(URI.create(origin)));
		assertThat(Origin.of(uri)).hasSameHashCodeAs(Origin.of(URI.create(origin)));
	}

	@ParameterizedTest
	@CsvSource({ "https://a_b:65536/", "https://a_b:x/", "https://a_b:123456/", "https://user@a_b/", "https:///b",
			"https:b", "/b" })
	void hostIsEmptyIfThereIsNoneThatIsValid(URI uri) {
		assertThat(Origin.of(uri).host()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "http://a.example/, https://a.example:80/", "http://a.example/, http://b.example/",
			"http://a.example/, http://a.example:8080/", "http://a_b/, http://a_c/" })
	void schemeHostAndPortTellOriginsApart(URI some, URI other) {
		assertThat(Origin.of(some)).isNotEqualTo(Origin.of(other)).doesNotHaveSameHashCodeAs(Origin.of(other));
	}

	@ParameterizedTest
	@CsvSource({ "https://user:secret@a.example/b, https://******@a.example/b",
			"https://@a.example/, https://******@a.example/", "https://user@a_b:8080/, https://******@a_b:8080/",
			"https://a.example/b@c, https://a.example/b@c", "mailto:a@b.example, mailto:a@b.example", "/b, /b" })
	void userInformationIsMasked(URI uri, String masked) {
		assertThat(Origin.maskingUser(uri)).hasToString(masked);
	}

}
