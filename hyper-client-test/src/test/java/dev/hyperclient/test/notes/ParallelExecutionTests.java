package dev.hyperclient.test.notes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Test classes that JUnit runs in parallel, or several times.
 */
class ParallelExecutionTests {

	@Test
	void testsThatShareServiceInFieldRunOneAfterAnother() {
		assertThat(TestRun.failures(FirstWithSharedField.class, SecondWithSharedField.class)).isEmpty();
	}

	@Test
	void useOfServiceByTwoTestsAtTheSameTimeIsRefusedWithoutSpring() {
		assertThat(TestRun.failures(WithoutLock.class)).singleElement()
			.extracting(Throwable::getMessage)
			.asString()
			.contains("WithoutLock.first")
			.contains("WithoutLock.second")
			.contains("@ResourceLock");
	}

	@Test
	void serviceIsKeptForNextInvocationOfClassTemplate() {
		assertThat(TestRun.failures(ForEachNumber.class)).isEmpty();
	}

	@Test
	void useOfServiceAfterTestsOfItsClassIsRefused() {
		assertThat(TestRun.failures(WithOwnService.class)).isEmpty();
		assertThat(TestRun.failures(WithInheritedService.class)).singleElement()
			.extracting(Throwable::getMessage)
			.asString()
			.contains("WithOwnService.service has been closed after the tests of WithOwnService")
			.contains("abstract superclass");
	}

	@HyperClientTest(Notes.class)
	abstract static class WithSharedField {

		static final FakeService service = FakeNotes.start();

		private static final Set<ApplicationContext> contexts = ConcurrentHashMap.newKeySet();

		@RepeatedTest(8)
		void serviceHasRequestsOfThisTestOnly(@Autowired Notes notes, @Autowired ApplicationContext context) {
			contexts.add(context);
			assertThat(contexts).as("contexts of both classes").hasSize(1);
			assertThat(notes.read(1)).isEqualTo("Buy milk");
			service.reset();
			assertThat(service).requestsOf(() -> notes.write(1, "Buy bread")).hasSize(2);
			assertThat(service).requests().hasSize(2);
		}

	}

	static class FirstWithSharedField extends WithSharedField {

	}

	static class SecondWithSharedField extends WithSharedField {

	}

	@ExtendWith(FakeServiceExtension.class)
	static class WithoutLock {

		static final FakeService service = FakeNotes.start();

		private static final CountDownLatch refused = new CountDownLatch(1);

		@RegisterExtension
		static AfterEachCallback failures = (context) -> context.getExecutionException()
			.ifPresent((ex) -> refused.countDown());

		@Test
		void first() throws Exception {
			assertThat(refused.await(30, TimeUnit.SECONDS)).isTrue();
		}

		@Test
		void second() throws Exception {
			first();
		}

	}

	@ParameterizedClass
	@ValueSource(ints = { 1, 2 })
	@ExtendWith(FakeServiceExtension.class)
	@Execution(ExecutionMode.SAME_THREAD)
	static class ForEachNumber {

		static final FakeService service = FakeNotes.start();

		ForEachNumber(int number) {
		}

		@Test
		void reads(ServiceRoot root) {
			assertThat(root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
		}

	}

	@ExtendWith(FakeServiceExtension.class)
	static class WithOwnService {

		static final FakeService service = FakeNotes.start();

		@Test
		void reads(ServiceRoot root) {
			assertThat(root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
		}

	}

	static class WithInheritedService extends WithOwnService {

	}

}
