package dev.hyperclient.internal.cache;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseWriter;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request that bypasses the cache. If it may have changed something, the stored
 * responses of its URL are invalidated (RFC 9111, 4.4).
 *
 * @param context the request
 */
record BypassTransaction(TransactionContext context) implements CacheTransaction {

	@Override
	public ResponseAction decide(CacheResponse head, @Nullable String reasonNotToStore) {
		boolean stores = stores(head, this.context.withoutStoring(reasonNotToStore)) && !this.context.isInvalidated();
		if (!this.context.isDeclaredQuery()) {
			this.context.cache().invalidation().apply(this.context.request(), head);
		}
		if (stores) {
			// After the own invalidation, which must not prevent that the response is
			// stored.
			return new ResponseAction.Store(new LaterGetContent(this.context, asGet(), head));
		}
		this.context.notifyOutcome(CacheOutcome.BYPASS, head.status());
		return new ResponseAction.PassThrough();
	}

	/**
	 * A response to a POST is stored for later GETs if its {@code Content-Location} is
	 * the URL of the request and it has an explicit lifetime (RFC 9110, 9.3.3). Nothing
	 * is stored for other processes: a lookup after the response would not notice what
	 * they have invalidated before it.
	 */
	private static boolean stores(CacheResponse head, TransactionContext context) {
		CacheRequest request = context.request();
		String location = head.headers().getFirst(HttpHeaders.CONTENT_LOCATION);
		return !context.cache().isOfRequest() && context.profile() == CachingProfile.RFC_9111
				&& HttpMethod.POST.equals(request.method()) && head.status() == 200 && location != null
				&& Messages.hasKey(request) && request.uri().equals(Invalidation.resolve(request.uri(), location))
				&& !CacheControl.ofRequest(request.headers()).has("no-store") && Freshness.hasLifetime(head.headers())
				&& context.storage().mayStore(head.status(), head.headers()) && !isExcluded(context);
	}

	private static boolean isExcluded(TransactionContext context) {
		CompiledRule rule = context.cache().rules().match(HttpMethod.GET, context.request().uri());
		return rule != null && rule.bypasses();
	}

	private TransactionContext asGet() {
		CacheRequest request = this.context.request();
		return this.context
			.restart(new CacheRequest(HttpMethod.GET, request.uri(), request.headers(), request.identity()));
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
