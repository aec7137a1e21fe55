package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Compares secrets in a time that does not tell how much of them was right.
 */
public final class Secrets {

	private Secrets() {
	}

	/**
	 * Whether two texts are the same.
	 * @param expected what is right
	 * @param given what was sent
	 * @return whether they are
	 */
	public static boolean equal(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
	}

}
