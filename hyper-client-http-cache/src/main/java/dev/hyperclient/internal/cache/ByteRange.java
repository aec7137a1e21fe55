package dev.hyperclient.internal.cache;

import java.util.List;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRange;

/**
 * A range of bytes (RFC 9110, 14).
 *
 * @param first the first byte, from 0
 * @param last the last byte
 */
record ByteRange(long first, long last) {

	/**
	 * Whether a request has a single byte range.
	 */
	static boolean isSingle(HttpHeaders request) {
		return parse(request).isPresent();
	}

	/**
	 * Return the requested range of a stored response.
	 * @return the range, or empty for the whole response, which also applies if
	 * {@code If-Range} names another representation (13.1.5)
	 */
	static Optional<ByteRange> requested(CacheRequest request, StoredResponse stored) {
		if (!HttpMethod.GET.equals(request.method()) || !CachedResponse.isRepresentation(stored)
				|| !matchesIfRange(request.headers(), stored.headers())) {
			return Optional.empty();
		}
		long length = stored.body().length();
		return parse(request.headers()).filter((range) -> isSatisfiable(range, length))
			.map((range) -> new ByteRange(range.getRangeStart(length), range.getRangeEnd(length)));
	}

	/**
	 * Whether the requested range is not part of the stored response, so that the request
	 * must be forwarded.
	 */
	static boolean isUnsatisfiable(CacheRequest request, StoredResponse stored) {
		return request.headers().containsHeader(HttpHeaders.RANGE) && CachedResponse.isRepresentation(stored)
				&& matchesIfRange(request.headers(), stored.headers()) && requested(request, stored).isEmpty();
	}

	String contentRange(long length) {
		return "bytes " + this.first + "-" + this.last + "/" + length;
	}

	/**
	 * Return the single range of a request.
	 */
	static Optional<HttpRange> parse(HttpHeaders request) {
		try {
			List<HttpRange> ranges = HttpRange.parseRanges(request.getFirst(HttpHeaders.RANGE));
			return (ranges.size() == 1) ? Optional.of(ranges.get(0)) : Optional.empty();
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static boolean isSatisfiable(HttpRange range, long length) {
		try {
			return length > 0 && range.getRangeStart(length) <= range.getRangeEnd(length);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * Whether {@code If-Range} is absent or matches by strong comparison. A date is
	 * strong if it is at least a second earlier than {@code Date} (8.8.2.2).
	 */
	static boolean matchesIfRange(HttpHeaders request, HttpHeaders stored) {
		String condition = request.getFirst(HttpHeaders.IF_RANGE);
		if (condition == null) {
			return true;
		}
		return condition.strip().startsWith("\"") ? condition.strip().equals(stored.getFirst(HttpHeaders.ETAG))
				: Validators.strongDate(stored).filter(condition::equals).isPresent();
	}

}
