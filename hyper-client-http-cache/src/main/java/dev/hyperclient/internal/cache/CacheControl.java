package dev.hyperclient.internal.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The directives of {@code Cache-Control} (RFC 9111, 5.2; RFC 5861; RFC 8246). Unknown
 * directives are ignored. An invalid directive, and one that occurs several times, has
 * its most restrictive meaning.
 */
final class CacheControl {

	static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

	private static final long MAX_DELTA_SECONDS = 1L << 31;

	private static final CacheControl NONE = new CacheControl();

	/** Changed only while the fields are parsed. */
	private final List<Directive> directives = new ArrayList<>(2);

	private CacheControl() {
	}

	private record Directive(String name, String argument) {
	}

	/**
	 * Return the directives of a response.
	 */
	static CacheControl of(HttpHeaders headers) {
		List<String> values = headers.getOrEmpty(HttpHeaders.CACHE_CONTROL);
		if (values.isEmpty()) {
			return NONE;
		}
		CacheControl result = new CacheControl();
		values.forEach(result::parse);
		return result;
	}

	/**
	 * Return the directives of a request. {@code Pragma: no-cache} counts without
	 * {@code Cache-Control} (RFC 9111, 5.4).
	 */
	static CacheControl ofRequest(HttpHeaders headers) {
		if (headers.containsHeader(HttpHeaders.CACHE_CONTROL)) {
			return of(headers);
		}
		for (String value : headers.getOrEmpty(HttpHeaders.PRAGMA)) {
			if (value.strip().equals("no-cache")) {
				CacheControl result = new CacheControl();
				result.add("no-cache", "");
				return result;
			}
		}
		return NONE;
	}

	/**
	 * Whether the response must not be stored (5.2.1.5, 5.2.2.5).
	 */
	boolean noStore() {
		return has("no-store");
	}

	/**
	 * Whether validation is required, also if only for named fields (5.2.1.4, 5.2.2.4).
	 */
	boolean noCache() {
		return has("no-cache");
	}

	/**
	 * Whether the response may be served to any user (5.2.2.9).
	 */
	boolean isPublic() {
		return has("public");
	}

	/**
	 * Whether the response is for one user (5.2.2.7).
	 */
	boolean isPrivate() {
		return has("private");
	}

	/**
	 * Whether only a cache that understands the status code may store (5.2.2.3).
	 */
	boolean mustUnderstand() {
		return has("must-understand");
	}

	/**
	 * Whether the response must not be served stale (5.2.2.2). The directives for shared
	 * caches count too (5.2.2.8, 5.2.2.10).
	 */
	boolean forbidsStale() {
		return noCache() || has("must-revalidate") || has("proxy-revalidate") || has("s-maxage");
	}

	/**
	 * Whether the request must not be forwarded (5.2.1.7).
	 */
	boolean onlyIfCached() {
		return has("only-if-cached");
	}

	/**
	 * Return the lifetime of the response, or the maximum age that the request accepts
	 * (5.2.1.1, 5.2.2.1).
	 * @return the shortest value, zero if it is invalid, {@code null} for none
	 */
	@Nullable Duration maxAge() {
		return shortest("max-age", Duration.ZERO);
	}

	/**
	 * Return how long the response must remain fresh (5.2.1.3).
	 * @return the time, unlimited if it is invalid
	 */
	Duration minFresh() {
		Duration result = Duration.ZERO;
		for (Directive directive : this.directives) {
			if (directive.name().equals("min-fresh")) {
				Duration other = deltaSeconds(directive.argument()).orElse(UNLIMITED);
				result = (other.compareTo(result) > 0) ? other : result;
			}
		}
		return result;
	}

	/**
	 * Return the staleness that the request accepts (5.2.1.2).
	 * @return the time: unlimited without an argument, zero if it is invalid,
	 * {@code null} for none
	 */
	@Nullable Duration maxStale() {
		boolean limited = false;
		for (Directive directive : this.directives) {
			limited |= directive.name().equals("max-stale") && !directive.argument().isEmpty();
		}
		if (limited) {
			return shortest("max-stale", Duration.ZERO);
		}
		return has("max-stale") ? UNLIMITED : null;
	}

	/**
	 * Return how stale the response may be served while it is validated (RFC 5861, 3).
	 */
	@Nullable Duration staleWhileRevalidate() {
		return shortest("stale-while-revalidate", Duration.ZERO);
	}

	/**
	 * Return how stale the response may be served in place of an error (RFC 5861, 4).
	 */
	@Nullable Duration staleIfError() {
		return shortest("stale-if-error", Duration.ZERO);
	}

	/**
	 * Whether the request requires validation.
	 */
	boolean demandsValidation() {
		Duration maxAge = maxAge();
		return noCache() || (maxAge != null && maxAge.isZero());
	}

	/**
	 * Parse a number of seconds (RFC 9111, 1.2.2). A larger value than 2^31 is limited to
	 * it.
	 * @param text the digits
	 * @return the time, or empty if the text is not a number
	 */
	static Optional<Duration> deltaSeconds(String text) {
		long seconds = 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c < '0' || c > '9') {
				return Optional.empty();
			}
			seconds = Math.min(seconds * 10 + (c - '0'), MAX_DELTA_SECONDS);
		}
		return text.isEmpty() ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
	}

	private boolean has(String name) {
		for (Directive directive : this.directives) {
			if (directive.name().equals(name)) {
				return true;
			}
		}
		return false;
	}

	private @Nullable Duration shortest(String name, Duration invalid) {
		Duration result = null;
		for (Directive directive : this.directives) {
			if (directive.name().equals(name)) {
				Duration other = deltaSeconds(directive.argument()).orElse(invalid);
				result = (result == null || other.compareTo(result) < 0) ? other : result;
			}
		}
		return result;
	}

	private void parse(String value) {
		int start = 0;
		boolean quoted = false;
		for (int i = 0; i <= value.length(); i++) {
			char c = (i < value.length()) ? value.charAt(i) : ',';
			if (quoted && c == '\\') {
				i++;
			}
			else if (c == '"') {
				quoted = !quoted;
			}
			else if (c == ',' && (!quoted || i >= value.length())) {
				add(value.substring(start, Math.min(i, value.length())));
				start = i + 1;
			}
		}
		if (quoted) {
			// An open quotation may hide any directive.
			add("no-cache", "");
		}
	}

	private void add(String directive) {
		int equals = directive.indexOf('=');
		if (equals < 0) {
			add(directive.strip(), "");
		}
		else {
			add(directive.substring(0, equals).strip(), unquoted(directive.substring(equals + 1).strip()));
		}
	}

	private void add(String name, String argument) {
		this.directives.add(new Directive(name.toLowerCase(Locale.ROOT), argument));
	}

	private static String unquoted(String argument) {
		boolean quoted = argument.length() >= 2 && argument.startsWith("\"") && argument.endsWith("\"");
		return quoted ? argument.substring(1, argument.length() - 1) : argument;
	}

}
