package dev.hyperclient.internal.store;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The format and the names of files with responses.
 */
class StoredFileTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/recipes/1", "application/json");

	private static final String HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

	private static final String PATIENT = "http://cookbooks.dev/1.0/cookbooks/A%20very%20patient%20baker%20writes"
			+ "%20down%20every%20single%20thing%20that%20could%20ever%20be%20done%20with%20flour%2C%20water%2C%20salt"
			+ "%20and%20yeast%2C%20and%20then%20begins%20again";

	private static final String PATIENT_NAME = "cookbooks.dev,1.0,cookbooks,A%20very%20patient%20baker%20writes"
			+ "%20down%20every%20single%20thing%20that%20could,";

	@Test
	void responseIsWrittenInLines() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("Date", "Sat, 21 Nov 2026 00:10:01 GMT");
		headers.add("ETag", "\"0f56-e36e\"");
		headers.add("Link", "<a>");
		headers.add("Link", "<b>");
		assertThat(written(headers, Map.of("accept", "application/json"), "{}")).isEqualTo("""
				status: 200
				date: Sat, 21 Nov 2026 00:10:01 GMT
				etag: "0f56-e36e"
				link: <a>, <b>
				content-length: 2
				content-location: http://cookbooks.dev/1.0/recipes/1
				-varied-accept: application/json
				-hyper-client-identity: %s
				-hyper-client-key: http://cookbooks.dev/1.0/recipes/1 application/json
				-Hyper-Client-Checksum: crc32c 297bd0aa ab8f42e1

				{}""".formatted(HASH).replace("\n", "\r\n"));
	}

	@Test
	void contentLocationOfServerIsStored() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("Content-Location", "/elsewhere");
		assertThat(written(headers, Map.of(), "")).containsOnlyOnce("content-location: /elsewhere");
	}

	@Test
	void addedContentLocationIsNotRead() {
		assertThat(read(written(new HttpHeaders(), Map.of(), "")).headers().headerNames())
			.containsExactly("content-length");
		HttpHeaders headers = new HttpHeaders();
		headers.add("Content-Location", KEY.url());
		assertThat(read(written(headers, Map.of(), "")).headers().getFirst("Content-Location")).isEqualTo(KEY.url());
	}

	@Test
	void addedContentLocationIsNotReadBesideFoldedLine() {
		HttpHeaders read = read("status: 200\r\nlink: <a>,\r\n\t<b>\r\ncontent-length: 0\r\ncontent-location: "
				+ KEY.url() + "\r\n\r\n")
			.headers();
		assertThat(read.headerNames()).containsExactlyInAnyOrder("link", "content-length");
		assertThat(read.getFirst("link")).isEqualTo("<a>, <b>");
	}

	@Test
	void connectionFieldsAndSecretsAreNotWritten() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("Connection", "close, X-Hop");
		for (String name : new String[] { "X-Hop", "Keep-Alive", "Proxy-Authenticate", "TE", "Trailer",
				"Transfer-Encoding", "Upgrade", "Authorization", "Set-Cookie", "Status", "Bad Name",
				"-hyper-client-identity", "-varied-accept" }) {
			headers.add(name, "planted");
		}
		headers.add("Content-Encoding", "gzip");
		headers.add("Content-Length", "4711");
		String written = written(headers, Map.of("authorization", "planted", "cookie", "planted"), "{}");
		assertThat(written).doesNotContain("planted", "4711", "close")
			.contains("content-length: 2\r\n", "-content-encoding: gzip\r\n")
			.doesNotContain("\r\ncontent-encoding");
	}

	@Test
	void valueHasNoLineEnd() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("X-Evil", "a\r\n\r\nb\nc\u0000d");
		String written = written(headers, Map.of("x", "1\r\n-hyper-client-identity: 2"), "{}");
		assertThat(written).contains("x-evil: a    b c d\r\n").contains("-varied-x: 1  -hyper-client-identity: 2\r\n");
		assertThat(read(written).headers().getFirst("X-Evil")).isEqualTo("a    b c d");
	}

	@Test
	void nonAsciiValueIsRestored() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("X-Name", "Crème brûlée");
		headers.add("X-Literal", "=?utf-8?b?QQ==?=");
		String written = written(headers, Map.of(), "{}");
		assertThat(written).isASCII();
		assertThat(read(written).headers().getFirst("X-Name")).isEqualTo("Crème brûlée");
		assertThat(read(written).headers().getFirst("X-Literal")).isEqualTo("=?utf-8?b?QQ==?=");
	}

	@Test
	void encodedWordsOfPythonClientAreRead() {
		StoredResponse read = read("""
				status: 200
				x-name: =?utf-8?q?Cr=C3=A8me_?=
				 =?utf-8?b?YnLDu2zDqWU=?=

				""".replace("\n", "\r\n"));
		assertThat(read.headers().getFirst("X-Name")).isEqualTo("Crème brûlée");
	}

	@Test
	void writtenResponseIsRead() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("ETag", "W/\"a\"");
		headers.add("Vary", "Accept");
		StoredResponse response = StoredResponse.of(301, headers, new byte[0], Map.of("accept", "a/b"), HASH,
				"http://cookbooks.dev/1.0/recipes/2");
		StoredResponse read = find(head(response, new byte[0]).orElseThrow()).orElseThrow();
		assertThat(read.status()).isEqualTo(301);
		assertThat(read.headers().getETag()).isEqualTo("W/\"a\"");
		assertThat(read.body().length()).isZero();
		assertThat(read.varied()).isEqualTo(response.varied());
		assertThat(read.identityHash()).isEqualTo(HASH);
		assertThat(read.permanentRedirect()).isEqualTo("http://cookbooks.dev/1.0/recipes/2");
	}

	@Test
	void secretsOfPythonFileAreNotRead() {
		StoredResponse read = read("status: 200\r\nset-cookie: a=b\r\nconnection: x-hop\r\nx-hop: 1\r\n"
				+ "-varied-authorization: OAuth\r\n-varied-accept: a/b\r\n\r\n{}");
		assertThat(read.headers().isEmpty()).isTrue();
		assertThat(read.varied()).containsExactly(Map.entry("accept", "a/b"));
		assertThat(read.identityHash()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "AUTHORIZATION", "authoriZation", "Authorization", "Set-Cookie", "Proxy-Secret" })
	void secretsOfAnotherClientAreNotReadInAnySpelling(String name) {
		StoredResponse read = read("STATUS: 200\r\n" + name + ": secret\r\nETag: \"a\"\r\n\r\n{}");
		assertThat(read.headers().headerNames()).containsExactly("etag");
	}

	/** As the Python client copies it, with names in lower case. */
	@Test
	void fileThatAnotherClientHasFreshenedIsReadIfItIsOfTheKey() {
		String copied = written(new HttpHeaders(), Map.of(), "{}").replace("-Hyper-Client-Checksum",
				"-hyper-client-checksum");
		assertThat(read(copied).identityHash()).isEqualTo(HASH);
		for (String wrong : new String[] { copied.replace(HASH, HASH.substring(1)), copied.replace(HASH, HASH + "0"),
				copied.replace(HASH, "X" + HASH.substring(1)), copied.replace(HASH, HASH.substring(1) + "g"),
				copied.replace(KEY.url() + " ", KEY.url() + "2 "), copied.replace("crc32c", "crc32x"),
				copied.replace("-hyper-client-checksum", "-hyper-client-sum") }) {
			assertThat(wrong).isNotEqualTo(copied);
			assertThat(find(wrong.getBytes(StandardCharsets.UTF_8))).as(wrong).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "100", "999" })
	void anyStatusIsRead(String status) {
		assertThat(read("status: " + status + "\r\n\r\n").status()).isEqualTo(Integer.parseInt(status));
	}

	@Test
	void bytesBehindTheFileAreNotRead() {
		byte[] file = written(new HttpHeaders(), Map.of(), "").getBytes(StandardCharsets.UTF_8);
		byte[] longer = Arrays.copyOf(file, file.length + 10);
		for (int size = 0; size < longer.length; size++) {
			assertThat(StoredResponseFormat.read(longer, size, KEY).isPresent()).as(size + " bytes")
				.isEqualTo(size == file.length);
		}
	}

	@Test
	void headIsTheSameInAnArrayOfAnyLength() {
		StoredResponse response = StoredResponse.of(200, new HttpHeaders(), new byte[0], Map.of("a", "b"), HASH, null);
		byte[] expected = head(response, new byte[0]).orElseThrow();
		for (int length = 0; length < expected.length; length++) {
			HeaderLines.Writer head = new HeaderLines.Writer(new byte[length]);
			assertThat(StoredResponseFormat.append(head, KEY, response, "0", 0)).isTrue();
			assertThat(Arrays.copyOf(head.array(), head.length())).isEqualTo(expected);
		}
	}

	@Test
	void longestHeadIsWrittenAndRead() {
		HttpHeaders headers = new HttpHeaders();
		headers.add("a", "");
		int rest = head(StoredResponse.of(200, headers, new byte[0], Map.of(), null, null), new byte[0])
			.orElseThrow().length;
		for (int more : new int[] { 0, 1 }) {
			headers.set("a", "x".repeat(StoredResponseFormat.MAX_HEAD_SIZE - rest + more));
			Optional<byte[]> head = head(StoredResponse.of(200, headers, new byte[0], Map.of(), null, null),
					new byte[0]);
			assertThat(head.isPresent()).isEqualTo(more == 0);
			head.ifPresent((whole) -> assertThat(find(whole)).isPresent());
		}
	}

	@Test
	@Timeout(5)
	void optionsOfConnectionWithManySpacesAreReadAtOnce() {
		StoredResponse read = read(
				"status: 200\r\nconnection: a" + " ".repeat(60_000) + "b , X-Hop ,\r\nx-hop: 1\r\n\r\n{}");
		assertThat(read.headers().isEmpty()).isTrue();
	}

	@Test
	void manyFieldsAndSelectingFieldsAreRead() {
		HttpHeaders headers = new HttpHeaders();
		Map<String, String> varied = new TreeMap<>();
		for (int i = 0; i < 40; i++) {
			headers.add("X-Field-" + i, "value " + i);
			varied.put("x-selecting-" + i, "value " + i);
		}
		StoredResponse read = read(written(headers, varied, "{}"));
		headers.forEach((name, values) -> assertThat(read.headers().get(name)).isEqualTo(values));
		assertThat(read.varied()).isEqualTo(varied);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\r\n\r\n", "status: 200\r\n", "status: 200\n\nbody", "etag: a\r\n\r\nbody",
			"status: 2000\r\n\r\n", "status: ok!\r\n\r\n", "status: 099\r\n\r\n", "etag: a\r\nstatus: 200\r\n\r\n",
			"status: 200\r\ncontent-length: 5\r\n\r\nbody", "status: 200\r\ncontent-length: x\r\n\r\nbody",
			"status: 200\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nbody", "status: 200\r\nno colon\r\n\r\n",
			"status: 200\r\n: no name\r\n\r\n", "status: 200\r\na: b\nc: d\r\n\r\n", "status: 200\r\na: \u0000\r\n\r\n",
			" status: 200\r\n\r\n", "status: 200\r\n-hyper-client-identity: me\r\n\r\n",
			"status: 200\r\n-x-permanent-redirect-url: a\r\n-x-permanent-redirect-url: b\r\n\r\n",
			"status: 200\r\n-a: 1\r\n-b: 1\r\n-a: 1\r\n\r\n",
			"status: 200\r\n-hyper-client-key: http://elsewhere.dev/ a/b\r\n\r\n" })
	void incompleteFileIsNotRead(String file) {
		assertThat(find(file.getBytes(StandardCharsets.UTF_8))).isEmpty();
	}

	@Test
	void tooLongHeadIsNotRead() {
		String value = "x".repeat(StoredResponseFormat.MAX_HEAD_SIZE);
		assertThat(find(("status: 200\r\na: " + value + "\r\n\r\n").getBytes(StandardCharsets.UTF_8))).isEmpty();
	}

	private static String written(HttpHeaders headers, Map<String, String> varied, String body) {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		StoredResponse response = StoredResponse.of(200, headers, bytes, varied, HASH, null);
		ByteArrayOutputStream file = new ByteArrayOutputStream();
		file.writeBytes(head(response, bytes).orElseThrow());
		file.writeBytes(bytes);
		return file.toString(StandardCharsets.UTF_8);
	}

	private static Optional<byte[]> head(StoredResponse response, byte[] body) {
		HeaderLines.Writer head = new HeaderLines.Writer(new byte[0]);
		return StoredResponseFormat.append(head, KEY, response, String.valueOf(body.length),
				StoredResponseFormat.checksum(body, 0, body.length))
						? Optional.of(Arrays.copyOf(head.array(), head.length())) : Optional.empty();
	}

	private static StoredResponse read(String file) {
		return find(file.getBytes(StandardCharsets.UTF_8)).orElseThrow();
	}

	private static Optional<StoredResponse> find(byte[] file) {
		return StoredResponseFormat.read(file, file.length, KEY);
	}

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
