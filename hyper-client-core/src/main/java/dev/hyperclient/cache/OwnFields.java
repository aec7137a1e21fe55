package dev.hyperclient.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;

/**
 * Fields that the cache itself adds to what it stores, and those it leaves out. No server
 * can set ours, and no caller sees them.
 */
final class OwnFields {

	private static final String PREFIX = "hyper-client-";

	/**
	 * When the response was asked for, where that matters for its age.
	 */
	private static final String ASKED = PREFIX + "asked";

	/**
	 * The coding of content that is stored as it came: a store does not keep
	 * {@code Content-Encoding} itself.
	 */
	private static final String ENCODING = PREFIX + "content-encoding";

	/**
	 * Cookies, where all of RFC 9111 is used (3.1): a store does not keep
	 * {@code Set-Cookie} itself, and a service root has no use for it.
	 */
	private static final Set<String> COOKIES = Set.of("set-cookie", "set-cookie2");

	private static final int NO_CONTENT = 204;

	private static final Set<String> OF_CONNECTION = Set.of("connection", "keep-alive", "te", "transfer-encoding",
			"upgrade", "proxy-connection", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization");

	private OwnFields() {
	}

	/**
	 * The fields to store (RFC 9111, 3.1): without those that belong to the connection,
	 * and with a date (RFC 9110, 6.6.1).
	 * @param response the fields that were received
	 * @param asked when they were asked for
	 * @param now the present
	 * @param rules which law holds
	 */
	static HttpHeaders toStore(HttpHeaders response, Instant asked, Instant now, Rules rules) {
		HttpHeaders stored = new HttpHeaders();
		List<String> listed = listed(response);
		response.forEach((name, values) -> {
			String lowerCase = name.toLowerCase(Locale.ROOT);
			if (!lowerCase.startsWith(PREFIX) && !OF_CONNECTION.contains(lowerCase) && !listed.contains(lowerCase)) {
				keep(stored, name, values, rules);
			}
		});
		date(stored, asked, now);
		if (stored.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			stored.put(ENCODING, stored.getOrEmpty(HttpHeaders.CONTENT_ENCODING));
		}
		return stored;
	}

	/**
	 * Puts a field that was received to those that are stored, in place of what is stored
	 * of that name. Each cookie is a field of its own, since a store joins the lines of a
	 * field, and cookies cannot be taken apart again (RFC 6265, 3).
	 */
	static void keep(HttpHeaders stored, String name, List<String> values, Rules rules) {
		String lowerCase = name.toLowerCase(Locale.ROOT);
		if (!COOKIES.contains(lowerCase)) {
			stored.put(name, values);
		}
		else if (rules.isAlone()) {
			String kept = PREFIX + lowerCase + "-";
			List.copyOf(stored.headerNames()).stream().filter((each) -> each.startsWith(kept)).forEach(stored::remove);
			for (int i = 0; i < values.size(); i++) {
				stored.set(kept + i, values.get(i));
			}
		}
	}

	/**
	 * Adds what the age is told from: the date if there is none, and when it was asked
	 * for if the date alone does not tell.
	 * @param stored the fields to store
	 */
	static void date(HttpHeaders stored, Instant asked, Instant now) {
		if (HttpDates.find(stored, HttpHeaders.DATE).isEmpty()) {
			stored.setDate(HttpHeaders.DATE, now.toEpochMilli());
		}
		if (stored.containsHeader(HttpHeaders.AGE)
				|| HttpDates.find(stored, HttpHeaders.DATE).filter(now::isBefore).isPresent()) {
			stored.set(ASKED, String.valueOf(asked.getEpochSecond()));
		}
	}

	/**
	 * The fields to answer with.
	 * @param stored the stored response
	 * @return a copy that may be changed
	 */
	static HttpHeaders toAnswer(StoredResponse stored) {
		HttpHeaders answer = HttpHeaders.copyOf(stored.headers());
		if (answer.containsHeader(ENCODING)) {
			answer.put(HttpHeaders.CONTENT_ENCODING, stored.headers().getOrEmpty(ENCODING));
		}
		for (String name : COOKIES) {
			String kept = PREFIX + name + "-";
			for (int i = 0; stored.headers().containsHeader(kept + i); i++) {
				answer.addAll(name, stored.headers().getOrEmpty(kept + i));
				answer.remove(kept + i);
			}
		}
		answer.remove(ENCODING);
		answer.remove(ASKED);
		if (stored.status() == NO_CONTENT) {
			answer.remove(HttpHeaders.CONTENT_LENGTH);
		}
		else {
			answer.setContentLength(stored.body().length());
		}
		return answer;
	}

	static boolean isEncoded(HttpHeaders fields) {
		return fields.containsHeader(HttpHeaders.CONTENT_ENCODING) || fields.containsHeader(ENCODING);
	}

	/**
	 * Forgets when it was asked for.
	 */
	static void forgetAsked(HttpHeaders fields) {
		fields.remove(ASKED);
	}

	/**
	 * Whether a field of a later response must not be stored.
	 */
	static boolean areOfConnection(String lowerCase, HttpHeaders response) {
		return lowerCase.startsWith(PREFIX) || OF_CONNECTION.contains(lowerCase)
				|| listed(response).contains(lowerCase);
	}

	/**
	 * The time since a stored response was asked for.
	 * @return zero if that is not stored
	 */
	static Duration timeSinceAsked(HttpHeaders stored, Instant now) {
		String asked = stored.getFirst(ASKED);
		return (asked == null) ? Duration.ZERO
				: DeltaSeconds.parse(asked)
					.map((seconds) -> Duration.ofSeconds(Math.max(0, now.getEpochSecond() - seconds.toSeconds())))
					.orElse(Duration.ZERO);
	}

	/**
	 * Whether a response was stored later than now, so that the clock was set back since.
	 * The time of the request is stored if the server's {@code Date} was later than the
	 * response; otherwise that date is not later than the time it was stored.
	 */
	static boolean isFromFuture(HttpHeaders stored, Instant date, Instant now) {
		String asked = stored.getFirst(ASKED);
		Instant known = (asked == null) ? date
				: DeltaSeconds.parse(asked).map((seconds) -> Instant.EPOCH.plus(seconds)).orElse(date);
		return known.isAfter(now);
	}

	private static List<String> listed(HttpHeaders response) {
		return response.getOrEmpty(HttpHeaders.CONNECTION)
			.stream()
			.flatMap((value) -> Arrays.stream(value.split(",")))
			.map((name) -> name.strip().toLowerCase(Locale.ROOT))
			.toList();
	}

}
