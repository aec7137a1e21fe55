package dev.hyperclient.cookbook.service.security;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Detects replayed requests (RFC 5849, section 3.3). Nonces are kept while their time
 * stamps are acceptable. If there are too many, the nonces of the oldest time stamps are
 * evicted and those time stamps rejected from then on, so that memory is bounded and no
 * request is accepted twice. Thread-safe.
 */
final class NonceMemory {

	private final Clock clock;

	private final long window;

	private final int capacity;

	private final TreeMap<Long, Set<String>> seen = new TreeMap<>();

	private long evicted = Long.MIN_VALUE;

	NonceMemory(Clock clock, Duration window, int capacity) {
		this.clock = clock;
		this.window = window.toSeconds();
		this.capacity = capacity;
	}

	/**
	 * Return whether a time stamp is within the window around the present time.
	 * @param timestamp seconds since 1970
	 * @return whether the time stamp is acceptable
	 */
	synchronized boolean accepts(long timestamp) {
		return timestamp > this.evicted && Math.abs(timestamp - now()) <= this.window;
	}

	/**
	 * Add a request with a valid signature.
	 * @param timestamp its time stamp, which must be acceptable
	 * @param parts the nonce and everything else that identifies the request at this time
	 * @return whether it is the first request with these parts
	 */
	synchronized boolean add(long timestamp, String... parts) {
		evict();
		// Of fixed size, since parts may be long.
		String digest = OAuthSignatureMethod.HMAC_SHA256.sign("nonce", String.join("\0", parts));
		return timestamp > this.evicted
				&& this.seen.computeIfAbsent(timestamp, (second) -> new HashSet<>()).add(digest);
	}

	synchronized int size() {
		return this.seen.values().stream().mapToInt(Set::size).sum();
	}

	private void evict() {
		while (!this.seen.isEmpty() && (this.seen.firstKey() < now() - this.window || size() >= this.capacity)) {
			this.evicted = this.seen.firstKey();
			this.seen.remove(this.evicted);
		}
	}

	private long now() {
		return this.clock.instant().getEpochSecond();
	}

}
