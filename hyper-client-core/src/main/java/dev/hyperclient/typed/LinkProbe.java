package dev.hyperclient.typed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.Entry;
import org.jspecify.annotations.Nullable;

/**
 * An entry without content that records which link is read: so a getter of a generated
 * type names its link.
 */
final class LinkProbe implements InvocationHandler {

	private @Nullable String link;

	private LinkProbe() {
	}

	/**
	 * Return the name of the link that a getter returns.
	 * @throws IllegalArgumentException if the function does something else
	 */
	static <E> String nameOf(Function<? super Entry, ? extends E> type, Function<? super E, ?> getter) {
		LinkProbe probe = new LinkProbe();
		getter.apply(type.apply(
				(Entry) Proxy.newProxyInstance(Entry.class.getClassLoader(), new Class<?>[] { Entry.class }, probe)));
		if (probe.link == null) {
			throw noLink("A function that reads no link");
		}
		return probe.link;
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
			throws ReflectiveOperationException {
		if (method.getDeclaringClass() == Object.class) {
			return method.invoke(this, arguments);
		}
		String name = (arguments != null && arguments[0] instanceof String text) ? text : null;
		if (name == null) {
			throw noLink("A function that reads no link");
		}
		return switch (method.getName()) {
			case "entry" -> record(name, proxy);
			case "findEntry" -> Optional.of(record(name, proxy));
			case "file", "findFile" -> throw noLink("The file '%s'".formatted(name));
			case "collection" -> throw noLink("The collection '%s'".formatted(name));
			case "operation" -> throw noLink("The result of '%s'".formatted(name));
			default -> throw noLink("The attribute '%s'".formatted(name));
		};
	}

	private Object record(String name, Object entry) {
		if (this.link != null) {
			throw noLink("'%s' with '%s', read by one function,".formatted(this.link, name));
		}
		this.link = name;
		return entry;
	}

	private static IllegalArgumentException noLink(String what) {
		return new IllegalArgumentException(
				"%s cannot be prefetched: give getters of links to entries, for instance Recipe::dish".formatted(what));
	}

}
