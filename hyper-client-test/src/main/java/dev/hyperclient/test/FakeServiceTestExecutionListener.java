package dev.hyperclient.test;

import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Resets services and caches before each test method, and closes the services in fields
 * after the test class.
 */
final class FakeServiceTestExecutionListener extends AbstractTestExecutionListener {

	@Override
	public void beforeTestMethod(TestContext testContext) {
		if (isAnnotated(testContext)) {
			ApplicationContext context = testContext.getApplicationContext();
			FakeServices services = context.getBean(FakeServices.class);
			services.reset();
			context.getBeanProvider(FakeServiceRootBuilderCustomizer.class)
				.ifAvailable(FakeServiceRootBuilderCustomizer::clearCaches);
			services.fetchRoots();
			services.reset();
		}
	}

	@Override
	public void afterTestClass(TestContext testContext) {
		if (isAnnotated(testContext)) {
			FakeServiceFields.closeDeclaredIn(testContext.getTestClass());
		}
	}

	private static boolean isAnnotated(TestContext testContext) {
		return TestContextAnnotationUtils.hasAnnotation(testContext.getTestClass(), AutoConfigureFakeService.class);
	}

}
