package dev.hyperclient.cache;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

import org.springframework.http.HttpHeaders;

/**
 * A stored response and what a 304 has made of it (RFC 9111, 3.2 and 4.3.4).
 *
 * @param freshened the stored content with the freshened header fields
 * @param isWorthWriting whether the store gains by the change: a response without a
 * lifetime is validated each time, so its date alone is not worth a new file
 */
record Freshening(StoredResponse freshened, boolean isWorthWriting) {

	/**
	 * Fields of the 304 that speak of its own message or connection.
	 */
	private static final Set<String> NOT_UPDATED = Set.of("content-length", "content-encoding", "content-range",
			"trailer");

	private static final Set<String> NOT_WORTH_WRITING = Set.of("date", "age", "set-cookie", "set-cookie2");

	/**
	 * Freshens a stored response.
	 * @param stored the stored response, which was confirmed
	 * @param inquiry the request of the caller
	 * @param notModified the header fields of the 304
	 */
	static Freshening of(StoredResponse stored, Inquiry inquiry, HttpHeaders notModified) {
		ServiceRequest request = inquiry.request();
		HttpHeaders headers = HttpHeaders.copyOf(stored.headers());
		// An age told with the former date says nothing about the new one.
		headers.remove(HttpHeaders.AGE);
		OwnFields.forgetAsked(headers);
		// A message without a date is from now (RFC 9110, 6.6.1).
		headers.remove(HttpHeaders.DATE);
		boolean changed = false;
		for (String name : notModified.headerNames()) {
			String lowerCase = name.toLowerCase(Locale.ROOT);
			if (!NOT_UPDATED.contains(lowerCase) && !OwnFields.areOfConnection(lowerCase, notModified)
					&& !strengthens(lowerCase, stored.headers(), notModified)) {
				List<String> values = notModified.getOrEmpty(name);
				changed |= !NOT_WORTH_WRITING.contains(lowerCase) && !isSame(values, headers.getOrEmpty(name));
				OwnFields.keep(headers, name, values, inquiry.rules());
			}
		}
		OwnFields.date(headers, inquiry.asked(), inquiry.now());
		String identityHash = IdentityHash.of(request.identity());
		StoredResponse freshened = new StoredResponse(stored.status(), headers, stored.body(),
				Storing.varied(headers, inquiry), identityHash, stored.permanentRedirect());
		boolean worthWriting = changed || Freshness.hasLifetime(headers) || !identityHash.equals(stored.identityHash());
		return new Freshening(freshened, worthWriting);
	}

	/**
	 * Whether a field would make a strong entity tag of a weak one. It stays weak: what
	 * is stored need not be the same as the strong tag's representation, byte for byte.
	 */
	private static boolean strengthens(String lowerCase, HttpHeaders stored, HttpHeaders notModified) {
		String etag = stored.getFirst(HttpHeaders.ETAG);
		return lowerCase.equals("etag") && Validators.isWeak(etag)
				&& Validators.matchWeakly(etag, notModified.getFirst(HttpHeaders.ETAG));
	}

	private static boolean isSame(List<String> some, List<String> others) {
		return String.join(", ", some).equals(String.join(", ", others));
	}

}
