package dev.hyperclient.cache;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/**
 * Removes what an unsafe request may have changed (RFC 9111, 4.4): its own address, and
 * those of {@code Location} and {@code Content-Location} if they have the same origin.
 * Exactly these: lists that contain the thing are revalidated anyway.
 */
record Invalidation(ResponseStore store, Generations generations) {

	private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS,
			HttpMethod.TRACE);

	/**
	 * Takes note of an answer. A method that nobody knows counts as unsafe, an error as
	 * no change.
	 */
	void after(ServiceRequest request, ServiceResponse response) {
		boolean success = response.status() >= 200 && response.status() < 400;
		if (!success || SAFE.contains(request.method()) || !RequestKey.isPossible(request)) {
			return;
		}
		remove(request, request.uri());
		for (String field : List.of(HttpHeaders.LOCATION, HttpHeaders.CONTENT_LOCATION)) {
			response.headers().getOrEmpty(field).forEach((location) -> {
				URI named = resolved(request.uri(), location);
				if (named != null && hasSameOrigin(named, request.uri())) {
					remove(request, named);
				}
			});
		}
	}

	private void remove(ServiceRequest request, URI uri) {
		this.generations.invalidate(uri);
		this.store.remove(CacheKey.of(uri, MediaType.APPLICATION_JSON_VALUE));
		this.store.remove(RequestKey.of(request.withUri(uri)));
		new VariantShelf(this.store).removeAll(uri);
	}

	static @Nullable URI resolved(URI base, String location) {
		try {
			return base.resolve(location.strip());
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static boolean hasSameOrigin(URI one, URI other) {
		return one.getScheme() != null && one.getHost() != null && one.getScheme().equalsIgnoreCase(other.getScheme())
				&& one.getHost().equalsIgnoreCase(other.getHost()) && Objects.equals(port(one), port(other))
				&& one.getRawUserInfo() == null;
	}

	private static int port(URI uri) {
		if (uri.getPort() >= 0) {
			return uri.getPort();
		}
		return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
	}

}
