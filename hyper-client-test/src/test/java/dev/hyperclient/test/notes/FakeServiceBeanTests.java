package dev.hyperclient.test.notes;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.RepeatedTest;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Services in process for the default and a named service, as beans.
 */
@SpringBootTest
@AutoConfigureFakeService
class FakeServiceBeanTests {

	@Autowired
	Notes notes;

	@RepeatedTest(2)
	void eachClientCallsItsService(@Autowired @Qualifier("service") FakeService service,
			@Autowired @Qualifier("bugs") FakeService tracker, @Autowired @Qualifier("bugs") ServiceRoot bugs) {
		assertThat(this.notes.read(1)).isEqualTo("Buy milk");
		this.notes.write(1, "Buy bread");
		assertThat(bugs.collection("bugs").get(1).getString("title")).isEqualTo("Typo");
		assertThat(service.requests()).hasSize(3);
		assertThat(tracker.requests()).hasSize(1);
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Services {

		@Bean
		FakeService service() {
			return FakeNotes.start();
		}

		@Bean
		@Qualifier("bugs")
		FakeService tracker() {
			return FakeService.builder("tracker")
				.type("bug", "bugs", (bug) -> bug.integer("id").text("title").entry(Map.of("id", 1, "title", "Typo")))
				.start();
		}

	}

}
