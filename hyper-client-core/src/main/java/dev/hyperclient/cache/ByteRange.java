package dev.hyperclient.cache;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

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
	 * Whether a request asks for a range that we can tell: one, of bytes.
	 */
	static boolean isSimple(HttpHeaders request) {
		return parse(request).isPresent();
	}

	/**
	 * The range of a stored response that a request wants.
	 * @return the range, or empty if it wants the whole, also since {@code If-Range}
	 * names another representation (13.1.5)
	 */
	static Optional<ByteRange> wanted(ServiceRequest request, StoredResponse stored) {
		if (!HttpMethod.GET.equals(request.method()) || !StoredAnswer.isRepresentation(stored)
				|| !isOf(request.headers(), stored.headers())) {
			return Optional.empty();
		}
		long length = stored.body().length();
		return parse(request.headers()).filter((range) -> isSatisfiable(range, length))
			.map((range) -> new ByteRange(range.getRangeStart(length), range.getRangeEnd(length)));
	}

	/**
	 * Whether the stored response cannot give what the request wants, so that the server
	 * must be asked.
	 */
	static boolean isMissing(ServiceRequest request, StoredResponse stored) {
		return request.headers().containsHeader(HttpHeaders.RANGE) && StoredAnswer.isRepresentation(stored)
				&& isOf(request.headers(), stored.headers()) && wanted(request, stored).isEmpty();
	}

	String contentRange(long length) {
		return "bytes " + this.first + "-" + this.last + "/" + length;
	}

	private static Optional<HttpRange> parse(HttpHeaders request) {
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
	 * Strong comparison only; a date is strong if the response is younger than it by at
	 * least a second (8.8.2.2).
	 */
	private static boolean isOf(HttpHeaders request, HttpHeaders stored) {
		String condition = request.getFirst(HttpHeaders.IF_RANGE);
		if (condition == null) {
			return true;
		}
		if (condition.strip().startsWith("\"")) {
			return condition.strip().equals(stored.getFirst(HttpHeaders.ETAG));
		}
		return condition.equals(stored.getFirst(HttpHeaders.LAST_MODIFIED))
				&& HttpDates.find(stored, HttpHeaders.LAST_MODIFIED)
					.flatMap((modified) -> HttpDates.find(stored, HttpHeaders.DATE)
						.map((date) -> Duration.between(modified, date).toSeconds() >= 1))
					.orElse(false);
	}

}
