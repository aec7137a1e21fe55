package dev.hyperclient.authorizer;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SignatureMethod}.
 */
class SignatureMethodTests {

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
		PrivateKey key = KeyFactory.getInstance("RSA")
			.generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(RSA_KEY)));
		assertThat(SignatureMethod.rsaSha1(key).sign("ignored&ignored", () -> BASE_STRING))
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
		PrivateKey key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
		assertThat(SignatureMethod.PLAINTEXT).hasToString("PLAINTEXT");
		assertThat(SignatureMethod.HMAC_SHA1).hasToString("HMAC-SHA1");
		assertThat(SignatureMethod.HMAC_SHA256).hasToString("HMAC-SHA256");
		assertThat(SignatureMethod.rsaSha1(key)).hasToString("RSA-SHA1");
	}

	private static String base64(String hex) {
		return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
	}

}
