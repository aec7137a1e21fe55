package dev.hyperclient.cookbook.client;

import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.autoconfigure.observation.HyperClientMeters;
import dev.hyperclient.observation.HttpCacheMeterBinder;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The counts, for the page to ask for again and again.
 */
@RestController
@Profile("!service")
class CountsController {

	private final HttpCacheMeterBinder meters;

	CountsController(HyperClientMeters meters) {
		this.meters = meters.calls(ServiceRootBuilderCustomizer.DEFAULT_SERVICE);
	}

	@GetMapping("/counts")
	Counts counts() {
		return Counts.of(this.meters);
	}

}
