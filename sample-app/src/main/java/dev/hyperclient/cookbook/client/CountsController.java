package dev.hyperclient.cookbook.client;

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

	CountsController(HttpCacheMeterBinder hyperClientCacheMeters) {
		this.meters = hyperClientCacheMeters;
	}

	@GetMapping("/counts")
	Counts counts() {
		return Counts.of(this.meters);
	}

}
