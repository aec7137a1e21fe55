package dev.hyperclient.cache;

import java.time.Duration;
import java.time.Instant;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Decides whether a stored response may answer a request: a pure function of both and of
 * the present (RFC 9111, 4).
 */
final class ReusePolicy {

	private static final ReuseDecision FORWARD = new ReuseDecision.Forward();

	private static final ReuseDecision GATEWAY_TIMEOUT = new ReuseDecision.GatewayTimeout();

	private ReusePolicy() {
	}

	/**
	 * Decides for a service root.
	 */
	static ReuseDecision decide(ServiceRequest request, StoredResponse stored, Instant now) {
		return decide(request, stored, now, Rules.SERVICE);
	}

	/**
	 * Decides about the response that a request has found.
	 * @param request the request, a GET or HEAD that does not bypass the cache
	 * @param stored the stored response, or {@code null} for none
	 * @param now the present
	 * @param rules which law holds
	 * @return the decision
	 */
	static ReuseDecision decide(ServiceRequest request, @Nullable StoredResponse stored, Instant now, Rules rules) {
		CacheControl demand = CacheControl.ofRequest(request.headers());
		ReuseDecision decision = (stored != null && isSelected(request, stored, rules))
				? decideSelected(demand, stored, now, rules) : FORWARD;
		boolean asks = decision instanceof ReuseDecision.Forward || decision instanceof ReuseDecision.Validate;
		return (asks && demand.onlyIfCached()) ? GATEWAY_TIMEOUT : decision;
	}

	private static ReuseDecision decideSelected(CacheControl demand, StoredResponse stored, Instant now, Rules rules) {
		Freshness freshness = Freshness.of(stored.status(), stored.headers(), now, rules);
		// Who asked is unknown where another client wrote the file.
		if (stored.identityHash() != null && !demand.demandsValidation()) {
			if (freshness.satisfies(demand)) {
				return new ReuseDecision.Reuse(freshness);
			}
			CacheControl said = CacheControl.of(stored.headers());
			if (!said.forbidsStale() && !freshness.isFresh()) {
				// RFC 9111, 5.2.1.2
				if (freshness.isStaleFor(demand.maxStale(), demand)) {
					return new ReuseDecision.ServeStale(freshness, false);
				}
				// RFC 5861, 3
				if (rules.isAlone() && freshness.isStaleFor(said.staleWhileRevalidate(), demand)) {
					return new ReuseDecision.ServeStale(freshness, true);
				}
			}
		}
		Validators validators = Validators.of(stored.headers());
		// A 304 speaks of what would be a 200, so another answer is asked for again.
		boolean validates = (stored.status() == 200 || stored.status() == 203) && !validators.isEmpty();
		return validates ? new ReuseDecision.Validate(validators) : FORWARD;
	}

	/**
	 * Whether a stored response may answer in place of an error.
	 * @param request the request that went wrong
	 * @param stored what is stored for it
	 * @param now the present
	 * @param disconnected whether there was no answer at all; otherwise it was a 500,
	 * 502, 503 or 504
	 * @param rules which law holds
	 */
	static boolean mayHideError(ServiceRequest request, StoredResponse stored, Instant now, boolean disconnected,
			Rules rules) {
		CacheControl said = CacheControl.of(stored.headers());
		CacheControl demand = CacheControl.ofRequest(request.headers());
		if (!rules.isAlone() || stored.status() >= 500 || stored.identityHash() == null || said.forbidsStale()
				|| demand.demandsValidation() || !isSelected(request, stored, rules)) {
			return false;
		}
		Freshness freshness = Freshness.of(stored.status(), stored.headers(), now, rules);
		// RFC 9111, 4.2.4
		boolean isolated = disconnected && rules.settings().staleIfDisconnected()
				&& freshness.isStaleFor(CacheControl.UNLIMITED, demand);
		return isolated || freshness.satisfies(demand)
				|| freshness.isStaleFor(staleIfError(said, demand, rules), demand);
	}

	private static Duration staleIfError(CacheControl said, CacheControl demand, Rules rules) {
		Duration asked = demand.staleIfError();
		Duration allowed = (asked != null) ? asked : said.staleIfError();
		return (allowed != null) ? allowed : rules.settings().staleIfError();
	}

	/**
	 * Whether the stored response could be the answer to this request at all: the same
	 * selecting fields (4.1), and the same identity unless the response is public.
	 */
	static boolean isSelected(ServiceRequest request, StoredResponse stored, Rules rules) {
		HttpHeaders headers = stored.headers();
		SelectingFields selecting = SelectingFields.of(headers);
		if (rules.isAlone()) {
			// The selecting fields have led here: they are part of the key.
			return !selecting.includeHiddenIdentity(request)
					&& mayServe(request.identity(), stored, selecting.includeIdentity());
		}
		return isAnswer(stored) && !selecting.areUnknowable() && selecting.match(stored, request.headers())
				&& mayServe(request.identity(), stored, selecting.includeIdentity());
	}

	private static boolean isAnswer(StoredResponse stored) {
		return stored.status() == 200 || stored.status() == 203
				|| (StoragePolicy.isPermanentRedirect(stored.status()) && stored.permanentRedirect() != null);
	}

	private static boolean mayServe(String identity, StoredResponse stored, boolean variesOnIdentity) {
		if (stored.identityHash() == null) {
			return !variesOnIdentity;
		}
		return (!variesOnIdentity && CacheControl.of(stored.headers()).isPublic())
				|| stored.identityHash().equals(IdentityHash.of(identity));
	}

}
