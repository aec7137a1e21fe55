package dev.hyperclient.cookbook.library;

import java.time.Duration;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Lets the service of the 200 recipes answer without its latency, except where pictures
 * of the pages are taken: the walks of the home page would wait for 12 seconds. Found by
 * the component scan of every context in the tests.
 */
@Component
class FastLibrary {

	FastLibrary(ObjectProvider<LibraryService> library) {
		if (!Boolean.getBoolean("hyperclient.docs.write")) {
			library.ifAvailable((service) -> service.answerAfter(Duration.ofMillis(1)));
		}
	}

}
