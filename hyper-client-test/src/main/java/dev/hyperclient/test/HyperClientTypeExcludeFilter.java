package dev.hyperclient.test;

import java.util.Set;

import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.autoconfigure.HyperClientJsonMapperCustomizer;
import dev.hyperclient.autoconfigure.HyperClientWebClientCustomizer;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/**
 * Selects the scanned components of a {@link HyperClientTest}.
 */
final class HyperClientTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<HyperClientTest> {

	private static final Set<Class<?>> DEFAULT_INCLUDES = Set.of(ServiceRootBuilderCustomizer.class,
			HyperClientWebClientCustomizer.class, HyperClientJsonMapperCustomizer.class,
			HyperClientConnectionDetails.class);

	private final Class<?>[] components;

	HyperClientTypeExcludeFilter(Class<?> testClass) {
		super(testClass);
		this.components = getAnnotation().getValue("components", Class[].class).orElseGet(() -> new Class<?>[0]);
	}

	@Override
	protected Set<Class<?>> getKnownIncludes() {
		return DEFAULT_INCLUDES;
	}

	@Override
	protected Set<Class<?>> getComponentIncludes() {
		return Set.of(this.components);
	}

}
