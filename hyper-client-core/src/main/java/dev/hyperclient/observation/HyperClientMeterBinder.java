package dev.hyperclient.observation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.hyperclient.call.ClientListener;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds meters for retries and for the time to load the root. All meters are registered
 * when the binder is bound; events before that are counted, too, since the root may be
 * loaded earlier. Thread-safe.
 */
public final class HyperClientMeterBinder implements ClientListener, MeterBinder {

	private final String client;

	private final LongAdder retries = new LongAdder();

	private final Total fetching = new Total();

	private final Total parsing = new Total();

	/**
	 * Create a binder for one client, to be added with
	 * {@link dev.hyperclient.ServiceRootBuilder#listener}.
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
	public void onRootLoaded(Duration fetching, Duration parsing) {
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
