package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;

import org.springframework.http.HttpHeaders;

/**
 * A GET of a whole representation whose beginning is stored: only the remainder is
 * requested (RFC 9111, 3.4).
 */
final class CompletingTransaction implements CacheTransaction {

	private static final int RANGE_NOT_SATISFIABLE = 416;

	private final TransactionContext context;

	private final StoredPart part;

	private final ForwardTransaction whole;

	private boolean stores = true;

	/**
	 * Create the transaction.
	 * @param part the beginning
	 */
	CompletingTransaction(TransactionContext context, StoredPart part) {
		this.context = context;
		this.part = part;
		this.whole = new ForwardTransaction(context, new ReuseDecision.Forward(), null);
	}

	/**
	 * Whether only the remainder of a representation is to be requested: the stored
	 * response is fresh or can be compared with that of the server.
	 */
	static boolean isUseful(TransactionContext context, StoredPart part) {
		return part.isCompletable() && RequestCondition.of(context.request().headers()).isEmpty()
				&& !CacheControl.ofRequest(context.request().headers()).demandsValidation()
				&& (Validators.strong(part.stored().headers()).isPresent()
						|| context.reusePolicy().freshness(part.stored(), context.requestTime()).isFresh());
	}

	@Override
	public CacheRequest forwarded() {
		HttpHeaders headers = HttpHeaders.copyOf(this.context.request().headers());
		headers.set(HttpHeaders.RANGE, "bytes=" + (this.part.range().last() + 1) + "-");
		Validators.strong(this.part.stored().headers())
			.ifPresent((validator) -> headers.set(HttpHeaders.IF_RANGE, validator));
		return this.context.request().withHeaders(headers);
	}

	@Override
	public CacheStatus status() {
		return this.context.status();
	}

	@Override
	public boolean isCoalescible() {
		return this.whole.isCoalescible();
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return status != StoredPart.PARTIAL_CONTENT && this.whole.stores(status, headers);
	}

	@Override
	public void doNotStore(String reason) {
		this.stores = false;
		this.whole.doNotStore(reason);
	}

	@Override
	public boolean combines(int status, HttpHeaders headers) {
		ContentRange stored = this.part.range();
		ContentRange remainder = new ContentRange(stored.last() + 1, stored.length() - 1, stored.length());
		return this.stores && status == StoredPart.PARTIAL_CONTENT && !StoredHeaders.isEncoded(headers)
				&& ContentRange.of(headers).equals(Optional.of(remainder)) && this.context.mayStore(200, headers)
				&& Validators.shareStrong(this.part.stored().headers(), headers);
	}

	@Override
	public Optional<CachedResponse> combine(CacheResponse remainder) {
		Optional<StoredResponse> combined = StoredResponseFactory.create(this.context, remainder)
			.flatMap(StoredPart::of)
			.flatMap((newer) -> this.part.combine(newer, this.context))
			.filter((response) -> response.status() == 200);
		this.context.removePart();
		return combined.map((response) -> {
			this.context.put(response);
			this.context.notifyOutcome(CacheOutcome.MISS);
			HttpHeaders headers = StoredHeaders.toResponse(response);
			this.context.status().addForwarded(headers, remainder.status(), true);
			return new CachedResponse(remainder.uri(), 200, headers, response.body(), false);
		});
	}

	@Override
	public Optional<CacheTransaction> repeat(int status, HttpHeaders headers) {
		if (status != StoredPart.PARTIAL_CONTENT && status != RANGE_NOT_SATISFIABLE) {
			return Optional.empty();
		}
		this.context.removePart();
		this.context.notifyRepeat();
		return Optional.of(new ForwardTransaction(this.context, new ReuseDecision.Forward(), null));
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		removePart(response);
		return this.whole.complete(response);
	}

	@Override
	public ResponseWriter begin(CacheResponse head) {
		removePart(head);
		return this.whole.begin(head);
	}

	@Override
	public void supersede(CacheResponse head) {
		this.whole.supersede(head);
	}

	@Override
	public void abandon() {
		this.whole.abandon();
	}

	private void removePart(CacheResponse response) {
		if (response.status() < 400) {
			this.context.removePart();
		}
	}

}
