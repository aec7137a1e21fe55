package dev.hyperclient.observation;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.cache.CacheListener;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.http.ServiceRequest;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the cache did, one counter for each outcome, and the bytes that it saved,
 * all of them there from the start, and tells how much is stored. Binds the meters that
 * Spring Boot binds for any cache as well. Counts also before it is bound to a registry.
 * Thread-safe.
 */
public final class HttpCacheMeterBinder implements CacheListener, MeterBinder {

	/**
	 * The meter for the requests of the application, with the tags {@code client} and
	 * {@code outcome}.
	 */
	public static final String CACHE = "hyper.client.cache";

	/**
	 * The meter for the requests of health checks, with the same tags.
	 */
	public static final String HEALTH = "hyper.client.health";

	private final String meter;

	private final String description;

	private final String client;

	private final LongAdder[] counts;

	private final LongAdder saved = new LongAdder();

	private final LongAdder repeats = new LongAdder();

	private volatile @Nullable HttpCache cache;

	private HttpCacheMeterBinder(String meter, String description, String client) {
		this.meter = meter;
		this.description = description;
		this.client = client;
		this.counts = new LongAdder[CacheOutcome.values().length];
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] = new LongAdder();
		}
	}

	/**
	 * Counts the requests of the application.
	 * @param client the name of the client
	 * @return the binder, a listener for
	 * {@link dev.hyperclient.ServiceRootBuilder#cacheListener}
	 */
	public static HttpCacheMeterBinder forCalls(String client) {
		return new HttpCacheMeterBinder(CACHE, "Requests by what the client's response cache did for them", client);
	}

	/**
	 * Counts the requests of health checks.
	 * @param client the name of the client
	 * @return the binder, a listener for
	 * {@link dev.hyperclient.ServiceRootBuilder#validationListener}
	 */
	public static HttpCacheMeterBinder forValidations(String client) {
		return new HttpCacheMeterBinder(HEALTH,
				"Requests of health checks by what the client's response cache did for them", client);
	}

	@Override
	public void onOutcome(ServiceRequest request, CacheOutcome outcome) {
		this.counts[outcome.ordinal()].increment();
	}

	@Override
	public void onSaved(ServiceRequest request, long bytes) {
		this.saved.add(bytes);
	}

	@Override
	public void onRepeat(ServiceRequest request) {
		this.repeats.increment();
	}

	@Override
	public void onOpen(HttpCache opened) {
		this.cache = opened;
	}

	/**
	 * How often something happened.
	 * @param outcome what happened
	 * @return the count since this object was made
	 */
	public long count(CacheOutcome outcome) {
		return this.counts[outcome.ordinal()].sum();
	}

	/**
	 * How much was not transferred because it is stored.
	 * @return the length of the decoded content since this object was made, in bytes
	 */
	public long savedBytes() {
		return this.saved.sum();
	}

	/**
	 * Return how often a request was sent a second time because a 304 did not confirm
	 * what is stored.
	 * @return the count since this object was made
	 */
	public long repeats() {
		return this.repeats.sum();
	}

	/**
	 * How much is stored.
	 * @return the size of the cache, empty before it is opened
	 */
	public StoreSize size() {
		HttpCache opened = this.cache;
		return (opened != null) ? opened.size() : StoreSize.EMPTY;
	}

	/**
	 * What the store of the cache has done.
	 * @return the counts, zero before it is opened
	 */
	public StoreStatistics statistics() {
		HttpCache opened = this.cache;
		return (opened != null) ? opened.statistics() : StoreStatistics.NONE;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (CacheOutcome outcome : CacheOutcome.values()) {
			FunctionCounter.builder(this.meter, this, (counted) -> counted.count(outcome))
				.description(this.description)
				.tag("client", this.client)
				.tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
		if (this.meter.equals(CACHE)) {
			bindSaved(registry);
			bindRepeats(registry);
			bindSize(registry);
			new CommonCacheMeters(this, this.client).bindTo(registry);
		}
	}

	private void bindSize(MeterRegistry registry) {
		Gauge.builder(HyperClientMeterDocumentation.CACHE_ENTRIES.getName(), this, (binder) -> binder.size().entries())
			.description("Responses in the client's response cache")
			.tag("client", this.client)
			.register(registry);
		Gauge.builder(HyperClientMeterDocumentation.CACHE_STORED.getName(), this, (binder) -> binder.size().bytes())
			.description("What the client's response cache takes")
			.baseUnit("bytes")
			.tag("client", this.client)
			.register(registry);
	}

	private void bindRepeats(MeterRegistry registry) {
		FunctionCounter
			.builder(HyperClientMeterDocumentation.CACHE_REPEATS.getName(), this, HttpCacheMeterBinder::repeats)
			.description("Requests sent a second time because a 304 did not confirm what is stored")
			.tag("client", this.client)
			.register(registry);
	}

	private void bindSaved(MeterRegistry registry) {
		FunctionCounter
			.builder(HyperClientMeterDocumentation.CACHE_SAVED.getName(), this, HttpCacheMeterBinder::savedBytes)
			.description("Content that the client's response cache saved from being transferred")
			.baseUnit("bytes")
			.tag("client", this.client)
			.register(registry);
	}

}
