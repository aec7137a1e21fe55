package dev.hyperclient.cookbook.client;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The request counts, which the page polls.
 */
@RestController
@Profile("!service")
class CountsController {

	private final RequestCounter counter;

	CountsController(RequestCounter counter) {
		this.counter = counter;
	}

	@GetMapping("/counts")
	RequestCounter.Counts counts() {
		return this.counter.total();
	}

}
