package dev.hyperclient.cache;

import java.time.Instant;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;

/**
 * Decides whether a stored response may answer a request: a pure function of both and of
 * the present (RFC 9111, 4).
 */
final class ReusePolicy {

	private static final ReuseDecision FORWARD = new ReuseDecision.Forward();

	private ReusePolicy() {
	}

	/**
	 * Decides about the response stored under the request's key.
	 * @param request the request, a GET that does not bypass the cache
	 * @param stored the stored response
	 * @param now the present
	 * @return the decision
	 */
	static ReuseDecision decide(ServiceRequest request, StoredResponse stored, Instant now) {
		if (!isSelected(request, stored)) {
			return FORWARD;
		}
		CacheControl demand = CacheControl.ofRequest(request.headers());
		Freshness freshness = Freshness.of(stored.headers(), now);
		// Who asked is unknown where another client wrote the file.
		if (stored.identityHash() != null && !demand.demandsValidation() && freshness.satisfies(demand)) {
			return new ReuseDecision.Reuse(freshness);
		}
		Validators validators = Validators.of(stored.headers());
		// A redirect is asked for again: a 304 would leave nothing but the redirect.
		return (isRedirect(stored) || validators.isEmpty()) ? FORWARD : new ReuseDecision.Validate(validators);
	}

	/**
	 * Whether the stored response could be the answer to this request at all: the same
	 * selecting fields (4.1), and the same identity unless the response is public.
	 */
	private static boolean isSelected(ServiceRequest request, StoredResponse stored) {
		if (!isAnswer(stored)) {
			return false;
		}
		SelectingFields selecting = SelectingFields.of(stored.headers());
		return !selecting.areUnknowable() && selecting.match(stored, request.headers())
				&& mayServe(request.identity(), stored, selecting.includeIdentity());
	}

	private static boolean isAnswer(StoredResponse stored) {
		return stored.status() == 200 || stored.status() == 203 || isRedirect(stored);
	}

	private static boolean isRedirect(StoredResponse stored) {
		return StoragePolicy.isPermanentRedirect(stored.status()) && stored.permanentRedirect() != null;
	}

	private static boolean mayServe(String identity, StoredResponse stored, boolean variesOnIdentity) {
		if (stored.identityHash() == null) {
			return !variesOnIdentity;
		}
		return (!variesOnIdentity && CacheControl.of(stored.headers()).isPublic())
				|| stored.identityHash().equals(IdentityHash.of(identity));
	}

}
