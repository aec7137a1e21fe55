package dev.hyperclient.internal.transport;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The values of private fields. Each field is looked up once. An adapter without one of
 * its fields cannot be read, which is logged once. Thread-safe.
 */
final class PrivateFields {

	private static final Logger logger = LoggerFactory.getLogger(PrivateFields.class);

	/** The fields of Spring as it is on the class path. */
	static final PrivateFields SPRING = new PrivateFields(PrivateField::fieldName);

	private final Map<PrivateField, Field> found = new EnumMap<>(PrivateField.class);

	private final Set<String> reported = ConcurrentHashMap.newKeySet();

	/**
	 * Look up all fields.
	 * @param names returns the name to look up, which is another one only in tests
	 */
	PrivateFields(Function<PrivateField, String> names) {
		for (PrivateField field : PrivateField.values()) {
			Field declared = find(field, names.apply(field));
			if (declared != null) {
				this.found.put(field, declared);
			}
		}
	}

	private static @Nullable Field find(PrivateField field, String name) {
		try {
			Field declared = Class.forName(field.className(), false, PrivateFields.class.getClassLoader())
				.getDeclaredField(name);
			declared.setAccessible(true);
			return declared.getType().getName().equals(field.type()) ? declared : null;
		}
		catch (ReflectiveOperationException | InaccessibleObjectException | LinkageError ex) {
			return null;
		}
	}

	boolean has(PrivateField field) {
		return this.found.containsKey(field);
	}

	/**
	 * Return the value of a field.
	 * @param field the field
	 * @param target any object
	 * @return the value, or {@code null} if the object is of another class
	 */
	@Nullable Object get(PrivateField field, Object target) {
		Field declared = this.found.get(field);
		if (declared == null || !declared.getDeclaringClass().isInstance(target)) {
			return null;
		}
		try {
			return declared.get(target);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return whether an object belongs to an adapter of Spring that lacks a field, so
	 * that nothing may be stored. The first object of each adapter is logged.
	 * @param target a request factory, a connector or a request
	 */
	boolean isUnreadable(Object target) {
		for (PrivateField field : PrivateField.values()) {
			Class<?> type = has(field) ? null : field.adapterClass(target);
			if (type != null) {
				report(field, type);
				return true;
			}
		}
		return false;
	}

	private void report(PrivateField field, Class<?> type) {
		if (this.reported.add(field.adapter())) {
			String version = type.getPackage().getImplementationVersion();
			logger.warn(
					"Requests over {} (version {}) are not cached, since what the HTTP client adds to them is unknown: "
							+ "{} has no field '{}' of type {}. Report that, and use another version of Hyper Client or "
							+ "of that class, another HTTP client, or no cache for these requests. (Logged once.)",
					type.getName(), (version != null) ? version : "unknown", field.className(), field.fieldName(),
					field.type());
		}
	}

	/**
	 * Lets native images read the fields, and find the optional classes that are looked
	 * up by name.
	 */
	static final class Hints implements RuntimeHintsRegistrar {

		private static final List<String> OPTIONAL = List.of("reactor.netty.http.client.HttpClient",
				"org.springframework.web.reactive.function.client.WebClient");

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			for (PrivateField field : PrivateField.values()) {
				hints.reflection()
					.registerTypeIfPresent(classLoader, field.className(), (type) -> type.withField(field.fieldName()));
			}
			OPTIONAL.forEach((type) -> hints.reflection().registerTypeIfPresent(classLoader, type));
		}

	}

}
