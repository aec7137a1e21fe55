package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The directives of {@code Cache-Control} that matter to a private cache (RFC 9111, 5.2).
 * Unknown directives are ignored; what cannot be read is taken for the more careful
 * thing.
 *
 * @param noStore whether nothing may be stored
 * @param noCache whether validation is demanded, also if only for certain fields
 * @param isPublic whether the response may be shared
 * @param maxAge the lifetime given or asked for, or {@code null} for none. Zero if it
 * cannot be read, the shortest one of several
 */
record CacheControl(boolean noStore, boolean noCache, boolean isPublic, @Nullable Duration maxAge) {

	private static final CacheControl NONE = new CacheControl(false, false, false, null);

	/**
	 * What a response says.
	 */
	static CacheControl of(HttpHeaders headers) {
		return parse(headers.getOrEmpty(HttpHeaders.CACHE_CONTROL));
	}

	/**
	 * What a request says. {@code Pragma: no-cache} counts where there is no
	 * {@code Cache-Control} (RFC 9111, 5.4).
	 */
	static CacheControl ofRequest(HttpHeaders headers) {
		boolean pragma = !headers.containsHeader(HttpHeaders.CACHE_CONTROL)
				&& headers.getOrEmpty(HttpHeaders.PRAGMA).stream().anyMatch((v) -> v.strip().equals("no-cache"));
		return pragma ? NONE.with("no-cache", "") : of(headers);
	}

	/**
	 * Whether a request with these directives wants nothing unvalidated.
	 */
	boolean demandsValidation() {
		return this.noCache || (this.maxAge != null && this.maxAge.isZero());
	}

	private static CacheControl parse(List<String> values) {
		CacheControl result = NONE;
		for (String value : values) {
			result = parse(value, result);
		}
		return result;
	}

	private static CacheControl parse(String value, CacheControl before) {
		CacheControl result = before;
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
				result = result.with(value.substring(start, Math.min(i, value.length())));
				start = i + 1;
			}
		}
		// An open quotation may have swallowed anything.
		return quoted ? result.with("no-cache", "") : result;
	}

	private CacheControl with(String directive) {
		int equals = directive.indexOf('=');
		return (equals < 0) ? with(directive.strip(), "")
				: with(directive.substring(0, equals).strip(), unquoted(directive.substring(equals + 1).strip()));
	}

	private CacheControl with(String name, String argument) {
		return switch (name.toLowerCase(Locale.ROOT)) {
			case "no-store" -> new CacheControl(true, this.noCache, this.isPublic, this.maxAge);
			case "no-cache" -> new CacheControl(this.noStore, true, this.isPublic, this.maxAge);
			case "public" -> new CacheControl(this.noStore, this.noCache, true, this.maxAge);
			case "max-age" ->
				new CacheControl(this.noStore, this.noCache, this.isPublic, shorter(this.maxAge, argument));
			default -> this;
		};
	}

	private static Duration shorter(@Nullable Duration maxAge, String argument) {
		Duration other = DeltaSeconds.parse(argument).orElse(Duration.ZERO);
		return (maxAge != null && maxAge.compareTo(other) < 0) ? maxAge : other;
	}

	private static String unquoted(String argument) {
		boolean quoted = argument.length() >= 2 && argument.startsWith("\"") && argument.endsWith("\"");
		return quoted ? argument.substring(1, argument.length() - 1) : argument;
	}

}
