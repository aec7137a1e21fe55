package dev.hyperclient.observation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.call.RootListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.retry.RetryListener;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Counts retries and adds up the time that loading the root takes, with meters that are
 * there from the start. Counts also before it is bound to a registry, since the root may
 * be loaded earlier. Thread-safe.
 */
public final class HyperClientMeterBinder implements RetryListener, RootListener, MeterBinder {

	private final String client;

	private final LongAdder retries = new LongAdder();

	private final Total fetching = new Total();

	private final Total parsing = new Total();

	/**
	 * Create a binder for one client: a listener for
	 * {@link dev.hyperclient.ServiceRootBuilder#retryListener} and
	 * {@link dev.hyperclient.ServiceRootBuilder#rootListener}.
	 * @param client the name of the client
	 */
	public HyperClientMeterBinder(String client) {
		this.client = client;
	}

	@Override
	public void onRetry(ServiceRequest request, ServiceResponse refusal) {
		this.retries.increment();
	}

	@Override
	public void onLoaded(Duration fetching, Duration parsing) {
		this.fetching.add(fetching);
		this.parsing.add(parsing);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		FunctionCounter.builder(HyperClientMeterDocumentation.RETRIES.getName(), this.retries, LongAdder::sum)
			.description("Requests that were sent again after a 502 or 503")
			.tag("client", this.client)
			.register(registry);
		bind(registry, HyperClientMeterDocumentation.ROOT_FETCH, "Time to fetch both documents of the root",
				this.fetching);
		bind(registry, HyperClientMeterDocumentation.ROOT_PARSE, "Time to read both documents of the root",
				this.parsing);
	}

	private void bind(MeterRegistry registry, HyperClientMeterDocumentation meter, String description, Total total) {
		FunctionTimer
			.builder(meter.getName(), total, (added) -> added.count.sum(), (added) -> added.nanos.sum(),
					TimeUnit.NANOSECONDS)
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
