package dev.hyperclient.cache;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The features of RFC 9111 that a cache uses. A client whose own rules are narrower
 * switches some of them off; what remains still conforms to the RFC. Immutable.
 *
 * @param features the features that are switched on
 */
public record CachingProfile(Set<Feature> features) {

	/**
	 * All features: the default.
	 */
	public static final CachingProfile RFC_9111 = new CachingProfile(EnumSet.allOf(Feature.class));

	public CachingProfile {
		features = Set.copyOf(features);
	}

	/**
	 * Create a profile.
	 * @param features the features that are switched on
	 * @return the profile
	 */
	public static CachingProfile of(Feature... features) {
		return new CachingProfile(Set.of(features));
	}

	/**
	 * Return this profile without some features.
	 * @param others the features to switch off
	 * @return the derived profile
	 */
	public CachingProfile without(Feature... others) {
		EnumSet<Feature> remaining = EnumSet.noneOf(Feature.class);
		remaining.addAll(this.features);
		Arrays.asList(others).forEach(remaining::remove);
		return new CachingProfile(remaining);
	}

	boolean has(Feature feature) {
		return this.features.contains(feature);
	}

	boolean storesParts() {
		return has(Feature.PARTIAL_RESPONSES) && has(Feature.RANGE_REQUESTS) && has(Feature.VARIANTS);
	}

	/**
	 * A part of RFC 9111 that can be switched off.
	 */
	public enum Feature {

		/**
		 * Several stored responses for each URL, chosen by their selecting header fields
		 * (RFC 9111, 4.1) and the identity. Without it, there is one for each URL and
		 * {@code Accept} field, which replaces any other.
		 */
		VARIANTS,

		/**
		 * A HEAD is answered by a stored response to a GET, and its response freshens or
		 * invalidates the stored one (RFC 9111, 4 and 4.3.5).
		 */
		HEAD_REQUESTS,

		/**
		 * A single byte range is answered from a stored complete response (RFC 9110, 14).
		 */
		RANGE_REQUESTS,

		/**
		 * Partial responses are stored, combined, and completed (RFC 9111, 3.3 and 3.4),
		 * with {@link #RANGE_REQUESTS} and {@link #VARIANTS} only.
		 */
		PARTIAL_RESPONSES,

		/**
		 * A response to a POST with {@code Content-Location} and explicit lifetime is
		 * stored for later GETs (RFC 9110, 9.3.3).
		 */
		POST_RESPONSES,

		/**
		 * {@code Set-Cookie} fields are stored with the response (RFC 9111, 7.3).
		 */
		COOKIES,

		/**
		 * Stale responses are served without permission of the request:
		 * {@code stale-while-revalidate} and {@code stale-if-error} of the response (RFC
		 * 5861), and {@link CacheSettings}.
		 */
		STALE_RESPONSES,

		/**
		 * The lifetime of a response without an explicit one is estimated (RFC 9111,
		 * 4.2.2), if the {@link CacheSettings} enable it.
		 */
		HEURISTIC_FRESHNESS,

		/**
		 * Responses of any final status are stored (RFC 9111, 3) if they can be reused.
		 * Without it, only representations (200, 203) and permanent redirects (301, 308)
		 * with an explicit lifetime, of which only the target is stored.
		 */
		ALL_STATUSES

	}

}
