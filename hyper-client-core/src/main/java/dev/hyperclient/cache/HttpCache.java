package dev.hyperclient.cache;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.FileResponseStore;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TemporaryDirectory;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

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

	private HttpCache(ResponseStore store, Runnable closing) {
		this(store, closing, Clock.systemUTC(), CacheListener.NONE, CacheSettings.defaults(), new Generations());
	}

	private HttpCache(ResponseStore store, Runnable closing, Clock clock, CacheListener listener,
			CacheSettings settings, Generations generations) {
		this.store = store;
		this.closing = closing;
		this.clock = clock;
		this.listener = listener;
		this.settings = settings;
		this.generations = generations;
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
		return new HttpCache(store, store::close);
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
		});
	}

	/**
	 * A cache in a store of the caller's, who also closes it.
	 * @param store the store
	 * @return the cache
	 */
	public static HttpCache using(ResponseStore store) {
		return new HttpCache(Objects.requireNonNull(store, "'store' must not be null"), () -> {
		});
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
		return new HttpCache(this.store, this.closing, this.clock,
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
		return new CacheExchange(this, next);
	}

	/**
	 * Looks for a stored response and decides what to do, as a service root does. Reads
	 * the store, so it may block. The listener is told of a hit at once.
	 * @param request the request of the caller
	 * @return what was found, and what remains to be done
	 */
	public CacheLookup lookup(ServiceRequest request) {
		return lookup(request, Rules.SERVICE, new MediaTypeShelf(this.store));
	}

	/**
	 * The same for a cache that is used alone: by all of RFC 9111.
	 */
	CacheLookup lookupAlone(ServiceRequest request) {
		return lookup(request, Rules.alone(this.settings), new VariantShelf(this.store));
	}

	private CacheLookup lookup(ServiceRequest request, Rules rules, Shelf shelf) {
		long generation = RequestKey.isPossible(request) ? this.generations.current(request.uri()) : 0;
		Inquiry inquiry = new Inquiry(this, rules, shelf, request, now(), generation, true);
		if (!BypassPolicy.isCacheable(request, rules)) {
			return new BypassLookup(inquiry);
		}
		StoredResponse stored = inquiry.find().orElse(null);
		ReuseDecision decision = (stored != null && ByteRange.isMissing(request, stored)) ? new ReuseDecision.Forward()
				: ReusePolicy.decide(request, stored, inquiry.asked(), rules);
		if (decision instanceof ReuseDecision.GatewayTimeout) {
			inquiry.tell(CacheOutcome.MISS);
			return new HitLookup(request, new ServiceResponse(request.uri(), 504, new HttpHeaders(), new byte[0]),
					null);
		}
		if (stored != null && decision instanceof ReuseDecision.Reuse reuse) {
			inquiry.tell(CacheOutcome.HIT, stored.body().length);
			return new HitLookup(request, StoredAnswer.to(request, stored, reuse.freshness()), null);
		}
		if (stored != null && decision instanceof ReuseDecision.ServeStale stale) {
			inquiry.tell(CacheOutcome.STALE, stored.body().length);
			return new HitLookup(request, StoredAnswer.to(request, stored, stale.freshness()),
					stale.revalidate() ? background(inquiry, stored) : null);
		}
		return forward(inquiry, decision, stored);
	}

	private static CacheLookup background(Inquiry inquiry, StoredResponse stored) {
		HttpHeaders headers = HttpHeaders.copyOf(inquiry.request().headers());
		// What is asked for is the whole, whatever the caller has of it already.
		Stream.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE, HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE)
			.forEach(headers::remove);
		Inquiry whole = inquiry.inBackground(headers);
		Validators validators = Validators.of(stored.headers());
		boolean validates = StoredAnswer.isRepresentation(stored) && !validators.isEmpty();
		return new ForwardLookup(whole,
				validates ? new ReuseDecision.Validate(validators) : new ReuseDecision.Forward(), stored);
	}

	private static CacheLookup forward(Inquiry inquiry, ReuseDecision decision, @Nullable StoredResponse stored) {
		return HttpMethod.HEAD.equals(inquiry.request().method()) ? new HeadLookup(inquiry,
				(stored != null && ReusePolicy.isSelected(inquiry.request(), stored, inquiry.rules())) ? stored : null)
				: new ForwardLookup(inquiry, decision, stored);
	}

	/**
	 * Closes the store, if this cache or the one it was derived from has opened it. Later
	 * requests are still answered, by the server. Closing twice has no effect.
	 */
	@Override
	public void close() {
		this.closing.run();
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
	void tell(ServiceRequest request, CacheOutcome outcome, int saved) {
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
