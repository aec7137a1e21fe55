package dev.hyperclient.internal.cache;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.http.HttpHeaders;

/**
 * The range of a partial response (RFC 9110, 14.4).
 *
 * @param first the first byte, from 0
 * @param last the last byte
 * @param length the length of the whole representation
 */
record ContentRange(long first, long last, long length) {

	private static final Pattern BYTES = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

	/**
	 * Return the range in header fields.
	 * @return the range, or empty if there is none, it is not valid, or the length of the
	 * whole representation is unknown
	 */
	static Optional<ContentRange> of(HttpHeaders headers) {
		List<String> values = headers.getOrEmpty(HttpHeaders.CONTENT_RANGE);
		Matcher bytes = BYTES.matcher((values.size() == 1) ? values.get(0).strip() : "");
		if (!bytes.matches()) {
			return Optional.empty();
		}
		ContentRange range = new ContentRange(Long.parseLong(bytes.group(1)), Long.parseLong(bytes.group(2)),
				Long.parseLong(bytes.group(3)));
		return Optional.of(range).filter((valid) -> valid.first <= valid.last && valid.last < valid.length);
	}

	/**
	 * Return the number of bytes in this range.
	 */
	long size() {
		return this.last - this.first + 1;
	}

	/**
	 * Whether this range ends where the representation ends.
	 */
	boolean isSuffix() {
		return this.last == this.length - 1;
	}

	boolean isWhole() {
		return this.first == 0 && isSuffix();
	}

	/**
	 * Return the value of the field.
	 */
	@Override
	public String toString() {
		return "bytes " + this.first + "-" + this.last + "/" + this.length;
	}

}
