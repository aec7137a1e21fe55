package dev.hyperclient.cookbook.client;

import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.autoconfigure.observation.HyperClientMeters;
import dev.hyperclient.cache.CacheOutcome;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * Counts the requests of the client, in total and for one page.
 */
@Component
@Profile("!service")
class RequestCounter {

	private final HttpCacheMeterBinder meters;

	RequestCounter(HyperClientMeters meters) {
		this.meters = meters.calls(ServiceRootBuilderCustomizer.DEFAULT_SERVICE);
	}

	Counts total() {
		long notModified = this.meters.count(CacheOutcome.REVALIDATED);
		return new Counts(notModified + this.meters.count(CacheOutcome.MISS) + this.meters.count(CacheOutcome.BYPASS),
				this.meters.count(CacheOutcome.HIT), notModified);
	}

	/**
	 * Add the total counts and those of a page to the model.
	 * @param model the model of the page
	 * @param before the total counts before the page was built
	 */
	void addTo(Model model, Counts before) {
		Counts total = total();
		model.addAttribute("counts", total);
		model.addAttribute("cost", total.since(before));
	}

	/**
	 * Numbers of requests.
	 *
	 * @param requests requests sent to the service
	 * @param hits fresh responses served from the cache
	 * @param notModified requests answered with status 304
	 */
	record Counts(long requests, long hits, long notModified) {

		private Counts since(Counts earlier) {
			return new Counts(this.requests - earlier.requests, this.hits - earlier.hits,
					this.notModified - earlier.notModified);
		}

	}

}
