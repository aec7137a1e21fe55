package dev.hyperclient.cache;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.internal.rule.CacheRules;
import dev.hyperclient.internal.transaction.BlockingCacheDriver;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.internal.transaction.StoredEntries;

import org.springframework.util.unit.DataSize;

/**
 * A private HTTP cache (RFC 9111): serves stored responses while they are fresh, and
 * otherwise validates them with the server.
 * <p>
 * Immutable and thread-safe; a cache derived with another clock, listener or other
 * settings shares the store. {@link #close() Closing} one of them closes the store for
 * all of them, but only a store that this class has opened. Failures of the store never
 * fail a request.
 * <p>
 * Requests go through the cache with a
 * {@link dev.hyperclient.cache.spring.CachingClientHttpRequestFactory} for
 * {@code RestClient} and {@code RestTemplate}, a
 * {@link dev.hyperclient.cache.spring.CachingClientHttpConnector} for {@code WebClient},
 * or {@link #around} for blocking clients of any kind. <pre class="code">{@code
 * HttpCache cache = HttpCache.inDirectory(directory);
 * RestClient client = RestClient.builder()
 * 	.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
 * 	.build();
 * }</pre>
 */
public final class HttpCache implements AutoCloseable {

	static {
		CacheContext.PART.foundIn(HttpCache.class, (cache) -> cache.context);
		CacheContext.FOR_REPRESENTATIONS.foundIn(HttpCache.class, HttpCache::forRepresentations);
	}

	private final CacheContext context;

	private final Runnable closing;

	/**
	 * Create a cache.
	 * @param context the state that its transactions share
	 * @param closing closes the store if this class has opened it
	 */
	HttpCache(CacheContext context, Runnable closing) {
		this.context = context;
		this.closing = closing;
	}

	/**
	 * Create a cache in a directory, which outlives this process, may be shared with
	 * other processes and is unlimited.
	 * @param directory the directory; created with its parents if it is missing. If that
	 * fails, a warning is logged and nothing is cached. Not used if it belongs to another
	 * user, see {@link HttpCacheBuilder#directory}
	 * @return the cache
	 */
	public static HttpCache inDirectory(Path directory) {
		Objects.requireNonNull(directory, "'directory' must not be null");
		return builder().directory(directory).build();
	}

	/**
	 * Create a cache in a temporary directory, which is removed when the cache is closed
	 * or the JVM exits. If the directory cannot be created, a warning is logged and the
	 * cache is in memory, at most 10 MB.
	 * @return the cache
	 */
	public static HttpCache temporary() {
		return builder().build();
	}

	/**
	 * Create a cache in memory, for this process only. Beyond its maximum size, responses
	 * are evicted in the order of their last use.
	 * @param maxSize the approximate maximum size
	 * @return the cache
	 * @throws IllegalArgumentException if the size is not positive
	 */
	public static HttpCache inMemory(DataSize maxSize) {
		return builder().inMemory(maxSize).build();
	}

	/**
	 * Create a cache in a store of the caller, which the caller closes.
	 * @param store the store
	 * @return the cache
	 */
	public static HttpCache using(ResponseStore store) {
		return builder().store(store).build();
	}

	/**
	 * Return a builder, for limits and for memory in front of a directory.
	 * @return a builder of a cache in a temporary directory without limits
	 */
	public static HttpCacheBuilder builder() {
		return new HttpCacheBuilder();
	}

	/**
	 * Return this cache with a different clock.
	 * @param clock the clock that determines freshness
	 * @return the derived cache, with the same store
	 */
	public HttpCache withClock(Clock clock) {
		Objects.requireNonNull(clock, "'clock' must not be null");
		return new HttpCache(this.context.withClock(clock), this.closing);
	}

	/**
	 * Return this cache with a further listener, which is notified after the present
	 * ones. One that the cache has already is notified once.
	 * @param listener the listener
	 * @return the derived cache, with the same store
	 */
	public HttpCache withAdditionalListener(CacheListener listener) {
		Objects.requireNonNull(listener, "'listener' must not be null");
		return new HttpCache(this.context.withListener(listener), this.closing);
	}

	private HttpCache forRepresentations() {
		return new HttpCache(this.context.withProfile(CachingProfile.REPRESENTATIONS), this.closing);
	}

	/**
	 * Return this cache with different settings.
	 * @param settings the choices that RFC 9111 leaves to a cache
	 * @return the derived cache, with the same store
	 */
	public HttpCache withSettings(CacheSettings settings) {
		Objects.requireNonNull(settings, "'settings' must not be null");
		return new HttpCache(this.context.withSettings(settings), this.closing);
	}

	/**
	 * Return this cache with different rules.
	 * @param rules the rules. Only the first rule that matches a request applies to it
	 * @return the derived cache, with the same store
	 * @throws IllegalArgumentException if a rule cannot be used, has no effect or is
	 * never reached. The message states its number, counted from 1, and the remedy
	 */
	public HttpCache withRules(List<CacheRule> rules) {
		return new HttpCache(this.context.withRules(this.context.rules().with(CacheRules.of(rules))), this.closing);
	}

	/**
	 * Return this cache for the requests of an HTTP service group. Rules for this group
	 * apply, and so do rules for all requests.
	 * @param name the name of the group
	 * @return the derived cache, with the same store
	 */
	public HttpCache withServiceGroup(String name) {
		Objects.requireNonNull(name, "'name' must not be null");
		return new HttpCache(this.context.withServiceGroup(name), this.closing);
	}

	/**
	 * Put this cache around a blocking exchange. A streamed body of up to 100 MiB is
	 * stored while it is read. Large stored content is returned as a streamed body.
	 * {@code stale-while-revalidate} has no effect, since nothing runs in the background.
	 * <p>
	 * The cache does not look at {@code Authorization}, cookies or API keys to find out
	 * the user: the caller sets the identity of each request, as in
	 * {@code CacheRequest.of(method, uri, headers, identity)}. Users whose requests have
	 * the same identity, for instance the empty one, share stored responses.
	 * @param next sends requests to the server
	 * @return the exchange through the cache, thread-safe if the next one is
	 */
	public RequestSender around(RequestSender next) {
		Objects.requireNonNull(next, "'next' must not be null");
		return BlockingCacheDriver.of(this.context, next);
	}

	/**
	 * Put this cache around a blocking exchange as {@link #around} does, for requests
	 * that no stored response may answer: the stored response is removed, the request is
	 * forwarded without a condition and with {@code Cache-Control: no-cache} in place of
	 * its own directives, and its response is stored. A request with
	 * {@code only-if-cached} is answered with 504, as without a stored response.
	 * @param next sends requests to the server
	 * @return the exchange through the cache, thread-safe if the next one is
	 */
	public RequestSender reloading(RequestSender next) {
		Objects.requireNonNull(next, "'next' must not be null");
		return BlockingCacheDriver.reloading(this.context, next);
	}

	/**
	 * Remove the stored response of a request. Unlike {@link #evict}, it does not read
	 * the whole store.
	 * @param request the request
	 */
	public void remove(CacheRequest request) {
		new StoredEntries(this.context).remove(request);
	}

	/**
	 * Return the stored responses of a URL: one entry for each variant. Reads the whole
	 * store, so it is for administration.
	 * @param uri an absolute URL
	 * @return the entries, by media type
	 * @throws IllegalArgumentException if the URL is not absolute or has no host
	 */
	public List<CacheEntry> entries(URI uri) {
		return new StoredEntries(this.context).of(uri);
	}

	/**
	 * Return the most recently stored or used responses of the store, which may contain
	 * entries of other caches. Reads the whole store, so it is for administration.
	 * Entries of other clients may be missing.
	 * @param maximum the maximum number of entries
	 * @return the entries, the most recent one first
	 */
	public List<CacheEntry> recentEntries(int maximum) {
		return new StoredEntries(this.context).recent(maximum);
	}

	/**
	 * Remove the stored responses of a URL, for all media types. Reads the whole store,
	 * so it is for administration.
	 * @param uri an absolute URL
	 * @return the number of removed responses
	 * @throws IllegalArgumentException if the URL is not absolute or has no host
	 */
	public int evict(URI uri) {
		return new StoredEntries(this.context).evict(uri);
	}

	/**
	 * Remove the stored responses of all URLs that begin with a prefix, for instance with
	 * {@code https://example.com/recipes/}. The prefix may end anywhere in a path or a
	 * query. Reads the whole store, so it is for administration; responses that another
	 * client has stored may remain.
	 * <p>
	 * A response that was requested before this call and arrives after it is not stored.
	 * This applies to this process and, with a store in Redis, to all others. If Redis
	 * does not answer, all responses are removed as soon as it answers again.
	 * @param prefix an absolute URL
	 * @return the number of removed responses
	 * @throws IllegalArgumentException if the prefix is not absolute or has no host
	 */
	public int evictAll(URI prefix) {
		return new StoredEntries(this.context).evictAll(prefix);
	}

	/**
	 * Make the stored responses that are in a cache group unusable (RFC 9875), as a
	 * response with {@code Cache-Group-Invalidation} does. Other processes that use the
	 * same directory may serve them until the directory has been searched, in the
	 * background.
	 * @param origin an absolute URL of the origin that has named the group
	 * @param group the name of the group
	 * @throws IllegalArgumentException if the URL is not absolute or has no host
	 */
	public void evictGroup(URI origin, String group) {
		new StoredEntries(this.context).evict(CacheGroup.of(origin, group));
	}

	/**
	 * Remove all stored responses, but no other files. A response that arrives meanwhile
	 * may remain. If Redis does not answer, the responses are not served, and are removed
	 * as soon as it answers again.
	 * @return the approximate number of removed responses, or empty if it is unknown
	 */
	public OptionalLong clear() {
		return new StoredEntries(this.context).clear();
	}

	/**
	 * Return the size of the store. The first call reads the directory of a store in
	 * files; later ones return at once, so that it may be called every few seconds.
	 * @return the approximate size, possibly {@link StoreSize#UNKNOWN unknown}
	 */
	public StoreSize size() {
		return this.context.store().size();
	}

	/**
	 * Return the statistics of the store.
	 * @return the counts since the store was opened, in this process
	 */
	public StoreStatistics statistics() {
		return this.context.store().statistics();
	}

	/**
	 * Return the reason why nothing is stored or served at present, if the medium of the
	 * store fails. Requests continue uncached.
	 * @return the reason without secrets, or empty while the store works
	 */
	public Optional<String> failure() {
		return this.context.store().failure();
	}

	/**
	 * Set whether this cache is offline and sends no requests. Offline, a request is
	 * answered by its stored response, even by a stale one unless that forbids it, as
	 * with {@code must-revalidate}. Without such a response, and for unsafe methods, the
	 * answer is a 504, as with {@code only-if-cached} (RFC 9111, 5.2.1.7). Applies to all
	 * caches that are derived from the same one, and to all clients that use them.
	 * @param offline whether no requests are sent, initially {@code false}
	 */
	public void switchOffline(boolean offline) {
		this.context.availability().switchOffline(offline);
	}

	/**
	 * Return whether no requests are sent.
	 * @return whether this cache is offline
	 */
	public boolean isOffline() {
		return this.context.availability().isOffline();
	}

	/**
	 * Close the store, if this cache or the one it was derived from has opened it. Later
	 * requests are answered by the server. Closing twice has no effect.
	 */
	@Override
	public void close() {
		this.closing.run();
	}

}
