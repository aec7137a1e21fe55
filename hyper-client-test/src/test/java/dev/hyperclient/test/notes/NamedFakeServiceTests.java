package dev.hyperclient.test.notes;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Services in process for the default and a named service, in fields, also if the
 * application has connection details of its own.
 */
@SpringBootTest
@AutoConfigureFakeService
@Import(NamedFakeServiceTests.RealTracker.class)
class NamedFakeServiceTests {

	static final FakeService service = FakeNotes.start();

	@Qualifier("bugs")
	static final FakeService tracker = FakeService.builder("tracker")
		.version("devel")
		.type("bug", "bugs", (bug) -> bug.integer("id").text("title").entry(Map.of("id", 1, "title", "Typo")))
		.start();

	@Test
	void eachClientCallsItsService(@Autowired Notes notes, @Autowired @Qualifier("bugs") ServiceRoot bugs) {
		assertThat(notes.read(1)).isEqualTo("Buy milk");
		assertThat(bugs.collection("bugs").get(1).getString("title")).isEqualTo("Typo");
		assertThat(service.requests()).hasSize(1);
		assertThat(tracker.requests()).hasSize(1);
	}

	static class RealTracker {

		@Bean
		@Qualifier("bugs")
		HyperClientConnectionDetails realTracker() {
			return () -> {
				throw new IllegalStateException("The application asks its registry of services");
			};
		}

	}

}
