package dev.hyperclient.authorizer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SignatureBaseString} and {@link SignatureMethod}, with the examples of
 * RFC 5849.
 */
class SignatureTests {

	private static final String FORM = "application/x-www-form-urlencoded";

	/** Key for this test only. */
	private static final String RSA_KEY = """
			MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAK6h3y0/5+PXnOwjmG2k8ChydV7KBgwLVVZfUwEO2ze+wFYDImnpBm14
			KCb5GpzreLVE52rkq4vnGqrOE/SvKdwmEOXEWdTevENh3dKV9Y2TAzqGjPAYTkVsXKwVde7qQJoDep/RJ7a3mY9qn4QVBEDLuBhx8cAz
			dAvVfayVJvrDAgMBAAECgYBR0VNPzv4lOJKz7CVxUXKXcLDe3UYiBHlSA01PVJeOsZdJdSR9fIjfZwlg4Rr/5C7ktsi5wzNAU+GhnvWo
			kRzJ2t0aMcAJzqzaSN8v0IeZXRwF5WwQj7hazCzd6FPJPj0+Rdk+4PZRn55CytzpIUDMV56RJmc/YIeW0WOo45bR+QJBANxFJfWpNCd8
			vk/FDH4wBX5S4UaL+FaN5CPwcMrmKor/1v5PXt42OLdQNhoLMqHoYLV9MdvkPP4hxkkHIKdrwLUCQQDK9ZX618iwDkeI2/Jbxr/tW6yF
			MjvRHjaTBTSi6mXzZXEt8WCyM6UFTFrypxPPUjjPXOcPxovfab0S6pnXeRCXAkEA00M7EjBURl89hPLAdbMHQc6qJGiRKirzGok9FU3G
			lgSlpspnegdVRHSZP0doK6PeRZOrI3T4DuJD9LzyU8FkVQJAfV7UxX2z32UCtTzAagbMme9uE10jbBrQtWKa0CQg1AgOsMWQ6KNURYCU
			EZ45c3Cj3RvTM4B++IPVorC+VUbYgwJBANjsnYDBDTr0Ny1kq+BbZHkbKNGSmZTP0otiDwTOCHeeGqFi8xiqNctpokcEFEIG2sdLN/Tt
			X6rMMPKLvNTy+hc=""";

	private static final String BASE_STRING = "POST&http%3A%2F%2Fexample.com%2Frequest&a%3Db";

	@Test
	void exampleOfRfc5849HasTheCorrectedSignature() {
		String base = base("POST", "http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", "c2&a3=2+q", FORM,
				Map.of("oauth_consumer_key", "9djdj82h48djs9d2", "oauth_token", "kkk9d7dh3k39sjv7",
						"oauth_signature_method", "HMAC-SHA1", "oauth_timestamp", "137131201", "oauth_nonce",
						"7d8f3e4a"));
		assertThat(base).isEqualTo("POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q"
				+ "%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2"
				+ "%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201"
				+ "%26oauth_token%3Dkkk9d7dh3k39sjv7");
		// The signature as printed belongs to another text: verified erratum 2550.
		assertThat(SignatureMethod.HMAC_SHA1.sign("j49sk3j29djd&dh893hdasih9", () -> base))
			.isEqualTo("r6/TJjbCOr97/+UU0NsvSne7s5g=");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					POST|https://photos.example.net/initiate|oauth_timestamp=137131200&oauth_nonce=wIjqoS&oauth_callback=http://printer.example.com/ready||74KNZJeDHnMBp0EMJ9ZHt/XKycU=
					POST|https://photos.example.net/token|oauth_token=hh5s93j4hdidpola&oauth_timestamp=137131201&oauth_nonce=walatlh&oauth_verifier=hfdp7dh39dks9884|hdhd0244k9j7ao03|gKgrFCywp7rO0OXSjdot/IHF7IU=
					GET|http://photos.example.net/photos?file=vacation.jpg&size=original|oauth_token=nnch734d00sl2jdk&oauth_timestamp=137131202&oauth_nonce=chapoH|pfkkdhi9sl3r4s00|MdpQcU8iPSUjWoN/UDMsK2sui9I=
					""")
	void examplesOfRfc5849IntroductionMatch(String method, String uri, String oauth, @Nullable String tokenSecret,
			String signature) {
		Map<String, String> parameters = new LinkedHashMap<>();
		parameters.put("oauth_consumer_key", "dpf43f3p2l4k3l03");
		parameters.put("oauth_signature_method", "HMAC-SHA1");
		for (String pair : oauth.split("&")) {
			parameters.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
		}
		String secrets = "kd94hf93k423kf44&" + ((tokenSecret != null) ? tokenSecret : "");
		assertThat(SignatureMethod.HMAC_SHA1.sign(secrets, () -> base(method, uri, null, null, parameters)))
			.isEqualTo(signature);
	}

	@ParameterizedTest
	@CsvSource({ "http://EXAMPLE.COM:80/r%20v/X?id=123, http://example.com/r%20v/X",
			"https://www.example.net:8080/?q=1, https://www.example.net:8080/",
			"HTTPS://example.com:443, https://example.com/", "http://example.com:443/, http://example.com:443/",
			"https://example.com:80/, https://example.com:80/", "http://example.com?a=b, http://example.com/",
			"http://[::1]:8080/a, http://[::1]:8080/a", "http://me@example.com/a#b, http://example.com/a",
			"http://example.com/%7Ea/%2b/+x:y;z=1, http://example.com/%7Ea/%2b/+x:y;z=1",
			"http://example.com/caf\u00e9, http://example.com/caf%C3%A9" })
	void urlIsSignedAsItIsSent(String uri, String expected) {
		assertThat(base("GET", uri, null, null, Map.of()).split("&")[1]).isEqualTo(PercentEncoding.encode(expected));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "none",
			value = { "''|''", "a|a=", "a=|a=", "=|=", "=b|=b", "a=b=c|a=b%3Dc", "&&a=1&&|a=1", "a=1&a=1|a=1&a=1",
					"a=2&a=1&a=|a=&a=1&a=2", "a+b=c%20d|a%20b=c%20d", "a=%2B|a=%2B", "a=%2b%7e~|a=%2B~~",
					"B=1&a=1&%C3%A9=1|%C3%A9=1&B=1&a=1", "a%21=1&a=2&a-=3|a=2&a%21=1&a-=3", "a=*'()!|a=%2A%27%28%29%21",
					"a=%E2%98%BA&b=%F0%9F%98%80|a=%E2%98%BA&b=%F0%9F%98%80", "a=%FF%00|a=%FF%00", "a;b=1|a%3Bb=1",
					"a=\u00e9|a=%C3%A9" })
	void parametersOfTheQueryAreDecodedEncodedAndSorted(String query, String expected) {
		String base = base("GET", "http://example.com/?" + query, null, null, Map.of());
		assertThat(base).isEqualTo("GET&http%3A%2F%2Fexample.com%2F&" + PercentEncoding.encode(expected));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "a=%|a=%25", "a=%zz|a=%25zz", "a=%4|a=%254", "a=%%41|a=%25A", "a=\u00e9|a=%C3%A9" })
	void invalidlyEncodedFormIsSignedUnchanged(String body, String expected) {
		assertThat(base("POST", "http://example.com/", body, FORM, Map.of()))
			.isEqualTo("POST&http%3A%2F%2Fexample.com%2F&" + PercentEncoding.encode(expected));
	}

	@ParameterizedTest
	@ValueSource(strings = { FORM, "APPLICATION/X-WWW-Form-Urlencoded", FORM + "; charset=UTF-8", FORM + ";charset=x" })
	void formIsSignedWithTheUrl(String contentType) {
		assertThat(base("PUT", "http://example.com/?b=2", "a=1", contentType, Map.of())).endsWith("&a%3D1%26b%3D2");
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "multipart/form-data; boundary=x", "text/plain", "nonsense", "/", "" })
	void otherBodiesAreNotSigned(String contentType) {
		assertThat(base("POST", "http://example.com/", "a=1", contentType, Map.of())).endsWith("%2F&");
	}

	@Test
	void streamedFormAndABodyWithoutTypeAreNotSigned() {
		assertThat(base("POST", "http://example.com/", null, FORM, Map.of())).endsWith("%2F&");
		assertThat(base("POST", "http://example.com/", "a=1", null, Map.of())).endsWith("%2F&");
	}

	@Test
	void parametersOfRequestAndHeaderAreSortedTogether() {
		assertThat(base("GET", "http://example.com/?oauth_nonce=0&p=1&a=1", null, null, Map.of("oauth_nonce", "1")))
			.endsWith("&a%3D1%26oauth_nonce%3D0%26oauth_nonce%3D1%26p%3D1");
	}

	@Test
	void urlWithoutHostIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> base("GET", "/relative", null, null, Map.of()))
			.withMessage("'absoluteUri' must name a scheme and a host but is '/relative'");
	}

	private static String base(String method, String uri, @Nullable String body, @Nullable String contentType,
			Map<String, String> parameters) {
		HttpHeaders headers = new HttpHeaders();
		if (contentType != null) {
			headers.set(HttpHeaders.CONTENT_TYPE, contentType);
		}
		return SignatureBaseString.of(URI.create(uri), HttpMethod.valueOf(method),
				(body != null) ? body.getBytes(StandardCharsets.UTF_8) : null, headers, parameters);
	}

	@Test
	void plaintextContainsTheSecrets() {
		assertThat(SignatureMethod.PLAINTEXT.sign("cs&ts", () -> {
			throw new AssertionError("No base string is needed");
		})).isEqualTo("cs&ts");
	}

	@Test
	void hmacSha256MatchesKnownSignature() {
		// RFC 4231, 4.3.
		assertThat(SignatureMethod.HMAC_SHA256.sign("Jefe", () -> "what do ya want for nothing?"))
			.isEqualTo(base64("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
	}

	@Test
	void rsaSha1MatchesOpenSsl() throws GeneralSecurityException {
		assertThat(SignatureMethod.rsaSha1(rsaKey()).sign("ignored&ignored", () -> BASE_STRING))
			.isEqualTo("OeO2fJfjE02t8rQjNwW5azddaCsAfMdPe1JBGydR5x+rpeF2rko4qCSCerAJBGjbL+a+RlMe+5cvsSy0cAITFX2KIVG1skN"
					+ "tycx5tRmB16Zw8SKVrn6jAjfU4NBozy16fG/eSEHwxM1Ka2lABULGW1ke1u8kG5M70b1aDZKOYPU=");
	}

	@Test
	void keyOfAnotherAlgorithmIsRejected() throws GeneralSecurityException {
		PrivateKey key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
		assertThatIllegalArgumentException().isThrownBy(() -> SignatureMethod.rsaSha1(key))
			.withMessage("'key' must be an RSA key but is one of EC");
	}

	@Test
	void toStringIsTheNameOfTheMethod() throws GeneralSecurityException {
		assertThat(SignatureMethod.PLAINTEXT).hasToString("PLAINTEXT");
		assertThat(SignatureMethod.HMAC_SHA1).hasToString("HMAC-SHA1");
		assertThat(SignatureMethod.HMAC_SHA256).hasToString("HMAC-SHA256");
		assertThat(SignatureMethod.rsaSha1(rsaKey())).hasToString("RSA-SHA1");
	}

	private static PrivateKey rsaKey() throws GeneralSecurityException {
		return KeyFactory.getInstance("RSA")
			.generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(RSA_KEY)));
	}

	private static String base64(String hex) {
		return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
	}

}
