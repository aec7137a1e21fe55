package dev.hyperclient.internal.transaction;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.BypassPolicy;
import dev.hyperclient.internal.policy.ByteRange;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.ForwardReason;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.RequestCondition;
import dev.hyperclient.internal.policy.ReuseDecision;
import dev.hyperclient.internal.policy.StaleReason;
import dev.hyperclient.internal.policy.StoredHeaders;
import dev.hyperclient.internal.policy.Validators;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Begins transactions: finds the stored response of a request and decides what to do with
 * it.
 */
final class CacheTransactions {

	private static final List<String> CONDITIONS = List.of(HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE);

	private CacheTransactions() {
	}

	/**
	 * Look a request up. Reads the store, so it may block.
	 * @param hasHiddenInput whether the response may depend on what is not part of the
	 * cache key, so that a safe request or a query bypasses the cache
	 * @param revalidates whether the caller can validate a stale response in the
	 * background
	 * @param waited how the request was to be handled before it waited for the response
	 * to an equal one, or {@code null} if it has not waited
	 */
	static CacheLookup lookup(CacheContext cache, CacheRequest request, boolean hasHiddenInput, boolean revalidates,
			@Nullable CacheStatus waited) {
		// An unsafe method bypasses the cache anyway.
		if (hasHiddenInput && (!Invalidation.isUnsafe(request.method()) || QueryContent.isKeyed(request))) {
			return bypass(TransactionContext.of(cache, request, false));
		}
		TransactionContext begun = TransactionContext.of(cache, request, revalidates);
		return begin((waited != null) ? begun.withStatus(waited.waiting()) : begun);
	}

	/**
	 * Let a response invalidate whose request was sent without the cache.
	 */
	static void receiveUncached(CacheContext cache, CacheRequest request, CacheResponse head) {
		TransactionContext context = TransactionContext.of(cache, request, false);
		if (!BypassPolicy.isOnlyIfCached(request)) {
			new BypassTransaction(bypassing(context), null).decide(head, "sent without the cache");
		}
	}

	/**
	 * Begin the transaction of a request. A hit is reported to the listener at once.
	 */
	static CacheLookup begin(TransactionContext begun) {
		if (!begun.isCacheable()) {
			// Its method, a field or a rule excludes it (RFC 9111, 3 and 5.2.1.5).
			return bypass(begun);
		}
		CacheRequest request = begun.request();
		// One that is being stored although it has been invalidated is not served (4.4).
		boolean isBeingStored = begun.isBeingStored();
		TransactionStorage storage = begun.storage();
		VariantStore.Found found = storage.read();
		StoredResponse candidate = isBeingStored ? null : storage.find(found).orElse(null);
		PartialResponse part = (candidate != null) ? PartialResponse.of(candidate).orElse(null) : null;
		boolean isPart = candidate != null && candidate.status() == PartialResponse.PARTIAL_CONTENT;
		StoredResponse stored = isPart ? null : candidate;
		// A stored range is served; of the whole representation the rest is requested
		// (3.3, 3.4).
		Optional<? extends CacheLookup> answered = (part != null) ? ofPart(begun.withFound(found), part)
				: Optional.empty();
		if (answered.isEmpty() && !isBeingStored) {
			// With cookies alone, one to a request without credentials: it does not vary
			// on them (4.1).
			answered = hitWithoutCookies(begun, found, stored);
		}
		if (answered.isPresent()) {
			return answered.get();
		}
		// A stored 200 answers a range only if it contains it (RFC 9110, 14.2).
		boolean unsatisfiable = stored != null && ByteRange.isUnsatisfiable(request, stored);
		ReuseDecision decision = begun.reusePolicy()
			.decide(request, unsatisfiable ? null : stored, begun.requestTime());
		Supplier<ForwardReason> reason = () -> (part != null) ? partReason(begun, part)
				: reason(begun, found, stored, unsatisfiable);
		begun.notifyDecision(() -> DecisionText.reuse(begun, decision, stored, reason));
		if (stored != null && decision instanceof ReuseDecision.Reuse reuse) {
			// Fresh (4.2).
			return hit(begun, stored, reuse.freshness(), CacheOutcome.HIT, false);
		}
		if (stored != null && decision instanceof ReuseDecision.ServeStale stale) {
			// Stale, and the request or the response permits that (4.2.4; RFC 5861, 3).
			return hit(begun, stored, stale.freshness(), CacheOutcome.STALE,
					stale.revalidate() && !begun.isOffline() && !begun.isPaused());
		}
		// The reason is only looked for if the field is added.
		TransactionContext looked = begun.withFound(found);
		TransactionContext context = (begun.status().name() != null)
				? looked.withStatus(begun.status().withReason(reason.get())) : looked;
		if (decision instanceof ReuseDecision.GatewayTimeout) {
			// Nothing may be served, and only-if-cached forbids to forward (5.2.1.7).
			return gatewayTimeout(context);
		}
		// Validated if there is a validator (4.3.1), otherwise requested anew.
		CacheTransaction transaction = forward(context, decision, stored, part);
		if (context.isOffline()) {
			// Nothing is sent (4.2.4).
			return unsent(transaction, StaleReason.OFFLINE).orElseGet(() -> gatewayTimeout(context));
		}
		if (stored != null && context.isPaused()) {
			// Its origin has failed, and another request tries it (RFC 5861, 4).
			return unsent(transaction, StaleReason.PAUSED).orElse(transaction);
		}
		return transaction;
	}

	private static Optional<CacheLookup> unsent(CacheTransaction transaction, StaleReason reason) {
		return transaction.stale(reason).map((stale) -> new CacheLookup.Hit(stale, null, transaction.context()));
	}

	/**
	 * Serve the fresh response to a request without credentials, if this one has no other
	 * credentials than cookies. Not if it is fresh by the times of a rule, since then it
	 * may vary on cookies without saying so, nor if it sets a cookie without being
	 * {@code public}, which would replace that of the user. One that varies on
	 * {@code Cookie} is not found, since the cookies are part of its key.
	 * @param found what is stored for the URL
	 * @param own the stored response that the request selects, or {@code null}
	 */
	private static Optional<CacheLookup> hitWithoutCookies(TransactionContext context, VariantStore.Found found,
			@Nullable StoredResponse own) {
		if (!IdentityKey.isOfCookies(context.request().identity())
				|| (own != null && context.reusePolicy().isSelected(context.request(), own))) {
			return Optional.empty();
		}
		TransactionContext anonymous = context.anonymous();
		CacheRequest request = anonymous.request();
		StoredResponse stored = anonymous.storage().find(found).orElse(null);
		if (stored == null || stored.status() == PartialResponse.PARTIAL_CONTENT
				|| anonymous.reusePolicy().hasTimesOfRule(stored) || ByteRange.isUnsatisfiable(request, stored)
				|| (StoredHeaders.hasCookies(stored.headers()) && !CacheControl.of(stored.headers()).has("public"))) {
			return Optional.empty();
		}
		ReuseDecision decision = anonymous.reusePolicy().decide(request, stored, anonymous.requestTime());
		return (decision instanceof ReuseDecision.Reuse reuse)
				? freshHit(context, anonymous, stored, CachedResponse.of(request, stored, reuse.freshness()), reuse)
				: Optional.empty();
	}

	/**
	 * Serve a range of a stored partial response, or request the remainder of it.
	 */
	private static Optional<CacheLookup> ofPart(TransactionContext context, PartialResponse part) {
		CacheRequest request = context.request();
		if (!request.headers().containsHeader(HttpHeaders.RANGE)) {
			return (part.isWorthCompleting(context) && !context.forbidsForwarding())
					? Optional.of(ForwardTransaction
						.completing(context.withStatus(context.status().withReason(ForwardReason.PARTIAL)), part))
					: Optional.empty();
		}
		ReuseDecision decision = context.reusePolicy().decide(request, part.stored(), context.requestTime());
		if (!(decision instanceof ReuseDecision.Reuse reuse) || RequestCondition.of(request.headers()).isPresent()) {
			return Optional.empty();
		}
		return part.respond(request, reuse.freshness())
			.flatMap((cached) -> freshHit(context, context, part.stored(), cached, reuse));
	}

	/**
	 * Return the hit, of which the listener is notified, or empty if its content cannot
	 * be held.
	 * @param context the request of the caller
	 * @param reader the context that the stored response was found with
	 */
	private static Optional<CacheLookup> freshHit(TransactionContext context, TransactionContext reader,
			StoredResponse stored, CachedResponse response, ReuseDecision.Reuse reuse) {
		return reader.storage().hold(response).map((cached) -> {
			// The reason is not asked for, since the response is reused.
			context.notifyDecision(() -> DecisionText.reuse(reader, reuse, stored, () -> ForwardReason.MISS));
			context.status().addHit(cached.headers(), reuse.freshness().remaining().toSeconds(), null);
			context.notifyOutcome(CacheOutcome.HIT, cached.status(), cached.body().length());
			return new CacheLookup.Hit(cached, null, context);
		});
	}

	private static ForwardReason partReason(TransactionContext context, PartialResponse part) {
		return context.reusePolicy().freshness(part.stored(), context.requestTime()).isFresh() ? ForwardReason.PARTIAL
				: ForwardReason.STALE;
	}

	/**
	 * Begin the transaction of a request that is sent to the server without a lookup,
	 * unless it has {@code only-if-cached}.
	 */
	static CacheLookup bypass(TransactionContext context) {
		if (context.forbidsForwarding()) {
			return gatewayTimeout(context);
		}
		return BypassTransaction.begin(bypassing(context));
	}

	private static TransactionContext bypassing(TransactionContext context) {
		ForwardReason reason = BypassPolicy.reason(context.request());
		context.notifyDecision(() -> DecisionText.bypass(context, reason));
		return context.withStatus(context.status().withReason(reason));
	}

	private static ForwardReason reason(TransactionContext context, VariantStore.Found found,
			@Nullable StoredResponse stored, boolean unsatisfiable) {
		CacheRequest request = context.request();
		if (stored == null) {
			return context.isLookedUp() ? context.storage().variants().missReason(found) : ForwardReason.MISS;
		}
		if (!context.reusePolicy().isSelected(request, stored)) {
			return ForwardReason.VARY_MISS;
		}
		if (unsatisfiable) {
			return ForwardReason.PARTIAL;
		}
		if (!context.reusePolicy().freshness(stored, context.requestTime()).isFresh()) {
			return ForwardReason.STALE;
		}
		// The identity is unknown if another client has written the file.
		return (stored.identityHash() == null) ? ForwardReason.MISS : ForwardReason.REQUEST;
	}

	/**
	 * Begin the transaction of a request that no stored response may answer: the stored
	 * one is removed, and the request is forwarded without a condition and with
	 * {@code no-cache} for other caches. A request with {@code only-if-cached} is not
	 * forwarded.
	 */
	static CacheLookup reload(TransactionContext context) {
		CacheRequest request = context.request();
		if (context.forbidsForwarding()) {
			return gatewayTimeout(context);
		}
		if (!context.isCacheable()) {
			return BypassTransaction
				.begin(context.withStatus(context.status().withReason(BypassPolicy.reason(request))));
		}
		context.storage().remove();
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		CONDITIONS.forEach(headers::remove);
		headers.setCacheControl("no-cache");
		TransactionContext restarted = context.restart(request.withHeaders(headers));
		return forward(restarted.withStatus(restarted.status().withReason(ForwardReason.REQUEST)),
				new ReuseDecision.Forward(), null, null);
	}

	/**
	 * Begin the transaction of a request whose stored response cannot be read any more,
	 * as if there were none.
	 */
	static CacheLookup withoutStored(TransactionContext context) {
		if (context.forbidsForwarding()) {
			return gatewayTimeout(context);
		}
		return forward(context.withStatus(context.status().withReason(ForwardReason.MISS)), new ReuseDecision.Forward(),
				null, null);
	}

	private static CacheLookup gatewayTimeout(TransactionContext context) {
		CachedResponse generated = CachedResponse.gatewayTimeout(context.request());
		context.notifyOutcome(CacheOutcome.MISS, generated.status());
		context.status()
			.addGenerated(generated.headers(), context.isOffline() ? StaleReason.OFFLINE.toString() : "only-if-cached");
		return new CacheLookup.Hit(generated, null, context);
	}

	private static CacheLookup hit(TransactionContext context, StoredResponse stored, Freshness freshness,
			CacheOutcome outcome, boolean revalidate) {
		CacheRequest request = context.request();
		CachedResponse selected = CachedResponse.of(request, stored, freshness);
		Optional<CachedResponse> cached = context.storage()
			.hold((outcome == CacheOutcome.STALE) ? selected.asStale() : selected);
		if (cached.isEmpty()) {
			return withoutStored(context);
		}
		context.status().addHit(cached.get().headers(), freshness.remaining().toSeconds(), null);
		context.notifyOutcome(outcome, cached.get().status(), stored.body().length());
		return new CacheLookup.Hit(cached.get(), revalidate ? background(context, stored) : null, context);
	}

	private static CacheTransaction background(TransactionContext context, StoredResponse stored) {
		HttpHeaders headers = HttpHeaders.copyOf(context.request().headers());
		// The whole representation is requested, whatever part or copy the caller has.
		Stream.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE).forEach(headers::remove);
		CONDITIONS.forEach(headers::remove);
		Validators validators = Validators.of(stored.headers());
		boolean validates = CachedResponse.isRepresentation(stored) && !validators.isEmpty()
				&& !QueryContent.isUnconditional(context.request());
		return new ForwardTransaction(context.inBackground(headers),
				validates ? new ReuseDecision.Validate(validators) : new ReuseDecision.Forward(), stored, null);
	}

	private static CacheTransaction forward(TransactionContext context, ReuseDecision decision,
			@Nullable StoredResponse stored, @Nullable PartialResponse part) {
		if (!HttpMethod.HEAD.equals(context.request().method())) {
			return new ForwardTransaction(context, decision, stored, part);
		}
		boolean selected = stored != null && context.reusePolicy().isSelected(context.request(), stored);
		return new HeadTransaction(context, selected ? stored : null);
	}

}
