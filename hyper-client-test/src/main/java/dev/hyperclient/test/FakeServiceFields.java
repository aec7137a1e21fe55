package dev.hyperclient.test;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.testservice.FakeService;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/**
 * Static fields of test classes that contain a service in process.
 */
final class FakeServiceFields {

	private static final Log logger = LogFactory.getLog(FakeServiceFields.class);

	/** The name of the service whose property keys contain no name. */
	static final String DEFAULT_SERVICE = "default";

	/** By name, since JUnit is optional. */
	private static final String CLASS_TEMPLATE = "org.junit.jupiter.api.ClassTemplate";

	private static final Set<FakeService> closed = Collections
		.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

	private FakeServiceFields() {
	}

	/**
	 * Return the services of a test class, its superclasses, interfaces and enclosing
	 * classes.
	 * @return the services by the names that the client has for them
	 * @throws IllegalStateException if a field is {@code null} or not static, or several
	 * fields are for one name
	 */
	static Map<String, FakeService> of(Class<?> testClass) {
		Map<String, Field> fields = new LinkedHashMap<>();
		Map<String, FakeService> services = new LinkedHashMap<>();
		for (Class<?> type : hierarchy(testClass)) {
			declared(type).forEach((field) -> {
				String name = name(field);
				Field other = fields.putIfAbsent(name, field);
				if (other != null) {
					throw new IllegalStateException(
							"Two fields have a FakeService for the service '%s': %s and %s. Qualify the field of a named service with its name, as in @Qualifier(\"bugs\"), or remove one of the fields."
								.formatted(name, text(other), text(field)));
				}
				services.put(name, value(field));
			});
		}
		// A field with an annotation or of a constructor's parameter may be a bean.
		if (services.isEmpty() && testClass.getDeclaredConstructors()[0].getParameterCount() == 0) {
			fields(testClass).filter((field) -> field.getAnnotations().length == 0)
				.forEach((field) -> logger.warn(
						"The field %s is not static, so the client does not use its FakeService. Declare it as static."
							.formatted(text(field))));
		}
		return services;
	}

	/**
	 * Return the qualified names of the fields of {@link #of}, without their values, so
	 * that no class is initialized.
	 */
	static Set<String> names(Class<?> testClass) {
		return hierarchy(testClass).stream()
			.flatMap(FakeServiceFields::declared)
			.map((field) -> field.getDeclaringClass().getName() + "." + field.getName())
			.collect(Collectors.toSet());
	}

	/**
	 * Close the services in the fields of the test class itself. Others may be used by
	 * other test classes, and services of a class template by its next invocation.
	 */
	static void closeDeclaredIn(Class<?> testClass) {
		if (!MergedAnnotations.from(testClass, SearchStrategy.TYPE_HIERARCHY).isPresent(CLASS_TEMPLATE)) {
			declared(testClass).map(FakeServiceFields::valueOrNull).filter(Objects::nonNull).forEach((service) -> {
				closed.add(service);
				service.close();
			});
		}
	}

	private static Set<Class<?>> hierarchy(Class<?> testClass) {
		Set<Class<?>> types = new LinkedHashSet<>();
		add(testClass, types);
		return types;
	}

	private static void add(@Nullable Class<?> type, Set<Class<?>> types) {
		if (type != null && type != Object.class && types.add(type)) {
			add(type.getSuperclass(), types);
			List.of(type.getInterfaces()).forEach((implemented) -> add(implemented, types));
			add(type.getEnclosingClass(), types);
		}
	}

	private static Stream<Field> declared(Class<?> type) {
		return fields(type).filter((field) -> Modifier.isStatic(field.getModifiers()));
	}

	private static Stream<Field> fields(Class<?> type) {
		return Stream.of(type.getDeclaredFields())
			.filter((field) -> FakeService.class.isAssignableFrom(field.getType()));
	}

	private static String name(Field field) {
		Qualifier qualifier = field.getAnnotation(Qualifier.class);
		return (qualifier != null) ? qualifier.value() : DEFAULT_SERVICE;
	}

	private static FakeService value(Field field) {
		FakeService service = valueOrNull(field);
		if (service == null) {
			throw new IllegalStateException(
					"The field %s is null. Start the FakeService in the initializer of the field."
						.formatted(text(field)));
		}
		if (closed.contains(service)) {
			throw new IllegalStateException(
					"The FakeService in the field %s has been closed after the tests of %s. To share it between test classes, declare it in an abstract superclass or an interface."
						.formatted(text(field), field.getDeclaringClass().getSimpleName()));
		}
		return service;
	}

	private static @Nullable FakeService valueOrNull(Field field) {
		ReflectionUtils.makeAccessible(field);
		return (FakeService) ReflectionUtils.getField(field, null);
	}

	private static String text(Field field) {
		return field.getDeclaringClass().getSimpleName() + "." + field.getName();
	}

}
