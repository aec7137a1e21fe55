package dev.hyperclient.internal.store;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class StoredFileNameTests {

	private static final String PATIENT = "http://cookbooks.dev/1.0/cookbooks/A%20very%20patient%20baker%20writes"
			+ "%20down%20every%20single%20thing%20that%20could%20ever%20be%20done%20with%20flour%2C%20water%2C%20salt"
			+ "%20and%20yeast%2C%20and%20then%20begins%20again";

	private static final String PATIENT_NAME = "cookbooks.dev,1.0,cookbooks,A%20very%20patient%20baker%20writes"
			+ "%20down%20every%20single%20thing%20that%20could,";

	@Test
	void fileNameOnWindowsHasNothingThatItsFilesCannotHave() {
		String windows = StoredFileName.separators(true);
		assertThat(StoredFileName.of("http://cookbooks.dev/q?x=1*2-*/*", windows)).startsWith("cookbooks.dev,q,x=1,2-,")
			.isNotEqualTo(StoredFileName.of("http://cookbooks.dev/q?x=1/2-*/*", windows));
		assertThat(StoredFileName.of("a<b>\"c\\d", windows)).startsWith("a,b,c,d,");
		assertThat(StoredFileName.of("http://cookbooks.dev/q*-*/*", StoredFileName.separators(false)))
			.startsWith("cookbooks.dev,q*-*,*,");
	}

	@ParameterizedTest
	@MethodSource("names")
	void keyHasFileNameOfPythonClient(String key, String name) {
		assertThat(StoredFileName.of(key)).isEqualTo(name);
		assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(143);
	}

	static Stream<Arguments> names() {
		return Stream.of(
				arguments("http://cookbooks.dev/1.0/-application/json",
						"cookbooks.dev,1.0,-application,json,242cf0d78c6cc6cb33a53e5808a16976"),
				arguments("http://cookbooks.dev/1.0/-application/vnd.sun.wadl+xml",
						"cookbooks.dev,1.0,-application,vnd.sun.wadl+xml,e707703b86163ff81bc8667592eab850"),
				arguments("http://cookbooks.dev/1.0/recipes/4-application/json",
						"cookbooks.dev,1.0,recipes,4-application,json,6e040fcead0b79e6de372ee10963890a"),
				arguments("http://cookbooks.dev/1.0/cookbooks?search=%22e%22&ws.op=find_recipes-application/json",
						"cookbooks.dev,1.0,cookbooks,search=%22e%22&ws.op=find_recipes-application,json,"
								+ "16d3f2d49c1b3f61e449abaa36c1364a"),
				arguments("http://localhost:8080/1.0/recipes?ws.start=5&ws.size=5-application/json",
						"localhost,8080,1.0,recipes,ws.start=5&ws.size=5-application,json,"
								+ "e1ecb8c85faccfcb2906d8bd73857234"),
				arguments("http://cookbooks.dev/1.0/cookbooks/Cr%C3%A8me%20br%C3%BBl%C3%A9e-application/json",
						"cookbooks.dev,1.0,cookbooks,Cr%C3%A8me%20br%C3%BBl%C3%A9e-application,json,"
								+ "60b408714ac6758ac12713790cef5fb9"),
				arguments("http://cookbooks.dev/1.0/cookbooks/" + "x".repeat(70) + "-application/json",
						"cookbooks.dev,1.0,cookbooks," + "x".repeat(70)
								+ "-application,a6a81cc0a29612514c89b78c552db6e8"),
				arguments("http://cookbooks.dev/1.0/cookbooks/" + "x".repeat(69) + "-application/json",
						"cookbooks.dev,1.0,cookbooks," + "x".repeat(69)
								+ "-application,,c3b2e0d800c793908a470620cd695b24"),
				arguments(PATIENT + "-application/json", PATIENT_NAME + "1e3021ebdcaa7ec59ae33cde35ae3920"),
				arguments(PATIENT + "%3A%20volume%20two-application/json",
						PATIENT_NAME + "81d2f8c575991e3fa05d31ef68a99c34"),
				arguments("a|b:c??d//e", "a,b,c,d,e,f8c0dc7f73f349d1d92eea835532b2a4"),
				arguments("café", "café,07117fe4a1ebd544965dc19573183da2"),
				arguments("http://café.dev/1.0/-application/json",
						"xn--http,caf-k7a.dev,1.0,-application,json,a61bc0b2e0bccf7be7b24899bc6bfe3b"));
	}

	@ParameterizedTest
	@CsvSource({ "abc, 'abc,'", "'://x', ',x,'", "'a://', ','", "'a:/b', 'a,b,'", "'a:b//c', 'a,b,c,'" })
	void onlyASchemeIsLeftOut(String key, String beginning) {
		assertThat(StoredFileName.of(key)).startsWith(beginning).hasSize(beginning.length() + 32);
	}

	@ParameterizedTest
	@CsvSource({ "cookbooks.dev, true", "ann@cookbooks.dev, true", "notcookbooks.dev, false", "elsewhere.dev, false" })
	void nameOfAnOriginBeginsWithIt(String host, boolean expected) {
		String origin = StoredFileName.prefix("http://cookbooks.dev");
		assertThat(StoredFileName.mayBeOf(origin, StoredFileName.of("http://" + host + "/a-any"))).isEqualTo(expected);
	}

	@Test
	void nameIsNotTruncatedInsideCharacter() {
		assertThat(StoredFileName.of("a" + "é".repeat(60))).startsWith("a" + "é".repeat(54) + ",").hasSize(55 + 1 + 32);
	}

	@Test
	void keyWithNameOfTemporaryFileIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> StoredFileName.of(".temp-text/plain"))
			.withMessageContaining(".temp");
	}

	@ParameterizedTest
	@MethodSource("urls")
	void urlOfKeyIsNormalised(String given, String url) {
		assertThat(CacheKey.of(URI.create(given), "application/json").text()).isEqualTo(url + "-application/json");
	}

	static Stream<Arguments> urls() {
		return Stream.of(arguments("HTTP://CookBooks.DEV", "http://cookbooks.dev/"),
				arguments("http://cookbooks.dev?ws.size=5", "http://cookbooks.dev/?ws.size=5"),
				arguments("http://cookbooks.dev/1.0/?", "http://cookbooks.dev/1.0/"),
				arguments("http://cookbooks.dev:8080/A#fragment", "http://cookbooks.dev:8080/A"),
				arguments("http://café.dev:80/é?é=%c3%A9'", "http://xn--caf-dma.dev:80/%C3%A9?%C3%A9=%c3%A9'"),
				// Two characters, not composed into one.
				arguments("http://cookbooks.dev/e\u0301", "http://cookbooks.dev/e%CC%81"));
	}

	@Test
	void urlWithoutHostIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> CacheKey.of(URI.create("/1.0/"), "*/*"))
			.withMessageContaining("'/1.0/'");
	}

}
