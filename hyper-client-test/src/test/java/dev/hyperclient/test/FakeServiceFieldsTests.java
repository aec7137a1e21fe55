package dev.hyperclient.test;

import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Mistakes in the declaration of services in fields. They are reported while Spring
 * prepares the test class.
 */
@ExtendWith(OutputCaptureExtension.class)
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
	void fieldThatIsNotStaticIsReported(CapturedOutput output) {
		new TestContextManager(NotStatic.class);
		assertThat(output).contains("The field NotStatic.service is not static, so the client does not use");
	}

	@Test
	void unknownHostIsReportedWithAdvice() {
		assertThatIllegalStateException()
			.isThrownBy(() -> FakeService.builder("first").host("no-such-host.invalid").start())
			.withMessageContaining("no-such-host.invalid")
			.withMessageContaining("Leave host(...) out");
	}

	@AutoConfigureFakeService
	static class TwoDefaults {

		static final FakeService first = FakeService.builder("first").start();

		static final FakeService second = first;

	}

	@AutoConfigureFakeService
	static class NotStatic {

		final FakeService service = FakeService.builder("first").start();

	}

	@AutoConfigureFakeService
	static class Unset {

		@Qualifier("bugs")
		static @Nullable FakeService service;

	}

}
