package dev.hyperclient.cache.spring;

import java.net.URI;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.internal.transaction.CacheContext.ListeningSelector;
import dev.hyperclient.internal.transaction.RequestCoalescer;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.util.unit.DataSize;

/**
 * How a client uses its cache.
 *
 * @param <R> the type of its requests
 * @param selector returns the cache of a request, or {@code null} for none
 * @param identity returns the identity of a request
 * @param client the HTTP client
 * @param limits what content is stored
 * @param coalescer coalesces equal requests
 * @param revalidationExecutor validates stale responses for a blocking client, or
 * {@code null}
 * @param followsRedirects whether redirects are followed above the cache
 */
record ClientOptions<R>(Function<R, @Nullable HttpCache> selector, HttpCacheIdentity identity, ObservedClient client,
		StorageLimits limits, RequestCoalescer coalescer, @Nullable Executor revalidationExecutor,
		boolean followsRedirects) {

	private static final DataSize MAX_BODY_SIZE = DataSize.ofMegabytes(10);

	/**
	 * Return the default options.
	 * @param readAhead how much of a response that is closed early is read to store it
	 */
	static <R> ClientOptions<R> of(HttpCache cache, ObservedClient client, int readAhead, boolean followsRedirects) {
		Objects.requireNonNull(cache, "'cache' must not be null");
		return new ClientOptions<>((request) -> cache, (request) -> null, client,
				new StorageLimits(MAX_BODY_SIZE.toBytes(), true, readAhead), new RequestCoalescer(), null,
				followsRedirects);
	}

	ClientOptions<R> withSelector(Function<R, @Nullable HttpCache> selector) {
		return new ClientOptions<>(Objects.requireNonNull(selector, "'selector' must not be null"), this.identity,
				this.client, this.limits, this.coalescer, this.revalidationExecutor, this.followsRedirects);
	}

	ClientOptions<R> withIdentity(HttpCacheIdentity identity) {
		return new ClientOptions<>(this.selector, Objects.requireNonNull(identity, "'identity' must not be null"),
				this.client, this.limits, this.coalescer, this.revalidationExecutor, this.followsRedirects);
	}

	ClientOptions<R> withMaxBodySize(DataSize size) {
		Objects.requireNonNull(size, "'size' must not be null");
		return new ClientOptions<>(this.selector, this.identity, this.client,
				new StorageLimits(size.toBytes(), true, this.limits.readAhead()), this.coalescer,
				this.revalidationExecutor, this.followsRedirects);
	}

	ClientOptions<R> withRevalidationExecutor(Executor executor) {
		Objects.requireNonNull(executor, "'executor' must not be null");
		return new ClientOptions<>(this.selector, this.identity, this.client, this.limits, this.coalescer, executor,
				this.followsRedirects);
	}

	ClientOptions<R> withRedirects() {
		return new ClientOptions<>(this.selector, this.identity, this.client, this.limits, this.coalescer,
				this.revalidationExecutor, true);
	}

	/**
	 * Return a cache as a request of this client uses it.
	 */
	CacheContext context(HttpCache cache, R request, SeenRequest seen) {
		CacheListener listener = (this.selector instanceof ListeningSelector<R, ?> own) ? own.listener(request)
				: CacheListener.NONE;
		return CacheContext.of(cache).forClient(seen, listener);
	}

	/**
	 * Return a request as the cache sees it.
	 * @param fields its header fields, with its cookies
	 * @param contentDigest the digest of its content, empty if that is not part of the
	 * cache key
	 * @param sent the request of the HTTP client
	 * @throws HiddenCredentialsException if the HTTP client has an authenticator
	 */
	SeenRequest see(HttpRequest request, HttpHeaders fields, String contentDigest, CacheContext cache, Object sent) {
		URI uri = request.getURI();
		@Nullable String own = this.identity.of(request);
		String identity = this.client.identity(uri, (own != null) ? own : cache.identityOf(fields));
		CacheRequest seen = CacheRequest.of(request.getMethod(), uri, fields, identity);
		return SeenRequest.of(contentDigest.isEmpty() ? seen : seen.withContentDigest(contentDigest),
				own != null && !own.isEmpty(), this.client, sent);
	}

}
