package dev.hyperclient.explorer.journal;

import java.util.Locale;

/**
 * Numbers of bytes for pages.
 */
final class ByteCount {

	private static final int THOUSAND = 1000;

	private ByteCount() {
	}

	static String text(long bytes) {
		if (bytes < THOUSAND) {
			return bytes + " B";
		}
		double thousands = (double) bytes / THOUSAND;
		return (thousands < THOUSAND) ? rounded(thousands) + " kB" : rounded(thousands / THOUSAND) + " MB";
	}

	private static String rounded(double number) {
		return String.format(Locale.ROOT, (number < 10) ? "%.1f" : "%.0f", number);
	}

}
