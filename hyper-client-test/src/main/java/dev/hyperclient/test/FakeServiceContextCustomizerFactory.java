package dev.hyperclient.test;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Applies {@link AutoConfigureFakeService}.
 */
final class FakeServiceContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configurations) {
		return TestContextAnnotationUtils.hasAnnotation(testClass, AutoConfigureFakeService.class)
				? new FakeServiceContextCustomizer(FakeServiceFields.of(testClass)) : null;
	}

}
