package dev.hyperclient.test.notes;

import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * A test with two services for the default service.
 */
@SpringBootTest
@AutoConfigureFakeService
class TwoBeans {

	@TestConfiguration(proxyBeanMethods = false)
	static class Services {

		@Bean
		FakeService one() {
			return FakeNotes.start();
		}

		@Bean
		FakeService two() {
			return FakeNotes.start();
		}

	}

}
