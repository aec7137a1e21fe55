package dev.hyperclient.test.notes;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A service that test classes share with their application context. It is neither closed
 * after the first class, nor has it what that class changed.
 */
@HyperClientTest(Notes.class)
abstract class SharedFakeServiceTestBase {

	static final FakeService service = FakeNotes.start();

	private static final Set<ApplicationContext> contexts = ConcurrentHashMap.newKeySet();

	@Test
	void contextIsSharedAndDataIsReset(@Autowired Notes notes, @Autowired ApplicationContext context) {
		contexts.add(context);
		assertThat(contexts).hasSize(1);
		assertThat(notes.read(1)).isEqualTo("Buy milk");
		notes.write(1, "Buy bread");
		assertThat(service).received("PATCH", "/notes/1").times(1);
	}

}
