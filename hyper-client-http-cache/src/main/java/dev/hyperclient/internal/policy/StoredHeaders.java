package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.http.HeaderFields;

import org.springframework.http.HttpHeaders;

/**
 * The header fields of stored responses. Fields of the connection are excluded; fields
 * with the prefix {@code hyper-client-} are added, which are neither accepted from a
 * server nor passed to a caller.
 */
public final class StoredHeaders {

	private static final String PREFIX = "hyper-client-";

	/**
	 * The time of the request, where the age depends on it.
	 */
	private static final String REQUEST_TIME = PREFIX + "asked";

	/**
	 * The coding of content that is stored encoded: a store does not keep
	 * {@code Content-Encoding} itself.
	 */
	private static final String ENCODING = PREFIX + "content-encoding";

	/**
	 * Cookies: a store does not keep {@code Set-Cookie} itself.
	 */
	private static final Set<String> COOKIES = anyCase("set-cookie", "set-cookie2");

	private static final String FIRST_COOKIE = PREFIX + "set-cookie-0";

	private static final String FIRST_COOKIE_2 = PREFIX + "set-cookie2-0";

	private static final int NO_CONTENT = 204;

	private static final Set<String> CONNECTION_FIELDS = anyCase("connection", "keep-alive", "te", "transfer-encoding",
			"upgrade", "proxy-connection", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization");

	private StoredHeaders() {
	}

	/**
	 * Return the header fields to store (RFC 9111, 3.1): without the fields of the
	 * connection, and with a date (RFC 9110, 6.6.1).
	 * @param response the header fields of the response
	 * @param requestTime the time of the request
	 * @param now the current time
	 * @param profile the features that are used
	 */
	public static HttpHeaders of(HttpHeaders response, Instant requestTime, Instant now, CachingProfile profile) {
		HttpHeaders stored = HeaderFields.create();
		List<String> options = connectionOptions(response);
		HttpHeaders.readOnlyHttpHeaders(response).forEach((name, values) -> {
			if (!isExcluded(name, options)) {
				put(stored, name, values, profile);
			}
		});
		addDate(stored, requestTime, now);
		if (stored.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			stored.put(ENCODING, stored.getOrEmpty(HttpHeaders.CONTENT_ENCODING));
		}
		return stored;
	}

	/**
	 * Put a received field, in place of the stored one. Each cookie becomes a field of
	 * its own, since a store joins the lines of a field, and joined cookies cannot be
	 * separated (RFC 6265, 3).
	 */
	public static void put(HttpHeaders stored, String name, List<String> values, CachingProfile profile) {
		if (!COOKIES.contains(name)) {
			stored.put(name, values);
		}
		else if (profile == CachingProfile.RFC_9111) {
			String prefix = PREFIX + name.toLowerCase(Locale.ROOT) + "-";
			List.copyOf(stored.headerNames())
				.stream()
				.filter((each) -> each.startsWith(prefix))
				.forEach(stored::remove);
			for (int i = 0; i < values.size(); i++) {
				stored.set(prefix + i, values.get(i));
			}
		}
	}

	/**
	 * Add the fields that the age is calculated from: {@code Date} if it is missing, and
	 * the time of the request if the date is not sufficient.
	 * @param stored the header fields to store
	 */
	public static void addDate(HttpHeaders stored, Instant requestTime, Instant now) {
		Instant date = HttpDates.find(stored, HttpHeaders.DATE).orElse(null);
		if (date == null) {
			stored.setDate(HttpHeaders.DATE, now.toEpochMilli());
		}
		// A date that is added is not later than now.
		if (stored.containsHeader(HttpHeaders.AGE) || (date != null && now.isBefore(date))) {
			stored.set(REQUEST_TIME, String.valueOf(requestTime.getEpochSecond()));
		}
	}

	/**
	 * Return the header fields of the response to a caller.
	 * @param stored the stored response
	 * @return a modifiable copy
	 */
	public static HttpHeaders toResponse(StoredResponse stored) {
		HttpHeaders response = HeaderFields.copyOf(stored.headers());
		if (response.containsHeader(ENCODING)) {
			response.put(HttpHeaders.CONTENT_ENCODING, stored.headers().getOrEmpty(ENCODING));
		}
		if (response.containsHeader(FIRST_COOKIE) || response.containsHeader(FIRST_COOKIE_2)) {
			restoreCookies(stored.headers(), response);
		}
		response.remove(ENCODING);
		response.remove(REQUEST_TIME);
		if (stored.status() == NO_CONTENT) {
			response.remove(HttpHeaders.CONTENT_LENGTH);
		}
		else {
			response.setContentLength(stored.body().length());
		}
		return response;
	}

	private static void restoreCookies(HttpHeaders stored, HttpHeaders response) {
		for (String name : COOKIES) {
			String prefix = PREFIX + name + "-";
			for (int i = 0; stored.containsHeader(prefix + i); i++) {
				response.addAll(name, stored.getOrEmpty(prefix + i));
				response.remove(prefix + i);
			}
		}
	}

	/**
	 * Whether a response, received or stored, has cookies.
	 */
	public static boolean hasCookies(HttpHeaders fields) {
		return fields.containsHeader(HttpHeaders.SET_COOKIE) || fields.containsHeader(FIRST_COOKIE)
				|| fields.containsHeader(HttpHeaders.SET_COOKIE2) || fields.containsHeader(FIRST_COOKIE_2);
	}

	public static boolean isEncoded(HttpHeaders fields) {
		return fields.containsHeader(HttpHeaders.CONTENT_ENCODING) || fields.containsHeader(ENCODING);
	}

	/**
	 * Remove the time of the request.
	 */
	public static void removeRequestTime(HttpHeaders fields) {
		fields.remove(REQUEST_TIME);
	}

	/**
	 * Whether a field of a response is not stored.
	 * @param options the {@link #connectionOptions} of the response
	 */
	public static boolean isExcluded(String name, List<String> options) {
		return isOfMessage(name) || (!options.isEmpty() && options.contains(name.toLowerCase(Locale.ROOT)));
	}

	/**
	 * Return a set that contains names in any letters, so that no name is converted.
	 */
	public static Set<String> anyCase(String... names) {
		Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		set.addAll(List.of(names));
		return Collections.unmodifiableSet(set);
	}

	/**
	 * Whether a field belongs to one message. The HTTP client of the JDK shows the
	 * pseudo-header fields of HTTP/2, as {@code :status}.
	 */
	private static boolean isOfMessage(String name) {
		return name.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) || name.startsWith(":")
				|| CONNECTION_FIELDS.contains(name);
	}

	/**
	 * Return the time since the request of a stored response.
	 * @return the time, zero if it is unknown
	 */
	static Duration timeSinceRequest(HttpHeaders stored, Instant now) {
		String requestTime = stored.getFirst(REQUEST_TIME);
		return (requestTime == null) ? Duration.ZERO
				: CacheControl.deltaSeconds(requestTime)
					.map((seconds) -> Duration.ofSeconds(Math.max(0, now.getEpochSecond() - seconds.toSeconds())))
					.orElse(Duration.ZERO);
	}

	/**
	 * Whether a response was stored later than now, so that the clock has been set back.
	 * The time of the request is stored if the server's {@code Date} was ahead; otherwise
	 * the date is not later than the time of storing.
	 */
	static boolean isFromFuture(HttpHeaders stored, Instant date, Instant now) {
		String requestTime = stored.getFirst(REQUEST_TIME);
		Instant latest = (requestTime == null) ? date
				: CacheControl.deltaSeconds(requestTime).map((seconds) -> Instant.EPOCH.plus(seconds)).orElse(date);
		return latest.isAfter(now);
	}

	/**
	 * Return the names that the {@code Connection} field lists, in lower case.
	 */
	public static List<String> connectionOptions(HttpHeaders response) {
		List<String> lines = response.getOrEmpty(HttpHeaders.CONNECTION);
		return lines.isEmpty() ? List.of()
				: lines.stream()
					.flatMap((value) -> Arrays.stream(value.split(",")))
					.map((name) -> name.strip().toLowerCase(Locale.ROOT))
					.toList();
	}

}
