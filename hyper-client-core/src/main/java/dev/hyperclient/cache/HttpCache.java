package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.FileResponseStore;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TemporaryDirectory;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private HTTP cache (RFC 9111) for the responses of a service: answers from what is
 * stored while it is fresh, and otherwise asks the server whether it still holds.
 * <p>
 * Immutable and thread-safe; what it derives with another clock or listener shares its
 * store. {@link #close() Closing} one of them closes the store for all of them, but only
 * a store that this class itself has opened. Trouble with the store never fails a call.
 */
public final class HttpCache implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(HttpCache.class);

	private final ResponseStore store;

	private final Runnable closing;

	private final Clock clock;

	private final CacheListener listener;

	private HttpCache(ResponseStore store, Runnable closing, Clock clock, CacheListener listener) {
		this.store = store;
		this.closing = closing;
		this.clock = clock;
		this.listener = listener;
	}

	/**
	 * A cache in a directory, which outlives this process, may be shared with other
	 * processes and is never cleaned (the specification, Caching 2).
	 * @param directory the directory; created with its parents if it is missing. If that
	 * fails, this is logged and nothing is cached
	 * @return the cache
	 */
	public static HttpCache in(Path directory) {
		FileResponseStore store = new FileResponseStore(directory);
		return new HttpCache(store, store::close, Clock.systemUTC(), CacheListener.NONE);
	}

	/**
	 * A cache in a fresh directory, which is removed when the cache is closed or the JVM
	 * exits (the specification, Caching 1).
	 * @return the cache
	 * @throws java.io.UncheckedIOException if no temporary directory can be created
	 */
	public static HttpCache temporary() {
		TemporaryDirectory directory = TemporaryDirectory.create();
		FileResponseStore store = new FileResponseStore(directory.path());
		return new HttpCache(store, () -> {
			store.close();
			directory.close();
		}, Clock.systemUTC(), CacheListener.NONE);
	}

	/**
	 * A cache in a store of the caller's, who also closes it.
	 * @param store the store
	 * @return the cache
	 */
	public static HttpCache using(ResponseStore store) {
		return new HttpCache(Objects.requireNonNull(store, "'store' must not be null"), () -> {
		}, Clock.systemUTC(), CacheListener.NONE);
	}

	/**
	 * This cache with another notion of the present.
	 * @param clock tells what is fresh
	 * @return the derived cache, with the same store
	 */
	public HttpCache with(Clock clock) {
		return new HttpCache(this.store, this.closing, Objects.requireNonNull(clock, "'clock' must not be null"),
				this.listener);
	}

	/**
	 * This cache with another listener, in place of the present one.
	 * @param listener is told the outcome of each request
	 * @return the derived cache, with the same store
	 */
	public HttpCache with(CacheListener listener) {
		return new HttpCache(this.store, this.closing, this.clock,
				Objects.requireNonNull(listener, "'listener' must not be null"));
	}

	/**
	 * Puts this cache around the rest of the way to the server.
	 * @param next answers what the cache cannot
	 * @return the way through the cache
	 */
	public Exchange around(Exchange next) {
		return new CacheExchange(this, next);
	}

	/**
	 * Puts this cache around the rest of the way to the server, for one call whose answer
	 * is streamed. Content of up to 100 MiB is stored while it is read.
	 * @param next answers what the cache cannot
	 * @param content where the content of an answer is, on the way from the server and on
	 * to the caller
	 * @return the way through the cache
	 */
	public Exchange around(Exchange next, PendingContent content) {
		return new StreamedCacheExchange(this, next, content);
	}

	/**
	 * Looks for a stored response and decides what to do. Reads the store, so it may
	 * block. The listener is told of a hit at once.
	 * @param request the request of the caller
	 * @return what was found, and what remains to be done
	 */
	public CacheLookup lookup(ServiceRequest request) {
		if (!BypassPolicy.isCacheable(request)) {
			return new BypassLookup(this, request);
		}
		CacheKey key = RequestKey.of(request);
		StoredResponse stored = this.store.find(key).orElse(null);
		ReuseDecision decision = (stored != null) ? ReusePolicy.decide(request, stored, this.clock.instant())
				: new ReuseDecision.Forward();
		if (stored != null && decision instanceof ReuseDecision.Reuse reuse) {
			StoredResponse held = hold(key, stored);
			if (held != null) {
				tell(request, CacheOutcome.HIT, held.body().length());
				return new HitLookup(request, held, reuse.freshness());
			}
			return new ForwardLookup(this, request, key, new ReuseDecision.Forward(), null);
		}
		return new ForwardLookup(this, request, key, decision, stored);
	}

	/**
	 * What is stored under an address: one entry for each media type that was asked for.
	 * Reads through the whole store, so it is for administration.
	 * @param uri an absolute address
	 * @return the entries, by media type
	 * @throws IllegalArgumentException if the address is not absolute or has no host
	 */
	public List<CacheEntry> entries(URI uri) {
		return keys(uri).flatMap((key) -> this.store.find(key).map((stored) -> entry(key, stored)).stream())
			.sorted(Comparator.comparing(CacheEntry::mediaType))
			.toList();
	}

	/**
	 * Removes what is stored under an address, for all media types. Reads through the
	 * whole store, so it is for administration.
	 * @param uri an absolute address
	 * @return how many responses were removed
	 * @throws IllegalArgumentException if the address is not absolute or has no host
	 */
	public int evict(URI uri) {
		List<CacheKey> keys = keys(uri).toList();
		keys.forEach(this.store::remove);
		return keys.size();
	}

	/**
	 * Removes all stored responses, but nothing that belongs to others. One that arrives
	 * meanwhile may stay.
	 */
	public void clear() {
		this.store.clear();
	}

	/**
	 * How much is stored. Cheap enough to be asked every few seconds.
	 * @return the approximate size
	 */
	public StoreSize size() {
		return this.store.size();
	}

	/**
	 * Closes the store, if this cache or the one it was derived from has opened it. Later
	 * requests are still answered, by the server. Closing twice has no effect.
	 */
	@Override
	public void close() {
		this.closing.run();
	}

	private @Nullable StoredResponse hold(CacheKey key, StoredResponse stored) {
		try {
			StoredBody held = stored.body().hold();
			return (held == stored.body()) ? stored : stored.withBody(held);
		}
		catch (IOException ex) {
			logger.debug("What was found is no longer stored", ex);
			this.store.remove(key);
			return null;
		}
	}

	private Stream<CacheKey> keys(URI uri) {
		return this.store.keys(CacheKey.of(uri, CacheKey.ANY_MEDIA_TYPE).url()).stream();
	}

	private CacheEntry entry(CacheKey key, StoredResponse stored) {
		Freshness freshness = Freshness.of(stored.headers(), this.clock.instant());
		Duration lifetime = freshness.lifetime().isNegative() ? Duration.ZERO : freshness.lifetime();
		return new CacheEntry(key.mediaType(), stored.status(), lifetime, freshness.age(), stored.body().length());
	}

	ResponseStore store() {
		return this.store;
	}

	void tell(ServiceRequest request, CacheOutcome outcome) {
		tell(request, outcome, 0);
	}

	/**
	 * Tells the listener.
	 * @param saved how many bytes of content were not transferred
	 */
	void tell(ServiceRequest request, CacheOutcome outcome, long saved) {
		try {
			this.listener.onOutcome(request, outcome);
			if (saved > 0) {
				this.listener.onSaved(request, saved);
			}
		}
		catch (RuntimeException ex) {
			logger.warn("A cache listener failed; the call goes on", ex);
		}
	}

}
