package dev.hyperclient.test.notes;

import java.util.stream.Stream;

import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.aot.AotDetector;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.test.generate.CompilerFiles;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.SpringProperties;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.test.context.aot.AotTestContextInitializers;
import org.springframework.test.context.aot.TestContextAotGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Application contexts of tests that were processed ahead of time.
 */
@Tag("slow")
class AheadOfTimeTests {

	@Test
	@CompileWithForkedClassLoader
	void testsWithServiceBeanOrFieldRunInProcessedContext() {
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		Class<?>[] testClasses = { FakeServiceBeanTests.class, WithServiceInField.class };
		new TestContextAotGenerator(files).processAheadOfTime(Stream.of(testClasses));
		TestCompiler.forSystem().with(CompilerFiles.from(files)).compile((compiled) -> {
			SpringProperties.setFlag(AotDetector.AOT_ENABLED);
			assertThat(testClasses).allMatch(new AotTestContextInitializers()::isSupportedTestClass);
			assertThat(TestRun.failures(testClasses)).isEmpty();
		});
	}

	@HyperClientTest(Notes.class)
	static class WithServiceInField {

		static final FakeService service = FakeNotes.start();

		@Test
		void serviceIsCalled(@Autowired Notes notes) {
			assertThat(notes.read(1)).isEqualTo("Buy milk");
			assertThat(service.requests()).hasSize(1);
		}

	}

}
