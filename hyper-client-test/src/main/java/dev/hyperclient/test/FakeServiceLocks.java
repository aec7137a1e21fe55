package dev.hyperclient.test;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Prevents that JUnit runs tests in parallel that share a service, since each test resets
 * it. Test classes without a service in a field may share an application context whose
 * beans are services.
 */
final class FakeServiceLocks implements ResourceLocksProvider {

	private static final String PREFIX = "dev.hyperclient.testservice.FakeService ";

	@Override
	public Set<Lock> provideForClass(Class<?> testClass) {
		Set<String> fields = FakeServiceFields.names(testClass);
		return fields.isEmpty() ? Set.of(new Lock(PREFIX + "beans"))
				: fields.stream().map((field) -> new Lock(PREFIX + field)).collect(Collectors.toSet());
	}

	@Override
	public Set<Lock> provideForNestedClass(List<Class<?>> enclosingInstanceTypes, Class<?> testClass) {
		return provideForClass(testClass);
	}

	@Override
	public Set<Lock> provideForMethod(List<Class<?>> enclosingInstanceTypes, Class<?> testClass, Method testMethod) {
		// The lock of the class covers its methods.
		return Set.of();
	}

}
