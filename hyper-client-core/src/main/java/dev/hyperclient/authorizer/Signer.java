package dev.hyperclient.authorizer;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a request. Thread-safe.
 */
@FunctionalInterface
interface Signer {

	/**
	 * Return the signature of a request.
	 * @param secrets the encoded secrets of consumer and token, joined by an ampersand
	 * @param baseString supplies the signature base string to signers that need one
	 * @return the signature, not yet encoded
	 */
	String sign(String secrets, Supplier<String> baseString);

	/** RFC 5849, 3.4.2. */
	static Signer hmac(String algorithm) {
		return (secrets, baseString) -> base64(() -> {
			Mac mac = Mac.getInstance(algorithm);
			mac.init(new SecretKeySpec(ascii(secrets), algorithm));
			return mac.doFinal(ascii(baseString.get()));
		});
	}

	/** RFC 5849, 3.4.3. */
	static Signer rsa(String algorithm, PrivateKey key) {
		return (secrets, baseString) -> base64(() -> {
			Signature signature = Signature.getInstance(algorithm);
			signature.initSign(key);
			signature.update(ascii(baseString.get()));
			return signature.sign();
		});
	}

	private static String base64(Computation computation) {
		try {
			return Base64.getEncoder().encodeToString(computation.bytes());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The request could not be signed: " + ex.getMessage(), ex);
		}
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * A cryptographic operation of the JDK with its checked exceptions.
	 */
	@FunctionalInterface
	interface Computation {

		byte[] bytes() throws GeneralSecurityException;

	}

}
