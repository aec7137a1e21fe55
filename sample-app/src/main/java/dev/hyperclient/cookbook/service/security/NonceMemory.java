package dev.hyperclient.cookbook.service.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sees to it that no request comes twice (RFC 5849, section 3.3). Nonces are remembered
 * as long as their time stamps are accepted. When there are too many, the oldest are
 * forgotten, and their time stamps are accepted no more: memory is bounded, and still
 * nothing gets in a second time.
 */
final class NonceMemory {

	private final Clock clock;

	private final long window;

	private final int capacity;

	private final TreeMap<Long, Set<String>> seen = new TreeMap<>();

	private int size;

	private long forgotten = Long.MIN_VALUE;

	NonceMemory(Clock clock, Duration window, int capacity) {
		this.clock = clock;
		this.window = window.toSeconds();
		this.capacity = capacity;
	}

	/**
	 * Whether a time stamp is neither old nor in the future.
	 * @param timestamp seconds since 1970
	 * @return whether it is
	 */
	synchronized boolean accepts(long timestamp) {
		return timestamp > this.forgotten && Math.abs(timestamp - now()) <= this.window;
	}

	/**
	 * Note a request whose signature is right.
	 * @param timestamp its time stamp, which must have been accepted
	 * @param parts what must not come again together at this time
	 * @return whether it is the first one
	 */
	synchronized boolean add(long timestamp, String... parts) {
		forgetOld();
		if (timestamp <= this.forgotten
				|| !this.seen.computeIfAbsent(timestamp, (second) -> new HashSet<>()).add(digest(parts))) {
			return false;
		}
		this.size++;
		return true;
	}

	synchronized int size() {
		return this.size;
	}

	private void forgetOld() {
		Map.Entry<Long, Set<String>> oldest = this.seen.firstEntry();
		while (oldest != null && (oldest.getKey() < now() - this.window || this.size >= this.capacity)) {
			this.forgotten = oldest.getKey();
			this.size -= oldest.getValue().size();
			this.seen.remove(this.forgotten);
			oldest = this.seen.firstEntry();
		}
	}

	private long now() {
		return this.clock.instant().getEpochSecond();
	}

	/**
	 * All digests have one size, however long the parts are.
	 */
	private static String digest(String... parts) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			for (String part : parts) {
				digest.update(part.getBytes(StandardCharsets.UTF_8));
				// No part has a control character, so the parts stay apart.
				digest.update((byte) 0);
			}
			return Base64.getEncoder().encodeToString(digest.digest());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java knows SHA-256", ex);
		}
	}

}
