package dev.hyperclient.test.notes;

import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Application contexts whose auto-configurations are listed by the test, or that have
 * none, use the service of the test.
 */
class ListedAutoConfigurationTests {

	/** The service of the application. It is local, so no filter refuses requests. */
	private static final AtomicReference<FakeService> real = new AtomicReference<>(FakeNotes.start());

	static final FakeService service = FakeNotes.start();

	@AfterAll
	static void stop() {
		real.get().close();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class RealConnection {

		@Bean
		HyperClientConnectionDetails realConnectionDetails() {
			return real.get()::baseUrl;
		}

	}

	@Nested
	@SpringBootTest(classes = { Notes.class, RealConnection.class })
	@AutoConfigureFakeService
	class WithoutAutoConfiguration {

		@Test
		void fakeServiceIsUsed(@Autowired Notes notes, @Autowired ServiceRoot root) {
			assertThat(notes.read(1)).isEqualTo("Buy milk");
			assertThat(root.uri()).isEqualTo(service.baseUrl());
			assertThat(service).received("GET", "/notes/1");
			assertThat(real.get().requests()).isEmpty();
		}

	}

	@Nested
	@SpringJUnitConfig(RealConnection.class)
	@Import(HyperClientAutoConfiguration.class)
	@AutoConfigureFakeService
	class WithoutSpringBoot {

		/** Without Spring Boot, {@code application.properties} is not read. */
		@Test
		void fakeServiceIsUsed(@Autowired ServiceRoot root) {
			assertThat(root.collection("notes").at(0).getString("text")).isEqualTo("Buy milk");
			assertThat(service).received("GET", "/notes");
			assertThat(real.get().requests()).isEmpty();
		}

	}

}
