package dev.hyperclient.internal.policy;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRange;

/**
 * A range of the bytes of a representation (RFC 9110, 14).
 *
 * @param first the first byte, from 0
 * @param last the last byte
 * @param length the length of the whole representation
 */
public record ByteRange(long first, long last, long length) {

	private static final Pattern BYTES = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

	/**
	 * Return the range of a partial response (RFC 9110, 14.4).
	 * @return the range, or empty if there is none, it is not valid, or the length of the
	 * whole representation is unknown
	 */
	public static Optional<ByteRange> of(HttpHeaders response) {
		List<String> values = response.getOrEmpty(HttpHeaders.CONTENT_RANGE);
		Matcher bytes = BYTES.matcher((values.size() == 1) ? values.get(0).strip() : "");
		if (!bytes.matches()) {
			return Optional.empty();
		}
		ByteRange range = new ByteRange(Long.parseLong(bytes.group(1)), Long.parseLong(bytes.group(2)),
				Long.parseLong(bytes.group(3)));
		return Optional.of(range).filter((valid) -> valid.first <= valid.last && valid.last < valid.length);
	}

	/**
	 * Return the requested range of a stored response.
	 * @return the range, or empty for the whole response, which also applies if
	 * {@code If-Range} names another representation (13.1.5)
	 */
	public static Optional<ByteRange> requested(CacheRequest request, StoredResponse stored) {
		if (!HttpMethod.GET.equals(request.method()) || !CachedResponse.isRepresentation(stored)
				|| !matchesIfRange(request.headers(), stored.headers())) {
			return Optional.empty();
		}
		return parse(request.headers()).flatMap((range) -> resolve(range, stored.body().length()));
	}

	/**
	 * Whether the requested range is not part of the stored response, so that the request
	 * must be forwarded.
	 */
	public static boolean isUnsatisfiable(CacheRequest request, StoredResponse stored) {
		return request.headers().containsHeader(HttpHeaders.RANGE) && CachedResponse.isRepresentation(stored)
				&& matchesIfRange(request.headers(), stored.headers()) && requested(request, stored).isEmpty();
	}

	/**
	 * Return the single range of a request.
	 */
	public static Optional<HttpRange> parse(HttpHeaders request) {
		try {
			List<HttpRange> ranges = HttpRange.parseRanges(request.getFirst(HttpHeaders.RANGE));
			return (ranges.size() == 1) ? Optional.of(ranges.get(0)) : Optional.empty();
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return the bytes that a request asks for.
	 * @return the range, or empty if the representation does not have these bytes
	 */
	public static Optional<ByteRange> resolve(HttpRange range, long length) {
		try {
			return Optional.of(new ByteRange(range.getRangeStart(length), range.getRangeEnd(length), length))
				.filter((resolved) -> length > 0 && resolved.first <= resolved.last);
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Whether {@code If-Range} is absent or matches by strong comparison. A date is
	 * strong if it is at least a second earlier than {@code Date} (8.8.2.2).
	 */
	public static boolean matchesIfRange(HttpHeaders request, HttpHeaders stored) {
		String condition = request.getFirst(HttpHeaders.IF_RANGE);
		if (condition == null) {
			return true;
		}
		return condition.strip().startsWith("\"") ? condition.strip().equals(stored.getFirst(HttpHeaders.ETAG))
				: Validators.strongDate(stored).filter(condition::equals).isPresent();
	}

	/**
	 * Return the number of bytes in this range.
	 */
	public long size() {
		return this.last - this.first + 1;
	}

	/**
	 * Whether this range ends where the representation ends.
	 */
	public boolean isSuffix() {
		return this.last == this.length - 1;
	}

	public boolean isWhole() {
		return this.first == 0 && isSuffix();
	}

	/**
	 * Return the value of {@code Content-Range}.
	 */
	@Override
	public String toString() {
		return "bytes " + this.first + "-" + this.last + "/" + this.length;
	}

}
