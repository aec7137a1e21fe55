package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.rule.CacheRules;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/**
 * Removes the stored responses that an unsafe request may have changed (RFC 9111, 4.4):
 * for its URL, and for the URLs in {@code Location} and {@code Content-Location} if they
 * have the same origin; and those in the groups in {@code Cache-Group-Invalidation} (RFC
 * 9875, 3), again of the same origin. Other collections that contain the resource are not
 * removed.
 *
 * @param store the store for the request, so that all removals together wait as long as
 * one request
 * @param log the log of invalidations
 * @param rules the rules by request
 */
public record Invalidation(ResponseStore store, InvalidationLog log, CacheRules rules) {

	private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS,
			HttpMethod.TRACE, QueryContent.QUERY);

	private static final List<String> LOCATIONS = List.of(HttpHeaders.LOCATION, HttpHeaders.CONTENT_LOCATION);

	/**
	 * Invalidate after a response. An unknown method counts as unsafe; an error response
	 * has no effect.
	 * @return the number of URLs and groups that are invalidated
	 */
	int apply(CacheRequest sent, CacheResponse response) {
		// What is stored has a URL without user information.
		CacheRequest request = sent.withUri(Origin.withoutUser(sent.uri()));
		// An error changes nothing (4.4).
		boolean success = response.status() >= 200 && response.status() < 400;
		if (!success || !isUnsafe(request.method()) || !Messages.hasKey(request)) {
			return 0;
		}
		Set<URI> uris = new LinkedHashSet<>();
		uris.add(request.uri());
		for (String field : LOCATIONS) {
			for (String location : response.headers().getOrEmpty(field)) {
				URI named = resolve(request.uri(), location);
				if (named != null && hasSameOrigin(named, request.uri())) {
					uris.add(Origin.withoutUser(named));
				}
			}
		}
		// Also those without the parameters that a rule ignores.
		List.copyOf(uris).forEach((uri) -> this.rules.addKeys(uri, uris));
		Set<CacheGroup> groups = CacheGroup.invalidatedBy(request.uri(), response.headers());
		invalidate(request, uris, groups);
		return uris.size() + groups.size();
	}

	/**
	 * Whether a request with this method may change something (RFC 9110, 9.2.1).
	 */
	public static boolean isUnsafe(HttpMethod method) {
		return !SAFE_METHODS.contains(method);
	}

	/**
	 * Resolve the value of a field that is a URL.
	 * @return the URL, or {@code null} if the value is not valid
	 */
	static @Nullable URI resolve(URI base, String location) {
		try {
			return base.resolve(location.strip());
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static boolean hasSameOrigin(URI named, URI requested) {
		return named.getHost() != null && Origin.of(named).equals(Origin.of(requested));
	}

	private void invalidate(CacheRequest request, Set<URI> uris, Set<CacheGroup> groups) {
		uris.forEach(this.log::invalidate);
		groups.forEach(this.log::invalidate);
		if (!(this.store instanceof SharedResponseStore shared) || !shared.invalidateAll(urls(uris))) {
			// Caches of both profiles may share the store. Keys of variants are read from
			// their index, so that any identity key does.
			VariantStore variants = new VariantStore(this.store, CachingProfile.RFC_9111, IdentityKey.ofProcess(),
					Set.of());
			uris.forEach((uri) -> remove(request, uri, variants));
		}
		if (!groups.isEmpty()) {
			this.store.removeGroups(groups);
		}
	}

	private static Set<String> urls(Set<URI> uris) {
		return uris.stream().map((uri) -> CacheKey.of(uri, "").url()).collect(Collectors.toSet());
	}

	private void remove(CacheRequest request, URI uri, VariantStore variants) {
		CacheKey json = CacheKey.of(uri, MediaType.APPLICATION_JSON_VALUE);
		CacheKey key = Messages.key(request.withUri(uri));
		// Without variants: JSON, which a ServiceRoot reads, and what this request names.
		this.store.remove(json);
		if (!key.equals(json)) {
			this.store.remove(key);
		}
		variants.removeAll(uri);
		variants.versions().removeAll(uri);
		variants.queries().removeAll(uri);
		variants.removeFormer(uri);
	}

}
