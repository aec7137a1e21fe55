package dev.hyperclient.observation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Binds all meters of a client: its cache, validations, retries and repetitions, the time
 * to load the root and the age of the root. All meters are registered when the binder is
 * bound. Earlier events are counted, too, since the root may be loaded before.
 * Thread-safe.
 */
public final class HyperClientMeterBinder implements ClientListener, MeterBinder {

	private final String client;

	private final HttpCacheMeterBinder calls;

	private final HttpCacheMeterBinder validations;

	private final LongAdder retries = new LongAdder();

	private final LongAdder repeats = new LongAdder();

	private final Total fetching = new Total();

	private final Total parsing = new Total();

	/** When the root was last fetched or validated, {@code null} before that. */
	private volatile @Nullable Long rootConfirmed;

	/**
	 * Create a binder for one client, to be added with
	 * {@link dev.hyperclient.ServiceRootBuilder#addListener}.
	 * @param client the name of the client
	 */
	public HyperClientMeterBinder(String client) {
		this.client = client;
		this.calls = HttpCacheMeterBinder.forCalls(client);
		this.validations = HttpCacheMeterBinder.forValidations(client);
	}

	/**
	 * Return the cache outcomes of the application's requests.
	 * @return the counts by outcome
	 */
	public HttpCacheMeterBinder calls() {
		return this.calls;
	}

	@Override
	public void onCacheOpen(ResponseStore store) {
		this.calls.onOpen(store);
	}

	@Override
	public void onCacheResult(CacheRequest request, CacheResult result) {
		this.calls.onResult(request, result);
	}

	@Override
	public void onCacheRepeat(CacheRequest request) {
		this.calls.onRepeat(request);
	}

	@Override
	public void onValidation(CacheRequest request, CacheResult result) {
		this.validations.onResult(request, result);
	}

	@Override
	public void onRetry(ServiceRequest request, ServiceResponse refusal) {
		this.retries.increment();
	}

	@Override
	public void onRepeat(ServiceRequest request) {
		this.repeats.increment();
	}

	@Override
	public void onRootLoaded(Duration fetching, Duration parsing) {
		this.fetching.add(fetching);
		this.parsing.add(parsing);
		onRootValidated();
	}

	@Override
	public void onRootValidated() {
		this.rootConfirmed = System.nanoTime();
	}

	private double rootAge() {
		Long confirmed = this.rootConfirmed;
		return (confirmed != null) ? System.nanoTime() - confirmed : Double.NaN;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.calls.bindTo(registry);
		this.validations.bindTo(registry);
		bind(registry, "hyper.client.retries", "Requests that were sent again after a 429, 502 or 503", this.retries);
		bind(registry, "hyper.client.repeats",
				"Requests that were sent again because a reused connection ended without a response or none was established",
				this.repeats);
		bind(registry, "hyper.client.root.fetch", "Time to fetch both documents of the root", this.fetching);
		bind(registry, "hyper.client.root.parse", "Time to read both documents of the root", this.parsing);
		TimeGauge.builder("hyper.client.root.age", this, TimeUnit.NANOSECONDS, HyperClientMeterBinder::rootAge)
			.description("Time since the root was last fetched or validated")
			.tag("client", this.client)
			.register(registry);
	}

	private void bind(MeterRegistry registry, String meter, String description, LongAdder counter) {
		FunctionCounter.builder(meter, counter, LongAdder::sum)
			.description(description)
			.tag("client", this.client)
			.register(registry);
	}

	private void bind(MeterRegistry registry, String meter, String description, Total total) {
		FunctionTimer
			.builder(meter, total, (added) -> added.count.sum(), (added) -> added.nanos.sum(), TimeUnit.NANOSECONDS)
			.description(description)
			.tag("client", this.client)
			.register(registry);
	}

	private static final class Total {

		private final LongAdder count = new LongAdder();

		private final LongAdder nanos = new LongAdder();

		void add(Duration duration) {
			this.count.increment();
			this.nanos.add(duration.toNanos());
		}

	}

}
