package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.util.Optional;

import dev.hyperclient.internal.http.HeaderFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The validators of a response (RFC 9110, 8.8).
 *
 * @param etag the value of {@code ETag}, with quotes, or {@code null} for none
 * @param lastModified the value of {@code Last-Modified}, or {@code null} for none
 */
public record Validators(@Nullable String etag, @Nullable String lastModified) {

	public static Validators of(HttpHeaders headers) {
		return new Validators(usable(headers.getFirst(HttpHeaders.ETAG)),
				usable(headers.getFirst(HttpHeaders.LAST_MODIFIED)));
	}

	/**
	 * Return a validator if it can be sent back, otherwise {@code null}. An entity tag
	 * without quotes is sent as it was received, but {@code *} would match any response.
	 */
	private static @Nullable String usable(@Nullable String validator) {
		if (validator == null || validator.isBlank() || validator.strip().equals("*")) {
			return null;
		}
		for (int i = 0; i < validator.length(); i++) {
			// HTTP clients reject what is not one byte.
			if (validator.charAt(i) > 0xFF) {
				return null;
			}
		}
		return validator;
	}

	public boolean isEmpty() {
		return this.etag == null && this.lastModified == null;
	}

	/**
	 * Return the header fields of a conditional request (RFC 9111, 4.3.1).
	 * @param request the header fields of the request
	 * @return a copy with the condition
	 */
	public HttpHeaders conditionalize(HttpHeaders request) {
		HttpHeaders conditional = HeaderFields.copyOf(request);
		if (this.etag != null) {
			conditional.set(HttpHeaders.IF_NONE_MATCH, this.etag);
		}
		if (this.lastModified != null) {
			conditional.set(HttpHeaders.IF_MODIFIED_SINCE, this.lastModified);
		}
		return conditional;
	}

	/**
	 * Whether a 304 confirms the response with these validators. The entity tag is
	 * compared weakly, as the server compares {@code If-None-Match} (RFC 9110, 13.1.2): a
	 * proxy that compresses weakens the tag of a 200, but not of a 304. A 304 without a
	 * tag confirms.
	 * @param notModified the header fields of the 304
	 */
	public boolean areConfirmedBy(HttpHeaders notModified) {
		String confirmed = notModified.getFirst(HttpHeaders.ETAG);
		if (confirmed == null) {
			return true;
		}
		return matchWeakly(this.etag, confirmed);
	}

	/**
	 * Return the strong validator of a response: its strong entity tag; without any tag,
	 * its {@link #strongDate date}.
	 * @return the value for {@code If-Range}
	 */
	public static Optional<String> strong(HttpHeaders headers) {
		String etag = headers.getFirst(HttpHeaders.ETAG);
		if (etag != null) {
			return etag.startsWith("\"") ? Optional.ofNullable(usable(etag)) : Optional.empty();
		}
		return strongDate(headers);
	}

	/**
	 * Return {@code Last-Modified} if it is at least a second earlier than {@code Date}
	 * (RFC 9110, 8.8.2.2).
	 */
	static Optional<String> strongDate(HttpHeaders headers) {
		return Optional.ofNullable(headers.getFirst(HttpHeaders.LAST_MODIFIED))
			.filter((value) -> HttpDates.find(headers, HttpHeaders.LAST_MODIFIED)
				.flatMap((modified) -> HttpDates.find(headers, HttpHeaders.DATE)
					.map((date) -> Duration.between(modified, date).toSeconds() >= 1))
				.orElse(false));
	}

	/**
	 * Whether two responses have the same strong validator, so that they are parts of the
	 * same representation.
	 */
	public static boolean shareStrong(HttpHeaders one, HttpHeaders other) {
		return strong(one).isPresent() && strong(one).equals(strong(other));
	}

	/**
	 * Whether two entity tags match by weak comparison (RFC 9110, 8.8.3.2).
	 */
	public static boolean matchWeakly(@Nullable String one, @Nullable String other) {
		return one != null && other != null && opaque(one).equals(opaque(other));
	}

	public static boolean isWeak(@Nullable String etag) {
		return etag != null && etag.startsWith("W/");
	}

	private static String opaque(String etag) {
		return isWeak(etag) ? etag.substring(2) : etag;
	}

}
