package dev.hyperclient.cache;

import java.time.Duration;
import java.util.Optional;

/**
 * A number of seconds as header fields give it (RFC 9111, 1.2.2).
 */
final class DeltaSeconds {

	private static final long GREATEST = 1L << 31;

	private DeltaSeconds() {
	}

	/**
	 * Reads a number of seconds; an enormous one becomes the greatest we know.
	 * @param text the digits
	 * @return the seconds, or empty if it is something else
	 */
	static Optional<Duration> parse(String text) {
		if (text.isEmpty() || !text.chars().allMatch((c) -> c >= '0' && c <= '9')) {
			return Optional.empty();
		}
		long seconds = 0;
		for (int i = 0; i < text.length() && seconds < GREATEST; i++) {
			seconds = seconds * 10 + (text.charAt(i) - '0');
		}
		return Optional.of(Duration.ofSeconds(Math.min(seconds, GREATEST)));
	}

}
