package dev.hyperclient.cache;

import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Finds out what the cache has to do for a request.
 */
final class Lookups {

	private Lookups() {
	}

	/**
	 * Looks for a stored response and decides what to do.
	 */
	static CacheLookup begin(Inquiry inquiry) {
		ServiceRequest request = inquiry.request();
		Rules rules = inquiry.rules();
		boolean passes = !BypassPolicy.isCacheable(request, rules);
		if (passes && !BypassPolicy.forbidsToAsk(request)) {
			return new BypassLookup(inquiry);
		}
		StoredResponse stored = passes ? null : inquiry.find().orElse(null);
		boolean missing = stored != null && ByteRange.isMissing(request, stored);
		ReuseDecision decision = ReusePolicy.decide(request, missing ? null : stored, inquiry.asked(), rules);
		if (decision instanceof ReuseDecision.GatewayTimeout) {
			inquiry.tell(CacheOutcome.MISS);
			return new HitLookup(request, new CacheAnswer(request.uri(), 504, new HttpHeaders(), StoredBody.EMPTY),
					null);
		}
		if (stored != null && decision instanceof ReuseDecision.Reuse reuse) {
			return answered(inquiry, stored, reuse.freshness(), CacheOutcome.HIT, false);
		}
		if (stored != null && decision instanceof ReuseDecision.ServeStale stale) {
			return answered(inquiry, stored, stale.freshness(), CacheOutcome.STALE, stale.revalidate());
		}
		return forward(inquiry, decision, stored);
	}

	/**
	 * Removes what is stored for a request, and asks the server without a condition and
	 * past caches on the way.
	 */
	static CacheLookup reload(Inquiry inquiry) {
		ServiceRequest request = inquiry.request();
		if (!BypassPolicy.isCacheable(request, inquiry.rules())) {
			return new BypassLookup(inquiry);
		}
		inquiry.remove();
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		headers.setCacheControl("no-cache");
		return forward(inquiry.again(request.withHeaders(headers)), new ReuseDecision.Forward(), null);
	}

	private static CacheLookup answered(Inquiry inquiry, StoredResponse stored, Freshness freshness,
			CacheOutcome outcome, boolean revalidate) {
		ServiceRequest request = inquiry.request();
		Optional<CacheAnswer> answer = inquiry.hold(StoredAnswer.to(request, stored, freshness));
		if (answer.isEmpty()) {
			return forward(inquiry, new ReuseDecision.Forward(), null);
		}
		inquiry.tell(outcome, stored.body().length());
		return new HitLookup(request, answer.get(), revalidate ? background(inquiry, stored) : null);
	}

	private static CacheLookup background(Inquiry inquiry, StoredResponse stored) {
		HttpHeaders headers = HttpHeaders.copyOf(inquiry.request().headers());
		// What is asked for is the whole, whatever the caller has of it already.
		Stream.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE, HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE)
			.forEach(headers::remove);
		Inquiry whole = inquiry.inBackground(headers);
		Validators validators = Validators.of(stored.headers());
		boolean validates = StoredAnswer.isRepresentation(stored) && !validators.isEmpty();
		return new ForwardLookup(whole,
				validates ? new ReuseDecision.Validate(validators) : new ReuseDecision.Forward(), stored);
	}

	private static CacheLookup forward(Inquiry inquiry, ReuseDecision decision, @Nullable StoredResponse stored) {
		return HttpMethod.HEAD.equals(inquiry.request().method()) ? new HeadLookup(inquiry,
				(stored != null && ReusePolicy.isSelected(inquiry.request(), stored, inquiry.rules())) ? stored : null)
				: new ForwardLookup(inquiry, decision, stored);
	}

}
