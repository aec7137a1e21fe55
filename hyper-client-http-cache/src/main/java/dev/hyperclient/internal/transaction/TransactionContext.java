package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.BypassPolicy;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.ReusePolicy;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.rule.CompiledRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request and the access that its transaction has to the cache.
 *
 * @param cache what the transactions of the cache share
 * @param request the request of the caller
 * @param keyed the request with the URL that its response is stored under
 * @param rule the rule that decides on the request, or {@code null} for none
 * @param requestTime when it reached the cache
 * @param generation the generation of the {@link InvalidationLog} at that time
 * @param reusePolicy decides whether a stored response may be served
 * @param reasonNotToStore why responses must not be stored, for logs, or {@code null}
 * @param status how the request is handled
 * @param found what the lookup has read for the URL, or {@code null} to read it again
 */
record TransactionContext(CacheContext cache, CacheRequest request, CacheRequest keyed, @Nullable CompiledRule rule,
		Instant requestTime, long generation, ReusePolicy reusePolicy, @Nullable String reasonNotToStore,
		CacheStatus status, VariantStore.@Nullable Found found) {

	/**
	 * Return the context of a request that begins now.
	 * @param revalidates whether the caller can validate a stale response in the
	 * background
	 */
	static TransactionContext of(CacheContext cache, CacheRequest request, boolean revalidates) {
		// Without variants, other clients may read the hash of the plain identity.
		CacheRequest own = (cache.profile() == CachingProfile.RFC_9111)
				? request.withIdentity(cache.identityKey().keyed(request.identity())) : request;
		CompiledRule rule = cache.rules().match(own.method(), own.uri());
		CacheRequest keyed = keyed(own, rule);
		return new TransactionContext(cache.forRequest(keyed, rule), own, keyed, rule, cache.now(),
				cache.invalidationLog().current(), reusePolicy(cache, revalidates, rule), null,
				CacheStatus.of(cache.settings(), keyed, rule), null);
	}

	private static ReusePolicy reusePolicy(CacheContext cache, boolean revalidates, @Nullable CompiledRule rule) {
		return new ReusePolicy(cache.profile(), cache.settings(), revalidates,
				(rule != null) ? rule : ReusePolicy.EffectiveFields.STATED, cache.anonymity());
	}

	private static CacheRequest keyed(CacheRequest request, @Nullable CompiledRule rule) {
		URI uri = (rule != null) ? rule.keyUri(request.uri()) : request.uri();
		return (uri == request.uri()) ? request : request.withUri(uri);
	}

	TransactionContext withStatus(CacheStatus status) {
		return new TransactionContext(this.cache, this.request, this.keyed, this.rule, this.requestTime,
				this.generation, this.reusePolicy, this.reasonNotToStore, status, this.found);
	}

	TransactionContext withFound(VariantStore.Found found) {
		return new TransactionContext(this.cache, this.request, this.keyed, this.rule, this.requestTime,
				this.generation, this.reusePolicy, this.reasonNotToStore, this.status, found);
	}

	/**
	 * Return this context for a lookup of the same request without an identity. Nothing
	 * may be forwarded or stored with it.
	 */
	TransactionContext anonymous() {
		return new TransactionContext(this.cache, this.request.withIdentity(""), this.keyed.withIdentity(""), this.rule,
				this.requestTime, this.generation, this.reusePolicy, this.reasonNotToStore, this.status, this.found);
	}

	/**
	 * Return this context for a response that is stored unless there is an invalidation
	 * after a generation.
	 */
	TransactionContext since(long generation) {
		return new TransactionContext(this.cache, this.request, this.keyed, this.rule, this.requestTime, generation,
				this.reusePolicy, this.reasonNotToStore, this.status, this.found);
	}

	/**
	 * Prevent storing.
	 * @param reason why the response must not be stored, or {@code null} if it may
	 */
	TransactionContext withoutStoring(@Nullable String reason) {
		return (reason == null) ? this : new TransactionContext(this.cache, this.request, this.keyed, this.rule,
				this.requestTime, this.generation, this.reusePolicy, reason, this.status, this.found);
	}

	/**
	 * Return this context when the request is sent. If no lookup has had a reply, nothing
	 * is stored: whether another process has invalidated the URL since, could not be
	 * noticed.
	 */
	TransactionContext whenSent() {
		return isLookedUp() ? this : withoutStoring("the store did not reply to the lookup");
	}

	/**
	 * Whether responses may be stored.
	 */
	boolean stores() {
		return this.reasonNotToStore == null;
	}

	/**
	 * Whether the store knows when the request was sent.
	 */
	boolean isLookedUp() {
		return !(this.cache.variants().store() instanceof SharedResponseStore shared) || shared.isLookedUp();
	}

	/**
	 * Whether the store can be expected to store a response.
	 */
	boolean accepts(CacheResponse head) {
		return !(this.cache.variants().store() instanceof SharedResponseStore shared)
				|| shared.accepts(Messages.declaredLength(head).orElse(0));
	}

	/**
	 * Return what the transaction reads from the store and writes to it.
	 */
	TransactionStorage storage() {
		return new TransactionStorage(this);
	}

	CachingProfile profile() {
		return this.cache.profile();
	}

	/**
	 * Return the header fields by which the cache decides on a response.
	 */
	HttpHeaders effective(int status, HttpHeaders headers) {
		return this.reusePolicy.fields().effective(status, headers);
	}

	/**
	 * Whether the request may be answered from the cache, and its response stored.
	 */
	boolean isCacheable() {
		return !isExcluded() && BypassPolicy.isCacheable(this.request, profile());
	}

	/**
	 * Whether a rule excludes the request from the cache.
	 */
	boolean isExcluded() {
		return this.rule != null && this.rule.bypasses();
	}

	/**
	 * Whether the request must not be sent (RFC 9111, 5.2.1.7).
	 */
	boolean forbidsForwarding() {
		return isOffline() || BypassPolicy.isOnlyIfCached(this.request);
	}

	/**
	 * Whether no requests are sent.
	 */
	boolean isOffline() {
		return this.cache.availability().isOffline();
	}

	/**
	 * Whether the request is not sent if a stored response can answer it.
	 */
	boolean isPaused() {
		return this.cache.availability()
			.isPaused(this.request.uri(), this.cache.settings().pauseAfterFailures(), now());
	}

	/**
	 * Note whether the server has answered.
	 * @param status its status code, or zero if there was no response
	 */
	void notifyAnswer(int status) {
		if (this.cache.settings().pauseAfterFailures().isZero()) {
			return;
		}
		if (status == 0 || Messages.isError(status)) {
			this.cache.availability().failed(this.request.uri(), now());
		}
		else {
			this.cache.availability().answered(this.request.uri());
		}
	}

	/**
	 * Return the limits of stored content.
	 */
	StorageLimits limit(StorageLimits limits) {
		return (this.rule != null) ? this.rule.limit(limits) : limits;
	}

	/**
	 * Whether a rule declares that this POST changes nothing.
	 */
	boolean isDeclaredQuery() {
		return this.rule != null && this.rule.rule().safePost() && profile() == CachingProfile.RFC_9111
				&& HttpMethod.POST.equals(this.request.method());
	}

	/**
	 * Whether the URL or a group of a response to this request has been invalidated since
	 * the request.
	 */
	boolean isInvalidated(StoredResponse response) {
		return this.cache.invalidationLog().isInvalidated(this.keyed.uri(), response, this.generation);
	}

	/**
	 * Whether a response that has been invalidated is being stored, so that it must not
	 * be served if the store has it. Asked before the store is read.
	 */
	boolean isBeingStored() {
		return this.cache.invalidationLog().isBeingStored(this.keyed.uri());
	}

	/**
	 * Store a response, unless it has been invalidated since the request: then it may be
	 * older than the change.
	 * @return whether it was stored
	 */
	boolean store(StoredResponse response, Runnable store) {
		return this.cache.invalidationLog()
			.store(this.keyed.uri(), response, this.generation, store, storage()::removeInvalidated);
	}

	Instant now() {
		return this.cache.now();
	}

	void notifyOutcome(CacheOutcome outcome, int status) {
		notifyOutcome(outcome, status, 0);
	}

	/**
	 * Notify the listener of the outcome.
	 * @param status the status code of the server, or of a stored response
	 * @param savedBytes the length of the content that was not transferred
	 */
	void notifyOutcome(CacheOutcome outcome, int status, long savedBytes) {
		Duration time = Duration.between(this.requestTime, now());
		this.cache.listener()
			.onResult(this.request, CacheResult.of(outcome, status, savedBytes,
					time.isNegative() ? Duration.ZERO : time, (this.rule != null) ? this.rule.label() : null));
	}

	/**
	 * Notify the listener of a decision.
	 * @param decision creates the text
	 */
	void notifyDecision(Supplier<String> decision) {
		this.cache.listener()
			.onDecision(this.request, (this.rule != null) ? () -> decision.get() + "; " + this.rule : decision);
	}

	/**
	 * Notify the listener that the request is sent a second time.
	 */
	void notifyRepeat() {
		this.cache.listener().onRepeat(this.request);
	}

	/**
	 * Return the context of a GET or query with other header fields, without
	 * notification.
	 */
	TransactionContext inBackground(HttpHeaders headers) {
		CacheRequest whole = QueryContent.isKeyed(this.request) ? this.request.withHeaders(headers)
				: CacheRequest.of(HttpMethod.GET, this.request.uri(), headers, this.request.identity());
		return new TransactionContext(this.cache.withoutListener(), whole, whole.withUri(this.keyed.uri()), this.rule,
				this.requestTime, this.generation, this.reusePolicy, this.reasonNotToStore, this.status, this.found);
	}

	/**
	 * Return the context of another request to the same URL that begins now.
	 */
	TransactionContext restart(CacheRequest other) {
		CompiledRule otherRule = this.cache.rules().match(other.method(), other.uri());
		CacheRequest otherKeyed = keyed(other, otherRule);
		TransactionContext restarted = new TransactionContext(this.cache.forRequest(otherKeyed, otherRule), other,
				otherKeyed, otherRule, now(), this.cache.invalidationLog().current(),
				reusePolicy(this.cache, this.reusePolicy.revalidates(), otherRule), this.reasonNotToStore, this.status,
				null);
		// A store for one request must have looked it up before it is sent.
		return (restarted.cache.variants().store() != this.cache.variants().store())
				? restarted.withFound(restarted.storage().read()) : restarted;
	}

}
