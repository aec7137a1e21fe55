package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.internal.access.HiddenPart;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.ReusePolicy.HiddenCredentials;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.rule.CacheRules;
import dev.hyperclient.internal.rule.CompiledRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * State shared by the transactions of a cache. Immutable and thread-safe.
 *
 * @param store the store
 * @param variants the stored responses by request
 * @param clock determines freshness
 * @param listener the listener of the cache
 * @param profile how much of RFC 9111 to do
 * @param settings what RFC 9111 leaves open
 * @param invalidationLog the invalidations of the store
 * @param identityKey the key of the hashes of identities
 * @param rules the rules by request
 * @param anonymity whether the HTTP client is known to send requests for a URL without
 * credentials that they do not show
 * @param availability whether requests are sent
 */
public record CacheContext(ResponseStore store, VariantStore variants, Clock clock, CacheListener listener,
		CachingProfile profile, CacheSettings settings, InvalidationLog invalidationLog, IdentityKey identityKey,
		CacheRules rules, HiddenCredentials anonymity, Availability availability) {

	/** The context of an {@code HttpCache}, whose package uses this one. */
	public static final HiddenPart<CacheContext> PART = new HiddenPart<>();

	/**
	 * The {@code HttpCache} for a {@code ServiceRoot} that is derived from another one.
	 */
	public static final HiddenPart<Object> FOR_REPRESENTATIONS = new HiddenPart<>();

	/**
	 * Create a context without a listener.
	 */
	public CacheContext(ResponseStore store, Clock clock, CachingProfile profile, CacheSettings settings,
			IdentityKey identityKey) {
		this(store, new VariantStore(store, profile, identityKey, Set.of()), clock, CacheListener.NONE, profile,
				settings, new InvalidationLog(), identityKey, CacheRules.NONE, (uri) -> false, new Availability());
	}

	/**
	 * Return the context of a cache.
	 * @param cache an {@code HttpCache}
	 */
	public static CacheContext of(Object cache) {
		return PART.in(cache);
	}

	/**
	 * Return a cache with the profile of a {@code ServiceRoot}, which has other keys in
	 * the same store, and its own switch for offline.
	 * @param cache an {@code HttpCache}
	 */
	@SuppressWarnings("unchecked")
	public static <C> C forRepresentations(C cache) {
		return (C) FOR_REPRESENTATIONS.in(cache);
	}

	/**
	 * Return this context for one request, with the store's view of it.
	 * @param rule the rule that decides on it, or {@code null} for none
	 */
	CacheContext forRequest(CacheRequest request, @Nullable CompiledRule rule) {
		ResponseStore view = view(request);
		Set<String> selecting = selecting(request, rule);
		return (view == this.variants.store() && selecting.equals(this.variants.selecting())) ? this
				: withVariants(new VariantStore(view, this.profile, this.identityKey, selecting));
	}

	private Set<String> selecting(CacheRequest request, @Nullable CompiledRule rule) {
		// Without variants, only the fields that the response names are compared.
		return (this.profile != CachingProfile.RFC_9111) ? Set.of() : SelectingFields.ofRequest(request.headers(),
				this.settings.vary(), (rule != null) ? rule.rule().vary() : List.of());
	}

	private ResponseStore view(CacheRequest request) {
		return (Messages.hasKey(request) && this.store instanceof SharedResponseStore shared)
				? shared.forRequest(Messages.key(request).url()) : this.store;
	}

	private CacheContext withVariants(VariantStore variants) {
		return new CacheContext(this.store, variants, this.clock, this.listener, this.profile, this.settings,
				this.invalidationLog, this.identityKey, this.rules, this.anonymity, this.availability);
	}

	public CacheContext withClock(Clock clock) {
		return new CacheContext(this.store, this.variants, clock, this.listener, this.profile, this.settings,
				this.invalidationLog, this.identityKey, this.rules, this.anonymity, this.availability);
	}

	/**
	 * Add a listener after the present ones, and notify it that it has been added. If one
	 * fails, that is logged. One that is present is not added again.
	 */
	public CacheContext withListener(CacheListener listener) {
		CacheListener all = this.listener.andThen(listener);
		if (all == this.listener) {
			return this;
		}
		CacheListener.NONE.andThen(listener).onOpen(this.store);
		return new CacheContext(this.store, this.variants, this.clock, all, this.profile, this.settings,
				this.invalidationLog, this.identityKey, this.rules, this.anonymity, this.availability);
	}

	/**
	 * Return this context for what no listener is notified of.
	 */
	CacheContext withoutListener() {
		return new CacheContext(this.store, this.variants, this.clock, CacheListener.NONE, this.profile, this.settings,
				this.invalidationLog, this.identityKey, this.rules, this.anonymity, this.availability);
	}

	public CacheContext withProfile(CachingProfile profile) {
		return new CacheContext(this.store, new VariantStore(this.store, profile, this.identityKey, Set.of()),
				this.clock, this.listener, profile, this.settings, this.invalidationLog, this.identityKey, this.rules,
				this.anonymity, new Availability());
	}

	public CacheContext withSettings(CacheSettings settings) {
		return new CacheContext(this.store, this.variants, this.clock, this.listener, this.profile, settings,
				this.invalidationLog, this.identityKey, this.rules, this.anonymity, this.availability);
	}

	public CacheContext withRules(CacheRules rules) {
		return new CacheContext(this.store, this.variants, this.clock, this.listener, this.profile, this.settings,
				this.invalidationLog, this.identityKey, rules, this.anonymity, this.availability);
	}

	/**
	 * Return this context for a request of an HTTP client.
	 * @param anonymity whether it is known to send requests for a URL without credentials
	 * that they do not show, and with a certificate of their identity
	 * @param listener the listener of this request alone, which has no store to open, or
	 * {@link CacheListener#NONE}
	 */
	public CacheContext forClient(HiddenCredentials anonymity, CacheListener listener) {
		CacheListener all = (listener != CacheListener.NONE) ? this.listener.andThen(listener) : this.listener;
		return new CacheContext(this.store, this.variants, this.clock, all, this.profile, this.settings,
				this.invalidationLog, this.identityKey, this.rules, anonymity, this.availability);
	}

	public CacheContext withServiceGroup(String name) {
		return withRules(this.rules.forServiceGroup(name));
	}

	/**
	 * Return the default identity of a request: a keyed hash of its credentials.
	 * @param request the header fields of the request, with its cookies
	 * @return the identity, empty without credentials
	 */
	public String identityOf(HttpHeaders request) {
		return this.identityKey.ofCredentials(request);
	}

	/**
	 * Return how much content a query may have whose response is cached.
	 * @return the maximum length, or -1 if the request is not a query that is cached
	 */
	public long maxQueryLength(HttpMethod method, URI uri) {
		boolean isPost = HttpMethod.POST.equals(method);
		if ((!isPost && !QueryContent.QUERY.equals(method)) || this.profile != CachingProfile.RFC_9111) {
			return -1;
		}
		CompiledRule rule = this.rules.match(method, uri);
		boolean isCached = isPost ? rule != null && rule.rule().safePost() : rule == null || !rule.bypasses();
		return isCached ? this.settings.maxRequestBodySize().toBytes() : -1;
	}

	Instant now() {
		return this.clock.instant();
	}

	Invalidation invalidation() {
		return new Invalidation(this.variants.store(), this.invalidationLog, this.rules);
	}

	/**
	 * Selector of the cache of a request that also has a listener for this request alone,
	 * so that no cache is derived for each request. Thread-safe.
	 *
	 * @param <R> the type of the requests of the HTTP client
	 * @param <C> the type of the caches
	 */
	public interface ListeningSelector<R, C> extends Function<R, C> {

		/**
		 * Return the listener of a request that goes through the selected cache, which is
		 * notified after those of the cache. Called once for each request.
		 */
		CacheListener listener(R request);

	}

}
