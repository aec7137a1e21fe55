package dev.hyperclient.authorizer;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.function.Supplier;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.util.Assert;

/**
 * Proof of {@link OAuthAuthorizer} that it knows the secrets (RFC 5849, 3.4). Immutable
 * and thread-safe.
 */
public final class SignatureMethod {

	/**
	 * Sends the secrets themselves. Use it with https only (RFC 5849, 3.4.4).
	 */
	public static final SignatureMethod PLAINTEXT = new SignatureMethod("PLAINTEXT", (secrets, baseString) -> secrets);

	/**
	 * Signs method, URL, query and form with the secrets (RFC 5849, 3.4.2).
	 */
	public static final SignatureMethod HMAC_SHA1 = new SignatureMethod("HMAC-SHA1", hmac("HmacSHA1"));

	/**
	 * Like {@link #HMAC_SHA1}, but with SHA-256, which is newer than RFC 5849.
	 */
	public static final SignatureMethod HMAC_SHA256 = new SignatureMethod("HMAC-SHA256", hmac("HmacSHA256"));

	private final String name;

	private final Signer signer;

	private SignatureMethod(String name, Signer signer) {
		this.name = name;
		this.signer = signer;
	}

	/**
	 * Sign method, URL, query and form with a private key whose public key the service
	 * has (RFC 5849, 3.4.3). The secrets of consumer and token are not used.
	 * @param key an RSA key
	 * @return the method
	 * @throws IllegalArgumentException if the key is of another algorithm
	 */
	public static SignatureMethod rsaSha1(PrivateKey key) {
		Assert.isTrue(key.getAlgorithm().equals("RSA"),
				() -> "'key' must be an RSA key but is one of " + key.getAlgorithm());
		return new SignatureMethod("RSA-SHA1", (secrets, baseString) -> base64(() -> {
			Signature signature = Signature.getInstance("SHA1withRSA");
			signature.initSign(key);
			signature.update(ascii(baseString.get()));
			return signature.sign();
		}));
	}

	String sign(String secrets, Supplier<String> baseString) {
		return this.signer.sign(secrets, baseString);
	}

	/**
	 * Return the name that is sent as {@code oauth_signature_method}.
	 */
	@Override
	public String toString() {
		return this.name;
	}

	/** RFC 5849, 3.4.2. */
	private static Signer hmac(String algorithm) {
		return (secrets, baseString) -> base64(() -> {
			Mac mac = Mac.getInstance(algorithm);
			mac.init(new SecretKeySpec(ascii(secrets), algorithm));
			return mac.doFinal(ascii(baseString.get()));
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
	 * Signs a request. Thread-safe.
	 */
	private interface Signer {

		/**
		 * Return the signature of a request.
		 * @param secrets the encoded secrets of consumer and token, joined by an
		 * ampersand
		 * @param baseString supplies the signature base string to signers that need one
		 * @return the signature, not yet encoded
		 */
		String sign(String secrets, Supplier<String> baseString);

	}

	/**
	 * A cryptographic operation of the JDK with its checked exceptions.
	 */
	private interface Computation {

		byte[] bytes() throws GeneralSecurityException;

	}

}
