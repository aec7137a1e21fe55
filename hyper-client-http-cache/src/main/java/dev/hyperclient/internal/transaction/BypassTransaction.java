package dev.hyperclient.internal.transaction;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request that bypasses the cache. If it may have changed something, the stored
 * responses of its URL are invalidated (RFC 9111, 4.4).
 *
 * @param context the request
 * @param laterGet a GET of the same URL that begins with the request, if its response may
 * be stored for that, or {@code null}
 */
record BypassTransaction(TransactionContext context,
		@Nullable TransactionContext laterGet) implements CacheTransaction {

	/**
	 * Create the transaction of a request that has not been sent. Looks a POST up if
	 * processes share the store: responses are stored only if none of them has
	 * invalidated the URL since.
	 */
	static BypassTransaction begin(TransactionContext context) {
		CacheRequest request = context.request();
		boolean mayBeStored = HttpMethod.POST.equals(request.method()) && context.profile() == CachingProfile.RFC_9111
				&& Messages.hasKey(request) && !CacheControl.ofRequest(request.headers()).has("no-store")
				&& !context.isExcluded();
		TransactionContext get = mayBeStored
				? context.restart(CacheRequest.of(HttpMethod.GET, request.uri(), request.headers(), request.identity()))
				: null;
		return new BypassTransaction(context, (get == null || get.isExcluded()) ? null : get.whenSent());
	}

	@Override
	public ResponseAction decide(CacheResponse head, @Nullable String reasonNotToStore) {
		TransactionContext get = (this.laterGet != null && reasonNotToStore == null && stores(head, this.laterGet))
				? this.laterGet : null;
		InvalidationLog log = this.context.cache().invalidationLog();
		long before = log.current();
		boolean isInvalidated = get != null
				&& StoredResponseFactory.create(this.context, head).filter(get::isInvalidated).isPresent();
		// Lookup and invalidation together wait for the store as long as one request may.
		CacheContext cache = ((this.laterGet != null) ? this.laterGet : this.context).cache();
		int own = this.context.isDeclaredQuery() ? 0 : cache.invalidation().apply(this.context.request(), head);
		// An invalidation of its own does not prevent that it is stored, but one of
		// another thread or process does.
		if (get != null && !isInvalidated && log.current() == before + own && get.isLookedUp()) {
			return new ResponseAction.Store(new LaterGetContent(this.context, get.since(before + own), head));
		}
		this.context.notifyOutcome(CacheOutcome.BYPASS, head.status());
		return new ResponseAction.PassThrough();
	}

	/**
	 * A response to a POST is stored for later GETs if its {@code Content-Location} is
	 * the URL of the request and it has an explicit lifetime (RFC 9110, 9.3.3).
	 */
	private boolean stores(CacheResponse head, TransactionContext get) {
		String location = head.headers().getFirst(HttpHeaders.CONTENT_LOCATION);
		return get.stores() && head.status() == 200 && location != null
				&& get.request().uri().equals(Invalidation.resolve(get.request().uri(), location))
				&& Freshness.hasLifetime(head.headers()) && this.context.storage().mayStore(200, head.headers());
	}

	/**
	 * Content that is stored for later GETs.
	 *
	 * @param context the POST
	 * @param laterGet a GET of the same URL, from the time of the response
	 * @param head the response without its content
	 */
	private record LaterGetContent(TransactionContext context, TransactionContext laterGet,
			CacheResponse head) implements ContentStorage {

		@Override
		public void store(byte[] content) {
			CacheResponse response = Messages.withContent(this.head, content);
			if (Messages.hasDeclaredLength(response)) {
				StoredResponseFactory.create(this.context, response).ifPresent(this.laterGet.storage()::put);
			}
			abandon();
		}

		@Override
		public ResponseWriter open() {
			abandon();
			return StoredResponseFactory.create(this.context, this.head)
				.map((stored) -> this.laterGet.storage().begin(stored, Messages.declaredLength(this.head)))
				.orElse(ResponseWriter.NONE);
		}

		@Override
		public void refuse(String reason) {
			// What was stored has been invalidated.
		}

		@Override
		public void abandon() {
			this.context.notifyOutcome(CacheOutcome.BYPASS, this.head.status());
		}

	}

}
