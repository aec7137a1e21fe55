package dev.hyperclient.cache;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * A request that the server must answer: because nothing fitting is stored, or to hear
 * whether it still holds.
 */
final class ForwardLookup implements CacheLookup {

	private static final Logger logger = LoggerFactory.getLogger(ForwardLookup.class);

	private static final int NOT_MODIFIED = 304;

	private final Inquiry inquiry;

	private final ServiceRequest request;

	private final @Nullable StoredResponse stored;

	private final @Nullable Validators validators;

	private final Optional<CallerCondition> callerCondition;

	private @Nullable StoredBody held;

	/**
	 * Creates the lookup.
	 * @param stored what is stored, or {@code null} for nothing
	 */
	ForwardLookup(Inquiry inquiry, ReuseDecision decision, @Nullable StoredResponse stored) {
		this.inquiry = inquiry;
		this.request = inquiry.request();
		this.stored = stored;
		this.validators = (decision instanceof ReuseDecision.Validate validate) ? validate.validators() : null;
		this.callerCondition = CallerCondition.of(request.headers());
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.empty();
	}

	@Override
	public ServiceRequest forward() {
		return (this.validators != null && this.callerCondition.isEmpty() && !isForPart())
				? this.request.withHeaders(this.validators.conditionalize(this.request.headers())) : this.request;
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return this.inquiry.mayStore(status, headers) && (status == 200 || !isForPart());
	}

	@Override
	public Optional<CacheLookup> retry(int status, HttpHeaders headers) {
		if (status != NOT_MODIFIED || this.callerCondition.isPresent() || this.validators == null
				|| (this.validators.areConfirmedBy(headers) && isHeld())) {
			return Optional.empty();
		}
		this.inquiry.remove();
		this.inquiry.tellRepeat();
		return Optional.of(new ForwardLookup(this.inquiry, new ReuseDecision.Forward(), null));
	}

	@Override
	public CacheAnswer complete(ServiceResponse response) {
		if (response.status() == NOT_MODIFIED && this.callerCondition.isPresent()) {
			return confirmedToCaller(response, this.callerCondition.get());
		}
		if (response.status() == NOT_MODIFIED && this.stored != null && this.validators != null) {
			return confirmed(response, this.stored);
		}
		return answered(response);
	}

	@Override
	public Optional<CacheAnswer> staleAfter(int status) {
		// RFC 5861, 4
		return (status == 500 || (status >= 502 && status <= 504)) ? stale(false) : Optional.empty();
	}

	@Override
	public Optional<CacheAnswer> staleAfterFailure() {
		return stale(true);
	}

	@Override
	public boolean isShareable() {
		CacheControl demand = CacheControl.ofRequest(this.request.headers());
		return this.callerCondition.isEmpty() && !isForPart() && !demand.demandsValidation();
	}

	@Override
	public ResponseWriter begin(ServiceResponse head) {
		Optional<StoredResponse> storable = Storing.response(this.inquiry, head);
		if (storable.isEmpty() || storable.get().permanentRedirect() != null) {
			// The content of a redirect is not stored.
			complete(head);
			return ResponseWriter.NONE;
		}
		// Now, while the call is observed: its content may be read long after it.
		this.inquiry.tell(CacheOutcome.MISS);
		return this.inquiry.begin(storable.get());
	}

	@Override
	public void abandon() {
		this.inquiry.tell(CacheOutcome.MISS);
	}

	/**
	 * Whether the confirmed content is still there; then it stays.
	 */
	private boolean isHeld() {
		try {
			this.held = (this.stored != null) ? this.stored.body().hold() : null;
			return true;
		}
		catch (IOException ex) {
			logger.debug("What was confirmed is no longer stored", ex);
			return false;
		}
	}

	private boolean isForPart() {
		return this.request.headers().containsHeader(HttpHeaders.RANGE);
	}

	private Optional<CacheAnswer> stale(boolean disconnected) {
		Rules rules = this.inquiry.rules();
		Instant now = this.inquiry.now();
		if (this.stored == null || this.inquiry.isOutdated() || ByteRange.isMissing(this.request, this.stored)
				|| !ReusePolicy.mayHideError(this.request, this.stored, now, disconnected, rules)) {
			return Optional.empty();
		}
		long saved = this.stored.body().length();
		Optional<CacheAnswer> answer = this.inquiry.hold(StoredAnswer.to(this.request, this.stored,
				Freshness.of(this.stored.status(), this.stored.headers(), now, rules)));
		answer.ifPresent((found) -> this.inquiry.tell(CacheOutcome.STALE, saved));
		return answer;
	}

	private CacheAnswer answered(ServiceResponse response) {
		Optional<StoredResponse> storable = stores(response.status(), response.headers())
				? Storing.response(this.inquiry, response) : Optional.empty();
		if (storable.isPresent()) {
			this.inquiry.put(storable.get());
		}
		else if (StoragePolicy.removes(response.status(), response.headers())) {
			this.inquiry.remove();
		}
		this.inquiry.tell(CacheOutcome.MISS);
		return CacheAnswer.of(response);
	}

	private CacheAnswer confirmed(ServiceResponse notModified, StoredResponse confirmed) {
		StoredResponse freshened = freshen(notModified, confirmed);
		this.inquiry.tell(CacheOutcome.REVALIDATED, freshened.body().length());
		return new CacheAnswer(notModified.uri(), freshened.status(), OwnFields.toAnswer(freshened),
				(this.held != null) ? this.held : freshened.body());
	}

	/**
	 * The caller's own copy holds. What is stored is freshened only if the caller spoke
	 * of that very response; otherwise it may be an older one, which must not get the
	 * dates and the entity tag of the newer.
	 */
	private CacheAnswer confirmedToCaller(ServiceResponse notModified, CallerCondition condition) {
		if (this.stored != null && this.validators != null && condition.namesOnly(this.validators)
				&& this.validators.areConfirmedBy(notModified.headers())) {
			freshen(notModified, this.stored);
			this.inquiry.tell(CacheOutcome.REVALIDATED, this.stored.body().length());
			return CacheAnswer.of(notModified);
		}
		if (this.stored != null) {
			this.inquiry.remove();
		}
		this.inquiry.tell(CacheOutcome.REVALIDATED);
		return CacheAnswer.of(notModified);
	}

	private StoredResponse freshen(ServiceResponse notModified, StoredResponse confirmed) {
		Freshening freshening = Freshening.of(confirmed, this.inquiry, notModified.headers());
		if (!this.inquiry.mayStore(confirmed.status(), freshening.freshened().headers())) {
			this.inquiry.remove();
		}
		else if (freshening.isWorthWriting()) {
			this.inquiry.put(freshening.freshened());
		}
		return freshening.freshened();
	}

}
