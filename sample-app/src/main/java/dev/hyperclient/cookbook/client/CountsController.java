package dev.hyperclient.cookbook.client;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The counts, for the page to ask for again and again.
 */
@RestController
@Profile("!service")
class CountsController {

	private final PageCosts costs;

	CountsController(PageCosts costs) {
		this.costs = costs;
	}

	@GetMapping("/counts")
	Counts counts() {
		return this.costs.now();
	}

}
