package dev.hyperclient.testservice;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the media type of a response. The first offer is the default, also if the
 * request accepts none of the offers.
 */
final class ContentNegotiation {

	static final String WADL = "application/vnd.sun.wadl+xml";

	static final String XHTML = "application/xhtml+xml";

	private static final String OLD_WADL = "application/vd.sun.wadl+xml";

	private ContentNegotiation() {
	}

	static String choose(IncomingRequest request, List<String> offers) {
		String accept = request.query().text("ws.accept");
		Map<String, Double> ranges = parse((accept != null) ? accept : request.header("Accept"));
		return offers.stream().max(Comparator.comparingDouble((offer) -> quality(ranges, offer))).orElseThrow();
	}

	private static double quality(Map<String, Double> ranges, String offer) {
		String type = offer.substring(0, offer.indexOf('/'));
		return ranges.getOrDefault(offer, ranges.getOrDefault(type + "/*", ranges.getOrDefault("*/*", 0.0)));
	}

	private static Map<String, Double> parse(@Nullable String accept) {
		Map<String, Double> ranges = new HashMap<>();
		for (String range : (accept != null) ? accept.split(",") : new String[0]) {
			String[] parts = range.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
			double quality = 1;
			for (String parameter : parts) {
				quality = parameter.startsWith("q=") ? number(parameter.substring(2)) : quality;
			}
			ranges.putIfAbsent(parts[0].equals(OLD_WADL) ? WADL : parts[0], quality);
		}
		return ranges;
	}

	private static double number(String text) {
		return text.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(text) : 0;
	}

}
