package dev.hyperclient.internal.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;

/**
 * The condition of a caller's request, which compares with the caller's own copy. It is
 * forwarded unchanged, and a 304 confirms that copy, not the stored response.
 *
 * @param request the header fields of the request
 */
public record RequestCondition(HttpHeaders request) {

	/**
	 * Return the condition of a request.
	 * @param request the header fields of the request
	 * @return the condition, or empty without {@code If-None-Match} and
	 * {@code If-Modified-Since}
	 */
	public static Optional<RequestCondition> of(HttpHeaders request) {
		boolean conditional = request.containsHeader(HttpHeaders.IF_NONE_MATCH)
				|| request.containsHeader(HttpHeaders.IF_MODIFIED_SINCE);
		return conditional ? Optional.of(new RequestCondition(request)) : Optional.empty();
	}

	/**
	 * Whether a 304 can only confirm the response with these validators: the condition
	 * names its entity tag and no other.
	 * @param stored the validators of the stored response
	 */
	public boolean namesOnly(Validators stored) {
		List<ETag> named = entityTags();
		return named.size() == 1 && Validators.matchWeakly(named.get(0).formattedTag(), stored.etag());
	}

	/**
	 * Whether this condition evaluates to a 304 for a fresh stored response (RFC 9111,
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
