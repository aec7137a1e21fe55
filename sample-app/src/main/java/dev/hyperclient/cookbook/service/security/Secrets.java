package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Compares secrets in constant time.
 */
public final class Secrets {

	private Secrets() {
	}

	/**
	 * Return whether a secret is correct.
	 * @param expected the correct secret
	 * @param given the secret as sent
	 * @return whether they are equal
	 */
	public static boolean equal(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
	}

}
