package dev.hyperclient.cache;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.springframework.http.HttpHeaders;

/**
 * The one language that a caller likes best (RFC 9110, 12.5.4).
 */
final class PreferredLanguage {

	private PreferredLanguage() {
	}

	/**
	 * Reads {@code Accept-Language}.
	 * @return the language range in lower case, or empty if there is none that is liked
	 * better than all others
	 */
	static Optional<String> of(HttpHeaders request) {
		List<Locale.LanguageRange> ranges = ranges(String.join(",", request.getOrEmpty(HttpHeaders.ACCEPT_LANGUAGE)));
		if (ranges.isEmpty()) {
			return Optional.empty();
		}
		double best = ranges.stream().mapToDouble(Locale.LanguageRange::getWeight).max().orElse(0);
		List<String> liked = ranges.stream()
			.filter((range) -> range.getWeight() == best)
			.map(Locale.LanguageRange::getRange)
			.toList();
		return (liked.size() == 1 && best > 0) ? Optional.of(liked.get(0)) : Optional.empty();
	}

	private static List<Locale.LanguageRange> ranges(String value) {
		try {
			return value.isBlank() ? List.of() : Locale.LanguageRange.parse(value);
		}
		catch (IllegalArgumentException ex) {
			return List.of();
		}
	}

}
