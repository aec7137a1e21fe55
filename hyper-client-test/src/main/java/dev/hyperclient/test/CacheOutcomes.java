package dev.hyperclient.test;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.testservice.FakeService;

/**
 * The cache outcomes of the clients of a service. The service sees no hits, so the
 * clients report them.
 */
final class CacheOutcomes {

	private static final Map<FakeService, CacheOutcomes> services = Collections.synchronizedMap(new WeakHashMap<>());

	private final List<Recording> recordings = new CopyOnWriteArrayList<>();

	private volatile boolean hasClient;

	private CacheOutcomes() {
	}

	static CacheOutcomes of(FakeService service) {
		return services.computeIfAbsent(service, (key) -> new CacheOutcomes());
	}

	/**
	 * Return a listener for a client of the service.
	 */
	ClientListener listener() {
		this.hasClient = true;
		return new ClientListener() {

			@Override
			public void onCacheResult(CacheRequest request, CacheResult result) {
				CacheOutcomes.this.recordings.forEach((recording) -> recording.add(request, result.outcome()));
			}

		};
	}

	/**
	 * Return whether a client reports its outcomes.
	 */
	boolean hasClient() {
		return this.hasClient;
	}

	/**
	 * Begin to record outcomes, until the recording is closed.
	 */
	Recording record() {
		Recording recording = new Recording();
		this.recordings.add(recording);
		return recording;
	}

	/**
	 * Outcomes in their order. Clients may report them from several threads.
	 */
	final class Recording implements AutoCloseable {

		private final List<Outcome> outcomes = new CopyOnWriteArrayList<>();

		private void add(CacheRequest request, CacheOutcome outcome) {
			this.outcomes.add(new Outcome(request, outcome));
		}

		List<Outcome> outcomes() {
			return List.copyOf(this.outcomes);
		}

		@Override
		public void close() {
			CacheOutcomes.this.recordings.remove(this);
		}

	}

	/**
	 * The outcome of a request.
	 *
	 * @param request the request
	 * @param outcome the outcome
	 */
	record Outcome(CacheRequest request, CacheOutcome outcome) {
	}

}
