package dev.hyperclient.cache;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells apart who asked, without keeping who that was.
 */
final class IdentityHash {

	private IdentityHash() {
	}

	/**
	 * The hash of an identity.
	 * @param identity the opaque identity, empty for nobody in particular
	 * @return SHA-256 as lower-case hexadecimal digits
	 */
	static String of(String identity) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(identity.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform must know SHA-256", ex);
		}
	}

}
