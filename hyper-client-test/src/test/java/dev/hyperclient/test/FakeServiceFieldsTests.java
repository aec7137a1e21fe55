package dev.hyperclient.test;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLocksProvider.Lock;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Mistakes in the declaration of services in fields and beans, which are reported while
 * Spring prepares the test class, and the locks of such test classes.
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
	void twoServiceBeansOfOneNameAreRefused() {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("one", TwoDefaults.first);
		beans.registerSingleton("two", TwoDefaults.first);
		FakeServices services = new FakeServices(Map.of(), beans, new MockEnvironment());
		assertThatIllegalStateException().isThrownBy(() -> services.find("default"))
			.withMessageContaining("Several beans of the type FakeService for the service 'default': one, two")
			.withMessageContaining("@Qualifier(\"bugs\")");
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

	@Test
	void classesThatMayShareAServiceHaveTheSameLock() {
		FakeServiceLocks locks = new FakeServiceLocks();
		Set<Lock> withFields = locks.provideForClass(TwoDefaults.class);
		assertThat(withFields).hasSize(2).doesNotContainAnyElementsOf(locks.provideForClass(Unset.class));
		assertThat(locks.provideForNestedClass(List.of(), Subclass.class)).isEqualTo(withFields);
		Set<Lock> withBeans = locks.provideForClass(NotStatic.class);
		assertThat(withBeans).hasSize(1).doesNotContainAnyElementsOf(withFields);
		assertThat(locks.provideForClass(Object.class)).isEqualTo(withBeans);
	}

	static class Subclass extends TwoDefaults {

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
