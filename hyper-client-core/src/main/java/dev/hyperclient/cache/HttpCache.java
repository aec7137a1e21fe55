package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.unit.DataSize;

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

	private final CacheSettings settings;

	private final Generations generations;

	private HttpCache(ResponseStore store, Runnable closing, Clock clock, CacheListener listener,
			CacheSettings settings, Generations generations) {
		this.settings = settings;
		this.generations = generations;
		this.store = store;
		this.closing = closing;
		this.clock = clock;
		this.listener = listener;
	}

	/**
	 * A cache whose listener knows it.
	 */
	static HttpCache opened(ResponseStore store, Runnable closing, Clock clock, CacheListener listener,
			CacheSettings settings) {
		return opened(store, closing, clock, listener, settings, new Generations());
	}

	private static HttpCache opened(ResponseStore store, Runnable closing, Clock clock, CacheListener listener,
			CacheSettings settings, Generations generations) {
		HttpCache cache = new HttpCache(store, closing, clock, listener, settings, generations);
		listener.onOpen(cache);
		return cache;
	}

	/**
	 * A cache in a directory, which outlives this process, may be shared with other
	 * processes and has no limits (the specification, Caching 2).
	 * @param directory the directory; created with its parents if it is missing. If that
	 * fails, this is logged and nothing is cached
	 * @return the cache
	 */
	public static HttpCache in(Path directory) {
		return builder().directory(directory).build();
	}

	/**
	 * A cache in a fresh directory, which is removed when the cache is closed or the JVM
	 * exits (the specification, Caching 1). If there can be no such directory, this is
	 * logged and the cache is in memory, at most 10 MB.
	 * @return the cache
	 */
	public static HttpCache temporary() {
		return builder().build();
	}

	/**
	 * A cache in memory, for this process alone; when there is no more room, the least
	 * recently used responses give way.
	 * @param maxSize how much memory it takes at most, roughly
	 * @return the cache
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public static HttpCache inMemory(DataSize maxSize) {
		return builder().memory(maxSize).build();
	}

	/**
	 * A cache in a store of the caller's, who also closes it.
	 * @param store the store
	 * @return the cache
	 */
	public static HttpCache using(ResponseStore store) {
		return builder().store(store).build();
	}

	/**
	 * Begins a cache with other choices than those of the methods above: limits, and
	 * memory in front of a directory.
	 * @return a builder of a cache in a fresh directory without limits
	 */
	public static HttpCacheBuilder builder() {
		return new HttpCacheBuilder();
	}

	/**
	 * This cache with another notion of the present.
	 * @param clock tells what is fresh
	 * @return the derived cache, with the same store
	 */
	public HttpCache with(Clock clock) {
		return new HttpCache(this.store, this.closing, Objects.requireNonNull(clock, "'clock' must not be null"),
				this.listener, this.settings, this.generations);
	}

	/**
	 * This cache with another listener, in place of the present one.
	 * @param listener is told the outcome of each request
	 * @return the derived cache, with the same store
	 */
	public HttpCache with(CacheListener listener) {
		return opened(this.store, this.closing, this.clock,
				Objects.requireNonNull(listener, "'listener' must not be null"), this.settings, this.generations);
	}

	/**
	 * This cache with other settings. They hold where it is used alone, by a
	 * {@link CacheExchangeFilterFunction}; a service root goes by its specification.
	 * @param settings what RFC 9111 leaves open
	 * @return the derived cache, with the same store
	 */
	public HttpCache with(CacheSettings settings) {
		return new HttpCache(this.store, this.closing, this.clock, this.listener,
				Objects.requireNonNull(settings, "'settings' must not be null"), this.generations);
	}

	/**
	 * Puts this cache around the rest of the way to the server.
	 * @param next answers what the cache cannot
	 * @return the way through the cache
	 */
	public Exchange around(Exchange next) {
		return new CacheExchange(this::lookup, next);
	}

	/**
	 * Puts this cache around the rest of the way to the server, for calls that nothing
	 * stored may answer: what is stored for the request is removed, the server is asked
	 * without a condition, and its response is stored.
	 * @param next sends the request
	 * @return the way through the cache
	 */
	public Exchange aroundReload(Exchange next) {
		return new CacheExchange((request) -> Lookups.reload(serviceInquiry(request)), next);
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
	 * Looks for a stored response and decides what to do, as a service root does. Reads
	 * the store, so it may block. The listener is told of a hit at once.
	 * @param request the request of the caller
	 * @return what was found, and what remains to be done
	 */
	public CacheLookup lookup(ServiceRequest request) {
		return Lookups.begin(serviceInquiry(request));
	}

	/**
	 * Remove what is stored for a request. Unlike {@link #evict}, it does not read
	 * through the store.
	 * @param request the request, as a service root sends it
	 */
	public void remove(ServiceRequest request) {
		if (BypassPolicy.isCacheable(request, Rules.SERVICE)) {
			serviceInquiry(request).remove();
		}
	}

	/**
	 * The same for a cache that is used alone: by all of RFC 9111.
	 */
	CacheLookup lookupAlone(ServiceRequest request) {
		return Lookups.begin(inquiry(request, Rules.alone(this.settings), new VariantShelf(this.store)));
	}

	/**
	 * What is stored under an address: one entry for each media type that was asked for.
	 * Reads through the whole store, so it is for administration.
	 * @param uri an absolute address
	 * @return the entries, by media type
	 * @throws IllegalArgumentException if the address is not absolute or has no host
	 */
	public List<CacheEntry> entries(URI uri) {
		return keys(uri)
			.flatMap((key) -> this.store.find(key)
				.filter((stored) -> VariantIndex.from(stored).isEmpty())
				.map((stored) -> entry(key, stored))
				.stream())
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
		this.generations.invalidate(uri);
		keys.forEach(this.store::remove);
		return keys.size();
	}

	/**
	 * Removes all stored responses, but nothing that belongs to others. One that arrives
	 * meanwhile may stay.
	 */
	public void clear() {
		this.generations.invalidateAll();
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
	 * What the store has done.
	 * @return the counts since it was opened, in this process
	 */
	public StoreStatistics statistics() {
		return this.store.statistics();
	}

	/**
	 * Closes the store, if this cache or the one it was derived from has opened it. Later
	 * requests are still answered, by the server. Closing twice has no effect.
	 */
	@Override
	public void close() {
		this.closing.run();
	}

	private Inquiry serviceInquiry(ServiceRequest request) {
		return inquiry(request, Rules.SERVICE, new MediaTypeShelf(this.store));
	}

	private Inquiry inquiry(ServiceRequest request, Rules rules, Shelf shelf) {
		return new Inquiry(this, rules, shelf, request, now(), this.generations.current(), true);
	}

	private Stream<CacheKey> keys(URI uri) {
		return this.store.keys(CacheKey.of(uri, CacheKey.ANY_MEDIA_TYPE).url()).stream();
	}

	private CacheEntry entry(CacheKey key, StoredResponse stored) {
		Freshness freshness = Freshness.of(stored.headers(), this.clock.instant());
		Duration lifetime = freshness.lifetime().isNegative() ? Duration.ZERO : freshness.lifetime();
		return new CacheEntry(key.mediaType(), stored.status(), lifetime, freshness.age(), stored.body().length());
	}

	Instant now() {
		return this.clock.instant();
	}

	Generations generations() {
		return this.generations;
	}

	Invalidation invalidation() {
		return new Invalidation(this.store, this.generations);
	}

	/**
	 * Tells the listener.
	 * @param saved how many bytes of content were not transferred
	 */
	void tell(ServiceRequest request, CacheOutcome outcome, long saved) {
		notifyListener(() -> {
			this.listener.onOutcome(request, outcome);
			if (saved > 0) {
				this.listener.onSaved(request, saved);
			}
		});
	}

	void tellRepeat(ServiceRequest request) {
		notifyListener(() -> this.listener.onRepeat(request));
	}

	private static void notifyListener(Runnable notification) {
		try {
			notification.run();
		}
		catch (RuntimeException ex) {
			logger.warn("A cache listener failed; the call goes on", ex);
		}
	}

}
