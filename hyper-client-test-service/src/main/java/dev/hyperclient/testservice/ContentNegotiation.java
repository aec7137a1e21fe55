package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
		List<Range> ranges = parse((accept != null) ? accept : request.header("Accept"));
		String best = offers.get(0);
		for (String offer : offers) {
			if (quality(ranges, offer) > quality(ranges, best)) {
				best = offer;
			}
		}
		return best;
	}

	private static double quality(List<Range> ranges, String offer) {
		int best = -1;
		double quality = 0;
		for (Range range : ranges) {
			int specificity = range.specificity(offer);
			if (specificity > best) {
				best = specificity;
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

		int specificity(String offer) {
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
