package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request that bypasses the cache. If it has changed something, the stored responses of
 * its URL are invalidated (RFC 9111, 4.4).
 */
final class BypassTransaction implements CacheTransaction {

	private TransactionContext context;

	/**
	 * A later GET of the same URL, from the time of the response, or {@code null} if the
	 * response must not be stored for it.
	 */
	private @Nullable TransactionContext laterGet;

	BypassTransaction(TransactionContext context) {
		this.context = context;
	}

	@Override
	public CacheStatus status() {
		return this.context.status();
	}

	@Override
	public CacheRequest forwarded() {
		return this.context.request();
	}

	/**
	 * A response to a POST is stored for later GETs if its {@code Content-Location} is
	 * the URL of the request and it has an explicit lifetime (RFC 9110, 9.3.3).
	 */
	@Override
	public boolean stores(int status, HttpHeaders headers) {
		CacheRequest request = this.context.request();
		String location = headers.getFirst(HttpHeaders.CONTENT_LOCATION);
		return this.context.profile() == CachingProfile.RFC_9111 && HttpMethod.POST.equals(request.method())
				&& status == 200 && location != null && request.hasKey()
				&& request.uri().equals(Invalidation.resolve(request.uri(), location))
				&& !CacheControl.ofRequest(request.headers()).noStore() && Freshness.hasLifetime(headers)
				&& this.context.mayStore(status, headers);
	}

	@Override
	public void doNotStore(String reason) {
		this.context = this.context.withoutStoring();
	}

	@Override
	public void receive(CacheResponse head) {
		boolean stores = stores(head.status(), head.headers()) && !this.context.isInvalidated();
		this.context.cache().invalidation().apply(this.context.request(), head);
		// After the own invalidation, which must not prevent that the response is stored.
		this.laterGet = stores ? asGet() : null;
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		TransactionContext get = this.laterGet;
		if (get != null && response.hasDeclaredLength()) {
			StoredResponseFactory.create(this.context, response).ifPresent(get::put);
		}
		abandon(response.status());
		return Optional.empty();
	}

	@Override
	public ResponseWriter begin(CacheResponse head) {
		TransactionContext get = this.laterGet;
		Optional<StoredResponse> stored = (get != null) ? StoredResponseFactory.create(this.context, head)
				: Optional.empty();
		abandon(head.status());
		return (get != null && stored.isPresent()) ? get.begin(stored.get(), head.declaredLength())
				: ResponseWriter.NONE;
	}

	@Override
	public void abandon(int status) {
		this.context.notifyOutcome(CacheOutcome.BYPASS, status);
	}

	private TransactionContext asGet() {
		CacheRequest request = this.context.request();
		return this.context
			.restart(new CacheRequest(HttpMethod.GET, request.uri(), request.headers(), request.identity()));
	}

}
