package dev.hyperclient.cookbook.client;

import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.autoconfigure.observation.HyperClientMeters;
import dev.hyperclient.cache.micrometer.HttpCacheMeterBinder;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * Tells at the foot of a page what it took to make it.
 */
@Component
@Profile("!service")
class PageCosts {

	private final HttpCacheMeterBinder meters;

	PageCosts(HyperClientMeters meters) {
		this.meters = meters.calls(ServiceRootBuilderCustomizer.DEFAULT_SERVICE);
	}

	Counts now() {
		return Counts.of(this.meters);
	}

	void add(Model model, Counts before) {
		Counts now = now();
		model.addAttribute("counts", now);
		model.addAttribute("cost", now.since(before));
	}

}
