package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the media type of an answer. What is not offered is answered with the first
 * offer, never refused.
 */
final class Accept {

	static final String WADL = "application/vnd.sun.wadl+xml";

	static final String XHTML = "application/xhtml+xml";

	private static final String OLD_WADL = "application/vd.sun.wadl+xml";

	private Accept() {
	}

	static String choose(Request request, List<String> offers) {
		String wanted = request.query().text("ws.accept");
		List<Range> ranges = parse((wanted != null) ? wanted : request.header("Accept"));
		String best = offers.get(0);
		for (String offer : offers) {
			if (quality(ranges, offer) > quality(ranges, best)) {
				best = offer;
			}
		}
		return best;
	}

	private static double quality(List<Range> ranges, String offer) {
		int closest = -1;
		double quality = 0;
		for (Range range : ranges) {
			int closeness = range.closeness(offer);
			if (closeness > closest) {
				closest = closeness;
				quality = range.quality();
			}
		}
		return quality;
	}

	private static List<Range> parse(@Nullable String accept) {
		List<Range> ranges = new ArrayList<>();
		for (String range : (accept != null) ? accept.split(",") : new String[0]) {
			String[] parts = range.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
			double quality = 1;
			for (String parameter : parts) {
				quality = parameter.startsWith("q=") ? number(parameter.substring(2)) : quality;
			}
			ranges.add(new Range(parts[0].equals(OLD_WADL) ? WADL : parts[0], quality));
		}
		return ranges;
	}

	private static double number(String text) {
		return text.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(text) : 0;
	}

	private record Range(String mediaType, double quality) {

		int closeness(String offer) {
			if (this.mediaType.equals(offer)) {
				return 2;
			}
			if (this.mediaType.equals(offer.substring(0, offer.indexOf('/')) + "/*")) {
				return 1;
			}
			return this.mediaType.equals("*/*") ? 0 : -1;
		}

	}

}
