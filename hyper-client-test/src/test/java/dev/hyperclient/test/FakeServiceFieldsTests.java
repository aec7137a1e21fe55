package dev.hyperclient.test;

import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.FakeServiceBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Mistakes in the declaration of services in fields. They are reported while Spring
 * prepares the test class.
 */
class FakeServiceFieldsTests {

	@Test
	void twoServicesOfOneNameAreRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(TwoDefaults.class).getTestContext().getApplicationContext())
			.withMessageContaining("service 'default'")
			.withMessageContaining("TwoDefaults.first")
			.withMessageContaining("TwoDefaults.second")
			.withMessageContaining("@Qualifier");
	}

	@Test
	void fieldWithoutServiceIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(Unset.class).getTestContext().getApplicationContext())
			.withMessageContaining("Unset.service is null")
			.withMessageContaining("initializer");
	}

	@Test
	void fieldThatIsNotStaticIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(NotStatic.class).getTestContext().getApplicationContext())
			.withMessageContaining("NotStatic.service")
			.withMessageContaining("Make it static");
	}

	@Test
	void builderThatIsNotStartedIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(NotStarted.class).getTestContext().getApplicationContext())
			.withMessageContaining("NotStarted.service")
			.withMessageContaining("call start()");
	}

	@Test
	void nameThatIsNearlyThatOfConfiguredServiceIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(Misspelled.class).getTestContext().getApplicationContext())
			.havingRootCause()
			.withMessageContaining("'wikki'")
			.withMessageContaining("Did you mean 'wiki'?")
			.withMessageContaining("FakeService 'pages'");
	}

	@Test
	void unknownHostIsReportedWithAdvice() {
		assertThatIllegalStateException()
			.isThrownBy(() -> FakeService.builder("first").host("no-such-host.invalid").start())
			.withMessageContaining("no-such-host.invalid")
			.withMessageContaining("Leave host(...) out");
	}

	@Test
	void portThatIsInUseIsReportedWithAdvice() {
		try (FakeService first = FakeService.builder("first").start()) {
			PortInUse.port = first.port();
			assertThatExceptionOfType(ExceptionInInitializerError.class)
				.isThrownBy(() -> new TestContextManager(WithPortInUse.class))
				.havingCause()
				.withMessageContaining("port " + first.port())
				.withMessageContaining("Leave port(...) out");
		}
	}

	static class PortInUse {

		static int port;

	}

	@AutoConfigureFakeService
	static class WithPortInUse {

		static final FakeService service = FakeService.builder("second").port(PortInUse.port).start();

	}

	@AutoConfigureFakeService
	static class NotStatic {

		final FakeService service = FakeService.builder("first").start();

	}

	@AutoConfigureFakeService
	@ContextConfiguration(classes = Misspelled.class)
	@TestPropertySource(properties = "hyper-client.services.wiki.base-url=https://wiki.invalid/")
	static class Misspelled {

		@Qualifier("wikki")
		static final FakeService service = FakeService.builder("pages").start();

	}

	@AutoConfigureFakeService
	static class NotStarted {

		static final FakeServiceBuilder service = FakeService.builder("first");

	}

	@AutoConfigureFakeService
	static class TwoDefaults {

		static final FakeService first = FakeService.builder("first").start();

		static final FakeService second = first;

	}

	@AutoConfigureFakeService
	static class Unset {

		@Qualifier("bugs")
		static @Nullable FakeService service;

	}

}
