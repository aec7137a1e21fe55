package dev.hyperclient.internal.policy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Decides whether a stored response may be served (RFC 9111, 4). The decisions depend on
 * nothing but the arguments.
 *
 * @param profile the features that are used
 * @param settings what RFC 9111 leaves open
 * @param revalidates whether a stale response can be validated after it has been served
 * @param fields the header fields by which the cache decides on a response
 * @param anonymity whether requests for a URL have no credentials that they do not show
 */
public record ReusePolicy(CachingProfile profile, CacheSettings settings, boolean revalidates, EffectiveFields fields,
		HiddenCredentials anonymity) {

	private static final ReuseDecision FORWARD = new ReuseDecision.Forward();

	private static final ReuseDecision GATEWAY_TIMEOUT = new ReuseDecision.GatewayTimeout();

	/**
	 * Create a policy for requests that no rule matches.
	 */
	ReusePolicy(CachingProfile profile, CacheSettings settings, boolean revalidates) {
		this(profile, settings, revalidates, EffectiveFields.STATED, (uri) -> false);
	}

	/**
	 * Decide what to do with the stored response of a request.
	 * @param request a GET, HEAD or query that does not bypass the cache
	 * @param stored the stored response, or {@code null} for none
	 * @param now the current time
	 * @return the decision
	 */
	public ReuseDecision decide(CacheRequest request, @Nullable StoredResponse stored, Instant now) {
		CacheControl requested = CacheControl.ofRequest(request.headers());
		ReuseDecision decision = (stored != null && isSelected(request, stored))
				? decideSelected(requested, stored, now) : FORWARD;
		if (decision instanceof ReuseDecision.Validate && QueryContent.isUnconditional(request)) {
			decision = FORWARD;
		}
		boolean forwards = decision instanceof ReuseDecision.Forward || decision instanceof ReuseDecision.Validate;
		return (forwards && requested.has("only-if-cached")) ? GATEWAY_TIMEOUT : decision;
	}

	private ReuseDecision decideSelected(CacheControl requested, StoredResponse stored, Instant now) {
		Freshness freshness = freshness(stored, now);
		// The identity is unknown if another client has written the file.
		if (stored.identityHash() != null && !requested.demandsValidation()) {
			if (freshness.satisfies(requested)) {
				return new ReuseDecision.Reuse(freshness);
			}
			CacheControl directives = CacheControl.of(effective(stored));
			if (!directives.forbidsStale()) {
				// RFC 9111, 5.2.1.2
				if (freshness.isStaleWithin(requested.maxStale(), requested)) {
					return new ReuseDecision.ServeStale(freshness, false);
				}
				// RFC 5861, 3
				if (this.revalidates && this.profile == CachingProfile.RFC_9111
						&& freshness.isStaleWithin(directives.seconds("stale-while-revalidate"), requested)) {
					return new ReuseDecision.ServeStale(freshness, true);
				}
			}
		}
		Validators validators = Validators.of(stored.headers());
		// A 304 stands for a 200, so a response of another status is not validated.
		return (CachedResponse.isRepresentation(stored) && !validators.isEmpty())
				? new ReuseDecision.Validate(validators) : FORWARD;
	}

	/**
	 * Whether a stored response may be served although it is not fresh, and its server
	 * has not permitted it.
	 * @param request the request
	 * @param stored its stored response
	 * @param now the current time
	 * @param reason the reason
	 */
	public boolean mayServeStale(CacheRequest request, StoredResponse stored, Instant now, StaleReason reason) {
		CacheControl directives = CacheControl.of(effective(stored));
		CacheControl requested = CacheControl.ofRequest(request.headers());
		boolean permits = this.profile == CachingProfile.RFC_9111 || reason == StaleReason.OFFLINE
				|| !this.settings.staleIfError().isZero();
		if (!permits || stored.status() >= 500 || stored.identityHash() == null || directives.forbidsStale()
				|| requested.demandsValidation() || !isSelected(request, stored)) {
			return false;
		}
		Freshness freshness = freshness(stored, now);
		// RFC 9111, 4.2.4
		boolean unlimited = reason == StaleReason.OFFLINE || (reason == StaleReason.DISCONNECTED
				&& this.profile == CachingProfile.RFC_9111 && this.settings.staleIfDisconnected());
		return (unlimited && freshness.isStaleWithin(CacheControl.UNLIMITED, requested))
				|| freshness.satisfies(requested)
				|| freshness.isStaleWithin(staleIfError(directives, requested), requested);
	}

	/**
	 * Return the freshness of a stored response, with a heuristic lifetime if the profile
	 * and the settings allow it.
	 */
	public Freshness freshness(StoredResponse stored, Instant now) {
		double fraction = (this.profile == CachingProfile.RFC_9111) ? this.settings.heuristicFraction() : 0;
		return Freshness.of(stored.status(), effective(stored), now, fraction);
	}

	/**
	 * Whether a stored response is a response to this request at all: the selecting
	 * header fields match (4.1), and so does the identity unless the response is public.
	 * With times of a rule it is not shared: without them, the server would see the
	 * credentials of each user.
	 */
	public boolean isSelected(CacheRequest request, StoredResponse stored) {
		SelectingFields selecting = SelectingFields.of(stored.headers());
		boolean matches = (this.profile == CachingProfile.RFC_9111)
				// The values of the fields are part of the key.
				? !selecting.includeHiddenIdentity(request, this.anonymity)
				: !selecting.areUnknowable() && selecting.match(stored, request.headers());
		return matches && (this.profile == CachingProfile.RFC_9111 || isRepresentationOrRedirect(stored))
				&& isForIdentity(request, stored, selecting.includeIdentity());
	}

	/**
	 * Whether the rule changes how long a stored response is used.
	 */
	public boolean hasTimesOfRule(StoredResponse stored) {
		return effective(stored) != stored.headers();
	}

	private HttpHeaders effective(StoredResponse stored) {
		return this.fields.effective(stored.status(), stored.headers());
	}

	private Duration staleIfError(CacheControl directives, CacheControl requested) {
		Duration ofRequest = requested.seconds("stale-if-error");
		Duration allowed = (ofRequest != null) ? ofRequest : directives.seconds("stale-if-error");
		Duration maximum = this.settings.staleIfError();
		// Without the whole RFC, the settings are the limit.
		boolean limited = this.profile != CachingProfile.RFC_9111 && allowed != null && allowed.compareTo(maximum) > 0;
		return (allowed != null && !limited) ? allowed : maximum;
	}

	private static boolean isRepresentationOrRedirect(StoredResponse stored) {
		return CachedResponse.isRepresentation(stored)
				|| (StoragePolicy.isPermanentRedirect(stored.status()) && stored.permanentRedirect() != null);
	}

	private boolean isForIdentity(CacheRequest request, StoredResponse stored, boolean variesOnIdentity) {
		if (stored.identityHash() == null) {
			return !variesOnIdentity;
		}
		CacheControl directives = CacheControl.of(stored.headers());
		if (isForAnotherCaller(!stored.identityHash().equals(IdentityKey.hash("")), directives, stored.headers())) {
			return false;
		}
		return (!variesOnIdentity && directives.has("public") && !hasTimesOfRule(stored))
				|| (stored.identityHash().equals(IdentityKey.hash(request.identity()))
						&& this.anonymity.isCertificateKnown(request.uri()));
	}

	/**
	 * Whether a response has a cookie for the one caller without credentials that has
	 * requested it: requests do not show which of them that was (RFC 9111, 5.2.2.7).
	 */
	public static boolean isForAnotherCaller(boolean hasIdentity, CacheControl directives, HttpHeaders headers) {
		return !hasIdentity && directives.has("private") && StoredHeaders.hasCookies(headers);
	}

	/**
	 * The header fields by which the cache decides on a response: as they are, or changed
	 * by a rule.
	 */
	@FunctionalInterface
	public interface EffectiveFields {

		/** As they are. */
		EffectiveFields STATED = (status, headers) -> headers;

		/**
		 * Return the header fields to decide by; the same object if they are not changed.
		 */
		HttpHeaders effective(int status, HttpHeaders headers);

	}

	/**
	 * Knows which credentials the requests of an HTTP client may have without showing
	 * them. Asked at the lookup and after the response.
	 */
	@FunctionalInterface
	public interface HiddenCredentials extends Predicate<URI> {

		/**
		 * Return whether requests for a URL are known to have no {@code Authorization}
		 * that they do not show.
		 */
		@Override
		boolean test(URI uri);

		/**
		 * Return whether the client certificate of requests for a URL is known to be the
		 * one in their identity. Otherwise no response that was stored for the identity
		 * is served.
		 * @param uri the URL
		 */
		default boolean isCertificateKnown(URI uri) {
			return true;
		}

	}

}
