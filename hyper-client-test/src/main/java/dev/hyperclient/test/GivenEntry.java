package dev.hyperclient.test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.Entry;
import dev.hyperclient.error.NoSuchAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to read what the test did not give to the entry of a typed one. Typed getters
 * return {@code null} for what a representation lacks, but a service would send a value,
 * so {@code null} in its place would be invented.
 *
 * @param entry the entry
 */
record GivenEntry(Entry entry) implements InvocationHandler {

	/** What a typed entry gets. Written as JSON as the entry itself. */
	interface Strict extends Entry {

		@JsonValue
		Entry lenient();

	}

	static Entry strict(Entry entry) {
		return (entry instanceof Strict) ? entry : (Entry) Proxy.newProxyInstance(Strict.class.getClassLoader(),
				new Class<?>[] { Strict.class }, new GivenEntry(entry));
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
			throws Throwable {
		if (method.getName().equals("lenient")) {
			return this.entry;
		}
		if (method.getName().equals("equals") && arguments != null) {
			return this.entry.equals((arguments[0] instanceof Strict strict) ? strict.lenient() : arguments[0]);
		}
		try {
			return result(method.invoke(this.entry, arguments));
		}
		catch (InvocationTargetException ex) {
			throw (ex.getCause() instanceof NoSuchAttributeException missing) ? notGiven(missing) : ex.getCause();
		}
	}

	private static @Nullable Object result(@Nullable Object result) {
		if (result instanceof Entry linked) {
			return strict(linked);
		}
		return (result instanceof Optional<?> optional && optional.orElse(null) instanceof Entry linked)
				? Optional.of(strict(linked)) : result;
	}

	private RuntimeException notGiven(NoSuchAttributeException missing) {
		String name = missing.attribute();
		boolean described = this.entry.type().attribute(name).isPresent() || this.entry.type().link(name).isPresent();
		return described ? new IllegalStateException(
				"'%s' was not given to the entry of the type %s. Give it a value, which may be null.".formatted(name,
						this.entry.type().id()),
				missing) : missing;
	}

}
