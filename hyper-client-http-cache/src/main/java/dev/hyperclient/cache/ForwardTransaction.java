package dev.hyperclient.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

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

	private TransactionContext context;

	private final CacheRequest request;

	private final @Nullable StoredResponse stored;

	private final @Nullable StoredPart part;

	private final @Nullable Validators validators;

	private final Optional<RequestCondition> condition;

	private @Nullable StoredBody held;

	/**
	 * Create the transaction.
	 * @param stored the stored response, or {@code null} for none
	 */
	ForwardTransaction(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored) {
		this(context, decision, stored, null);
	}

	/**
	 * Create the transaction.
	 * @param stored the stored response, or {@code null} for none
	 * @param part the stored part, which does not answer the request, or {@code null} for
	 * none
	 */
	ForwardTransaction(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored,
			@Nullable StoredPart part) {
		this.context = context;
		this.request = context.request();
		this.stored = stored;
		this.part = part;
		this.validators = (decision instanceof ReuseDecision.Validate validate) ? validate.validators() : null;
		this.condition = RequestCondition.of(this.request.headers());
	}

	@Override
	public CacheStatus status() {
		return this.context.status();
	}

	@Override
	public CacheRequest forwarded() {
		return (this.validators != null && this.condition.isEmpty() && (!isForRange() || validatesRange()))
				? this.request.withHeaders(this.validators.conditionalize(this.request.headers())) : this.request;
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return (status == StoredPart.PARTIAL_CONTENT) ? storesPart(headers)
				: this.context.mayStore(status, headers) && (status == 200 || !isForRange());
	}

	/**
	 * A part is stored like an incomplete 200 (RFC 9111, 3.3), unless a whole response is
	 * stored.
	 */
	private boolean storesPart(HttpHeaders headers) {
		return this.context.profile() == CachingProfile.RFC_9111 && isForRange() && this.condition.isEmpty()
				&& this.stored == null && ContentRange.of(headers).isPresent() && !StoredHeaders.isEncoded(headers)
				&& this.context.mayStore(200, headers);
	}

	@Override
	public void doNotStore(String reason) {
		this.context.notifyDecision(() -> "not stored: " + reason);
		this.context = this.context.withoutStoring();
	}

	@Override
	public Optional<CacheTransaction> repeat(int status, HttpHeaders headers) {
		if (status != NOT_MODIFIED || this.condition.isPresent() || this.validators == null) {
			return Optional.empty();
		}
		if (!this.validators.areConfirmedBy(headers)) {
			this.context.remove();
		}
		else if (holdStored()) {
			return Optional.empty();
		}
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
		removePartBehind(response);
		store(response);
		this.context.endRequest();
		this.context.notifyOutcome(CacheOutcome.MISS, response.status());
		return Optional.empty();
	}

	@Override
	public Optional<CachedResponse> staleAfter(int status) {
		// RFC 5861, 4
		return (status == 500 || (status >= 502 && status <= 504)) ? stale(status) : Optional.empty();
	}

	@Override
	public Optional<CachedResponse> staleAfterFailure() {
		return stale(0);
	}

	@Override
	public void fail() {
		this.context.endRequest();
	}

	@Override
	public boolean isCoalescible() {
		return this.condition.isEmpty() && !isForRange()
				&& !CacheControl.ofRequest(this.request.headers()).demandsValidation();
	}

	@Override
	public ResponseWriter begin(CacheResponse head) {
		if (head.status() == StoredPart.PARTIAL_CONTENT) {
			return beginPart(head);
		}
		removePartBehind(head);
		Optional<StoredResponse> created = StoredResponseFactory.create(this.context, head);
		this.context.notifyDecision(() -> DecisionText.storage(this.context, created, head.status(), head.headers()));
		if (created.isEmpty() || created.get().permanentRedirect() != null) {
			// The content of a redirect is not stored.
			created.ifPresentOrElse(this.context::put, () -> supersede(head));
			this.context.endRequest();
			this.context.notifyOutcome(CacheOutcome.MISS, head.status());
			return ResponseWriter.NONE;
		}
		// While the call is observed; its content may be read long after it.
		this.context.notifyOutcome(CacheOutcome.MISS, head.status());
		return this.context.begin(created.get(), head.declaredLength());
	}

	@Override
	public void supersede(CacheResponse head) {
		if (StoragePolicy.removes(head.status(), head.headers())) {
			this.context.remove();
		}
	}

	@Override
	public void abandon(int status) {
		this.context.endRequest();
		this.context.notifyOutcome(CacheOutcome.MISS, status);
	}

	/**
	 * Hold the confirmed content, so that it can be read even if it is removed meanwhile.
	 * @return whether it can be read; otherwise it is removed
	 */
	private boolean holdStored() {
		try {
			this.held = (this.stored != null) ? this.stored.body().snapshot() : null;
			return true;
		}
		catch (IOException ex) {
			logger.debug("The content of the confirmed response cannot be read", ex);
			this.context.removeUnreadable(ex);
			return false;
		}
	}

	private boolean isForRange() {
		return this.request.headers().containsHeader(HttpHeaders.RANGE);
	}

	/**
	 * Whether a 304 can stand for the requested range: the server evaluates a condition
	 * before the range (RFC 9110, 13.2.2), and sends the range of another representation.
	 */
	private boolean validatesRange() {
		return this.stored != null && !this.request.headers().containsHeader(HttpHeaders.IF_RANGE)
				&& ByteRange.requested(this.request, this.stored).isPresent();
	}

	/**
	 * Return a stale response in place of an error.
	 * @param status the status code of the server, or zero if there was no response
	 */
	private Optional<CachedResponse> stale(int status) {
		boolean disconnected = status == 0;
		StoredResponse stored = this.stored;
		Instant now = this.context.now();
		ReusePolicy policy = this.context.reusePolicy();
		if (stored == null || this.context.isInvalidated() || ByteRange.isUnsatisfiable(this.request, stored)
				|| !policy.mayReplaceError(this.request, stored, now, disconnected)) {
			return Optional.empty();
		}
		long saved = stored.body().length();
		Optional<CachedResponse> stale = this.context
			.hold(CachedResponse.of(this.request, stored, policy.freshness(stored, now)));
		stale.ifPresent((found) -> {
			status().addReused(found.headers(), status, policy.freshness(stored, now).remaining().toSeconds(),
					(status != 0) ? "stale-if-error" : "disconnected");
			this.context.notifyOutcome(CacheOutcome.STALE, found.status(), saved);
		});
		return stale;
	}

	private void store(CacheResponse response) {
		if (!stores(response.status(), response.headers())) {
			this.context.notifyDecision(
					() -> DecisionText.storage(this.context, Optional.empty(), response.status(), response.headers()));
			supersede(response);
		}
		else if (response.status() == StoredPart.PARTIAL_CONTENT) {
			storePart(response);
		}
		else if (response.hasDeclaredLength()) {
			Optional<StoredResponse> created = StoredResponseFactory.create(this.context, response);
			this.context.notifyDecision(
					() -> DecisionText.storage(this.context, created, response.status(), response.headers()));
			created.ifPresentOrElse(this.context::put, () -> supersede(response));
		}
	}

	/**
	 * Remove the stored part if there is a whole response now.
	 */
	private void removePartBehind(CacheResponse response) {
		if (this.part != null && response.status() == 200) {
			this.context.removePart();
		}
	}

	/**
	 * Store a part, combined with the one that is stored if that is possible.
	 */
	private void storePart(CacheResponse response) {
		Optional<StoredPart> received = ContentRange.of(response.headers())
			.filter((range) -> StoredPart.isUsable(range, response))
			.flatMap((range) -> StoredResponseFactory.create(this.context, response))
			.flatMap(StoredPart::of);
		Optional<StoredResponse> combined = (this.part != null)
				? received.flatMap((newer) -> this.part.combine(newer, this.context)) : Optional.empty();
		Optional<StoredResponse> stored = combined.or(() -> received.map(StoredPart::stored));
		this.context
			.notifyDecision(() -> DecisionText.storage(this.context, stored, response.status(), response.headers()));
		if (stored.isPresent() && stored.get().status() == 200) {
			this.context.removePart();
		}
		stored.ifPresent(this.context::put);
	}

	/**
	 * Store a part whose content follows: a longer one replaces the one that is stored.
	 */
	private ResponseWriter beginPart(CacheResponse head) {
		this.context.notifyOutcome(CacheOutcome.MISS, head.status());
		ContentRange range = ContentRange.of(head.headers()).orElseThrow();
		long size = range.size() + ((this.part != null) ? this.part.range().size() : 0);
		if (size > StoredPart.MAX_COMBINED_LENGTH) {
			return StoredResponseFactory.create(this.context, head)
				.map((created) -> this.context.begin(created, OptionalLong.of(range.size())))
				.orElse(ResponseWriter.NONE);
		}
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		return new ResponseWriter() {

			@Override
			public void write(ByteBuffer part) {
				byte[] bytes = new byte[part.remaining()];
				part.get(bytes);
				if (content.size() <= StoredPart.MAX_COMBINED_LENGTH) {
					content.writeBytes(bytes);
				}
			}

			@Override
			public void commit() {
				storePart(new CacheResponse(head.uri(), head.status(), head.headers(), content.toByteArray()));
			}

			@Override
			public void close() {
				content.reset();
			}

		};
	}

	private CachedResponse confirm(CacheResponse notModified, StoredResponse confirmed) {
		StoredResponse freshened = freshen(notModified, confirmed);
		this.context.notifyDecision(() -> DecisionText.confirmation(freshened));
		Freshness freshness = this.context.reusePolicy().freshness(freshened, this.context.now());
		StoredResponse whole = (this.held != null) ? freshened.withBody(this.held) : freshened;
		CachedResponse response = isForRange() ? CachedResponse.of(this.request, whole, freshness)
				: new CachedResponse(notModified.uri(), whole.status(), StoredHeaders.toResponse(whole), whole.body());
		this.context.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED, response.body().length());
		if (status().name() != null) {
			status().addReused(response.headers(), NOT_MODIFIED, freshness.remaining().toSeconds(), null);
		}
		return response;
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
			this.context.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED, this.stored.body().length());
			return;
		}
		if (this.stored != null) {
			this.context.remove();
		}
		this.context.notifyOutcome(CacheOutcome.REVALIDATED, NOT_MODIFIED);
	}

	private StoredResponse freshen(CacheResponse notModified, StoredResponse confirmed) {
		FreshenedResponse freshened = FreshenedResponse.of(confirmed, this.context, notModified.headers());
		if (freshened.isWorthWriting() || !this.context.mayStore(freshened.response())) {
			this.context.update(freshened.response());
		}
		return freshened.response();
	}

}
