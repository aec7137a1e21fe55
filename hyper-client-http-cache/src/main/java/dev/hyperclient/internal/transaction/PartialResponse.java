package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.ByteRange;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.RequestCondition;
import dev.hyperclient.internal.policy.StoredHeaders;
import dev.hyperclient.internal.policy.Validators;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;

/**
 * A stored partial response (RFC 9111, 3.3 and 3.4).
 *
 * @param stored the response, with the status 206
 * @param range its range. Its content may be shorter, see {@link #isUsable}
 */
record PartialResponse(StoredResponse stored, ByteRange range) {

	static final int PARTIAL_CONTENT = 206;

	/**
	 * The maximum length of combined content, which is combined in memory.
	 */
	static final long MAX_COMBINED_LENGTH = 1024 * 1024;

	static Optional<PartialResponse> of(StoredResponse stored) {
		return (stored.status() != PARTIAL_CONTENT) ? Optional.empty()
				: ByteRange.of(stored.headers()).map((range) -> new PartialResponse(stored, range));
	}

	/**
	 * Whether collected content can be served as a range. It is as long as
	 * {@code Content-Range} says. If it is shorter, though it is as long as
	 * {@code Content-Length} says and so not truncated, its first byte counts, and it is
	 * only served as it is or in part, never combined.
	 * @param range the range of the response
	 * @param response the response
	 */
	static boolean isUsable(ByteRange range, CacheResponse response) {
		long length = Messages.collected(response).length;
		return length == range.size()
				|| (length > 0 && length < range.size() && Messages.declaredLength(response).orElse(-1) == length);
	}

	/**
	 * Whether the content is exactly the range.
	 */
	boolean isExact() {
		return this.stored.body().length() == this.range.size();
	}

	/**
	 * Return the response to a request for a range.
	 * @param request the request, with a single range and without other conditions than
	 * {@code If-Range}
	 * @param freshness the freshness, for the {@code Age} field
	 * @return the response, or empty if the stored range does not contain the requested
	 * one
	 */
	Optional<CachedResponse> respond(CacheRequest request, Freshness freshness) {
		if (!ByteRange.matchesIfRange(request.headers(), this.stored.headers())) {
			return Optional.empty();
		}
		return ByteRange.parse(request.headers()).flatMap(this::select).map((selected) -> {
			long offset = selected.first() - this.range.first() - missing(selected);
			return CachedResponse.partial(request, this.stored, offset, selected,
					CachedResponse.headers(this.stored, freshness));
		});
	}

	/**
	 * Whether this is the beginning of a representation that can be completed.
	 */
	private boolean isCompletable() {
		return isExact() && this.range.first() == 0 && this.range.length() <= MAX_COMBINED_LENGTH;
	}

	/**
	 * Whether only the remainder of the representation is to be requested: this is its
	 * beginning, and it is fresh or can be compared with the server's response.
	 */
	boolean isWorthCompleting(TransactionContext context) {
		HttpHeaders request = context.request().headers();
		return isCompletable() && RequestCondition.of(request).isEmpty()
				&& !CacheControl.ofRequest(request).demandsValidation()
				&& (Validators.strong(this.stored.headers()).isPresent()
						|| context.reusePolicy().freshness(this.stored, context.requestTime()).isFresh());
	}

	/**
	 * Return the header fields of a request for the remainder of the representation.
	 */
	HttpHeaders requestRemainder(HttpHeaders request) {
		HttpHeaders headers = HttpHeaders.copyOf(request);
		headers.set(HttpHeaders.RANGE, "bytes=" + (this.range.last() + 1) + "-");
		Validators.strong(this.stored.headers()).ifPresent((validator) -> headers.set(HttpHeaders.IF_RANGE, validator));
		return headers;
	}

	/**
	 * Whether a response is the remainder of the representation.
	 */
	boolean isCompletedBy(CacheResponse head) {
		ByteRange remainder = new ByteRange(this.range.last() + 1, this.range.length() - 1, this.range.length());
		return head.status() == PARTIAL_CONTENT && !StoredHeaders.isEncoded(head.headers())
				&& ByteRange.of(head.headers()).equals(Optional.of(remainder))
				&& Validators.shareStrong(this.stored.headers(), head.headers());
	}

	/**
	 * Combine this with another part of the same representation: both have the same
	 * strong validator (RFC 9110, 15.3.7.3).
	 * @param newer the part that was received later
	 * @param context its request
	 * @return the combined response, with the status 200 if it is whole; or empty if they
	 * cannot be combined
	 */
	Optional<StoredResponse> combine(PartialResponse newer, TransactionContext context) {
		long first = Math.min(this.range.first(), newer.range.first());
		long last = Math.max(this.range.last(), newer.range.last());
		boolean touching = newer.range.first() <= this.range.last() + 1 && this.range.first() <= newer.range.last() + 1;
		if (!touching || !isExact() || !newer.isExact() || this.range.length() != newer.range.length()
				|| last - first + 1 > MAX_COMBINED_LENGTH
				|| !Validators.shareStrong(this.stored.headers(), newer.stored.headers())) {
			return Optional.empty();
		}
		byte[] content = new byte[(int) (last - first + 1)];
		try {
			copyTo(content, first);
			newer.copyTo(content, first);
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		ByteRange combined = new ByteRange(first, last, this.range.length());
		StoredResponse updated = StoredResponseFactory.freshen(this.stored, context, newer.stored.headers()).response();
		HttpHeaders headers = HttpHeaders.copyOf(updated.headers());
		headers.setContentLength(content.length);
		headers.set(HttpHeaders.CONTENT_RANGE, combined.toString());
		return Optional.of(new PartialResponse(
				StoredResponse.of(PARTIAL_CONTENT, headers, content, updated.varied(), updated.identityHash(), null),
				combined)
			.toStored());
	}

	/**
	 * Return the response to store: a complete one if its range is the whole
	 * representation (RFC 9111, 3.4).
	 */
	StoredResponse toStored() {
		return (this.range.isWhole() && isExact()) ? whole(this.stored) : this.stored;
	}

	/**
	 * Return the response whose range is the whole representation as a complete one.
	 */
	static StoredResponse whole(StoredResponse part) {
		HttpHeaders headers = HttpHeaders.copyOf(part.headers());
		headers.remove(HttpHeaders.CONTENT_RANGE);
		return StoredResponse.of(200, headers, part.body(), part.varied(), part.identityHash(), null);
	}

	private void copyTo(byte[] target, long first) throws IOException {
		byte[] bytes = this.stored.body().snapshot().bytes();
		System.arraycopy(bytes, 0, target, (int) (this.range.first() - first), bytes.length);
	}

	/**
	 * Return the requested range as far as it is stored.
	 */
	private Optional<ByteRange> select(HttpRange requested) {
		boolean suffix = requested.toString().startsWith("-");
		long held = this.stored.body().length();
		long lastHeld = this.range.first() + held - 1;
		boolean isShort = !suffix && !isExact() && this.range.isSuffix();
		return ByteRange.resolve(requested, this.range.length())
			.map((range) -> (isShort && range.isSuffix()) ? new ByteRange(range.first(), lastHeld, range.length())
					: range)
			.filter((range) -> suffix ? this.range.isSuffix() && range.size() <= held
					: range.first() >= this.range.first() && range.size() > 0 && range.last() <= lastHeld);
	}

	/**
	 * Return by how much a suffix is shifted because the content is shorter than its
	 * range.
	 */
	private long missing(ByteRange selected) {
		return (!isExact() && selected.isSuffix()) ? this.range.size() - this.stored.body().length() : 0;
	}

}
