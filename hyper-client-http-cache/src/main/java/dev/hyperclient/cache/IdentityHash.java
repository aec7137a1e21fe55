package dev.hyperclient.cache;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.http.HttpHeaders;

/**
 * Hashes that keep identities apart without revealing them.
 */
final class IdentityHash {

	private static final String MAC = "HmacSHA256";

	private static final SecretKeySpec RANDOM_KEY = randomKey();

	private IdentityHash() {
	}

	/**
	 * Return the hash of an identity.
	 * @param identity the opaque identity, empty for anonymous
	 * @return SHA-256 in lower-case hexadecimal digits
	 */
	static String of(String identity) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(identity.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw unavailable("SHA-256", ex);
		}
	}

	/**
	 * Return an identity derived from the credentials of a request, its
	 * {@code Authorization} and {@code Cookie} fields: a hash with a random key, valid in
	 * this process only.
	 * @param request the header fields of the request
	 * @return the identity, empty without the fields
	 */
	static String ofCredentials(HttpHeaders request) {
		List<String> authorization = request.getOrEmpty(HttpHeaders.AUTHORIZATION);
		List<String> cookies = request.getOrEmpty(HttpHeaders.COOKIE);
		if (authorization.isEmpty() && cookies.isEmpty()) {
			return "";
		}
		try {
			Mac mac = Mac.getInstance(MAC);
			mac.init(RANDOM_KEY);
			// Field values contain no line end.
			String credentials = String.join("\n", authorization) + "\n\n" + String.join("\n", cookies);
			return HexFormat.of().formatHex(mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw unavailable(MAC, ex);
		}
	}

	private static SecretKeySpec randomKey() {
		byte[] key = new byte[32];
		new SecureRandom().nextBytes(key);
		return new SecretKeySpec(key, MAC);
	}

	private static IllegalStateException unavailable(String algorithm, GeneralSecurityException ex) {
		return new IllegalStateException("This Java platform does not provide " + algorithm, ex);
	}

}
