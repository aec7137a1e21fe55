package dev.hyperclient.cache;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * A GET that is forwarded to the server: because no stored response matches, or to
 * validate the stored one.
 */
final class ForwardTransaction implements CacheTransaction {

	private static final Logger logger = LoggerFactory.getLogger(ForwardTransaction.class);

	private static final int NOT_MODIFIED = 304;

	private final TransactionContext context;

	private final CacheRequest request;

	private final @Nullable StoredResponse stored;

	private final @Nullable Validators validators;

	private final Optional<RequestCondition> condition;

	private @Nullable StoredBody held;

	/**
	 * Create the transaction.
	 * @param stored the stored response, or {@code null} for none
	 */
	ForwardTransaction(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored) {
		this.context = context;
		this.request = context.request();
		this.stored = stored;
		this.validators = (decision instanceof ReuseDecision.Validate validate) ? validate.validators() : null;
		this.condition = RequestCondition.of(this.request.headers());
	}

	@Override
	public CacheRequest forwarded() {
		return (this.validators != null && this.condition.isEmpty() && !isForRange())
				? this.request.withHeaders(this.validators.conditionalize(this.request.headers())) : this.request;
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return this.context.mayStore(status, headers) && (status == 200 || !isForRange());
	}

	@Override
	public Optional<CacheTransaction> repeat(int status, HttpHeaders headers) {
		if (status != NOT_MODIFIED || this.condition.isPresent() || this.validators == null
				|| (this.validators.areConfirmedBy(headers) && holdStored())) {
			return Optional.empty();
		}
		this.context.remove();
		this.context.notifyRepeat();
		return Optional.of(new ForwardTransaction(this.context, new ReuseDecision.Forward(), null));
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		if (response.status() == NOT_MODIFIED && this.condition.isPresent()) {
			confirmRequestCondition(response, this.condition.get());
			return Optional.empty();
		}
		if (response.status() == NOT_MODIFIED && this.stored != null && this.validators != null) {
			return Optional.of(confirm(response, this.stored));
		}
		store(response);
		this.context.endRequest();
		this.context.notifyOutcome(CacheOutcome.MISS);
		return Optional.empty();
	}

	@Override
	public Optional<CachedResponse> staleAfter(int status) {
		// RFC 5861, 4
		return (status == 500 || (status >= 502 && status <= 504)) ? stale(false) : Optional.empty();
	}

	@Override
	public Optional<CachedResponse> staleAfterFailure() {
		this.context.endRequest();
		return stale(true);
	}

	@Override
	public boolean isCoalescible() {
		return this.condition.isEmpty() && !isForRange()
				&& !CacheControl.ofRequest(this.request.headers()).demandsValidation();
	}

	@Override
	public ResponseWriter begin(CacheResponse head) {
		Optional<StoredResponse> created = StoredResponseFactory.create(this.context, head);
		this.context.notifyDecision(() -> DecisionText.storage(created, head.status(), head.headers()));
		if (created.isEmpty() || created.get().permanentRedirect() != null) {
			// The content of a redirect is not stored.
			created.ifPresentOrElse(this.context::put, () -> supersede(head));
			this.context.endRequest();
			this.context.notifyOutcome(CacheOutcome.MISS);
			return ResponseWriter.NONE;
		}
		// While the call is observed; its content may be read long after it.
		this.context.notifyOutcome(CacheOutcome.MISS);
		return this.context.begin(created.get(), head.declaredLength());
	}

	@Override
	public void supersede(CacheResponse head) {
		if (StoragePolicy.removes(head.status(), head.headers())) {
			this.context.remove();
		}
	}

	@Override
	public void abandon() {
		this.context.endRequest();
		this.context.notifyOutcome(CacheOutcome.MISS);
	}

	/**
	 * Hold the confirmed content, so that it can be read even if it is removed meanwhile.
	 * @return whether it is still stored
	 */
	private boolean holdStored() {
		try {
			this.held = (this.stored != null) ? this.stored.body().snapshot() : null;
			return true;
		}
		catch (IOException ex) {
			logger.debug("The confirmed response is no longer stored", ex);
			return false;
		}
	}

	private boolean isForRange() {
		return this.request.headers().containsHeader(HttpHeaders.RANGE);
	}

	private Optional<CachedResponse> stale(boolean disconnected) {
		Instant now = this.context.now();
		ReusePolicy policy = this.context.reusePolicy();
		if (this.stored == null || this.context.isInvalidated() || ByteRange.isUnsatisfiable(this.request, this.stored)
				|| !policy.mayReplaceError(this.request, this.stored, now, disconnected)) {
			return Optional.empty();
		}
		long saved = this.stored.body().length();
		Optional<CachedResponse> stale = this.context
			.hold(CachedResponse.of(this.request, this.stored, policy.freshness(this.stored, now)));
		stale.ifPresent((found) -> this.context.notifyOutcome(CacheOutcome.STALE, saved));
		return stale;
	}

	private void store(CacheResponse response) {
		if (!stores(response.status(), response.headers())) {
			this.context
				.notifyDecision(() -> DecisionText.storage(Optional.empty(), response.status(), response.headers()));
			supersede(response);
		}
		else if (response.hasDeclaredLength()) {
			Optional<StoredResponse> created = StoredResponseFactory.create(this.context, response);
			this.context.notifyDecision(() -> DecisionText.storage(created, response.status(), response.headers()));
			created.ifPresentOrElse(this.context::put, () -> supersede(response));
		}
	}

	private CachedResponse confirm(CacheResponse notModified, StoredResponse confirmed) {
		StoredResponse freshened = freshen(notModified, confirmed);
		this.context.notifyDecision(() -> DecisionText.confirmation(freshened));
		this.context.notifyOutcome(CacheOutcome.REVALIDATED, freshened.body().length());
		return new CachedResponse(notModified.uri(), freshened.status(), StoredHeaders.toResponse(freshened),
				(this.held != null) ? this.held : freshened.body());
	}

	/**
	 * The 304 confirms the caller's copy. The stored response is freshened only if the
	 * condition names exactly that response. It may be older than the caller's copy, and
	 * must not get the dates and the entity tag of the newer one.
	 */
	private void confirmRequestCondition(CacheResponse notModified, RequestCondition confirmed) {
		if (this.stored != null && this.validators != null && confirmed.namesOnly(this.validators)
				&& this.validators.areConfirmedBy(notModified.headers())) {
			freshen(notModified, this.stored);
			this.context.notifyOutcome(CacheOutcome.REVALIDATED, this.stored.body().length());
			return;
		}
		if (this.stored != null) {
			this.context.remove();
		}
		this.context.notifyOutcome(CacheOutcome.REVALIDATED);
	}

	private StoredResponse freshen(CacheResponse notModified, StoredResponse confirmed) {
		FreshenedResponse freshened = FreshenedResponse.of(confirmed, this.context, notModified.headers());
		if (freshened.isWorthWriting() || !this.context.mayStore(freshened.response())) {
			this.context.update(freshened.response());
		}
		return freshened.response();
	}

}
