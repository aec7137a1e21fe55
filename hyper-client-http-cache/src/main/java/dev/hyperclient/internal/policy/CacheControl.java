package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The directives of {@code Cache-Control} (RFC 9111, 5.2; RFC 5861; RFC 8246). Unknown
 * directives are ignored. An invalid directive, and one that occurs several times, has
 * its most restrictive meaning.
 */
public final class CacheControl {

	static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

	private static final long MAX_DELTA_SECONDS = 1L << 31;

	private static final CacheControl NONE = new CacheControl();

	/** Changed only while the fields are parsed. */
	private final List<Directive> directives = new ArrayList<>(2);

	private CacheControl() {
	}

	private record Directive(String name, @Nullable String argument) {

		public Optional<Duration> seconds() {
			return (this.argument != null) ? deltaSeconds(this.argument) : Optional.empty();
		}

	}

	/**
	 * Return the directives of a response.
	 */
	public static CacheControl of(HttpHeaders headers) {
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
	public static CacheControl ofRequest(HttpHeaders headers) {
		if (headers.containsHeader(HttpHeaders.CACHE_CONTROL)) {
			return of(headers);
		}
		for (String value : headers.getOrEmpty(HttpHeaders.PRAGMA)) {
			if (value.strip().equals("no-cache")) {
				CacheControl result = new CacheControl();
				result.add("no-cache");
				return result;
			}
		}
		return NONE;
	}

	/**
	 * Whether the response must not be stored (5.2.2.5), unless the cache understands its
	 * status code (5.2.2.3). One that a rule has stored nevertheless is not served
	 * without that rule.
	 */
	boolean forbidsStoring() {
		return has("no-store") && !has("must-understand");
	}

	/**
	 * Whether the response must not be served stale (5.2.2.2). The directives for shared
	 * caches do not apply (5.2.2.8, 5.2.2.10).
	 */
	boolean forbidsStale() {
		return has("no-cache") || forbidsStoring() || has("must-revalidate");
	}

	/**
	 * Return how long the response must remain fresh (5.2.1.3).
	 * @return the time, unlimited if it is invalid
	 */
	Duration minFresh() {
		Duration result = Duration.ZERO;
		for (Directive directive : this.directives) {
			if (directive.name().equals("min-fresh")) {
				Duration other = directive.seconds().orElse(UNLIMITED);
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
			limited |= directive.name().equals("max-stale") && directive.argument() != null;
		}
		if (limited) {
			return seconds("max-stale");
		}
		return has("max-stale") ? UNLIMITED : null;
	}

	/**
	 * Whether the request requires validation.
	 */
	public boolean demandsValidation() {
		Duration maxAge = seconds("max-age");
		return has("no-cache") || (maxAge != null && maxAge.isZero());
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

	/**
	 * Whether a directive is present, with or without an argument.
	 */
	public boolean has(String name) {
		for (Directive directive : this.directives) {
			if (directive.name().equals(name)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return the time of a directive.
	 * @return the shortest value, zero if it is invalid, {@code null} for none
	 */
	public @Nullable Duration seconds(String name) {
		Duration result = null;
		for (Directive directive : this.directives) {
			if (directive.name().equals(name)) {
				Duration other = directive.seconds().orElse(Duration.ZERO);
				result = (result == null || other.compareTo(result) < 0) ? other : result;
			}
		}
		return result;
	}

	/**
	 * Return the directives without some that have no argument or a time.
	 * @param names the names of those. {@code no-cache} with names of fields is kept
	 */
	public String without(Set<String> names) {
		StringBuilder text = new StringBuilder();
		for (Directive directive : this.directives) {
			boolean ofFields = directive.name().equals("no-cache") && directive.argument() != null;
			if (ofFields || !names.contains(directive.name())) {
				text.append(text.isEmpty() ? "" : ", ").append(directive.name());
				text.append((directive.argument() == null) ? "" : "=\"" + directive.argument() + '"');
			}
		}
		return text.toString();
	}

	private void parse(String value) {
		if (Messages.split(value, this::add)) {
			// An open quotation may hide any directive.
			add("no-cache");
		}
	}

	private void add(String directive) {
		int equals = directive.indexOf('=');
		String name = (equals < 0) ? directive : directive.substring(0, equals).strip();
		this.directives.add(new Directive(name.toLowerCase(Locale.ROOT),
				(equals < 0) ? null : unquoted(directive.substring(equals + 1).strip())));
	}

	private static String unquoted(String argument) {
		boolean quoted = argument.length() >= 2 && argument.startsWith("\"") && argument.endsWith("\"");
		return quoted ? argument.substring(1, argument.length() - 1) : argument;
	}

}
