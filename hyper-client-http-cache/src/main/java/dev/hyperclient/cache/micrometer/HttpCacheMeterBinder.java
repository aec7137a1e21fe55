package dev.hyperclient.cache.micrometer;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Listener that counts outcomes, saved bytes and repeated requests, and binds them as
 * meters together with the size of the cache and the meters that Spring Boot binds for
 * any cache. All meters exist from the start, except the meters of a cache rule, which
 * exist from its first request on. Events before binding are counted. Thread-safe.
 */
public final class HttpCacheMeterBinder implements CacheListener, MeterBinder {

	/**
	 * The counter of requests of the application, with the tags {@code client},
	 * {@code outcome} and {@code rule}, {@code none} without a rule.
	 */
	static final String CACHE = "hyper.client.cache";

	/**
	 * The counter of requests of health checks, with the same tags.
	 */
	static final String HEALTH = "hyper.client.health";

	/**
	 * The counter of bytes that were not transferred, with the tag {@code client}.
	 */
	static final String SAVED = "hyper.client.cache.saved";

	/**
	 * The counter of requests that were sent a second time, with the tag {@code client}.
	 */
	static final String REPEATS = "hyper.client.cache.repeats";

	/**
	 * The gauge of stored responses, with the tag {@code client}.
	 */
	static final String ENTRIES = "hyper.client.cache.entries";

	/**
	 * The gauge of bytes that stored responses occupy, with the tag {@code client}.
	 */
	static final String STORED = "hyper.client.cache.stored";

	/**
	 * The gauge of a store that fails, 1 while it does and 0 otherwise, with the tag
	 * {@code client}.
	 */
	static final String DEGRADED = "hyper.client.cache.degraded";

	/**
	 * The counter of requests whose lookup had no reply in time, with the tag
	 * {@code client}.
	 */
	static final String LATE = "hyper.client.cache.late";

	/** The tag of requests that no rule matches. */
	private static final String NO_RULE = "none";

	private final String meter;

	private final String description;

	private final String client;

	/** By rule, {@link #NO_RULE} without one. */
	private final Map<String, LongAdder[]> counts = new ConcurrentHashMap<>();

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final LongAdder[] withoutRule;

	private final LongAdder saved = new LongAdder();

	private final LongAdder repeats = new LongAdder();

	private volatile @Nullable ResponseStore store;

	private HttpCacheMeterBinder(String meter, String description, String client) {
		this.meter = meter;
		this.description = description;
		this.client = client;
		this.withoutRule = adders();
		this.counts.put(NO_RULE, this.withoutRule);
	}

	private static LongAdder[] adders() {
		return Stream.generate(LongAdder::new).limit(CacheOutcome.values().length).toArray(LongAdder[]::new);
	}

	/**
	 * Create a binder for the requests of an application.
	 * @param client the name of the client, the value of the tag
	 * @return the binder, to be set as the listener of the cache
	 */
	public static HttpCacheMeterBinder forCalls(String client) {
		return new HttpCacheMeterBinder(CACHE, "Requests of the application by cache outcome", client);
	}

	/**
	 * Create a binder for the requests of health checks, with fewer meters.
	 * @param client the name of the client, the value of the tag
	 * @return the binder, to be set as the listener of the cache for health checks
	 */
	public static HttpCacheMeterBinder forValidations(String client) {
		return new HttpCacheMeterBinder(HEALTH, "Requests of health checks by cache outcome", client);
	}

	@Override
	public void onResult(CacheRequest request, CacheResult result) {
		String rule = result.rule();
		((rule != null) ? counts(rule) : this.withoutRule)[result.outcome().ordinal()].increment();
		this.saved.add(result.savedBytes());
	}

	@Override
	public void onRepeat(CacheRequest request) {
		this.repeats.increment();
	}

	@Override
	public void onOpen(ResponseStore opened) {
		this.store = opened;
	}

	/**
	 * Return the number of requests with an outcome.
	 * @param outcome the outcome
	 * @return the count since this object was created
	 */
	public long count(CacheOutcome outcome) {
		return this.counts.values().stream().mapToLong((adders) -> adders[outcome.ordinal()].sum()).sum();
	}

	/**
	 * Return the counts of a rule, whose meters exist from its first request on.
	 */
	private LongAdder[] counts(String rule) {
		LongAdder[] present = this.counts.get(rule);
		if (present != null) {
			return present;
		}
		LongAdder[] added = this.counts.computeIfAbsent(rule, (name) -> adders());
		this.registries.forEach((registry) -> bind(rule, added, registry));
		return added;
	}

	/** Registering meters twice has no effect. */
	private void bind(String rule, LongAdder[] adders, MeterRegistry registry) {
		for (CacheOutcome outcome : CacheOutcome.values()) {
			counter(this.meter, this.description, (counted) -> adders[outcome.ordinal()].sum())
				.tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
				.tag("rule", rule)
				.register(registry);
		}
	}

	/**
	 * Return the length of the content that was not transferred because it is stored.
	 * @return the number of decoded bytes since this object was created
	 */
	public long savedBytes() {
		return this.saved.sum();
	}

	/**
	 * Return the number of requests that were sent a second time because a 304 did not
	 * confirm the stored response.
	 * @return the count since this object was created
	 */
	long repeats() {
		return this.repeats.sum();
	}

	/**
	 * Return the size of the cache.
	 * @return the size, empty before the cache is opened
	 */
	StoreSize size() {
		ResponseStore opened = this.store;
		return (opened != null) ? opened.size() : StoreSize.EMPTY;
	}

	/**
	 * Return whether the store of the cache reports a failure at present.
	 */
	private boolean isDegraded() {
		ResponseStore opened = this.store;
		return opened != null && opened.failure().isPresent();
	}

	/**
	 * Return the statistics of the store.
	 * @return the counts, zero before the cache is opened
	 */
	StoreStatistics statistics() {
		ResponseStore opened = this.store;
		return (opened != null) ? opened.statistics() : StoreStatistics.NONE;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		this.counts.forEach((rule, adders) -> bind(rule, adders, registry));
		if (!this.meter.equals(CACHE)) {
			return;
		}
		counter(SAVED, "Content that was not transferred because of a hit or a 304, decoded",
				HttpCacheMeterBinder::savedBytes)
			.baseUnit("bytes")
			.register(registry);
		counter(REPEATS,
				"Requests that were sent a second time, without a condition, because a 304 did not confirm the stored response",
				HttpCacheMeterBinder::repeats)
			.register(registry);
		counter(LATE, "Requests whose lookup in a shared store had no reply in time",
				(counted) -> counted.statistics().lateReplies())
			.register(registry);
		gauge(ENTRIES, "Stored responses", (counted) -> counted.size().entries()).register(registry);
		gauge(STORED, "Size of the stored responses", (counted) -> counted.size().bytes()).baseUnit("bytes")
			.register(registry);
		gauge(DEGRADED, "Whether the store of the cache reports a failure: 1, otherwise 0",
				(counted) -> counted.isDegraded() ? 1 : 0)
			.register(registry);
		new CommonCacheMeters(this, this.client).bindTo(registry);
	}

	private FunctionCounter.Builder<HttpCacheMeterBinder> counter(String name, String meaning,
			ToDoubleFunction<HttpCacheMeterBinder> count) {
		return FunctionCounter.builder(name, this, count).description(meaning).tag("client", this.client);
	}

	private Gauge.Builder<HttpCacheMeterBinder> gauge(String name, String meaning,
			ToDoubleFunction<HttpCacheMeterBinder> value) {
		return Gauge.builder(name, this, value).description(meaning).tag("client", this.client);
	}

}
