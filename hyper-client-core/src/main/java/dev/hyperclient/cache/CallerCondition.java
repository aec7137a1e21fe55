package dev.hyperclient.cache;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;

/**
 * The condition that a caller put into its request, as the refresh of an entry does. It
 * goes to the server as it is, and a 304 to it speaks of what the caller has, not of what
 * is stored.
 *
 * @param request the header fields of the request
 */
record CallerCondition(HttpHeaders request) {

	/**
	 * The condition of a request.
	 * @return the condition, or empty if there is none that a 304 could answer
	 */
	static Optional<CallerCondition> of(HttpHeaders request) {
		boolean conditional = request.containsHeader(HttpHeaders.IF_NONE_MATCH)
				|| request.containsHeader(HttpHeaders.IF_MODIFIED_SINCE);
		return conditional ? Optional.of(new CallerCondition(request)) : Optional.empty();
	}

	/**
	 * Whether a 304 can mean nothing but the response with these validators: only if the
	 * caller named its entity tag and no other. A bare 304 to any other condition leaves
	 * open which response holds.
	 * @param stored the validators of the stored response
	 */
	boolean namesOnly(Validators stored) {
		List<ETag> named = entityTags();
		return named.size() == 1 && Validators.matchWeakly(named.get(0).formattedTag(), stored.etag());
	}

	/**
	 * Whether a fresh stored response answers this condition with a 304 (RFC 9111,
	 * 4.3.2).
	 * @param stored the header fields of the stored response
	 */
	boolean isNotModified(HttpHeaders stored) {
		if (this.request.containsHeader(HttpHeaders.IF_NONE_MATCH)) {
			String etag = stored.getFirst(HttpHeaders.ETAG);
			return entityTags().stream()
				.anyMatch((tag) -> tag.isWildcard() || Validators.matchWeakly(tag.formattedTag(), etag));
		}
		Optional<Instant> since = HttpDates.find(this.request, HttpHeaders.IF_MODIFIED_SINCE);
		Optional<Instant> modified = HttpDates.find(stored,
				stored.containsHeader(HttpHeaders.LAST_MODIFIED) ? HttpHeaders.LAST_MODIFIED : HttpHeaders.DATE);
		return since.isPresent() && modified.isPresent() && !modified.get().isAfter(since.get());
	}

	private List<ETag> entityTags() {
		return this.request.getOrEmpty(HttpHeaders.IF_NONE_MATCH)
			.stream()
			.flatMap((value) -> ETag.parse(value).stream())
			.toList();
	}

}
