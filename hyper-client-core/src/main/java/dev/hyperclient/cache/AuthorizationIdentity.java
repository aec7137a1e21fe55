package dev.hyperclient.cache;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.springframework.http.HttpHeaders;

/**
 * Tells requests of different users apart by their {@code Authorization} field. What it
 * tells is good for this process only and cannot be guessed back: it is keyed at random.
 */
final class AuthorizationIdentity {

	private static final String ALGORITHM = "HmacSHA256";

	private static final SecretKeySpec KEY = randomKey();

	private AuthorizationIdentity() {
	}

	/**
	 * The identity behind a request.
	 * @param headers the header fields of the request
	 * @return the identity, empty if there are no credentials
	 */
	static String of(HttpHeaders headers) {
		String credentials = headers.getFirst(HttpHeaders.AUTHORIZATION);
		if (credentials == null) {
			return "";
		}
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(KEY);
			return HexFormat.of().formatHex(mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform must know " + ALGORITHM, ex);
		}
	}

	private static SecretKeySpec randomKey() {
		byte[] key = new byte[32];
		new SecureRandom().nextBytes(key);
		return new SecretKeySpec(key, ALGORITHM);
	}

}
