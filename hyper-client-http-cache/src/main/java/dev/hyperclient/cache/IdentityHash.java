package dev.hyperclient.cache;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Hashes that keep identities apart without revealing them.
 */
final class IdentityHash {

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
			throw new IllegalStateException("This Java platform does not provide SHA-256", ex);
		}
	}

}
