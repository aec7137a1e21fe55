package dev.hyperclient.internal.transaction;

import java.time.Instant;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.ByteRange;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.RequestCondition;
import dev.hyperclient.internal.policy.ReuseDecision;
import dev.hyperclient.internal.policy.ReusePolicy;
import dev.hyperclient.internal.policy.StaleReason;
import dev.hyperclient.internal.policy.StoredHeaders;
import dev.hyperclient.internal.policy.Validators;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A GET or query that is forwarded to the server: because no stored response matches, to
 * validate the stored one, or to request only the remainder of a representation whose
 * beginning is stored (RFC 9111, 3.4).
 *
 * @param context the request
 * @param validators the validators of the stored response, or {@code null} not to
 * validate it
 * @param stored what is stored for the URL, which may be for another user or other
 * fields, or {@code null} for none
 * @param part the stored part, which does not answer the request, or {@code null} for
 * none
 * @param completesPart whether only the remainder of the stored part is requested
 */
record ForwardTransaction(TransactionContext context, @Nullable Validators validators, @Nullable StoredResponse stored,
		@Nullable PartialResponse part, boolean completesPart) implements CacheTransaction {

	private static final int NOT_MODIFIED = 304;

	private static final int RANGE_NOT_SATISFIABLE = 416;

	ForwardTransaction {
		context = context.whenSent();
	}

	/**
	 * Create the transaction of a request whose stored response is not served.
	 */
	ForwardTransaction(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored,
			@Nullable PartialResponse part) {
		this(context, (decision instanceof ReuseDecision.Validate validate) ? validate.validators() : null, stored,
				part, false);
	}

	/**
	 * Create the transaction of a request that no stored response may answer.
	 */
	ForwardTransaction(TransactionContext context) {
		this(context, null, null, null, false);
	}

	/**
	 * Create the transaction that requests the remainder of a representation.
	 * @param beginning its stored beginning
	 */
	static ForwardTransaction completing(TransactionContext context, PartialResponse beginning) {
		return new ForwardTransaction(context, null, null, beginning, true);
	}

	@Override
	public boolean isCoalescible() {
		return condition().isEmpty() && !isForRange()
				&& !CacheControl.ofRequest(request().headers()).demandsValidation();
	}

	@Override
	public CacheRequest requestToSend() {
		if (this.completesPart && this.part != null) {
			return request().withHeaders(this.part.requestRemainder(request().headers()));
		}
		return (this.validators != null && condition().isEmpty() && (!isForRange() || validatesRange()))
				? request().withHeaders(this.validators.conditionalize(request().headers())) : request();
	}

	@Override
	public Optional<ResponseAction> decideAtOnce(CacheResponse head) {
		return (this.stored == null || !Messages.isError(head.status())) && this.part == null
				&& stores(head, this.context)
						? Optional.of(new ResponseAction.Store(new ForwardedContent(this.context, head, null)))
						: Optional.empty();
	}

	@Override
	public ResponseAction decide(CacheResponse head, @Nullable String reasonNotToStore) {
		int status = head.status();
		TransactionContext permitted = this.context.withoutStoring(reasonNotToStore);
		if (!permitted.stores()) {
			permitted.notifyDecision(() -> "not stored: " + permitted.reasonNotToStore());
		}
		Optional<CachedResponse> stale = Messages.isError(status) ? stale(StaleReason.ERROR, status) : Optional.empty();
		if (stale.isPresent()) {
			// A stale response in place of an error (RFC 5861, 4).
			return new ResponseAction.Serve(stale.get(), true);
		}
		if (this.part != null && this.completesPart) {
			if (this.part.isCompletedBy(head) && permitted.storage().mayStore(200, head.headers())) {
				// The remainder of the stored beginning (3.4).
				return new ResponseAction.Combine(
						(content) -> combine(this.part, Messages.withContent(head, content), permitted));
			}
			if (status == PartialResponse.PARTIAL_CONTENT || status == RANGE_NOT_SATISFIABLE) {
				// The beginning is one of another representation, or the whole is not
				// stored.
				return removeAndRepeat();
			}
		}
		RequestCondition condition = condition().orElse(null);
		if (status == NOT_MODIFIED && condition != null) {
			// The caller has asked, and gets the answer itself (4.3.2).
			confirmRequestCondition(head, condition, permitted);
			return new ResponseAction.PassThrough();
		}
		if (status == NOT_MODIFIED && this.stored != null && this.validators != null) {
			// The stored response is confirmed and freshened (4.3.3, 4.3.4).
			return confirm(head, this.stored, this.validators, permitted);
		}
		if (this.part != null && (this.completesPart ? status < 400 : status == 200)) {
			// The part is superseded, by a whole response or by any but its remainder.
			permitted.storage().remove();
		}
		ForwardedContent content = new ForwardedContent(permitted, head, this.completesPart ? null : this.part);
		if (stores(head, permitted)) {
			// A new response (3).
			return new ResponseAction.Store(content);
		}
		// Not stored (3); a stored response that it supersedes is removed.
		content.discard(permitted.stores());
		return new ResponseAction.PassThrough();
	}

	@Override
	public Optional<CachedResponse> stale(StaleReason reason) {
		return stale(reason, 0);
	}

	private boolean stores(CacheResponse head, TransactionContext permitted) {
		return (head.status() == PartialResponse.PARTIAL_CONTENT) ? storesPart(head.headers(), permitted)
				: permitted.storage().mayStore(head.status(), head.headers())
						&& (head.status() == 200 || !isForRange());
	}

	/**
	 * A part is stored like an incomplete 200 (RFC 9111, 3.3), unless a whole response is
	 * stored.
	 */
	private boolean storesPart(HttpHeaders headers, TransactionContext permitted) {
		return permitted.profile() == CachingProfile.RFC_9111 && isForRange() && !QueryContent.isKeyed(request())
				&& condition().isEmpty() && this.stored == null && ByteRange.of(headers).isPresent()
				&& !StoredHeaders.isEncoded(headers) && permitted.storage().mayStorePart(headers);
	}

	private CacheRequest request() {
		return this.context.request();
	}

	private Optional<RequestCondition> condition() {
		return RequestCondition.of(request().headers());
	}

	private boolean isForRange() {
		return request().headers().containsHeader(HttpHeaders.RANGE);
	}

	/**
	 * Whether a 304 can stand for the requested range: the server evaluates a condition
	 * before the range (RFC 9110, 13.2.2), and sends the range of another representation.
	 */
	private boolean validatesRange() {
		return this.stored != null && !request().headers().containsHeader(HttpHeaders.IF_RANGE)
				&& ByteRange.requested(request(), this.stored).isPresent();
	}

	/**
	 * Return a stale response.
	 * @param status the status code of the server, or zero if there was no response
	 */
	private Optional<CachedResponse> stale(StaleReason reason, int status) {
		StoredResponse stored = this.stored;
		Instant now = this.context.now();
		ReusePolicy policy = this.context.reusePolicy();
		if (stored == null || this.context.isInvalidated(stored) || ByteRange.isUnsatisfiable(request(), stored)
				|| !policy.mayServeStale(request(), stored, now, reason)) {
			return Optional.empty();
		}
		long saved = stored.body().length();
		Freshness freshness = policy.freshness(stored, now);
		Optional<CachedResponse> stale = this.context.storage()
			.hold(CachedResponse.of(request(), stored, freshness).asStale());
		stale.ifPresent((found) -> {
			if (reason.isSent()) {
				status().addReused(found.headers(), status, freshness.remaining().toSeconds(), reason.toString());
			}
			else {
				status().addHit(found.headers(), freshness.remaining().toSeconds(), reason.toString());
			}
			this.context.notifyOutcome(CacheOutcome.STALE, found.status(), saved);
		});
		return stale;
	}

	private ResponseAction combine(PartialResponse beginning, CacheResponse remainder, TransactionContext permitted) {
		Optional<StoredResponse> combined = StoredResponseFactory.create(permitted, remainder)
			.flatMap(PartialResponse::of)
			.flatMap((newer) -> beginning.combine(newer, permitted));
		if (combined.isEmpty()) {
			return removeAndRepeat();
		}
		StoredResponse whole = combined.get();
		permitted.storage().put(whole);
		permitted.notifyOutcome(CacheOutcome.MISS, remainder.status());
		HttpHeaders headers = StoredHeaders.toResponse(whole);
		status().addForwarded(headers, remainder.status(), permitted.accepts(remainder));
		return new ResponseAction.Serve(new CachedResponse(remainder.uri(), 200, headers, whole.body(), false, false),
				false);
	}

	private ResponseAction removeAndRepeat() {
		this.context.storage().remove();
		return repeat();
	}

	/**
	 * Send the request again without a condition. Whether that response may be stored is
	 * another question.
	 */
	private ResponseAction repeat() {
		this.context.notifyRepeat();
		return new ResponseAction.Repeat(new ForwardTransaction(this.context));
	}

	private ResponseAction confirm(CacheResponse notModified, StoredResponse confirmed, Validators confirming,
			TransactionContext permitted) {
		if (!confirming.areConfirmedBy(notModified.headers())) {
			// It names another response than the stored one (4.3.4).
			return removeAndRepeat();
		}
		// It can be read even if it is removed meanwhile.
		Optional<StoredBody> held = permitted.storage().hold(confirmed.body());
		if (held.isEmpty()) {
			// Its content has been removed meanwhile.
			return repeat();
		}
		StoredResponse freshened = freshen(notModified, confirmed, permitted);
		permitted.notifyDecision(() -> DecisionText.confirmation(permitted, freshened));
		Freshness freshness = permitted.reusePolicy().freshness(freshened, permitted.now());
		StoredResponse whole = freshened.withBody(held.get());
		CachedResponse response = isForRange() ? CachedResponse.of(request(), whole, freshness)
				: new CachedResponse(notModified.uri(), whole.status(), StoredHeaders.toResponse(whole), whole.body());
		permitted.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED, response.body().length());
		status().addReused(response.headers(), NOT_MODIFIED, freshness.remaining().toSeconds(), null);
		return new ResponseAction.Serve(response, false);
	}

	/**
	 * The 304 confirms the caller's copy. The stored response is freshened only if the
	 * condition names exactly that response. It may be older than the caller's copy, and
	 * must not get the dates and the entity tag of the newer one.
	 */
	private void confirmRequestCondition(CacheResponse notModified, RequestCondition confirmed,
			TransactionContext permitted) {
		if (this.stored != null && this.validators != null && confirmed.namesOnly(this.validators)
				&& this.validators.areConfirmedBy(notModified.headers())) {
			freshen(notModified, this.stored, permitted);
			permitted.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED, this.stored.body().length());
			return;
		}
		if (this.stored != null) {
			permitted.storage().remove();
		}
		permitted.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED);
	}

	private static StoredResponse freshen(CacheResponse notModified, StoredResponse confirmed,
			TransactionContext permitted) {
		StoredResponseFactory.Freshened freshened = StoredResponseFactory.freshen(confirmed, permitted,
				notModified.headers());
		if (freshened.isWorthWriting() || !permitted.storage().mayStore(freshened.response())) {
			permitted.storage().update(freshened.response());
		}
		return freshened.response();
	}

}
