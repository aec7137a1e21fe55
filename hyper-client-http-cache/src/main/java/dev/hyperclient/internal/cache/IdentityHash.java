package dev.hyperclient.internal.cache;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Hashes that keep identities apart without revealing them.
 */
public final class IdentityHash {

	private static final String OF_ANONYMOUS = calculate("");

	/** The last hash, since most clients have one identity. */
	private static volatile Known last = new Known("", OF_ANONYMOUS);

	private IdentityHash() {
	}

	/**
	 * Return the hash of an identity.
	 * @param identity the opaque identity, empty for anonymous
	 * @return SHA-256 in lower-case hexadecimal digits
	 */
	public static String of(String identity) {
		Known known = identity.isEmpty() ? null : last;
		if (known == null) {
			return OF_ANONYMOUS;
		}
		if (!known.identity().equals(identity)) {
			known = new Known(identity, calculate(identity));
			last = known;
		}
		return known.hash();
	}

	/**
	 * Return the hash of a text that is not used again.
	 */
	static String calculate(String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java platform does not provide SHA-256", ex);
		}
	}

	private record Known(String identity, String hash) {
	}

}
