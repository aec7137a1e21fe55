package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The keys of a URL, or of the groups of an origin. They contain hashes only, and have
 * one hash tag, so that a cluster keeps them on one machine.
 *
 * @param base the common beginning: prefix, version of the format, hash tag
 */
record RedisKeys(String base) {

	/**
	 * The version of the format, part of every key, so that versions do not meet.
	 */
	static final String VERSION = "1";

	private static final int HASH_BYTES = 16;

	static RedisKeys of(String prefix, String url) {
		return new RedisKeys(prefix + ":" + VERSION + ":{" + hash(url) + "}");
	}

	/**
	 * Return a pattern of all keys of a kind, for {@code SCAN}.
	 * @param kind the kind, or an asterisk for all
	 */
	static String pattern(String prefix, String kind) {
		return prefix + ":" + VERSION + ":{*}:" + kind;
	}

	/**
	 * Return the key of the record of the URL: its generation and the media types of its
	 * responses.
	 */
	byte[] url() {
		return (this.base + ":u").getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the key of the response of a media type.
	 * @param entry the hash of the media type
	 */
	byte[] entry(String entry) {
		return (this.base + ":e:" + entry).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the key of long content.
	 * @param id the random id of the content
	 */
	byte[] body(String id) {
		return (this.base + ":b:" + id).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the key of the generation of a group. Its base is that of the origin.
	 * @param name the name of the group
	 */
	byte[] group(String name) {
		return (this.base + ":g:" + hash(name)).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the key of the latest invalidation of a group. Its base is that of the
	 * origin.
	 */
	byte[] groups() {
		return (this.base + ":o").getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Return the first 128 bits of a SHA-256 hash in hexadecimal digits.
	 */
	static String hash(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java platform does not provide SHA-256", ex);
		}
	}

}
