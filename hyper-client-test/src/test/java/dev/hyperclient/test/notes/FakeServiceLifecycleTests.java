package dev.hyperclient.test.notes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.verifyNoInteractions;

/**
 * A service in a field beside other features of Spring's test support.
 */
class FakeServiceLifecycleTests {

	static final FakeService service = FakeNotes.start();

	@Nested
	@HyperClientTest(Notes.class)
	@DirtiesContext(classMode = ClassMode.BEFORE_EACH_TEST_METHOD)
	class WithNewContextForEachTest {

		private static final Set<ApplicationContext> contexts = ConcurrentHashMap.newKeySet();

		@RepeatedTest(2)
		void serviceIsReset(@Autowired Notes notes, @Autowired ApplicationContext context) {
			assertThat(contexts.add(context)).isTrue();
			assertThat(notes.read(1)).isEqualTo("Buy milk");
			notes.write(1, "Buy bread");
			assertThat(service).received("PATCH", "/notes/1").times(1);
		}

	}

	@Nested
	@HyperClientTest(Notes.class)
	@TestInstance(Lifecycle.PER_CLASS)
	class WithInstanceForClass {

		private final Notes notes;

		WithInstanceForClass(@Autowired Notes notes) {
			this.notes = notes;
		}

		@RepeatedTest(2)
		void serviceIsReset() {
			assertThat(this.notes.read(1)).isEqualTo("Buy milk");
			this.notes.write(1, "Buy bread");
			assertThat(service).received("PATCH", "/notes/1").times(1);
		}

	}

	@Nested
	@SpringBootTest
	@AutoConfigureFakeService
	class WithMocks {

		@MockitoBean("default")
		ServiceRoot root;

		@MockitoBean
		Unrelated unrelated;

		@RepeatedTest(2)
		void mockedRootIsNotCalledBeforeTest() {
			verifyNoInteractions(this.root, this.unrelated);
			assertThat(service).requests().isEmpty();
			this.root.svcRefresh();
		}

	}

	@Test
	void eagerStartRequiresConfiguredCollections() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new TestContextManager(Eager.class).getTestContext().getApplicationContext())
			.havingRootCause()
			.withMessageContaining("'hyper-client.collections.chapters' does not match a collection of the service");
	}

	@HyperClientTest(value = Notes.class, properties = "hyper-client.startup=eager")
	static class Eager {

	}

}
