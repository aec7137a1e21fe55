package dev.hyperclient.test.notes;

import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.AutoConfigureFakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The application of a user without any service, and without network.
 */
@SpringBootTest
@AutoConfigureFakeService
class ContextLoadsTests {

	@Test
	void contextLoads(@Autowired Map<String, ServiceRoot> roots) {
		assertThat(roots).containsOnlyKeys("default", "bugs");
	}

	@Test
	void requestToOtherMachineFailsWithAdvice(@Autowired Notes notes, @Autowired @Qualifier("bugs") ServiceRoot bugs) {
		assertThatIllegalStateException().isThrownBy(() -> notes.read(1))
			.withMessage(
					"A test with @HyperClientTest or @AutoConfigureFakeService sends no requests to notes.invalid. Declare a static field of the type FakeService in the test class, or a bean.");
		assertThatIllegalStateException().isThrownBy(() -> bugs.collection("bugs").at(0))
			.withMessageContaining("bugs.invalid")
			.withMessageContaining("@Qualifier(\"bugs\")");
	}

}
