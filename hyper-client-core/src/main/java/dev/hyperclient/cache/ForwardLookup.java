package dev.hyperclient.cache;

import java.io.IOException;
import java.util.Optional;

import dev.hyperclient.cache.store.CacheKey;
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

	private final HttpCache cache;

	private final ServiceRequest request;

	private final CacheKey key;

	private final @Nullable StoredResponse stored;

	private final @Nullable Validators validators;

	private final Optional<CallerCondition> callerCondition;

	private @Nullable StoredBody held;

	/**
	 * Creates the lookup.
	 * @param stored what is stored, or {@code null} for nothing
	 */
	ForwardLookup(HttpCache cache, ServiceRequest request, CacheKey key, ReuseDecision decision,
			@Nullable StoredResponse stored) {
		this.cache = cache;
		this.request = request;
		this.key = key;
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
		return (this.validators != null && this.callerCondition.isEmpty())
				? this.request.withHeaders(this.validators.conditionalize(this.request.headers())) : this.request;
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return StoragePolicy.stores(status, headers);
	}

	@Override
	public Optional<CacheLookup> retry(int status, HttpHeaders headers) {
		if (status != NOT_MODIFIED || this.callerCondition.isPresent() || this.validators == null
				|| (this.validators.areConfirmedBy(headers) && isHeld())) {
			return Optional.empty();
		}
		this.cache.store().remove(this.key);
		return Optional.of(new ForwardLookup(this.cache, this.request, this.key, new ReuseDecision.Forward(), null));
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
	public ResponseWriter begin(ServiceResponse head) {
		Optional<StoredResponse> storable = Storing.response(this.request, head);
		if (storable.isEmpty() || storable.get().permanentRedirect() != null) {
			// The content of a redirect is not stored.
			complete(head);
			return ResponseWriter.NONE;
		}
		return new LookupWriter(this.cache.store().begin(this.key, storable.get()), this::abandon);
	}

	@Override
	public void abandon() {
		this.cache.tell(this.request, CacheOutcome.MISS);
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

	private CacheAnswer answered(ServiceResponse response) {
		Optional<StoredResponse> storable = stores(response.status(), response.headers())
				? Storing.response(this.request, response) : Optional.empty();
		if (storable.isPresent()) {
			this.cache.store().put(this.key, storable.get());
		}
		else if (StoragePolicy.removes(response.status(), response.headers())) {
			this.cache.store().remove(this.key);
		}
		this.cache.tell(this.request, CacheOutcome.MISS);
		return CacheAnswer.of(response);
	}

	private CacheAnswer confirmed(ServiceResponse notModified, StoredResponse confirmed) {
		StoredResponse freshened = freshen(notModified, confirmed);
		this.cache.tell(this.request, CacheOutcome.REVALIDATED, freshened.body().length());
		return new CacheAnswer(notModified.uri(), freshened.status(), freshened.headers(),
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
			this.cache.tell(this.request, CacheOutcome.REVALIDATED, this.stored.body().length());
			return CacheAnswer.of(notModified);
		}
		if (this.stored != null) {
			this.cache.store().remove(this.key);
		}
		this.cache.tell(this.request, CacheOutcome.REVALIDATED);
		return CacheAnswer.of(notModified);
	}

	private StoredResponse freshen(ServiceResponse notModified, StoredResponse confirmed) {
		Freshening freshening = Freshening.of(confirmed, this.request, notModified.headers());
		if (!stores(confirmed.status(), freshening.freshened().headers())) {
			this.cache.store().remove(this.key);
		}
		else if (freshening.isWorthWriting()) {
			this.cache.store().put(this.key, freshening.freshened());
		}
		return freshening.freshened();
	}

}
