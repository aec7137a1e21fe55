package dev.hyperclient.cache;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Begins transactions: finds the stored response of a request and decides what to do with
 * it.
 */
final class CacheTransactions {

	private static final List<String> CONDITIONS = List.of(HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE);

	/**
	 * How often a request waits for the response of another process: again if the first
	 * one has died.
	 */
	private static final int MAX_WAITS = 2;

	private CacheTransactions() {
	}

	/**
	 * Begin the transaction of a request. A hit is reported to the listener at once.
	 */
	static CacheTransaction begin(TransactionContext context) {
		return begin(context, MAX_WAITS);
	}

	private static CacheTransaction begin(TransactionContext context, int waits) {
		CacheRequest request = context.request();
		boolean bypass = !BypassPolicy.isCacheable(request, context.profile());
		if (bypass && !BypassPolicy.isOnlyIfCached(request)) {
			context.notifyDecision(() -> DecisionText.bypass(request));
			return new BypassTransaction(context);
		}
		StoredResponse stored = bypass ? null : context.find().orElse(null);
		if (stored == null && waits > 0 && isCoalescible(context) && context.awaitResponse()) {
			return begin(context.restart(request), waits - 1);
		}
		boolean unsatisfiable = stored != null && ByteRange.isUnsatisfiable(request, stored);
		ReuseDecision decision = context.reusePolicy()
			.decide(request, unsatisfiable ? null : stored, context.requestTime());
		context.notifyDecision(() -> DecisionText.reuse(context, decision, stored));
		if (decision instanceof ReuseDecision.GatewayTimeout) {
			return gatewayTimeout(context);
		}
		if (stored != null && decision instanceof ReuseDecision.Reuse reuse) {
			return hit(context, stored, reuse.freshness(), CacheOutcome.HIT, false);
		}
		if (stored != null && decision instanceof ReuseDecision.ServeStale stale) {
			return hit(context, stored, stale.freshness(), CacheOutcome.STALE, stale.revalidate());
		}
		return forward(context, decision, stored);
	}

	/**
	 * Whether a request without a stored response may wait for that of another process.
	 */
	private static boolean isCoalescible(TransactionContext context) {
		return HttpMethod.GET.equals(context.request().method()) && !BypassPolicy.isOnlyIfCached(context.request())
				&& new ForwardTransaction(context, new ReuseDecision.Forward(), null).isCoalescible();
	}

	/**
	 * Begin the transaction of a request that no stored response may answer: the stored
	 * one is removed, and the request is forwarded without a condition and with
	 * {@code no-cache} for other caches. A request with {@code only-if-cached} is not
	 * forwarded.
	 */
	static CacheTransaction reload(TransactionContext context) {
		CacheRequest request = context.request();
		if (BypassPolicy.isOnlyIfCached(request)) {
			return gatewayTimeout(context);
		}
		if (!BypassPolicy.isCacheable(request, context.profile())) {
			return new BypassTransaction(context);
		}
		context.remove();
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		CONDITIONS.forEach(headers::remove);
		headers.setCacheControl("no-cache");
		return forward(context.restart(request.withHeaders(headers)), new ReuseDecision.Forward(), null);
	}

	private static CacheTransaction gatewayTimeout(TransactionContext context) {
		context.notifyOutcome(CacheOutcome.MISS);
		return new HitTransaction(context.request(), CachedResponse.gatewayTimeout(context.request()), null);
	}

	private static CacheTransaction hit(TransactionContext context, StoredResponse stored, Freshness freshness,
			CacheOutcome outcome, boolean revalidate) {
		CacheRequest request = context.request();
		Optional<CachedResponse> cached = context.hold(CachedResponse.of(request, stored, freshness));
		if (cached.isEmpty()) {
			return forward(context, new ReuseDecision.Forward(), null);
		}
		context.notifyOutcome(outcome, stored.body().length());
		return new HitTransaction(request, cached.get(), revalidate ? background(context, stored) : null);
	}

	private static CacheTransaction background(TransactionContext context, StoredResponse stored) {
		HttpHeaders headers = HttpHeaders.copyOf(context.request().headers());
		// The whole representation is requested, whatever part or copy the caller has.
		Stream.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE).forEach(headers::remove);
		CONDITIONS.forEach(headers::remove);
		Validators validators = Validators.of(stored.headers());
		boolean validates = CachedResponse.isRepresentation(stored) && !validators.isEmpty();
		return new ForwardTransaction(context.inBackground(headers),
				validates ? new ReuseDecision.Validate(validators) : new ReuseDecision.Forward(), stored);
	}

	private static CacheTransaction forward(TransactionContext context, ReuseDecision decision,
			@Nullable StoredResponse stored) {
		if (!HttpMethod.HEAD.equals(context.request().method())) {
			return new ForwardTransaction(context, decision, stored);
		}
		boolean selected = stored != null && context.reusePolicy().isSelected(context.request(), stored);
		return new HeadTransaction(context, selected ? stored : null);
	}

}
